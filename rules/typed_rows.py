"""Rows of relations as named tuples, of types that are made on demand."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Any, TypeAlias, TypeVar

Relation: TypeAlias = "tuple[Any, ...]"
"""What all typed rows are."""

R = TypeVar("R", bound=Relation)
Found: TypeAlias = Mapping[str, Iterable[tuple[str | int, ...]]]
"""Rows by relation."""


class RowTypes(Mapping[str, type[Relation]]):
    """The types of rows by relations' names.

    In: the columns of each relation, separated by blanks, and the name of the module of the types.
    """

    def __init__(self, columns: Mapping[str, str], module: str) -> None:
        self._columns = columns
        self._module = module
        self._made: dict[str, type[Relation]] = {}
        self._by_type: dict[str, type[Relation]] = {}

    def __getitem__(self, relation: str) -> type[Relation]:
        if relation not in self._made:
            self._made[relation] = namedtuple(type_name(relation), self._columns[relation].split(), module=self._module)
        return self._made[relation]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def of(self, row_type: str) -> type[Relation]:
        """The type called `row_type`. Raises AttributeError, as a module does for unknown names."""
        found = self._by_type.get(row_type)
        if found is None:
            relation = _in_words(row_type)
            if relation not in self._columns or type_name(relation) != row_type:
                raise AttributeError(f"module '{self._module}' has no attribute {row_type!r}")
            found = self._by_type[row_type] = self[relation]
        return found


class TypedRows:
    """Rows that were derived, or are facts: those of the relation whose rows have a type, as such."""

    def __init__(self, found: Found) -> None:
        self._found = found

    def __call__(self, relation: type[R]) -> list[R]:
        return typed(self._found, relation)


def typed(found: Found, relation: type[R]) -> list[R]:
    """The rows of the relation whose rows are of this type, in the order in which they are found."""
    # As `_make` does, without a look at the number of columns, which a relation's rows have.
    return [*map(partial(tuple.__new__, relation), found[relation_name(relation)])]


def type_name(relation: str) -> str:
    """`live_in` as `LiveIn`."""
    return "".join(word.capitalize() for word in relation.split("_"))


def relation_name(row_type: type[Relation]) -> str:
    """`LiveIn` as `live_in`."""
    return _in_words(row_type.__name__)


@cache
def _in_words(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


def relation_names(*row_types: type[Relation]) -> tuple[str, ...]:
    """The relations whose rows are of these types."""
    return tuple(map(relation_name, row_types))
