"""The memory of a function to draw: the allocated bytes, and the plan of an arena for its buffers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.registry import checked_options, run_passes
from ownlog.backend.placement.arena.arenas import Arena, ArenaOptions, find_arenas
from ownlog.frontend.facts.extract import ABOUT_PLACES, extract_facts
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module
from ownlog.query.reports.peak_sizes import Assumptions
from ownlog.query.reports.peak_sums import Memory
from ownlog.rules.relations import ArenaPart, PartTakenFrom, SeenAs
from ownlog.rules.typed_rows import TypedRows, relation_names


class Places:
    """The lines of the ops of `module`, as it is when it is asked."""

    def __init__(self, module: Module) -> None:
        self._module = module

    def text(self, op: Op) -> str:
        """`line 3`, or `line 3 of the output`."""
        return f"line {op.line}" if op.position is not None else f"line {self._printed.get(op, 0)} of the output"

    @cached_property
    def _printed(self) -> dict[Op, int]:
        from ownlog.frontend import parse

        printed = parse(str(self._module), "<output>")
        pairs = zip(self._module.walk(), printed.walk(), strict=True)
        return {op: read.position.line for op, read in pairs if read.position is not None}


PLANNER = "static-memory-planner"


@dataclass(frozen=True)
class Planned:
    """A part of an arena: `bytes` bytes from `offset`, at times `first` to `last`; `line` 0 means none."""

    name: str
    line: int
    first: int
    last: int
    offset: int
    bytes: int


@dataclass(frozen=True)
class Story:
    """The memory of `function` over time: bytes allocated from each time of the `curve`, and `parts` of an arena.

    No arena is smaller than `bound`; `lines` are the lines of the input at some times.
    """

    function: str
    curve: Sequence[tuple[int, int]]
    parts: Sequence[Planned]
    size: int
    bound: int
    lines: Sequence[tuple[int, int]]


def stories(module: Module, steps: Sequence[Step], context: Context, assumed: Assumptions) -> list[Story]:
    """The memory of a module's functions after some passes, which change it in place. Raises InputError.

    Passes that plan arenas are not run: their plans are drawn, with their options.
    """
    options = checked_options(next((step for step in steps if step.name.startswith(PLANNER)), Step(PLANNER)))
    assert isinstance(options, ArenaOptions)
    run_passes(module, [step for step in steps if not step.name.startswith(PLANNER)], context)
    memory = Memory(module, context, assumed)
    facts = extract_facts(module, memory.naming, wanted=ABOUT_PLACES)
    rows = TypedRows(context.derive(facts, relation_names(ArenaPart, PartTakenFrom, SeenAs)))
    arenas = {
        memory.naming.op(arena.function): arena
        for arena in find_arenas(rows, facts["op_order"], memory.naming, options)
    }
    return [_story(name, memory, arenas.get(name)) for name in memory.order]


def _story(function: str, memory: Memory, arena: Arena | None) -> Story:
    curve = memory.curve(function)
    parts = [] if arena is None else _parts(arena)
    times = {time for time, _ in curve} | {part.first for part in parts}
    lines = [(time, line) for time in sorted(times) if (line := memory.op_at(time).line)]
    return Story(function, curve, parts, arena.plan.size if arena else 0, arena.plan.bound if arena else 0, lines)


def _parts(arena: Arena) -> list[Planned]:
    plan = arena.plan
    return [
        Planned(op.results[0].ref, op.line, 2 * part.first, 2 * part.last + 1, offset, part.size)
        for op, part, offset in zip(arena.allocations, plan.parts, plan.offsets, strict=True)
    ]
