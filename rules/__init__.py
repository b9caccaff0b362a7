"""The Datalog programs and the way to run them: what is derived from the facts about a module, and by which engine."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ownlog.rules.engine import Engine, Program

MAIN = Path(__file__).with_name("main.dl")

Row = tuple[str | int, ...]


def load(models: Sequence[Path] = ()) -> Program:
    """The whole analysis, with the user's model files added.

    Raises RuleError for a model file that is no valid Datalog, or contradicts what is known of an op.
    """
    from ownlog.rules.engine import Program

    if models:
        from ownlog.rules.models_check import check_stated

        program = Program.load(MAIN, tuple(models))
        check_stated(program)
        return program
    # Positions show paths from the directory that the files were read in.
    place = Path.cwd()
    known = _at_hand.get(place)
    if known is None or known[1] != _state(known[0]):
        program = Program.load(MAIN)
        _at_hand.clear()
        _at_hand[place] = known = program, _state(program)
    return known[0]


# The program without the user's models, which a process asks for again and again, and the state of its files.
_at_hand: dict[Path, tuple[Program, Sequence[int]]] = {}


def _state(program: Program) -> Sequence[int]:
    return [os.stat(file).st_mtime_ns for file in program.files]


def derive(
    facts: Mapping[str, Iterable[Row]], models: Sequence[Path] = (), engine: Engine | None = None, outputs: Sequence[str] | None = None
) -> dict[str, set[Row]]:
    """All rows that the analysis derives from `facts` (rows by extensional relation), by relation; of `outputs` only, if given."""
    from ownlog.rules.engine import default_engine

    return (engine or default_engine()).run(load(models), facts, outputs)
