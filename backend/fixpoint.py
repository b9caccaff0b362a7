"""Rules that ask for more: what they derive leads to assumptions, with which they derive again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TypeVar

from ownlog.frontend.facts.extract import Facts

Row = tuple[str | int, ...]
Assumptions = Mapping[str, Collection[Row]]
R = TypeVar("R")


def fixpoint(
    facts: Facts, derive: Callable[[Facts], R], assume: Callable[[R], Assumptions], derived: R | None = None
) -> R:
    """The rows that follow from `facts` once there are no more assumptions, which are added to `facts`.

    `assume` gives new rows of rules/assumptions.dl from the derived rows, and must not repeat one.
    """
    while True:
        found = derive(facts) if derived is None else derived
        new = assume(found)
        if not any(new.values()):
            return found
        add(facts, new)
        derived = None


def add(facts: Facts, new: Mapping[str, Iterable[Row]]) -> None:
    """Add assumptions to facts."""
    for name, rows in new.items():
        facts[name] = [*facts.get(name, ()), *rows]
