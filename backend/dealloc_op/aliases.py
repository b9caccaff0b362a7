"""What the rules derive about which operands of deallocations are the same allocation."""

from __future__ import annotations

from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Value
from ownlog.rules import relations as rel
from ownlog.rules.typed_rows import TypedRows

NEEDED = (rel.MustAlias, rel.NeverAlias)
"""The derived relations that answers are made of; what is in neither of them may be."""


class Aliases:
    """MUST and NEVER, by value. A value that came into being after the rules were run is only known to be itself."""

    def __init__(self, rows: TypedRows, naming: Naming) -> None:
        self._must = set(rows(rel.MustAlias))
        self._never = set(rows(rel.NeverAlias))
        self._named = {value: name for name, value in naming.values.items()}

    def must(self, left: Value, right: Value) -> bool:
        """Do the two always have the same allocation?"""
        return left is right or rel.MustAlias(self._named.get(left, ""), self._named.get(right, "")) in self._must

    def never(self, left: Value, right: Value) -> bool:
        """Do the two never have the same allocation?"""
        return rel.NeverAlias(self._named.get(left, ""), self._named.get(right, "")) in self._never
