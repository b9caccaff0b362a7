"""Where the things that rows name stand in the text."""

from __future__ import annotations

from typing import NamedTuple

from ownlog.base.errors import Position
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op


class Place(NamedTuple):
    """A place in the input, its line without the blanks around it, and the whole line."""

    position: Position
    text: str
    whole: str


def place_of(naming: Naming, name: str) -> Place | None:
    """Where an op or value stands in the input, or the op around one that the text leaves out; None for what has no
    place there.
    """
    if name in naming.ops:
        op: Op | None = naming.ops[name]
        while op is not None and op.source is None:
            op = op.parent_op
        source, at = (op.source, op.start) if op is not None else (None, -1)
    elif name in naming.values:
        value = naming.values[name]
        owner = value.owner if isinstance(value.owner, Op) else value.owner.parent_op
        source, at = owner.source if owner is not None else None, value.offset
    else:
        return None
    return (
        None if source is None or at < 0 else Place(source.position(at), source.line_at(at).strip(), source.line_at(at))
    )
