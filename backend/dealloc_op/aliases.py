"""What the rules derive about which operands of deallocations are the same allocation."""

from __future__ import annotations

from collections.abc import Mapping, Set

from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Value

NEEDED = ("must_alias", "never_alias")
"""The derived relations that answers are made of; what is in neither of them may be."""

Relations = Mapping[str, Set[tuple[str | int, ...]]]


class Aliases:
    """MUST and NEVER, by value. A value that came into being after the rules were run is only known to be itself."""

    def __init__(self, relations: Relations, naming: Naming) -> None:
        self._must = relations["must_alias"]
        self._never = relations["never_alias"]
        self._named = {value: name for name, value in naming.values.items()}

    def must(self, left: Value, right: Value) -> bool:
        """Do the two always have the same allocation?"""
        return left is right or (self._named.get(left, ""), self._named.get(right, "")) in self._must

    def never(self, left: Value, right: Value) -> bool:
        """Do the two never have the same allocation?"""
        return (self._named.get(left, ""), self._named.get(right, "")) in self._never
