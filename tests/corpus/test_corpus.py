"""Every program of the corpus goes through the ownership pass, and what comes out is IR that mlir-opt-22 accepts."""

import pytest

from tests.corpus.runs import HOW_TO_UPDATE, MODELS, OK, deallocate, model_files, other_files, read_list
from tests.shared import require_shared

EXPECTED = read_list()


def test_the_corpus_has_what_these_tests_run_on() -> None:
    require_shared("corpus")
    assert {name.split("/")[0] for name in model_files()} == set(MODELS)
    assert set(other_files()) == set(EXPECTED), HOW_TO_UPDATE


@pytest.mark.peer
@pytest.mark.parametrize("name", model_files())
def test_model(name: str) -> None:
    row = deallocate(name)
    assert row.state == OK, row.reason


@pytest.mark.peer
@pytest.mark.parametrize("name", EXPECTED)
def test_other_program(name: str) -> None:
    row = deallocate(name)
    assert row.state == EXPECTED[name].state, f"the list says {EXPECTED[name].state}, now {row}\n{HOW_TO_UPDATE}"
