"""Does Ownlog read and write what mlir-opt-22 does, piece by piece?"""

import re
from dataclasses import dataclass

from ownlog.base.errors import InputError
from ownlog.frontend import parse, split_input
from ownlog.frontend.generic.generic import print_generic
from ownlog.frontend.ir.ir import NEW
from ownlog.frontend.ir.module import Module
from ownlog.frontend.printing.printer import print_module
from tests.peer import mlir_opt_each

_BODY = re.compile(r"\{[ \t]*(?://[^\n]*)?$", re.MULTILINE)
GENERIC = ("--allow-unregistered-dialect", "--mlir-print-op-generic", "--mlir-print-local-scope")
"""What has mlir-opt print the generic form."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a piece: `fault` is empty where all is well."""

    piece: str
    fault: str


def generic_forms(texts: list[str]) -> list[str | None]:
    """mlir-opt's generic form of each text, None for those that it refuses."""
    return [said.out.strip() or None for said in mlir_opt_each(texts, *GENERIC)]


def judge(text: str) -> list[Verdict]:
    """A verdict on each piece of a file that mlir-opt-22 reads."""
    expected = _accepted(text)
    verdicts: list[Verdict] = []
    written: dict[str, tuple[str, str]] = {}
    for number, (piece, _) in expected.items():
        fault, module = _read(piece)
        if module is None:
            verdicts.append(Verdict(number, fault))
            continue
        try:
            generic = print_generic(module)
            forget_text(module)
            written[number] = generic, print_module(module)
        except Exception as error:  # a traceback is a verdict, too
            verdicts.append(Verdict(number, f"cannot be written: {type(error).__name__}: {error}"))
    again = generic_forms([text for pair in written.values() for text in pair])
    for position, number in enumerate(written):
        forms = zip(("generic", "custom"), again[2 * position :], strict=False)
        faults = [f"the {kind} form means something else" for kind, form in forms if form != expected[number][1]]
        verdicts.append(Verdict(number, faults[0] if faults else ""))
    return verdicts


def _accepted(text: str) -> dict[str, tuple[str, str]]:
    """The pieces of a file that mlir-opt reads, with their generic forms; of a piece that it refuses, the functions
    that it reads alone.
    """
    pieces = {str(number): piece for number, (piece, _) in enumerate(split_input(text))}
    forms = dict(zip(pieces, generic_forms(list(pieces.values())), strict=True))
    parts = {
        f"{number}.{i}": part
        for number, form in forms.items()
        if form is None
        for i, part in enumerate(_cut(pieces[number]))
    }
    forms |= dict(zip(parts, generic_forms(list(parts.values())), strict=True)) if parts else {}
    pieces |= parts
    return {number: (pieces[number], form) for number, form in forms.items() if form is not None}


def _cut(piece: str) -> list[str]:
    """The functions of a piece, each with the aliases and declarations of the whole piece."""
    parts = re.split(r"^(?=[a-z\"])", piece, flags=re.MULTILINE)
    shared = "".join(part for part in parts if not _BODY.search(part))
    return [shared + part for part in parts if _BODY.search(part)] if len(parts) > 2 else []


def _read(piece: str) -> tuple[str, Module | None]:
    try:
        module = parse(piece)
    except InputError as error:
        return f"refused: {str(error).splitlines()[0].partition('error: ')[2]}", None
    except Exception as error:
        return f"crashed: {type(error).__name__}: {error}", None
    return ("", module) if print_module(module) == piece else ("not lossless", None)


def forget_text(module: Module) -> None:
    """Make every op new, so that all of the text must be written."""
    for op in module.walk():
        op.mark_changed()
        for region in op.regions:
            for block in region.blocks:
                block.changed = block.start != NEW


def short(fault: str) -> str:
    """A fault without what differs from place to place."""
    return re.sub(r"'%[^']*'|\d+", "N", fault)
