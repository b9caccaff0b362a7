"""Typed rows of public relations: `relations.LiveIn` is the named tuple of a row of `live_in`.

Type checkers read `relations.pyi`, written by `python -m ownlog.rules.stubs` and when the package is built.
"""

from ownlog.rules.shipped.analysis import shipped
from ownlog.rules.typed_rows import Relation, RowTypes

RELATIONS = RowTypes(shipped().columns, __name__)


def __getattr__(name: str) -> type[Relation]:
    found = globals()[name] = RELATIONS.of(name)
    return found
