"""Is what mlir-opt-22 prints in custom form read by the forms that definitions make, and equal in generic form?"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from ownlog.base.errors import InputError
from ownlog.frontend import parse
from ownlog.frontend.forms import registry
from ownlog.frontend.generic.generic import print_generic
from ownlog.frontend.ods.assembly import FormatProblem
from ownlog.frontend.ods.records import Definition
from ownlog.frontend.ods.translate import form_line
from ownlog.frontend.printing.printer import print_module
from tests.frontend.ods.generate import Maker
from tests.frontend.upstream.judge import forget_text, generic_forms
from tests.peer import mlir_opt_each

_PRINT = ("--allow-unregistered-dialect", "--mlir-print-local-scope")
_KEPT = 3
"""So many programs of an op are judged."""
_TOGETHER = 40


@dataclass
class Sweep:
    """Of the ops with a declarative format: those whose form cannot be said, with the reason; those that mlir-opt-22
    took in some program; what is wrong with the forms of these.
    """

    refused: dict[str, str] = field(default_factory=dict)
    tried: set[str] = field(default_factory=set)
    wrong: dict[str, str] = field(default_factory=dict)


@contextmanager
def read_by(lines: Mapping[str, str]) -> Iterator[None]:
    """Ops are read by these formats meanwhile, those that Ownlog has forms of, too."""
    before = dict(registry._imported)
    try:
        registry.use(lines)
        yield
    finally:
        registry.forget()
        registry.use(before)


def lines_of(ops: Sequence[Definition], sweep: Sweep) -> dict[str, str]:
    """The formats of the ops that have a declarative one."""
    lines = {}
    for op in ops:
        if op.record.text("assemblyFormat"):
            try:
                lines[op.full_name] = form_line(op)
            except FormatProblem as problem:
                sweep.refused[op.full_name] = problem.message
    return lines


def sweep_of(ops: Sequence[Definition], tries: int, seed: int = 1) -> Sweep:
    """Makes `tries` programs for each op, and judges some of those that mlir-opt-22 takes."""
    sweep = Sweep()
    lines = lines_of(ops, sweep)
    maker = Maker(ops, seed)
    texts = [(op.full_name, maker.module(op)) for op in ops if op.full_name in lines for _ in range(tries)]
    taken: dict[str, list[str]] = {}
    # Some programs end mlir-opt: those beside them are run again.
    answers = (
        said
        for at in range(0, len(texts), _TOGETHER)
        for said in mlir_opt_each([text for _, text in texts[at : at + _TOGETHER]], *_PRINT)
    )
    for (name, _), said in zip(texts, answers, strict=True):
        if said.out.strip() and not said.crashed:
            taken.setdefault(name, []).append(said.out)
    cases = [(name, text) for name, printed in taken.items() for text in dict.fromkeys(printed[:_KEPT])]
    expected = generic_forms([text for _, text in cases])
    with read_by(lines):
        judged = [
            (name, form, *result)
            for (name, text), form in zip(cases, expected, strict=True)
            if form and (result := _written(name, text)) is not None
        ]
    again = iter(generic_forms([text for *_, texts in judged for text in texts]))
    for name, form, fault, written in judged:
        sweep.tried.add(name)
        kinds = [kind for kind, text in zip(("generic", "custom"), written, strict=False) if next(again) != form]
        if fault or kinds:
            sweep.wrong.setdefault(name, fault or f"the {kinds[0]} form means something else: {form}")
    return sweep


def _written(name: str, text: str) -> tuple[str, list[str]] | None:
    """What is wrong with reading or writing a program for an op, and the program in generic form and written anew; None
    where it has another op that cannot be read.
    """
    try:
        module = parse(text)
        generic = print_generic(module)
        forget_text(module)
        return "", [generic, print_module(module)]
    except InputError as error:
        unsupported = error.diagnostics[0].unsupported
        return (f"{error}", []) if unsupported in (None, name) else None
    except Exception as error:  # a traceback is a verdict, too
        return f"{type(error).__name__}: {error}\n{text}", []
