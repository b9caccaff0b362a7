"""The Datalog programs and the way to run them: what is derived from the facts about a module, and by which engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ownlog.rules.engine import Engine, Program

MAIN = Path(__file__).with_name("main.dl")

Row = tuple[str | int, ...]


def load(models: Sequence[Path] = ()) -> Program:
    """The whole analysis, with the user's model files added.

    Raises RuleError for a model file that is no valid Datalog.
    """
    from ownlog.rules.engine import Program

    return Program.load(MAIN, tuple(models))


def derive(
    facts: Mapping[str, Iterable[Row]], models: Sequence[Path] = (), engine: Engine | None = None, outputs: Sequence[str] | None = None
) -> dict[str, set[Row]]:
    """All rows that the analysis derives from `facts` (rows by extensional relation), by relation; of `outputs` only, if given."""
    from ownlog.rules.engine import default_engine

    return (engine or default_engine()).run(load(models), facts, outputs)
