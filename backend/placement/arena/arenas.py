"""The arenas of a module: what the rules say, and a plan."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from ownlog.backend.context import Options
from ownlog.backend.placement.arena.parts import Part
from ownlog.backend.placement.arena.planning import Plan, find_plan
from ownlog.base.later import dataclass
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.facts.sizes import alignment_of, index_bits
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.literals import number_in
from ownlog.rules.relations import ArenaPart, PartTakenFrom
from ownlog.rules.typed_rows import TypedRows

if TYPE_CHECKING:
    from ownlog.rules.engine import Row

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
        """The largest one that an allocation asks for; what the heap gives is enough for the others."""
        return max(map(asked_alignment, self.allocations))


def find_arenas(rows: TypedRows, order: Collection[Row], naming: Naming, options: Options) -> list[Arena]:
    """An arena for each function with allocations that can be parts of one, in the order of the text."""
    enters = {str(row[0]): int(row[1]) for row in order}
    times = {row.value: (row.first, row.last) for row in rows(PartTakenFrom)}
    algorithm, seconds = options["algorithm"], float(options["solver-time-limit"])
    found: dict[str, list[tuple[Part, Op, Op]]] = {}
    for row in rows(ArenaPart):
        op, begin = naming.ops[row.op], enters[row.op]
        taken = (begin, enters[row.free]) if algorithm in UPSTREAM else times.get(row.value, (begin, begin))
        part = Part(row.bytes, max(asked_alignment(op), alignment_of(op.results[0].type, index_bits(op))), *taken)
        found.setdefault(row.function, []).append((part, op, naming.ops[row.free]))
    arenas = []
    for function in sorted(found, key=enters.__getitem__):
        members = sorted(found[function], key=lambda member: (member[0].first, enters[naming.op(member[1])]))
        parts, allocations, frees = zip(*members, strict=True)
        arenas.append(Arena(naming.ops[function], allocations, frees, find_plan(algorithm, parts, seconds)))
    return arenas


def asked_alignment(op: Op) -> int:
    """What an allocation says that its memory has to be aligned to; 1 where it does not."""
    return number_in(op.attribute("alignment")) or 1
