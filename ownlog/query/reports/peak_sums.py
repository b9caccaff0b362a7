"""Bytes summed along the order of the ops, function by function, and along calls."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ownlog.backend.context import Context
from ownlog.frontend.facts.extract import ABOUT_PLACES, extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module
from ownlog.query.reports.peak_sizes import Assumptions, Size, Sizes
from ownlog.rules.explain.names import short_name
from ownlog.rules.relations import (
    AsLargeAs,
    CallsAt,
    CallStands,
    Counted,
    CountedBeside,
    HasBody,
    MayHold,
    NeverLetGo,
    PilesUp,
    SurelyTaken,
    TakesHeap,
)
from ownlog.rules.typed_rows import TypedRows, relation_names

RELATIONS = relation_names(
    AsLargeAs,
    Counted,
    MayHold,
    SurelyTaken,
    NeverLetGo,
    PilesUp,
    CountedBeside,
    CallsAt,
    CallStands,
    HasBody,
    TakesHeap,
)


@dataclass(frozen=True)
class Buffer:
    """A buffer that counts from time `first` to time `last`, with its `bytes` under the assumptions.

    `stays`: it is neither freed nor passed on. `sure`: each call of the function takes this memory once, that long.
    """

    name: str
    size: Size
    bytes: int
    first: int
    last: int
    stays: bool = False
    sure: bool = True


@dataclass(frozen=True)
class Call:
    """A call, op number `number` of the module, of the function `target`."""

    op: str
    number: int
    target: str


@dataclass(frozen=True)
class Most:
    """The peak in `function`: at `time`, of `buffers`, and of the `callee` running then, if any.

    `bound` is "exact", "at most", "at least", or "about" if it may be more or less. `reasons` say why it may be more,
    besides `unknown` sizes. `kept` is what remains allocated after the return and is not returned.
    """

    function: str
    bytes: int
    time: int
    buffers: tuple[Buffer, ...]
    size: Size
    bound: str
    reasons: tuple[str, ...]
    unknown: tuple[str, ...]
    kept: Size
    callee: Most | None = None


@dataclass
class _Function:
    """What counts in a function."""

    buffers: list[Buffer] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    more: set[str] = field(default_factory=set)
    """Why it may take more."""


class Memory:
    """The memory of a module's functions, under assumptions about sizes. Raises RuleError."""

    def __init__(self, module: Module, context: Context, assumed: Assumptions) -> None:
        self.naming = Naming(module, context.effects(module))
        facts = extract_facts(module, self.naming, wanted=ABOUT_PLACES)
        rows = TypedRows(context.derive(facts, RELATIONS))
        self.assumed = assumed
        self.ops = {int(enter): str(op) for op, enter, _, _ in facts["op_order"]}
        self.functions = {row.function: _Function() for row in rows(HasBody)}
        self._standing: dict[str, set[str]] = defaultdict(set)
        self._add_buffers(rows)
        self._add_calls(rows)
        self._found: dict[str, Most] = {}
        self.ends = {str(op): 2 * int(last) + 1 for op, _, last, _ in facts["op_order"] if op in self.functions}
        order = {name: number for number, name in self.ops.items()}
        self.order = sorted(self.functions, key=lambda name: order[name])

    def most(self, function: str) -> Most:
        """The peak of a function, what it calls included."""
        # A stack instead of recursion: calls nest as deep as a program has functions. What waits for itself is a cycle.
        waiting: dict[str, None] = {}
        stack = [function]
        while stack:
            name = stack[-1]
            targets = {call.target: None for call in self.functions[name].calls}
            open_calls = [target for target in targets if target not in self._found and target not in waiting]
            if name in self._found or not open_calls or name in waiting:
                if name not in self._found:
                    self._found[name] = self._sum(name)
                waiting.pop(name, None)
                stack.pop()
            else:
                waiting[name] = None
                stack += open_calls
        return self._found[function]

    def curve(self, function: str) -> list[tuple[int, int]]:
        """The bytes that are taken from each time on at which they change, what is called included while it runs."""
        self.most(function)
        return [(time, taken) for time, taken, _ in _steps(*self._along(function)) if time <= self.ends[function]]

    def buffers(self, function: str) -> Sequence[Buffer]:
        """What counts in a function, in the order of their beginnings; what callees leave behind is not among it."""
        return sorted(self.functions[function].buffers, key=lambda buffer: (buffer.first, buffer.last, buffer.name))

    def op_at(self, time: int) -> Op:
        """The op that runs at a time, or has just run."""
        return self.naming.ops[self.ops[max(time, 0) // 2]]

    def _add_buffers(self, rows: TypedRows) -> None:
        sizes = Sizes(self.naming, {row.value for row in rows(TakesHeap)})
        told = {row.value: row.other for row in rows(AsLargeAs)}
        held: dict[str, list[str]] = defaultdict(list)
        for holding in rows(MayHold):
            held[holding.value].append(holding.other)
        staying, sure = {row.holder for row in rows(NeverLetGo)}, {row.value for row in rows(SurelyTaken)}
        for row in rows(Counted):
            # Of several that it may be, the largest.
            options = [sizes.of(other) for other in sorted(held[row.value] or [told[row.value]])]
            size = max(options, key=self.assumed.number)
            certain = row.value in sure and len(options) == 1
            number = self.assumed.number(size)
            function = self.functions[row.function]
            function.buffers.append(
                Buffer(row.value, size, number, row.first, max(row.first, row.last), row.value in staying, certain)
            )
            if len({frozenset(option.names) for option in options}) > 1 and any(map(self._unknown, options)):
                function.more.add(
                    f"{short_name(row.value)} may be one of several buffers, and nothing is known of which is the"
                    " largest"
                )
        for piled in rows(PilesUp):
            self._of_value(piled.holder).more.add(
                f"{short_name(piled.holder)} is not freed, and each round allocates another one"
            )
        for beside in rows(CountedBeside):
            self._of_value(beside.value).more.add(
                f"{short_name(beside.value)} is there once for each of the iterations that run at a time"
            )

    def _add_calls(self, rows: TypedRows) -> None:
        for stands in rows(CallStands):
            self._standing[stands.op].add(stands.how)
        for row in rows(CallsAt):
            function = self.functions[row.function]
            function.calls.append(Call(row.op, row.number, row.target))
            if "beside" in self._standing[row.op]:
                function.more.add(f"{row.target} is called by several iterations at a time")
        for op, hows in self._standing.items():
            if "unseen" in hows:
                what = (
                    self.naming.ops[op].attribute("callee") or "a function that only shows when the program runs"
                ).strip()
                self.functions[f"{op.rpartition('/')[0]}"].more.add(f"what {what} takes is not known")

    def _unknown(self, size: Size) -> list[str]:
        """The sizes of which the user says nothing."""
        return sorted(name for name in size.names if not self.assumed.knows(name))

    def _of_value(self, value: str) -> _Function:
        return self.functions[value.rpartition("/")[0]]

    def _along(self, name: str) -> tuple[list[Buffer], Mapping[int, tuple[Call, Most]]]:
        """What counts in a function, what callees leave behind included, and what is called when."""
        function = self.functions[name]
        buffers, calls = list(function.buffers), {}
        end = max((buffer.last for buffer in buffers), default=0)
        end = max([end, *(2 * call.number + 1 for call in function.calls)])
        for call in function.calls:
            if (found := self._found.get(call.target)) is not None:
                calls[2 * call.number] = (call, found)
                if found.kept.terms:
                    number, first = self.assumed.number(found.kept), 2 * call.number + 1
                    buffers.append(Buffer(call.op, found.kept, number, first, end, True, False))
        return buffers, calls

    def _sum(self, name: str) -> Most:
        buffers, calls = self._along(name)
        time, taken, called = max(_steps(buffers, calls), key=lambda step: step[1], default=(0, 0, None))
        there = tuple(buffer for buffer in buffers if buffer.first <= time <= buffer.last)
        callee = called[1] if called is not None else None
        size = Size.sum([*(buffer.size for buffer in there), *([callee.size] if callee is not None else [])])
        kept = Size.sum(buffer.size for buffer in buffers if buffer.stays)
        less = any(not buffer.sure for buffer in there)
        if called is not None:
            less |= called[1].bound not in ("exact", "at least") or "surely" not in self._standing[called[0].op]
        more = set(self.functions[name].more)
        for call, found in calls.values():
            if found.bound in ("at least", "about"):
                more.update(found.reasons)
            if found.kept.terms and "again" in self._standing[call.op]:
                more.add(f"{call.target} leaves buffers behind that nothing frees, and is called again and again")
        for call in self.functions[name].calls:
            if call.target not in self._found:
                more.add(f"{call.target} is called while it runs: each level takes as much again")
        unknown = {name for buffer in buffers for name in self._unknown(buffer.size)}
        unknown.update(name for _, found in calls.values() for name in found.unknown)
        bound = _bound(less, bool(more or unknown))
        return Most(name, taken, time, there, size, bound, tuple(sorted(more)), tuple(sorted(unknown)), kept, callee)


def _steps(
    buffers: Collection[Buffer], calls: Mapping[int, tuple[Call, Most]]
) -> Iterable[tuple[int, int, tuple[Call, Most] | None]]:
    """The times at which the bytes that are taken change, and those; while a call runs, what it takes is among them."""
    changes: dict[int, int] = defaultdict(int)
    for buffer in buffers:
        changes[buffer.first] += buffer.bytes
        changes[buffer.last + 1] -= buffer.bytes
    for time in calls:
        changes[time] += 0
        changes[time + 1] += 0
    taken = 0
    for time in sorted(changes):
        taken += changes[time]
        called = calls.get(time)
        yield time, taken + (called[1].bytes if called is not None else 0), called


def _bound(less: bool, more: bool) -> str:
    return {(False, False): "exact", (True, False): "at most", (False, True): "at least", (True, True): "about"}[
        less, more
    ]
