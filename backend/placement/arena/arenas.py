"""The arenas of a module: what the rules say, and a plan."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ownlog.backend.pass_definition import Options, option
from ownlog.backend.placement.alignment import alignments
from ownlog.backend.placement.arena.parts import Part
from ownlog.backend.placement.arena.planning import ALGORITHMS, Plan, find_plan
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.literals import number_in
from ownlog.rules.relations import ArenaPart, PartTakenFrom
from ownlog.rules.typed_rows import TypedRows

if TYPE_CHECKING:
    from ownlog.rules.engine.program.engine import Row

UPSTREAM = ("trivial", "best-fit")
"""Algorithms of LLVM's pass: with them a buffer lasts from its allocation to its deallocation, used or not."""


@dataclass(frozen=True)
class ArenaOptions(Options):
    """Where parts of arenas go."""

    algorithm: str = option(
        "optimal",
        "How parts get their places; with the first two, buffers take theirs from allocation to deallocation, used or"
        " not.",
        ALGORITHMS,
    )
    arena_mode: str = option(
        "allocate", "Allocate the arena, or take the first argument for it, a memref<...xi8>.", ("allocate", "arg")
    )
    solver_time_limit: int = option(
        2, "With algorithm=optimal: how many seconds a solver may take for a function where no simple way is the best."
    )
    strict: bool = option(
        False, "Refuse allocations of fixed size that are not freed in their blocks, and functions that return buffers."
    )


@dataclass(frozen=True)
class UpstreamOptions(ArenaOptions):
    """The defaults of LLVM's pass."""

    algorithm: str = option("trivial", "How parts get their places.", ALGORITHMS)
    strict: bool = option(
        True, "Refuse allocations of fixed size that are not freed in their blocks, and functions that return buffers."
    )


@dataclass(frozen=True)
class Arena:
    """The arena of `function`: the allocations that become its parts, in the plan's order, and their frees."""

    function: Op
    allocations: Sequence[Op]
    frees: Sequence[Op]
    plan: Plan

    @property
    def alignment(self) -> int:
        """The largest one of the parts: who moves the arena elsewhere, to the stack, goes by that."""
        return max(part.alignment for part in self.plan.parts)


def find_arenas(rows: TypedRows, order: Collection[Row], naming: Naming, options: ArenaOptions) -> list[Arena]:
    """An arena for each function with allocations that can be parts of one, in the order of the text."""
    enters = {str(row[0]): int(row[1]) for row in order}
    times = {row.value: (row.first, row.last) for row in rows(PartTakenFrom)}
    alignment = alignments(rows, naming)
    algorithm, seconds = options.algorithm, float(options.solver_time_limit)
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


def asked_alignment(op: Op) -> int:
    """What an allocation says that its memory has to be aligned to; 1 where it does not."""
    return number_in(op.attribute("alignment")) or 1
