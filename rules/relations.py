"""Typed rows of public relations: `relations.LiveIn` is the named tuple of a row of `live_in`, made when it is first
used.

Type checkers read `relations.pyi`, which `python -m ownlog.rules.stubs` writes and which building the package writes
too.
"""

from ownlog.rules.shipped.analysis import shipped
from ownlog.rules.typed_rows import Relation, RowTypes

RELATIONS = RowTypes(shipped().columns, __name__)


def __getattr__(name: str) -> type[Relation]:
    found = globals()[name] = RELATIONS.of(name)
    return found
