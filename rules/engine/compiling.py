"""Programs compiled to images: the plan of each stratum."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from ownlog.rules.engine.planning.plan import plan
from ownlog.rules.engine.planning.shape import Component, Shape, components
from ownlog.rules.engine.program.image import pack
from ownlog.rules.engine.program.program import Program

_NOTHING: Mapping[str, Any] = MappingProxyType({})


def compile_program(program: Program, more: Mapping[str, Any] = _NOTHING, parts: Mapping[str, Any] = _NOTHING) -> bytes:
    """The image of a program, with what else it is to have (see `pack`)."""
    entries = []
    for component in components(program):
        planned = plan(component)
        indexes = tuple(dict.fromkeys(name for name, *_ in planned.indexes))
        reads = tuple(read for read, _ in component.reads)
        entries.append((component.names, reads, _gates(component), indexes, tuple(planned)))
    return pack(entries, more, parts)


@lru_cache(maxsize=4096)
def _gates(component: Component) -> tuple[tuple[str, ...], ...]:
    return Shape(component).gates()
