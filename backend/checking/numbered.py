"""Values with numbers (operands, results, parameters), found by either without a look at all of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Set
from functools import cached_property
from typing import Any


class Numbered(list[tuple[int, str]]):
    """The numbers and values of what an op or a block has. It does not change any more when it is first asked."""

    @cached_property
    def values(self) -> dict[int, str]:
        """The values by their numbers."""
        return dict(self)

    @cached_property
    def _numbers(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for number, value in self:
            found.setdefault(value, []).append(number)
        return found

    def among(self, values: Set[str]) -> frozenset[int]:
        """The numbers of those that are among `values`: takes as long as the fewer ones."""
        if len(values) > len(self):
            return frozenset([number for number, value in self if value in values])
        numbers = self._numbers
        return frozenset([number for value in values for number in numbers.get(value, ())])


NONE = Numbered()


def numbered(found: Iterable[tuple[Any, ...]]) -> dict[str, Numbered]:
    """What is numbered, by what has it: rows of that, the number and the value."""
    by_owner: dict[str, Numbered] = defaultdict(Numbered)
    for owner, number, value in found:
        by_owner[owner].append((number, value))
    return by_owner
