"""The program under test, loaded once."""

import pytest

from ownlog.rules.engine.embedded.embedded import EmbeddedEngine
from ownlog.rules.engine.program.program import Program
from tests.rules.clauses import MAIN
from tests.rules.mutants import Laboratory
from tests.rules.notation import all_cases
from tests.rules.worlds import together


@pytest.fixture(scope="session")
def program() -> Program:
    """rules/main.dl."""
    return Program.load(MAIN)


@pytest.fixture(scope="session")
def engine() -> EmbeddedEngine:
    """One for all tests, which has the compiled program at hand."""
    return EmbeddedEngine()


@pytest.fixture(scope="session")
def laboratory(program: Program, engine: EmbeddedEngine) -> Laboratory:
    """All cases, in as few worlds as possible."""
    return Laboratory(program, engine, together(program, all_cases()))
