"""Which engine runs when nobody says which."""

from __future__ import annotations

import os
import shutil
from functools import cache
from pathlib import Path

from ownlog.errors import EngineError
from ownlog.rules.engine.api import Engine
from ownlog.rules.engine.cache import default_cache_dir
from ownlog.rules.engine.embedded import EmbeddedEngine


def find_souffle() -> str | None:
    """The native Soufflé: `OWNLOG_SOUFFLE` if set, else `souffle` on the PATH; None where there is none."""
    return shutil.which(os.environ.get("OWNLOG_SOUFFLE") or "souffle")


def embedded_engine() -> EmbeddedEngine:
    """The embedded engine of this process, which has at hand what it ran last."""
    return _embedded_engine(default_cache_dir())


@cache
def _embedded_engine(directory: Path) -> EmbeddedEngine:
    return EmbeddedEngine(directory)


def default_engine() -> Engine:
    """The engine that the environment variable OWNLOG_ENGINE names ("embedded" or "souffle"), else the embedded one.

    Raises EngineError for another name.
    """
    name = os.environ.get("OWNLOG_ENGINE") or "embedded"
    if name == "embedded":
        return embedded_engine()
    if name == "souffle":
        from ownlog.rules.engine.souffle import SouffleEngine

        return SouffleEngine()
    raise EngineError(f'OWNLOG_ENGINE is "{name}"; the engines are embedded and souffle')
