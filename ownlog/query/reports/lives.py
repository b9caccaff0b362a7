"""The lives of buffers under the pipeline's plan: owners, where ownership comes from, and what becomes of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ownlog.base.source import Source
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op
from ownlog.query.because import place_of
from ownlog.query.questions import Questions
from ownlog.rules.explain.names import function_part, short_name

if TYPE_CHECKING:
    from ownlog.backend.checking.frees import End

_FILE = "lives.dl"
_RELATIONS = ("standing", "acquired_by", "fate", "needed", "guarded_by")

_STANDING = {
    "owned": "owned",
    "flagged": "owned, until the program frees it: a drop flag tells",
    "sometimes": "owned on some ways: an i1 tells",
    "borrowed": "borrows from {}",
    "name": "another name for {}",
    "either": "{}",
    "parameter": "the caller's",
    "outside": "nothing to free: on the stack, a global, or freed by hand",
    "freed by the program": "owned",
    "holds": "holds {}",
    "passed": "holds {}, which nobody here owns",
    "refused": "no plan, since its function is refused",
}
_ACQUIRED = {
    "allocated": "allocated here",
    "called": "given by the call",
    "moved": "moved from {other}, {at}",
    "chosen": "chosen from {other}, {at}",
    "transferred": "{other}'s, if it is that, {at}",
}
_FATES = {
    "after": "freed after {at}",
    "before": "freed at the end of its block, before {at}",
    "start": "freed at the start of {block}, before {at}",
    "edge": "freed on the way from {at} to {block}",
    "unchosen": "freed after {at}, if {other} is not it",
    "freed": "freed by the program, {at}",
    "taken": "freed by the program, {at}, if it is that",
    "stack": "put on the stack, where nothing has to free it",
    "returned": "returned, {at}",
    "moved": "moves to {other}, {at}",
    "entered": "moves into the regions of the op on {at}",
    "chosen": "moves to {other}, {at}, if that is it",
    "transferred": "goes to {other}, {at}, if that is it",
    "copied": "copied where it is returned, {at}",
    "copied if not owned": "copied where it is returned, {at}, if not owned then",
}
_ENDS = {True: "returned, {at}", False: "freed by the program, {at}"}
"""What the program itself makes of what a buffer holds, by whether it returns that."""
FREES = frozenset({"after", "before", "start", "edge", "unchosen"})
"""The fates for which the pipeline inserts a deallocation."""

_TO_STACK = "pair_on_stack"
"""The relation for whose rows allocations that something freed are put on the stack."""
_UNPLANNED = frozenset({"name", "either", "parameter", "outside"})
"""The standings that do not depend on a plan."""
_GOES_ON = frozenset({"moved", "chosen", "transferred"})
_GUARDED = frozenset({"sometimes", "flagged"})


class Fate(NamedTuple):
    """What becomes of a buffer at an op: `kind` as in the rules, `line` of the input (None: a pass made the op).

    `plain` describes it without its condition: that it is owned, of a `guarded` one; `condition`, of what the program
    itself does.
    """

    kind: str
    line: int | None
    plain: str
    guarded: bool
    op: str
    condition: str = ""

    @property
    def text(self) -> str:
        """All of it, in words."""
        return f"{self.plain}, if owned then" if self.guarded else self.plain + self.condition

    @property
    def is_conditional(self) -> bool:
        """Whether something at run time decides about it."""
        return self.guarded or self.condition != ""


@dataclass(frozen=True)
class Life:
    """One buffer under the plan: owners, where ownership comes from, and what becomes of it, in words.

    `line` is None if a pass made the buffer; `standings` are the rules' words for its owners.
    """

    value: str
    line: int | None
    standings: frozenset[str]
    owners: tuple[str, ...]
    since: str
    fates: tuple[Fate, ...]

    @property
    def owner(self) -> str:
        """Who owns what it holds, in words."""
        return ", or ".join(self.owners)

    @property
    def until(self) -> str:
        """What becomes of it, in words."""
        return "; ".join(fate.text for fate in self.fates)

    @property
    def is_guarded(self) -> bool:
        """Whether something at run time tells if it owns what it holds."""
        return not self.standings.isdisjoint(_GUARDED)

    @property
    def is_owner(self) -> bool:
        """Whether it owns what it holds, on some ways at least."""
        return self.is_guarded or not self.standings.isdisjoint(("owned", "freed by the program"))


class Lives:
    """The lives of a module's buffers. In: questions about the facts that the pipeline plans by, and their names."""

    def __init__(self, questions: Questions, naming: Naming) -> None:
        self._naming = naming
        self._questions = questions
        # By the deallocation that a pass took away with that.
        self._on_stack = {
            cells[2]: op for op in naming.ops.values() for relation, cells in op.because if relation == _TO_STACK
        }
        self._of: dict[str, dict[str, list[tuple[str, ...]]]] = {}
        for relation, rows in questions.derive(_FILE, _RELATIONS).items():
            own = self._of.setdefault(relation, defaultdict(list))
            for value, *rest in rows:
                own[str(value)].append(tuple(map(str, rest)))

    def all(self, function: str | None = None) -> list[Life]:
        """The lives of the buffers of a function (None: of all), in text order. Raises InputError."""
        within = self._questions.function(function) if function is not None else None
        found = self._questions.base.rows(["function_buffer", "has_body"])
        bodies = set(found["has_body"])
        buffers = [
            (str(value),) for home, value in found["function_buffer"] if (home,) in bodies and within in (None, home)
        ]
        return [self._life(str(value)) for (value,) in self._questions.in_text_order(buffers, (0,))]

    def _life(self, value: str) -> Life:
        standings = self.standing(value)
        kinds = frozenset(str(kind) for kind, _ in standings)
        return Life(value, self._line(value), kinds, self._owners(standings), self._since(value), self._fates(value))

    def _owners(self, standings: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
        others: dict[str, list[str]] = defaultdict(list)
        for kind, other in standings:
            others[kind].append(self.name(other))
        return tuple(_STANDING[kind].format(_either(others[kind])) for kind in _STANDING if kind in others)

    def _since(self, value: str) -> str:
        rows = [] if self._is_refused(value) else self._of["acquired_by"].get(value, [])
        return "; ".join(sorted({self._say(_ACQUIRED[how], op, "", other) for how, op, other in rows}))

    def _fates(self, value: str) -> tuple[Fate, ...]:
        return tuple(sorted({fate for fate, _ in self.steps(value)}, key=lambda fate: (fate.line or 0, fate.text)))

    def standing(self, value: str) -> list[tuple[str, str]]:
        """Who owns what a buffer holds, in the rules' words, each with the name of the other buffer involved."""
        found = [(kind, other) for kind, other in self._of["standing"].get(value, [])]
        if not self._is_refused(value):
            return found
        return [each for each in found if each[0] in _UNPLANNED] or [("refused", value)]

    def _is_refused(self, value: str) -> bool:
        """Whether a buffer is in a function that the passes refuse, so that there is no plan for it."""
        return function_part(value) in self._refused

    @cached_property
    def _refused(self) -> set[str]:
        found = self._questions.base.rows(["refusal", "op", "in_function"])
        functions = {str(block): str(function) for block, function in found["in_function"]}
        homes = {str(op): functions.get(str(block), "") for op, _, block, _ in found["op"]}
        return {homes.get(str(op)) or str(op) for op, _ in found["refusal"]}

    def steps(self, value: str) -> list[tuple[Fate, str | None]]:
        """What becomes of a buffer, each time with the name in rows of whoever gets what it owns, if somebody does."""
        guarded = any(kind in _GUARDED for kind, _ in self._of["standing"].get(value, []))
        found = []
        planned = [] if self._is_refused(value) else self._of["fate"].get(value, [])
        for how, op, block, other in planned:
            if (promoted := self._on_stack.get(self._naming.ops[op])) is not None:
                how, op = "stack", self._naming.op(promoted)
            fate = Fate(how, self._line(op), self._say(_FATES[how], op, block, other), guarded and how in FREES, op)
            found.append((fate, other if how in _GOES_ON else None))
        found += [(fate, None) for fate in self._program_ends(value)]
        return sorted(found, key=lambda step: (step[0].line or 0, step[0].text))

    def _program_ends(self, value: str) -> Iterator[Fate]:
        """What becomes of a buffer in a program that has its deallocations, as the checker finds it."""
        if value in self._settled or self._is_refused(value):
            for end in self._ends[value]:
                text = self._say(_ENDS[end.is_returned], end.op, "", "")
                condition = ""
                if end.condition:
                    at = self._line(end.condition)
                    what = f"{self.name(end.condition)}{f' (line {at})' if at is not None else ''}"
                    condition = f", {'if' if end.taken else 'unless'} {what}"
                elif end.asks:
                    condition = ", under its own condition"
                kind = "returned" if end.is_returned else "freed"
                yield Fate(kind, self._line(end.op), text, False, end.op, condition)

    @cached_property
    def _settled(self) -> set[str]:
        """The buffers of functions that have their deallocations already."""
        return {str(value) for (value,) in self._questions.base.rows(["settled_buffer"])["settled_buffer"]}

    @cached_property
    def _ends(self) -> dict[str, list[End]]:
        from ownlog.backend.checking.frees import ends

        base, found = self._questions.base, defaultdict(list)
        for end in ends(base.facts, base.models, base.engine):
            found[end.value].append(end)
        return found

    def onward(self, value: str) -> Iterator[tuple[str, Fate]]:
        """The fates of what a buffer owns, across all moves, each with the owner at that time."""
        seen, waiting = {value}, [value]
        while waiting:
            current = waiting.pop(0)
            for fate, other in self.steps(current):
                yield current, fate
                if other is not None and other not in seen:
                    seen.add(other)
                    waiting.append(other)

    def told(self, relation: str, value: str, texts: Mapping[str, str]) -> list[str]:
        """The rows (op, other, how) of a relation about a buffer, in the words of `texts` for how, by line."""
        rows = self._of[relation].get(value, [])
        said = {(self._line(op) or 0, self._say(texts[how], op, "", other)) for op, other, how in rows}
        return [text for _, text in sorted(said)]

    def _say(self, text: str, op: str, block: str, other: str) -> str:
        return text.format(at=self._at(op), block=self.block(block) if block else "", other=self.name(other))

    def _at(self, name: str) -> str:
        """The lines of an op, in words."""
        place, op = place_of(self._naming, name), self._naming.ops[name]
        if (behind := _inserted_before(op)) is not None:
            return f"what was inserted before line {behind}"
        if place is None or op.source is None or op.start < 0:
            return "what a pass made" if place is None else f"line {place.position.line}"
        first, last = place.position.line, _last_line(op, op.source)
        return f"line {first}" if first == last else f"lines {first} to {last}"

    def last_line(self, op: str) -> int | None:
        """The last line of an op; None for what a pass made."""
        found = self._naming.ops[op]
        return self._line(op) if found.source is None or found.start < 0 else _last_line(found, found.source)

    def name(self, value: str) -> str:
        """A value as the source writes it, with its line where another one of its function is called the same."""
        short = short_name(value)
        line = self._line(value)
        return short if short == value.rpartition("/")[2] or line is None else f"{short} (line {line})"

    def block(self, block: str) -> str:
        """A block as the source writes it, or what it is the body of."""
        label = self._naming.blocks[block].label
        around = self._naming.blocks[block].parent_op
        if label is not None or around is None:
            return label or "the block"
        line = self._line(self._naming.op(around))
        return f"the body of {around.name}" + (f" on line {line}" if line is not None else "")

    def _line(self, name: str) -> int | None:
        return self._naming.line(name)


def _last_line(op: Op, source: Source) -> int:
    return source.position(op.end - 1).line


def _either(names: list[str]) -> str:
    return " or ".join(dict.fromkeys(names))


def _inserted_before(op: Op) -> int | None:
    """The line of the next op of the text after an inserted one; None for other ops, and at the end of a block."""
    if op.source is not None or op.parent is None or op not in op.parent.ops[:-1]:
        return None
    behind = op.parent.ops[op.parent.ops.index(op) + 1 :]
    return next((other.position.line for other in behind if other.position is not None), None)
