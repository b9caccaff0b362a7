"""Relations of numbers, and the steps that derive their rows: what the plans of plan.py are run with. Written in C,
in `source/`.
"""

from collections.abc import Callable, Sequence
from typing import Any

FORMAT: int
"""Which plans this extension runs."""

def rows_looked_at() -> int:
    """How many rows all runs of this process have gone through."""

class Symbols:
    """Strings with numbers: those of the relations that are made with this table."""

    def __len__(self) -> int: ...
    def forget(self, count: int, /) -> None: ...

class Relation:
    """Distinct rows, none at first."""

    def __new__(cls, symbols: Symbols, arity: int, /) -> Relation: ...
    def __len__(self) -> int: ...
    def update(self, rows: Sequence[Any], /) -> None: ...
    def rows(self) -> set[tuple[str | int, ...]]: ...

class Stratum:
    """The rules of some relations."""

    def __new__(cls, *plan: Any) -> Stratum: ...
    def __call__(self, relations: dict[str, Any], index: Callable[..., Any], /) -> None: ...
