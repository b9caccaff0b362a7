"""Which engine runs: the one that is named, or the one that the environment says."""

from __future__ import annotations

import os
from functools import cache

from ownlog.base.cache import default_cache_dir
from ownlog.base.errors import Diagnostic, EngineError
from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.program.engine import Engine

ENGINES = ("embedded", "souffle")


def embedded_engine() -> EmbeddedEngine:
    """The embedded engine of this process, which has at hand what it ran last."""
    return _embedded_engine(default_cache_dir())


@cache
def _embedded_engine(directory: str) -> EmbeddedEngine:
    return EmbeddedEngine(directory)


def default_engine() -> Engine:
    """The engine that OWNLOG_ENGINE names, else the embedded one. Raises EngineError for another name."""
    name = os.environ.get("OWNLOG_ENGINE") or "embedded"
    if name not in ENGINES:
        message = f'OWNLOG_ENGINE is "{name}"; the engines are embedded and souffle'
        raise EngineError(Diagnostic(message, advice="set it to one of these, or unset it"))
    return _made(name)


def engine_named(name: str | None) -> Engine | None:
    """One of `ENGINES` by its name; None leaves the choice to whoever is given it."""
    return None if name is None else _made(name)


def other_engine(first: str) -> Engine:
    """Another engine than `first`, to cross-check it: clingo if installed, else Soufflé or the embedded one.

    Raises EngineError if there is none.
    """
    if first == "souffle":
        return embedded_engine()
    from ownlog.rules.engine.clingo import ClingoEngine
    from ownlog.rules.engine.souffle import SouffleEngine

    problems = []
    for engine in (ClingoEngine, SouffleEngine):
        try:
            return engine()
        except EngineError as error:
            problems.append(error.diagnostics[0].message)
    raise EngineError(
        Diagnostic(f"no engine to cross-check: {', '.join(problems)}", advice="install clingo with pip, or Soufflé")
    )


def _made(name: str) -> Engine:
    if name == "embedded":
        return embedded_engine()
    from ownlog.rules.engine.souffle import SouffleEngine

    return SouffleEngine()
