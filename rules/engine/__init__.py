"""Datalog: programs in Soufflé's dialect, and the engines that run them.

Each is loaded when first asked for: a run with the embedded engine needs neither another one nor the exchange files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.base.later import exported

if TYPE_CHECKING:
    from ownlog.rules.engine.embedded.embedded import EmbeddedEngine
    from ownlog.rules.engine.engines.choose import default_engine, engine_named
    from ownlog.rules.engine.engines.clingo import ClingoEngine
    from ownlog.rules.engine.engines.facts_io import read_facts, write_csv, write_facts
    from ownlog.rules.engine.engines.souffle import SouffleEngine, find_souffle
    from ownlog.rules.engine.program.engine import Engine, Facts, Row, Rows
    from ownlog.rules.engine.program.program import Program
    from ownlog.rules.engine.program.relations import Column, Relation, Rule

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

_ENGINE, _RELATIONS, _FILES = "program.engine", "program.relations", "engines.facts_io"
__getattr__ = exported(
    __name__,
    {
        "ClingoEngine": "engines.clingo",
        "EmbeddedEngine": "embedded.embedded",
        "Program": "program.program",
        "SouffleEngine": "engines.souffle",
        "default_engine": "engines.choose",
        "engine_named": "engines.choose",
        "find_souffle": "engines.souffle",
        **dict.fromkeys(("Engine", "Facts", "Row", "Rows"), _ENGINE),
        **dict.fromkeys(("Column", "Relation", "Rule"), _RELATIONS),
        **dict.fromkeys(("read_facts", "write_csv", "write_facts"), _FILES),
    },
)
