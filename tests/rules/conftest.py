"""The program under test, loaded once."""

import pytest

from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.program.program import Program
from tests.rules.clauses import MAIN


@pytest.fixture(scope="session")
def program() -> Program:
    """rules/main.dl."""
    return Program.load(MAIN)


@pytest.fixture(scope="session")
def engine() -> EmbeddedEngine:
    """One for all tests, which has the compiled program at hand."""
    return EmbeddedEngine()
