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

    Raises RuleError for a model file that is no valid Datalog, or contradicts what is known of an op.
    """
    from ownlog.rules.engine import Program

    # Positions show paths from the directory that the files were read in.
    asked = Path.cwd(), tuple(models)
    known = _at_hand.pop(asked, None)
    if known is None or known[1] != _state(known[0]):
        program = Program.load(MAIN, asked[1])
        if models:
            from ownlog.rules.models_check import check_stated

            check_stated(program)
        known = program, _state(program)
    _at_hand[asked] = known
    while len(_at_hand) > _KEPT:
        del _at_hand[next(iter(_at_hand))]
    return known[0]


_at_hand: dict[tuple[Path, tuple[Path, ...]], tuple[Program, Sequence[int | bytes]]] = {}
"""The programs that a process asked for last, by directory and models, each with the state of its files."""
_KEPT = 4


def _state(program: Program) -> Sequence[int | bytes]:
    """What changes with the files of a program; of the user's that is the text: they may change faster than the file system's clock."""
    own = MAIN.parent
    try:
        return [file.stat().st_mtime_ns if file.is_relative_to(own) else file.read_bytes() for file in program.files]
    except OSError:  # reading it anew says what is wrong
        return ()


def derive(
    facts: Mapping[str, Iterable[Row]], models: Sequence[Path] = (), engine: Engine | None = None, outputs: Sequence[str] | None = None
) -> dict[str, set[Row]]:
    """All rows that the analysis derives from `facts` (rows by extensional relation), by relation; of `outputs` only, if given."""
    from ownlog.rules.engine import default_engine

    return (engine or default_engine()).run(load(models), facts, outputs)
