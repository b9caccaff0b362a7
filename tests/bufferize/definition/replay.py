"""The decisions of Ownlog about a program, each asked again of the definition when its turn comes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ownlog.backend.bufferize.aliasing.order import in_order
from ownlog.frontend.ir.ir import Op, Value
from tests.bufferize.deciding.marking import Analysed
from tests.bufferize.definition.judge import Conflict, Judge
from tests.bufferize.definition.meanings import Summary, Use, uses, value_of

_ENDS = ("scf.yield", "scf.condition", "scf.forall.in_parallel", "linalg.yield", "func.return")


class Question(NamedTuple):
    """A use, what was decided of it, and a conflict by the definition that there is, beside all that was decided to be
    in place before.
    """

    judge: Judge
    use: Use
    in_place: bool
    conflict: Conflict | None

    def told(self) -> str:
        """The use, the decision and the conflict in words, with lines."""
        found = self.conflict
        why = "no conflict"
        if found is not None:
            read = "nothing" if found.read is None else f"{found.read[0].name} at line {found.read[0].line}"
            why = f"{found.kind}: {read}, {found.write[0].name} at line {found.write[0].line}"
        placed = "in place" if self.in_place else "out of place"
        return f"line {self.use[0].line}: {self.use[0].name}, operand {self.use[1]}: {placed}, {why}"


def questions(found: Analysed, heuristic: str) -> Iterator[Question]:
    """All that was decided, in the order in which it was.

    Functions come behind those that they call; of those that call each other, and of those that call such ones, nothing
    is known.
    """
    functions = {(op.attribute("sym_name") or "").strip('"'): op for op in found.module.functions()}
    bodies = {name: op for name, op in functions.items() if op.regions[0].blocks}
    known: dict[str, Summary] = {}
    waiting = list(bodies)
    while waiting:
        ready = [
            name for name in waiting if all(callee in known for callee in _callees(bodies[name]) if callee in bodies)
        ]
        for name in ready or waiting:
            judge = Judge(bodies[name], dict(known))
            yield from _of_function(judge, found, heuristic)
            if ready:
                known[name] = judge.summary()
        waiting = [name for name in waiting if name not in ready] if ready else []


def _of_function(judge: Judge, found: Analysed, heuristic: str) -> Iterator[Question]:
    decided, naming = found.analysis.in_place, found.naming

    def sources(value: Value) -> list[Value]:
        return [value_of(use) for use in judge.sources[value]]

    for op in in_order(judge.function.regions[0].blocks, heuristic, lambda op: op.name in _ENDS, sources):
        for use in uses(op):
            if use not in judge.in_place:
                in_place = (naming.op(op), use[1]) in decided
                yield Question(judge, use, in_place, next(judge.conflicts(use), None))
                if in_place:
                    judge.in_place.add(use)


def _callees(function: Op) -> set[str]:
    return {(op.attribute("callee") or "").strip('@"') for op in function.walk() if op.name == "func.call"}
