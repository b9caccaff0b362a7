"""Relations that are derived on demand, not for every module: about tensors, and about the places of buffers."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from ownlog.backend.bufferize.analysis.result import TOLD
from ownlog.frontend.facts import places, tensors

if TYPE_CHECKING:
    from ownlog.rules.engine.program.program import Program

_TENSOR_FACTS = frozenset((*tensors.RELATIONS, *TOLD))


def about_tensors(program: Program, names: Iterable[str]) -> set[str]:
    """Those of `names` that say something of tensors: of a module without any they have no rows."""
    return _in_room(program, names, "bufferize", _TENSOR_FACTS)


def about_places(program: Program, names: Iterable[str]) -> set[str]:
    """Those of `names` that only the placement of buffers needs."""
    return _in_room(program, names, "placement", places.RELATIONS)


def usual(program: Program) -> list[str]:
    """The public relations that are derived for any module: all but those about places."""
    return sorted(set(program.outputs) - about_places(program, program.outputs))


def _in_room(program: Program, names: Iterable[str], room: str, facts: Collection[str]) -> set[str]:
    """The relations of `names` that are among `facts`, or declared below the folder `room` of the rules."""
    return {name for name in names if name in facts or room in _folders(program.relations[name].position.file)}


@lru_cache
def _folders(file: str) -> tuple[str, ...]:
    return Path(file).parts[:-1]
