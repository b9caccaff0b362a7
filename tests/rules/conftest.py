"""The program under test, loaded once."""

import pytest

from ownlog.base.cache import Cache
from ownlog.rules.engine import EmbeddedEngine, Program
from tests.rules.clauses import MAIN
from tests.rules.mutants import Laboratory
from tests.rules.notation import all_cases
from tests.rules.worlds import together


@pytest.fixture(scope="session")
def rule_cache(tmp_path_factory: pytest.TempPathFactory) -> Cache:
    """A cache of its own: hundreds of mutants have no business in the user's."""
    return Cache(tmp_path_factory.mktemp("rules"))


@pytest.fixture(scope="session")
def program(rule_cache: Cache) -> Program:
    """rules/main.dl."""
    return Program.load(MAIN, cache=rule_cache)


@pytest.fixture(scope="session")
def engine(rule_cache: Cache) -> EmbeddedEngine:
    """One for all tests, which has the compiled program at hand."""
    return EmbeddedEngine(rule_cache.directory)


@pytest.fixture(scope="session")
def laboratory(program: Program, engine: EmbeddedEngine) -> Laboratory:
    """All cases, in as few worlds as possible."""
    return Laboratory(program, engine, together(program, all_cases()))
