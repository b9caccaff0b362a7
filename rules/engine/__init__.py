"""Datalog: programs in Soufflé's dialect, and the engines that run them.

`SouffleEngine`, `ClingoEngine` and the exchange files are loaded when first asked for: a run with the embedded engine needs none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ownlog.rules.engine.embedded.embedded import EmbeddedEngine
from ownlog.rules.engine.engines.choose import default_engine, engine_named
from ownlog.rules.engine.program.engine import Engine, Facts, Row, Rows
from ownlog.rules.engine.program.program import Program
from ownlog.rules.engine.program.relations import Column, Relation, Rule

if TYPE_CHECKING:
    from ownlog.rules.engine.engines.clingo import ClingoEngine
    from ownlog.rules.engine.engines.facts_io import read_facts, write_csv, write_facts
    from ownlog.rules.engine.engines.souffle import SouffleEngine, find_souffle

__all__ = [
    "ClingoEngine",
    "Column",
    "EmbeddedEngine",
    "Engine",
    "Facts",
    "Program",
    "Relation",
    "Row",
    "Rows",
    "Rule",
    "SouffleEngine",
    "default_engine",
    "engine_named",
    "find_souffle",
    "read_facts",
    "write_csv",
    "write_facts",
]

_LAZY = {
    "ClingoEngine": "engines.clingo",
    "SouffleEngine": "engines.souffle",
    "find_souffle": "engines.souffle",
    "read_facts": "engines.facts_io",
    "write_csv": "engines.facts_io",
    "write_facts": "engines.facts_io",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
