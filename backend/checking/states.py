"""The states that one allocation, control and conditions can be in together, and what a search over them finds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

LIVE, FREED, LOST = "live", "freed", "lost"
"""What an allocation is: to be freed still; freed; or live, but nobody can tell what else knows of it."""

Distrusted: TypeAlias = dict[tuple[str, str], set[tuple[tuple[str, int], ...]]]
"""The comparisons and addresses of them that may dangle, with what is known when they do."""


class Context(NamedTuple):
    """Why control is in a function: from an allocation on (`given` is None), or by a call with these arguments."""

    function: str
    status: str = ""
    given: frozenset[int] | None = None
    known: tuple[tuple[int, int], ...] = ()


class State(NamedTuple):
    """Control is in front of op number `position` of `block`; `position` -1 is its start."""

    context: Context
    block: str
    position: int
    status: str
    handles: frozenset[str]
    known: tuple[tuple[str, int], ...]


class Exit(NamedTuple):
    """How a function returns: the allocation's status, the results that hold it, known results and parameters."""

    status: str
    results: frozenset[int]
    known: tuple[tuple[int, int], ...]
    passed: tuple[tuple[int, int], ...] = ()
    """What is known of parameters."""


SKIPPED = "runs no iteration"
"""What a note says of a loop that control passes without an iteration, and a step of a finding, too."""


class Note(NamedTuple):
    """What happened between two states: `what` at `op`; of a decision the value and what it was taken to be."""

    what: str
    op: str
    value: str = ""
    taken: int = 0


@dataclass(slots=True, eq=False)
class Fault:
    """Something that is wrong, or cannot be decided, at `op`, in the state `state`."""

    kind: str
    op: str
    state: State
    notes: tuple[Note, ...] = ()


class Dangling(NamedTuple):
    """A comparison uses an address of the allocation after its free: another allocation may have the address."""

    comparison: str
    address: str
    known: tuple[tuple[str, int], ...]
    """What is known of conditions when that happens."""


@dataclass(slots=True, eq=False)
class Found:
    """What a search found."""

    faults: list[Fault] = field(default_factory=list)
    parents: dict[State, tuple[State | None, tuple[Note, ...]]] = field(default_factory=dict)
    came: list[tuple[State, State]] = field(default_factory=list)
    """States, each with one that control comes there from."""
    callers: dict[State, State] = field(default_factory=dict)
    """Of a state behind a call that control came back from: the state in front of the call."""
    entered: set[State] = field(default_factory=set)
    """The states in which control enters a function that was called."""
    dangling: list[Dangling] = field(default_factory=list)
    wanted: set[str] = field(default_factory=set)
    """Conditions that would tell whether an address dangles, and are not tracked."""
    after_end: list[Fault] = field(default_factory=list)
    """The states in which addresses dangle, as if they were faults."""
    exhausted: bool = True
    """Whether the search came to its end; else there were more states than its limit, or enough faults."""
    told: set[tuple[str, str]] = field(default_factory=set)
    """The kinds and ops of faults that are known already, and not written down."""
    enough: bool = False
    """Whether the search ended early, with as many faults as were asked for."""

    def come(self, state: State, parent: State | None, notes: tuple[Note, ...]) -> bool:
        """Record that control comes to `state` from `parent`; whether for the first time."""
        if parent is not None:
            self.came.append((state, parent))
        told = (parent, notes)
        return self.parents.setdefault(state, told) is told

    def notes_to(self, faults: Iterable[Fault]) -> Iterator[Note]:
        """What happened on the ways to faults, in functions that were called too, each stretch once and in no order."""
        seen: set[State] = set()
        for fault in faults:
            yield from fault.notes
            work = [fault.state]
            while work:
                state = work.pop()
                if state not in seen:
                    seen.add(state)
                    parent, notes = self.parents[state]
                    yield from notes
                    work += [before for before in (parent, self.callers.get(state)) if before is not None]

    def fault(self, kind: str, op: str, state: State, notes: tuple[Note, ...] = ()) -> None:
        """Writes down something that is wrong; `notes` is what happens on the way there from `state`."""
        if (kind, op) not in self.told:
            self.faults.append(Fault(kind, op, state, notes))


def key(known: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """What is known, as a part of a state."""
    return tuple(sorted(known.items()))
