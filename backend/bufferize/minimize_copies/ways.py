"""Why two tensors must not share a buffer: the uses in place that merge them, one of which must not be."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Set

from ownlog.backend.bufferize.aliasing.classes import Clash, Use
from ownlog.backend.bufferize.aliasing.uses import Uses
from ownlog.backend.bufferize.minimize_copies.effort import Effort


class Ways:
    """Tensors, and the uses that let them share a buffer where they are in place."""

    def __init__(self, uses: Uses, effort: Effort) -> None:
        self.uses, self.effort = uses, effort
        self._forced = frozenset(uses.forced)
        self._near: defaultdict[str, list[tuple[Use | None, list[str]]]] = defaultdict(list)
        for use, value in uses.values.items():
            together = uses.shares.get(use, [])
            if together:
                free = use in self._forced
                self._add(None if free else use, [value, *together])
            if len(together) > 1:
                self._add(None, together)
        for pair in uses.results_share:
            self._add(None, list(pair))

    def _add(self, use: Use | None, values: list[str]) -> None:
        for value in values:
            self._near[value].append((use, values))

    def way(self, source: str, targets: Iterable[str], in_place: Set[Use]) -> frozenset[Use] | None:
        """The fewest uses in place by which `source` shares a buffer with one of `targets`; None if it does not."""
        wanted = set(targets)
        steps: dict[str, tuple[str, Use | None] | None] = {source: None}
        # Nearest first: what is in place in any case is no step (Dial 1969, with lengths 0 and 1).
        waiting = deque([(source, 0)])
        length = {source: 0}
        while waiting:
            value, far = waiting.popleft()
            if far > length[value]:
                continue
            if value in wanted:
                return self._back(value, steps)
            steps_left = True
            for use, values in self._near.get(value, ()):
                if use is not None and use not in in_place:
                    continue
                steps_left = self.effort.spend(len(values))
                for other in values:
                    there = far + (use is not None)
                    if there < length.get(other, there + 1):
                        length[other] = there
                        steps[other] = (value, use)
                        if use is None:
                            waiting.appendleft((other, there))
                        else:
                            waiting.append((other, there))
            if not steps_left:
                return None
        return None

    def _back(self, value: str, steps: dict[str, tuple[str, Use | None] | None]) -> frozenset[Use]:
        found: set[Use] = set()
        step = steps[value]
        while step is not None:
            value, use = step
            if use is not None:
                found.add(use)
            step = steps[value]
        return frozenset(found)

    def clash(self, clash: Clash, in_place: Set[Use]) -> frozenset[Use] | None:
        """Uses of which one has to be out of place, because of a conflict with all of `in_place` in place."""
        assert clash.write is not None
        values = self.uses.values
        source = values[clash.read] if clash.read is not None else clash.read_only
        assert source is not None
        found = self.way(source, [values[clash.write]], in_place)
        if found is None:
            return None
        concerned = {clash.write}
        if clash.read is not None and not clash.races and self._needs_place(clash.read, clash.write):
            concerned.add(clash.read)
        return (found | concerned) - self._forced

    def _needs_place(self, read: Use, write: Use) -> bool:
        """Does a write change what a use reads only if that is in place, since no copy of it would see the write?"""
        number = self.uses.numbers[write[0]]
        windows = [
            span
            for reading in self.uses.reads.get(self.uses.values[read], ())
            if reading.use == read
            for span in self.uses.of_copy(reading).windows
        ]
        return not any(first <= number <= last for first, last in windows)
