"""What only the placement of buffers asks for: it is derived when somebody asks about one of these relations, and not about any module."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from ownlog.frontend.facts.places import RELATIONS

if TYPE_CHECKING:
    from ownlog.rules.engine import Program

_ROOM = "placement"
"""The folder of rules that everything about the places of buffers stands in."""


def about_places(program: Program, names: Iterable[str]) -> set[str]:
    """Those of some relations that say something of the places of buffers, by the names of all."""
    return {name for name in names if name in RELATIONS or Path(program.relations[name].position.file).parent.name == _ROOM}


def usual(program: Program) -> list[str]:
    """The relations that are derived for any module: those that rules output, but for what is about places."""
    outputs = [name for name, relation in program.relations.items() if relation.is_output]
    return sorted(set(outputs) - about_places(program, outputs))
