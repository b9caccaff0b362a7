"""The Datalog programs and the way to run them: what is derived from the facts about a module, and by which engine."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ownlog.rules.engine.program.engine import Engine
    from ownlog.rules.engine.program.program import Program

MAIN = os.path.join(os.path.dirname(os.path.realpath(__file__)), "main.dl")

Row = tuple[str | int, ...]


def load(models: Sequence[Path] = ()) -> Program:
    """The whole analysis with the user's model files; from then on, ops are read by the forms in these, too.

    A file `.json` is a dump of TableGen's records. Raises RuleError for a model file that is invalid, or contradicts
    what is known of an op, and InputError for records that are none.
    """
    # Positions show paths from the directory that the files were read in.
    asked = os.getcwd(), tuple(models)
    known = _at_hand.pop(asked, None)
    if known is None or known[2] != _state(known[1]):
        program = _loaded(asked[1])
        # Ownlog's own rules are read once, as its modules are.
        watched = [file for file in program.files if not file.is_relative_to(os.path.dirname(MAIN))] if models else []
        known = program, watched, _state(watched)
    _at_hand[asked] = known
    while len(_at_hand) > _KEPT:
        del _at_hand[next(iter(_at_hand))]
    return known[0]


def _loaded(models: tuple[Path, ...]) -> Program:
    if not models:
        from ownlog.rules.shipped.analysis import shipped

        return shipped()
    from ownlog.rules.dialect_files import install_forms, source_of
    from ownlog.rules.engine.program.program import Program
    from ownlog.rules.models_check import check_stated

    program = Program.load(MAIN, [source_of(model) for model in models])
    install_forms(program)
    check_stated(program)
    return program


_at_hand: dict[tuple[str, tuple[Path, ...]], tuple[Program, Sequence[Path], Sequence[bytes]]] = {}
"""The programs that a process asked for last, by directory and models, each with the user's files and their state."""
_KEPT = 4


def _state(files: Sequence[Path]) -> Sequence[bytes]:
    """What changes with files: that is the text, since they may change faster than the file system's clock."""
    try:
        return [file.read_bytes() for file in files]
    except OSError:  # reading it anew says what is wrong
        return ()


def derive(
    facts: Mapping[str, Iterable[Row]],
    models: Sequence[Path] = (),
    engine: Engine | None = None,
    outputs: Sequence[str] | None = None,
) -> dict[str, set[Row]]:
    """The rows that the analysis derives from `facts`, by relation; only of `outputs`, if given."""
    from ownlog.rules.engine.choose import default_engine

    return (engine or default_engine()).run(load(models), facts, outputs)
