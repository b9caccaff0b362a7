"""The ways that control takes from ops, as rows say them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from ownlog.backend.checking.rows import Rows
from ownlog.frontend.text.literals import integer_elements
from ownlog.rules import relations as rel

K = TypeVar("K")
V = TypeVar("V")


@dataclass(eq=False)
class Way:
    """A way from an op: to the start of `block`, or behind the op `after`."""

    number: int
    block: str | None
    after: str | None
    assigned: list[tuple[str, str]]
    """Targets and sources; all are assigned at once."""
    when: tuple[str, bool] | None = None
    carried: dict[frozenset[str], frozenset[str]] = field(default_factory=dict)
    """The handles that hold the allocation behind the way, by those in front of it, as far as somebody has asked."""

    @cached_property
    def targets(self) -> Mapping[str, list[str]]:
        return grouped((source, target) for target, source in self.assigned)

    @cached_property
    def sources(self) -> dict[str, str]:
        """The source of each target, in the order of the targets' names."""
        return dict(sorted(self.assigned))


def ways_of(rows: Rows, unassigned: Collection[str] = ()) -> dict[str, list[Way]]:
    """The ways from each op, none where there are no rows of it. What the ops `unassigned` assign is left out."""
    assigns = sorted(rows.plain(rel.Assigns))
    assigned = grouped(((op, way), (target, source)) for op, way, target, source in assigns if op not in unassigned)
    when = {(op, way): (value, truth == "true") for op, way, value, truth in rows.plain(rel.WayWhen)}
    found: dict[str, list[Way]] = defaultdict(list)
    for op, way, block in sorted(rows.plain(rel.ControlEnters)):
        found[op].append(Way(way, block, None, assigned.get((op, way), []), when.get((op, way))))
    for op, way, after in sorted(rows.plain(rel.ControlExits)):
        found[op].append(Way(way, None, after, assigned.get((op, way), []), when.get((op, way))))
    return found


def cases_of(rows: Rows, ways: Mapping[str, Collection[Way]]) -> dict[str, tuple[str, list[int]]]:
    """The number that chooses an op's edge, and the numbers with edges of their own, in order.

    An op with unreadable or incomplete numbers has no entry: it may take any edge.
    """
    read = ((row.op, row.flag, integer_elements(row.cases)) for row in rows(rel.WayCases))
    cases = {op: (flag, found.all()) for op, flag, found in read if found is not None}
    return {op: case for op, case in cases.items() if all(way.number <= len(case[1]) for way in ways.get(op, ()))}


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """The second members of pairs by the first."""
    found: dict[K, list[V]] = defaultdict(list)
    for key, value in pairs:
        found[key].append(value)
    return found
