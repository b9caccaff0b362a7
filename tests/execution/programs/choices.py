"""Where a generator's choices come from: chance, or a recorded sequence that may have been made simpler."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
Simpler = Callable[[Sequence[tuple[int, ...]]], int | None]
"""Which of several sequences still shows what is looked for: the first one's number, or None."""


class Choices:
    """Numbers that decide what is generated, and their record. Choice 0 must be the simplest one everywhere."""

    def __init__(self, seed: int | None = None, recorded: Sequence[int] = ()) -> None:
        self._random = None if seed is None else random.Random(seed)
        self._recorded = iter(recorded)
        self.made: list[int] = []

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1. A recorded sequence that has ended goes on with zeros."""
        choice = self._random.randrange(bound) if self._random else min(next(self._recorded, 0), bound - 1)
        self.made.append(choice)
        return choice

    def chance(self, percent: int) -> bool:
        """True in `percent` of all cases; false is the simple one."""
        return self.below(100) >= 100 - percent

    def one_of(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]


def shrink(
    made: Sequence[int], size: Callable[[tuple[int, ...]], int], still_fails: Simpler, batches: int = 60
) -> tuple[int, ...]:
    """A sequence of smaller `size` for which `still_fails`; that is asked about many at once, as running programs is
    cheaper so.

    First long stretches are left out or made zero, then shorter ones, then single choices made smaller; whatever still
    fails is kept.
    """
    best, seen, stretch = tuple(made), {tuple(made)}, len(made)
    while batches and stretch:
        stretch = min(stretch // 2, len(best) // 2)
        candidates = [one for one in _simpler(best, stretch) if one not in seen and size(one) < size(best)]
        while candidates and batches:
            batch, candidates = candidates[:16], candidates[16:]
            seen.update(batch)
            batches -= 1
            if (number := still_fails(sorted(batch, key=size))) is not None:
                best = sorted(batch, key=size)[number]
                candidates = [one for one in _simpler(best, stretch) if one not in seen and size(one) < size(best)]
    return best


def _simpler(made: tuple[int, ...], stretch: int) -> Iterator[tuple[int, ...]]:
    """Sequences with some stretch of this length left out or zero; for length 0, with one choice made smaller."""
    for start in range(0, len(made) - stretch + 1, max(1, stretch // 2)) if stretch else ():
        yield made[:start] + made[start + stretch :]
        if any(made[start : start + stretch]):
            yield made[:start] + (0,) * stretch + made[start + stretch :]
    for place, choice in enumerate(made) if not stretch else ():
        for smaller in sorted({choice // 2, choice - 1} - {choice, -1, 0}):
            yield (*made[:place], smaller, *made[place + 1 :])
