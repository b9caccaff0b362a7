"""All engines derive the same rows."""

import pytest

from ownlog.rules.engine.clingo import ClingoEngine
from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.native import is_here
from ownlog.rules.engine.program.engine import Engine
from ownlog.rules.engine.program.program import Program
from ownlog.rules.engine.souffle import SouffleEngine
from tests.engine.inline_programs import CASES as INLINE
from tests.engine.programs import CASES, Case

ALL = [*CASES, *INLINE]


def _check(engine: Engine, case: Case) -> None:
    program = Program.from_text(case.text)
    assert engine.run(program, case.facts) == case.expected


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
@pytest.mark.parametrize(
    "native",
    [False, pytest.param(True, marks=pytest.mark.skipif(not is_here(), reason="the native engine was not built"))],
)
def test_embedded(case: Case, native: bool) -> None:
    _check(EmbeddedEngine(native=native), case)


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_clingo(case: Case) -> None:
    pytest.importorskip("clingo")
    _check(ClingoEngine(), case)


@pytest.mark.souffle
@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_souffle(case: Case) -> None:
    _check(SouffleEngine(), case)
