"""The arenas of a module: what the rules say, and a plan."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ownlog.backend.context import Options
from ownlog.backend.placement.alignment import alignments
from ownlog.backend.placement.arena.parts import Part
from ownlog.backend.placement.arena.planning import Plan, find_plan
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op
from ownlog.rules.relations import ArenaPart, PartTakenFrom
from ownlog.rules.typed_rows import TypedRows

if TYPE_CHECKING:
    from ownlog.rules.engine.program.engine import Row

UPSTREAM = ("trivial", "best-fit")
"""Algorithms of LLVM's pass: with them a buffer is taken from its allocation to its deallocation, whether it is used or not."""


@dataclass(frozen=True)
class Arena:
    """The arena of `function`: the allocations that become parts of it, in the order of the plan's parts, and what frees them."""

    function: Op
    allocations: Sequence[Op]
    frees: Sequence[Op]
    plan: Plan

    @property
    def alignment(self) -> int:
        """The largest one of the parts: who moves the arena elsewhere, to the stack, goes by that."""
        return max(part.alignment for part in self.plan.parts)


def find_arenas(rows: TypedRows, order: Collection[Row], naming: Naming, options: Options) -> list[Arena]:
    """An arena for each function with allocations that can be parts of one, in the order of the text."""
    enters = {str(row[0]): int(row[1]) for row in order}
    times = {row.value: (row.first, row.last) for row in rows(PartTakenFrom)}
    alignment = alignments(rows, naming)
    algorithm, seconds = options["algorithm"], float(options["solver-time-limit"])
    found: dict[str, list[tuple[Part, Op, Op]]] = {}
    for row in rows(ArenaPart):
        op, begin = naming.ops[row.op], enters[row.op]
        taken = (begin, enters[row.free]) if algorithm in UPSTREAM else times.get(row.value, (begin, begin))
        part = Part(row.bytes, alignment(op), *taken)
        found.setdefault(row.function, []).append((part, op, naming.ops[row.free]))
    arenas = []
    for function in sorted(found, key=enters.__getitem__):
        members = sorted(found[function], key=lambda member: (member[0].first, enters[naming.op(member[1])]))
        parts, allocations, frees = zip(*members, strict=True)
        arenas.append(Arena(naming.ops[function], allocations, frees, find_plan(algorithm, parts, seconds)))
    return arenas
