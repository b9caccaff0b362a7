"""What no model says of the ops of a program: rows of the kind that would say it, to be filled in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from ownlog.base.words import counted

if TYPE_CHECKING:
    from ownlog.derived.results import Results
    from ownlog.frontend.ir.ir import Op, Value
    from ownlog.query import Questions

_LONGEST = 100


def missing_rows(results: Results, questions: Questions) -> str:
    """A model file in which each row is a comment: those of an op below its place, and what they answer."""
    found = questions.derive("missing_models.dl", ("missing_model",))["missing_model"]
    missing: dict[str, dict[str, list[Op]]] = {}
    ops = [(results.op(str(name)), str(what)) for name, what in found]
    for op, what in sorted(ops, key=lambda row: (row[0].start, list(_CANDIDATES).index(row[1]))):
        missing.setdefault(op.name, {}).setdefault(what, []).append(op)
    name = results.module.source.name
    if not missing:
        return f"// No row is missing for {name}.\n"
    lines = [f"// For {name}: remove the // in front of the rows that hold."]
    for op_name, unanswered in missing.items():
        named = list(dict.fromkeys(op for found_ops in unanswered.values() for op in found_ops))
        lines += [
            "",
            f"// {op_name}: {counted(len(named), 'op')}, the first of which is {named[0].position}",
            *_shown(named[0]),
        ]
        for what, asked in unanswered.items():
            question, candidates = _CANDIDATES[what]
            lines.append(f"// {question}")
            rows = dict.fromkeys(row for op in asked for row in candidates(op))
            lines += [f"// {row}" for row in rows]
    return "\n".join([*lines, ""])


def _shown(op: Op) -> Iterator[str]:
    """The first line of an op."""
    if op.source is not None:
        line = op.source.line_at(op.start).strip()
        yield f"//     {line if len(line) <= _LONGEST else line[: _LONGEST - 3] + '...'}"


def _numbers(values: Iterable[Value], kind: str) -> list[int]:
    """Which of the values are of a kind of types."""
    return [number for number, value in enumerate(values) if value.type.canonical.startswith(f"{kind}<")]


def _function(op: Op) -> Iterator[str]:
    yield f'function_like("{op.name}").'
    yield f'symbol_table("{op.name}").'


def _effects(op: Op) -> Iterator[str]:
    name = f'"{op.name}"'
    if op.attribute("callee") is not None:
        yield f"call_like({name})."
    yield f"pure({name}).  // nothing but computes its results"
    yield f"only_reads({name}).  // the same, from memory too"
    yield f"effects_known({name}).  // frees and allocates nothing but what the rows below say"
    sources = _numbers(op.operands, "memref")
    for operand in sources:
        yield f"accesses_memory({name}, {operand})."
        yield f"frees({name}, {operand})."
    for result in _numbers(op.results, "memref"):
        yield f"allocates({name}, {result})."
        yield from (f"view_like({name}, {result}, {operand})." for operand in sources)


def _regions(op: Op) -> Iterator[str]:
    name = f'"{op.name}"'
    yield f"opaque_regions({name}).  // no buffer flows in or out"
    yield f"region_branch({name}).  // or else, by the rows below"
    yield f"entry_operands({name}, 0).  // the first operand that goes to arguments of the regions"
    for region in range(len(op.regions)):
        yield f"region_flow({name}, -1, {region})."
        yield f"region_flow({name}, {region}, -1)."
    if len(op.regions) == 1:
        yield f"region_flow({name}, 0, 0).  // around again"
    yield f"runs_once({name})."


def _terminator(op: Op) -> Iterator[str]:
    if op.successors:
        yield f'branch("{op.name}", 0).  // the group of operands that goes to the first successor'
    else:
        yield f'return_like("{op.name}", 0).  // the first operand that it hands over'
    yield f'never_returns("{op.name}").'


def _tensors(op: Op) -> Iterator[str]:
    name = f'"{op.name}"'
    yield f"bufferizable({name}).  // all that it does with tensors is said below"
    sources = _numbers(op.operands, "tensor")
    yield from (f"reads_operand({name}, {operand})." for operand in sources)
    for result in _numbers(op.results, "tensor"):
        for operand in sources:
            yield f"destination_operand({name}, {operand}, {result})."
            yield f'result_aliases({name}, {result}, {operand}, "equivalent", "definite").'


_CANDIDATES: dict[str, tuple[str, Callable[[Op], Iterator[str]]]] = {
    "function": ("Is it a function, or does it hold symbols?", _function),
    "effects": ("What does it read, write, allocate and free?", _effects),
    "regions": ("How does control take its regions?", _regions),
    "terminator": ("Where does control go from it?", _terminator),
    "tensors": ("What does it do with tensors?", _tensors),
}
"""For what is missing: the question, and rows that may answer it."""
