"""Loops that pass on another buffer than their own, given the uses in place: which are copies, and why."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from typing import TypeAlias

from ownlog.backend.bufferize.aliasing.classes import Use
from ownlog.backend.bufferize.aliasing.decisions import Decider
from ownlog.backend.bufferize.aliasing.equivalence import Equivalence, Ties
from ownlog.backend.bufferize.minimize_copies.effort import Effort
from ownlog.rules.engine.program.engine import Row
from ownlog.rules.relations import ArrivesNext, Exchanged, InUseElsewhere, IterYield, YieldsOperand
from ownlog.rules.typed_rows import TypedRows, relation_names, typed

Rows: TypeAlias = dict[str, list[Row]]
ASKED = relation_names(Exchanged, InUseElsewhere)
TIED = 5
"""Steps that it takes to tie a tensor to another one, or not."""
_TRIED = 40
"""With more uses out of place than that, all count as what keeps two tensors from being one buffer."""


@dataclass(frozen=True)
class Handed:
    """`op`, the end of a loop's region, passes on `value` in another buffer unless one of `keeping` is in place.

    It is a copy if it may share a buffer with `others`, unless the operands `elsewhere` are copies.
    """

    op: str
    operand: int
    value: str
    keeping: frozenset[Use]
    others: tuple[str, ...] = ()
    elsewhere: tuple[Use, ...] = ()


class Rounds:
    """Asks about what goes round in loops. In: derived rows, the ops with inner ones first, how to derive more from
    those rows, and the steps that may be taken."""

    def __init__(self, rows: TypedRows, ops: Sequence[str], derive: Callable[[Rows], Rows], effort: Effort) -> None:
        self._derive, self._effort = derive, effort
        self._round = rows(IterYield)
        self._ties = Ties(rows, ops).above(value for row in self._round for value in (row.value, row.next))
        self._above: dict[IterYield, Ties] = {}
        """What may tie what goes round to what comes next."""
        self._handed = {(row.op, row.number): row for row in rows(YieldsOperand)}
        self._arrives: defaultdict[str, list[Use]] = defaultdict(list)
        for row in rows(ArrivesNext):
            handed = self._handed.get((row.op, row.number))
            if handed is not None:
                self._arrives[row.value].append((handed.op, handed.operand))

    def handed(self, decider: Decider) -> list[Handed]:
        """What is handed over in other buffers."""
        in_place = decider.decisions.in_place
        same = self._equivalence(self._ties, in_place) if self._round else None
        changed = [row for row in self._round if same is not None and not same.same(row.value, row.next)]
        if not changed:
            return []
        facts: Rows = {
            "assume_in_place": [*in_place],
            "assume_changed": [(row.end, row.number) for row in changed],
            "assume_parted": [],
            "assume_class": [
                (member, whole.members[0]) for whole in set(decider.classes.all()) for member in whole.members
            ],
        }
        found = self._derive(facts)
        others: defaultdict[Use, list[str]] = defaultdict(list)
        for op, operand, other in sorted({(row.op, row.operand, row.other) for row in typed(found, InUseElsewhere)}):
            others[op, operand].append(other)
        exchanged = {(row.op, row.operand, row.value) for row in typed(found, Exchanged)}
        made = []
        for row in changed:
            handed = self._handed.get((row.end, row.number))
            if handed is None:
                continue
            use = (handed.op, handed.operand)
            swapped = [name for name in others[use] if (*use, name) in exchanged]
            elsewhere = tuple(other for name in swapped for other in self._arrives.get(name, ()) if other != use)
            made.append(Handed(*use, row.next, self._keeping(decider, row), tuple(others[use]), elsewhere))
        return made

    def _keeping(self, decider: Decider, row: IterYield) -> frozenset[Use]:
        """Uses out of place as few as possible, while all of which are, two tensors are not one buffer."""
        if row not in self._above:
            self._above[row] = self._ties.above((row.value, row.next))
        ties = self._above[row]
        free = {use for use in ties.uses if use in decider.uses.values and use[0] in decider.uses.known}
        out = sorted(free - decider.decisions.in_place, key=decider.uses.place)
        if not out or not self._equivalence(ties, free).same(row.value, row.next):
            return frozenset()
        keeping: set[Use] = set(out)
        for use in out if len(out) <= _TRIED else ():
            if not self._equivalence(ties, free - keeping | {use}).same(row.value, row.next):
                keeping.discard(use)
        return frozenset(keeping)

    def _equivalence(self, ties: Ties, in_place: Set[Use]) -> Equivalence:
        self._effort.spend(TIED * len(ties.sources))
        return Equivalence(ties, in_place)
