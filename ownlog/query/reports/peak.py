"""`ownlog peak`: the peak of heap memory in each function and in the module, before and after passes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.pipeline_text import pipeline_text
from ownlog.backend.passes.registry import run_passes
from ownlog.base.errors import Diagnostic, InputError
from ownlog.base.suggestions import did_you_mean, similar
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module
from ownlog.query.answer import Answer, Heading
from ownlog.query.reports.peak_plans import Places
from ownlog.query.reports.peak_sizes import Assumptions, shown
from ownlog.query.reports.peak_sums import Buffer, Memory, Most
from ownlog.rules.engine.program.engine import Row
from ownlog.rules.explain.names import short_name

_SHOWN = 5
"""How many buffers a row names."""
_HEAD = (Heading("function", "Op"), Heading("program", "symbol"))
_PEAKS = (
    *_HEAD, Heading("bound", "symbol"), Heading("bytes", "number", True), Heading("formula", "symbol"), Heading("line",
    "number", True),
    Heading("where", "symbol"), Heading("buffers", "symbol"),
)  # fmt: skip
_POINTS = (
    *_HEAD, Heading("line", "number", True), Heading("op", "Op"), Heading("when", "symbol"), Heading("bytes", "number",
    True),
    Heading("change", "symbol"),
)  # fmt: skip
BEFORE, AFTER, WHOLE = "before", "after", "(module)"


@dataclass(frozen=True)
class Program:
    """A module at one time, which `name` says, and what its functions take."""

    name: str
    memory: Memory
    places: Places


class Peaks:
    """The memory of a module before and after passes, which change it in place. Raises InputError."""

    def __init__(self, module: Module, steps: Sequence[Step], context: Context, assumed: Assumptions) -> None:
        self._assumed = assumed
        self._passes = pipeline_text(steps)
        self.programs = [Program(BEFORE, Memory(module, context, assumed), Places(module))]
        if steps:
            run_passes(module, list(steps), context)
            self.programs.append(Program(AFTER, Memory(module, context, assumed), Places(module)))

    def peaks(self, function: str | None = None) -> Answer:
        """For each function, program and the module: the peak, its place, and its buffers. Raises InputError."""
        rows: list[Row] = []
        reasons: dict[str, list[str]] = {}
        unknown: set[str] = set()
        for program in self.programs:
            found = [program.memory.most(name) for name in self._chosen(program, function)]
            for most in found:
                rows.append(_peak_row(program, most, most.function))
                unknown.update(map(shown, most.unknown))
                for reason in most.reasons:
                    reasons.setdefault(f"{most.function}: {reason}", []).append(program.name)
            if len(found) > 1:
                rows.append(_peak_row(program, max(found, key=lambda most: most.bytes), WHOLE))
        order = {name: at for at, name in enumerate(dict.fromkeys(str(row[0]) for row in rows))}
        rows.sort(key=lambda row: (row[0] == WHOLE, order[str(row[0])]))
        notes = [*self._notes(reasons), *self._untold(unknown), *self._unused()]
        return Answer.of(_PEAKS, rows, notes, "Peak", in_order=True, passes=self._passes)

    def points(self, function: str | None = None) -> Answer:
        """A row for each time at which the allocated bytes change. Raises InputError."""
        rows = [
            row
            for program in self.programs
            for name in self._chosen(program, function)
            for row in _point_rows(program, name)
        ]
        return Answer.of(_POINTS, rows, self._unused(), "Point", in_order=True, passes=self._passes)

    def _chosen(self, program: Program, function: str | None) -> list[str]:
        names = program.memory.order
        if function is None:
            return names
        found = [name for name in names if name.lstrip("@") == function.lstrip("@")]
        if not found and program is self.programs[0]:
            known = [name.lstrip("@") for name in names]
            advice = did_you_mean(similar(function, known)) or f"functions with a body: {', '.join(known) or 'none'}"
            raise InputError(Diagnostic(f"there is no function {function} with a body", advice=advice))
        return found

    def _notes(self, reasons: Mapping[str, Sequence[str]]) -> list[str]:
        """Why it may take more, each reason once."""
        return [
            reason if len(programs) == len(self.programs) else f"{reason} ({programs[0]})"
            for reason, programs in reasons.items()
        ]

    def _untold(self, names: Collection[str]) -> list[str]:
        if not names:
            return []
        return [
            f"sizes that nobody tells count as {self._assumed.untold}: {', '.join(sorted(names))}; --size"
            f" {min(names)}=N tells one"
        ]

    def _unused(self) -> list[str]:
        return [f"--size {name}: no buffer has this size" for name in self._assumed.unused()]


def _peak_row(program: Program, most: Most, name: str) -> Row:
    formula = most.size.text() if most.size.names else ""
    if not most.bytes:
        return name, program.name, most.bound, 0, formula, 0, "", ""
    line, where = program.memory.op_at(most.time).line, _where(program, most)
    return (
        name,
        program.name,
        most.bound,
        most.bytes,
        formula,
        line,
        f"{most.function} {where}" if name == WHOLE else where,
        _buffers(program, most),
    )


def _where(program: Program, most: Most) -> str:
    """The line, and the way through calls from there."""
    parts = [program.places.text(program.memory.op_at(most.time))]
    while most.callee is not None and most.callee.bytes:
        most = most.callee
        parts.append(f"{most.function} {program.places.text(program.memory.op_at(most.time))}")
    return ", ".join(parts)


def _buffers(program: Program, most: Most) -> str:
    """The buffers that make a peak, the largest first, in the function and in what it calls then."""
    there: list[Buffer] = []
    found: Most | None = most
    while found is not None:
        there += found.buffers
        found = found.callee
    ordered = sorted(there, key=lambda buffer: (-buffer.bytes, buffer.first))
    texts = [
        f"{_told(buffer, most.function)} ({program.places.text(_maker(program, buffer))})"
        for buffer in ordered[:_SHOWN]
    ]
    left = ordered[_SHOWN:]
    return ", ".join([*texts, *([f"{len(left)} more {sum(buffer.bytes for buffer in left):,}"] if left else [])])


def _told(buffer: Buffer, function: str) -> str:
    """The name, as in `function`, and the bytes."""
    return f"{_named(buffer, function)} {buffer.bytes:,}"


def _named(buffer: Buffer, function: str) -> str:
    home, _, _ = buffer.name.rpartition("/")
    name = short_name(buffer.name)
    if not name.startswith("%"):
        name = "left behind by a call"
    return name if home == function else f"{home} {name}"


def _maker(program: Program, buffer: Buffer) -> Op:
    """The op that a buffer comes with: the one that allocates it, or that it is an argument of."""
    return program.memory.op_at(buffer.first)


def _point_rows(program: Program, function: str) -> Iterator[Row]:
    memory = program.memory
    begins: dict[int, list[Buffer]] = {}
    ends: dict[int, list[Buffer]] = {}
    for buffer in memory.buffers(function):
        begins.setdefault(buffer.first, []).append(buffer)
        ends.setdefault(buffer.last + 1, []).append(buffer)
    for time, taken in memory.curve(function):
        op = memory.op_at(time)
        changes = [
            f"{sign}{_told(buffer, function)}"
            for sign, of in (("-", ends), ("+", begins))
            for buffer in of.get(time, ())
        ]
        when = "while it runs" if time % 2 == 0 else "behind it"
        yield function, program.name, op.line, memory.naming.op(op), when, taken, ", ".join(changes)
