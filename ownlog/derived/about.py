"""Which relations say something of tensors: of a module without any they have no rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ownlog.backend.bufferize.analysis.result import TOLD
from ownlog.derived.places import in_room
from ownlog.frontend.facts.tensors import RELATIONS

if TYPE_CHECKING:
    from ownlog.rules.engine.program.program import Program

_ROOM = "bufferize"
"""The folder of rules that everything about tensors stands in."""
_GIVEN = frozenset((*RELATIONS, *TOLD))


def about_tensors(program: Program, names: Iterable[str]) -> set[str]:
    """Those of some relations that say something of tensors, by the names of all."""
    return in_room(program, names, _ROOM, _GIVEN)
