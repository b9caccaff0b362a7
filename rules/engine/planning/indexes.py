"""Hash indexes: which columns are the key, and which are kept."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class IndexSpec:
    """An index of a relation: from the values of the columns `key` to those of the columns `values`.

    `distinct` keeps each combination of values once. Kinds: "rows" (no key: a list of whole rows), "keys" (no values: a
    set of keys), "lists" and "sets" (a dictionary of those). Lists are used if nothing can occur twice, or may. If a
    key hardly has more than one row, all columns are kept, so that one index serves all questions by that key.
    """

    relation: str
    arity: int
    key: tuple[int, ...]
    values: tuple[int, ...]
    distinct: bool

    @property
    def kind(self) -> str:
        """How the index is stored."""
        if not self.key:
            return "rows"
        if self.whole:
            return "lists"
        if not self.values and self.distinct:
            return "keys"
        return "lists" if len(self.key) + len(self.values) == self.arity or not self.distinct else "sets"

    @property
    def whole(self) -> bool:
        """Whether the rows are kept as they are, and found by a key."""
        return bool(self.key) and len(self.values) == self.arity

    @property
    def name(self) -> str:
        """A name that tells what the index holds; equal specifications have equal names."""
        columns = "_".join(map(str, self.key)) + "__" + "_".join(map(str, self.values))
        return f"{self.relation}_{columns}_{self.kind}"
