"""What one op does to the allocation that is followed, and to what is known of conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import partial
from typing import TypeAlias

from ownlog.backend.checking.effects import Effects, Guarded
from ownlog.backend.checking.states import FREED, LIVE, LOST, Dangling, Distrusted, Fault, Found, Note, State, key
from ownlog.backend.checking.truth import Truth
from ownlog.backend.checking.verdict import DOUBLE_FREE, FREED_OTHERWISE, NOT_OWNED, OUT_OF_SIGHT, USE_AFTER_FREE

_OLDER = ("parameter", "global")
"""What is there all the time: nothing new ever has the address of it, whether it is freed or not."""
_Asked: TypeAlias = tuple[list[int], dict[str, int], list[Note]]
"""What conditions that were asked are, what is known then, and how that came."""


class Transfer:
    """The states behind ops; faults go into `found`.

    `distrusted` and `made_for` as in `Search`. The results of selects are followed if in `picked`.
    """

    def __init__(
        self, truth: Truth, distrusted: Distrusted, found: Found, made_for: str | None, picked: Set[str]
    ) -> None:
        self.graph = truth.graph
        self.truth = truth
        self.tracked = truth.tracked
        self.distrusted = distrusted
        self.found = found
        self.made_for = made_for
        self.picked = picked

    def after(self, op: str, state: State, effects: Effects | None) -> Sequence[tuple[State, tuple[Note, ...]]]:
        """The states behind the effects of `op`: several where a select picks one of two."""
        handles = state.handles
        status = state.status
        if status == FREED and op in self.graph.touches:
            ends = effects.ends if effects is not None else ()
            if any(v in handles for v in self.graph.touches[op] if v not in ends):
                self.found.fault(USE_AFTER_FREE, op, state)
                return ()
        if effects is None:
            return [(state, ())]
        notes: list[Note] = []
        if not handles.isdisjoint(effects.ends):
            if status not in (LIVE, LOST):
                self.found.fault(DOUBLE_FREE if status == FREED else NOT_OWNED, op, state)
                return ()
            if self._frees_otherwise(op):
                self.found.fault(FREED_OTHERWISE, op, state)
            status = FREED
            notes.append(Note("freed", op))
        for value, how in effects.lost:
            if value in handles and status == LIVE:
                status = LOST
                notes.append(Note(how, op, value))
        if effects.leads:
            handles = handles | {target for target, source in effects.leads if source in handles}
        if not (self.tracked or effects.compares or effects.guarded or effects.picks):
            if status is state.status and handles is state.handles:
                return [(state, tuple(notes))]
            return [(State(state.context, state.block, state.position, status, handles, state.known), tuple(notes))]
        facts = dict(state.known)
        for target, _ in effects.leads:
            if target in self.tracked:
                self._set_flag(target, self.truth.value(target, facts), facts)
        cases = self._compared(effects, state, handles, status, facts) if effects.compares else [facts]
        return [
            after
            for known in cases
            for after in self._known_effects(op, state, effects, handles, status, known, list(notes))
        ]

    def _frees_otherwise(self, op: str) -> bool:
        """Whether `op` frees memory of another kind than that which is followed."""
        freed = self.graph.ends_as.get(op)
        if freed is None or not self.graph.several_kinds:
            return False
        return self.made_for is None or self.made_for not in ("", freed)

    def _known_effects(
        self,
        op: str,
        state: State,
        effects: Effects,
        handles: frozenset[str],
        status: str,
        known: dict[str, int],
        notes: list[Note],
    ) -> Iterator[tuple[State, tuple[Note, ...]]]:
        if effects.guarded is not None:
            for guarded_status, facts, said in self._guarded(op, effects.guarded, state._replace(status=status), known):
                yield (
                    State(state.context, state.block, state.position, guarded_status, handles, key(facts)),
                    tuple(notes + said),
                )
            return
        cases = [(handles, known, notes)]
        if effects.sets or effects.reads or effects.spoils:
            cases = [(handles, facts, said) for facts, said in self._flags(op, effects, known, notes)]
        for target, condition, on_true, on_false in effects.picks:
            if target in self.picked:
                cases = [case for now in cases for case in self._pick(op, now, target, condition, on_true, on_false)]
            for _, facts, _ in cases:
                if target in self.tracked:
                    self._set_flag(target, self.truth.value(target, facts), facts)
        for now, facts, said in cases:
            yield State(state.context, state.block, state.position, status, now, key(facts)), tuple(said)

    def _set_flag(self, name: str, value: int | None, known: dict[str, int]) -> None:
        """Notes a new value of a variable; None: it is not known."""
        known.pop(name, None)
        if value is not None and name in self.tracked:
            known[name] = value

    def _flags(
        self, op: str, effects: Effects, known: dict[str, int], notes: list[Note]
    ) -> Iterator[tuple[dict[str, int], list[Note]]]:
        """The cases of flag cells' contents behind an op, and of loaded values.

        Both cases, if an unknown stored value may be asked for, or a loaded one may be loaded again.
        """
        place = self.graph.place[op]
        lasts = partial(self.graph.alive, block=place.block, position=place.position + 1)
        for cell in effects.spoils:
            self._set_flag(cell, None, known)
        stored = [value for cell, value in effects.sets if cell in self.tracked]
        for now, assumed in self.truth.told_apart(stored, known, lasts):
            facts = dict(now)
            for cell, value in effects.sets:
                self._set_flag(cell, self.truth.value(value, now), facts)
            asked = [pair for pair in effects.reads if self._is_open(*pair, facts) and lasts(pair[0])]
            for bit in (1, 0) if asked else (None,):
                facts = {**facts, **{cell: bit for cell, _ in asked if bit is not None}}
                for cell, value in effects.reads:
                    self._set_flag(value, facts.get(cell), facts)
                told = [*assumed, *((value, bit) for _, value in asked if bit is not None)]
                yield facts, [*notes, *(Note("decided", op, name, taken) for name, taken in told)]

    def _is_open(self, cell: str, value: str, known: dict[str, int]) -> bool:
        """Whether a condition is loaded from a flag cell of which is not known what it holds."""
        return cell in self.tracked and cell not in known and value in self.tracked and value in self.graph.truths

    def _guarded(
        self, op: str, guarded: Guarded, state: State, known: dict[str, int]
    ) -> Iterator[tuple[str, dict[str, int], list[Note]]]:
        """What a deallocation that asks at run time does to the allocation, by what its conditions are."""
        held = [(number, condition) for number, value, condition in guarded.entries if value in state.handles]
        retained = [number for number, value in guarded.retained if value in state.handles]
        listed = [value for _, value, _ in guarded.entries] + [value for _, value in guarded.retained]
        if any(value in state.handles and value in self.graph.elsewhere for value in listed):
            # It compares addresses, and nobody knows which this is.
            self.found.fault(OUT_OF_SIGHT, op, state)
            return
        shown = {name: self.graph.definer[name] for name in guarded.answers.values()}
        """What an answer without a condition is shows where it is loaded."""
        cases: list[_Asked] = [([], known, [])]
        for _, condition in held:
            cases = _told_apart(
                (
                    [*values, value],
                    more,
                    said + [Note("decided", shown.get(name, op), name, taken) for name, taken in assumed],
                )
                for values, facts, said in cases
                for value, more, assumed in self.truth.decided(condition, facts)
            )
        if state.status == FREED and (held or retained) and op in self.graph.asks_plainly:
            self._dangles(op, [value for value in listed if value in state.handles], state, known)
        for values, facts, said in cases:
            asked = any(values)
            answers = {name: int(asked) for number, name in guarded.owned if number in retained}
            if guarded.library and values:
                first = [int(asked) if guarded.joins else values[0], *(0 for _ in values[1:])]
                free = [value if not retained else 0 for value in first]
                by_entry = {number: value for (number, _), value in zip(held, free, strict=True)}
                answers |= {name: by_entry[number] for number, name in guarded.answers.items() if number in by_entry}
            facts = {**facts, **{name: value for name, value in answers.items() if name in self.tracked}}
            if guarded.library or retained or not asked:
                yield state.status, facts, said
            elif state.status in (LIVE, LOST):
                yield FREED, facts, [*said, Note("freed", op)]
            else:
                self.found.fault(DOUBLE_FREE if state.status == FREED else NOT_OWNED, op, state, tuple(said))

    def _pick(
        self,
        op: str,
        now: tuple[frozenset[str], dict[str, int], list[Note]],
        target: str,
        condition: str,
        on_true: str,
        on_false: str,
    ) -> list[tuple[frozenset[str], dict[str, int], list[Note]]]:
        handles, known, notes = now
        sides = (on_false in handles, on_true in handles)
        if sides[0] == sides[1]:
            return [(handles | {target} if sides[0] else handles, known, notes)]
        cases = []
        for value, facts, assumed in self.truth.decided(condition, known):
            said = notes + [Note("decided", op, name, taken) for name, taken in assumed]
            cases.append((handles | {target} if sides[value] else handles, facts, said))
        return cases

    def _compared(
        self, effects: Effects, state: State, handles: frozenset[str], status: str, known: dict[str, int]
    ) -> list[dict[str, int]]:
        """A comparison of addresses; remembered where it is made, since handles are forgotten earlier."""
        for value, how, first, second in effects.compares:
            held = (first in handles, second in handles)
            if status == FREED and any(held):
                self._dangles(
                    value, [name for name, is_held in zip((first, second), held, strict=True) if is_held], state, known
                )
            if value not in self.tracked or not how:
                continue
            if all(held) and not self._shifted(first, second):
                return [{**known, value: int(how == "eq")}]
            if any(held) and not all(held) and status != FREED:
                other = second if held[0] else first
                if self._distinct(status, other, known):
                    cases = [(known, True)] if status in _OLDER else self._trusted(value, other, known)
                    return [{**facts, value: int(how == "ne")} if trusted else facts for facts, trusted in cases]
        return [known]

    def _shifted(self, first: str, second: str) -> bool:
        """Whether two handles of one allocation may have different addresses."""
        return first != second and bool({first, second} & self.graph.elsewhere)

    def _trusted(self, comparison: str, address: str, known: dict[str, int]) -> list[tuple[dict[str, int], bool]]:
        """The cases in which `address` may dangle here, as another search found, and those in which it does not."""
        agreeing = [
            case
            for case in self.distrusted.get((comparison, address), ())
            if all(known.get(name, value) == value for name, value in case)
        ]
        if not agreeing:
            return [(known, True)]
        missing = sorted({name for case in agreeing for name, _ in case if name not in known})
        self.found.wanted |= {name for name in missing if name not in self.tracked}
        name = next((name for name in missing if name in self.tracked), None)
        if name is None:
            return [(known, False)]
        return [case for value in (1, 0) for case in self._trusted(comparison, address, {**known, name: value})]

    def _dangles(self, comparison: str, addresses: list[str], state: State, known: dict[str, int]) -> None:
        self.found.dangling += [Dangling(comparison, address, key(known)) for address in addresses]
        self.found.after_end.append(Fault("dangling", "", state))

    def _distinct(self, status: str, other: str, known: dict[str, int]) -> bool:
        """Does `other`, which does not hold the allocation, hold another one?

        Two things from outside may be the same. What escaped may come back, and a value that is no handle may be
        anything.
        """
        if other not in self.graph.handles:
            return False
        if status == LIVE or other not in self.graph.outside:
            return True
        self.found.wanted.add(other)
        return self.truth.value(other, known) == 0


def _told_apart(cases: Iterable[_Asked]) -> list[_Asked]:
    """The first of the cases with equal first condition, existence of others, and knowledge: else there would be 2^n
    cases.
    """
    apart: dict[tuple[int, bool, tuple[tuple[str, int], ...]], _Asked] = {}
    for case in cases:
        values, facts, _ = case
        apart.setdefault((values[0], any(values), key(facts)), case)
    return [*apart.values()]
