"""Programs compiled to images: the code of each stratum, and its plan for the native engine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import CodeType, MappingProxyType
from typing import Any

from ownlog.base.errors import Diagnostic, EngineError
from ownlog.rules.engine.generated.codegen import generate
from ownlog.rules.engine.native.plan import plan
from ownlog.rules.engine.planning.shape import Component, Shape, components
from ownlog.rules.engine.program.image import pack
from ownlog.rules.engine.program.program import Program

_NOTHING: Mapping[str, Any] = MappingProxyType({})


def compile_program(
    program: Program, more: Mapping[str, Any] = _NOTHING, parts: Mapping[str, Any] = _NOTHING, *, code: bool = True, plans: bool = True
) -> bytes:
    """The image of a program, with code, plans or both, and with what else it is to have (see `pack`).

    Raises EngineError for a rule that is too long.
    """
    builders: dict[str, CodeType] = {}
    entries = []
    for component in components(program):
        indexes: dict[str, None] = {}
        made = planned = None
        if plans:
            planned = plan(component)
            indexes |= dict.fromkeys(name for name, *_ in planned.indexes)
        if code:
            source, needed = generate(component)
            made = _compiled(source)
            builders |= {name: _compiled(text) for name, text in needed.items()}
            indexes |= dict.fromkeys(needed)
        name, gates = _shown(component)
        entries.append(
            (name, component.names, tuple(read for read, _ in component.reads), gates, tuple(indexes), made, planned and tuple(planned))
        )
    return pack(entries, builders, more, parts)


@lru_cache(maxsize=4096)
def _shown(component: Component) -> tuple[str, tuple[tuple[str, ...], ...]]:
    shape = Shape(component)
    return shape.function, shape.gates()


# As many as the strata of the analysis and their indexes, which programs that a process compiles in turn mostly share.
@lru_cache(maxsize=4096)
def _compiled(part: str) -> CodeType:
    try:
        return compile(part, "<compiled rules>", "exec", optimize=2)
    except SyntaxError as error:
        # What remains after the checks: more nested tests than Python's parser takes.
        message = f"a rule is too long for the embedded engine ({error.msg})"
        raise EngineError(Diagnostic(message, advice="split it with a helper relation")) from error
