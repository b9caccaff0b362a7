"""Relations that only the placement of buffers needs: derived on demand, not for every module."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from ownlog.frontend.facts.places import RELATIONS

if TYPE_CHECKING:
    from ownlog.rules.engine.program.program import Program

_ROOM = "placement"
"""The folder of rules that everything about the places of buffers stands in."""


def about_places(program: Program, names: Iterable[str]) -> set[str]:
    """Those of some relations that say something of the places of buffers, by the names of all."""
    return in_room(program, names, _ROOM, RELATIONS)


def usual(program: Program) -> list[str]:
    """The public relations that are derived for any module: all but those about places."""
    return sorted(set(program.outputs) - about_places(program, program.outputs))


def in_room(program: Program, names: Iterable[str], room: str, facts: Collection[str]) -> set[str]:
    """The relations of `names` that are among `facts`, or declared below the folder `room` of the rules."""
    return {name for name in names if name in facts or room in _folders(program.relations[name].position.file)}


@lru_cache
def _folders(file: str) -> tuple[str, ...]:
    return Path(file).parts[:-1]
