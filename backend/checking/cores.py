"""Refinement that tracks few conditions: of an impossible path to a fault, those that together rule it out.

Tracking all conditions that decide on the path is quick with few states. With many, each condition may double them, and
most have nothing to do with the reason. The reason is a minimal subset of them, found by halving (QuickXplain: Junker,
AAAI 2004); whether a subset suffices is asked of a search that keeps to the path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ownlog.backend.checking.states import Fault, Found, State


class Mark(NamedTuple):
    """A state without what is known in it."""

    function: str
    block: str
    status: str
    handles: frozenset[str]


def mark(state: State) -> Mark:
    """What a state is, but for what is known."""
    return Mark(state.context.function, state.block, state.status, state.handles)


def way_to(found: Found, fault: Fault) -> frozenset[Mark]:
    """What the states on the way to a fault are, but for what is known in them; of functions that were called, too."""
    marks = set()
    seen = set()
    work: list[State | None] = [fault.state]
    while work:
        state = work.pop()
        if state is None or state in seen:
            continue
        seen.add(state)
        marks.add(mark(state))
        work += [found.parents[state][0], found.callers.get(state)]
    return frozenset(marks)


def reason(names: Sequence[str], is_ruled_out: Callable[[Sequence[str]], bool]) -> list[str]:
    """A minimal part of `names` that rules something out, as all of them do; possibly empty."""
    return [] if is_ruled_out(()) else _part((), False, names, is_ruled_out)


def _part(
    base: Sequence[str], is_new: bool, names: Sequence[str], is_ruled_out: Callable[[Sequence[str]], bool]
) -> list[str]:
    """A minimal part of `names` that rules it out together with `base`; `is_new`: `base` has grown since then."""
    if is_new and is_ruled_out(base):
        return []
    if len(names) == 1:
        return list(names)
    half = len(names) // 2
    second = _part([*base, *names[:half]], True, names[half:], is_ruled_out)
    first = _part([*base, *second], bool(second), names[:half], is_ruled_out)
    return [*first, *second]


def first_of_each(faults: Iterable[Fault]) -> list[Fault]:
    """The first fault of each kind at each op."""
    return list({(fault.kind, fault.op): fault for fault in reversed(list(faults))}.values())[::-1]
