"""Every program of the corpus goes through the ownership pass; what comes out is IR that mlir-opt-22 accepts, and what
its own pass inserts but for the differences that are meant.
"""

import pytest

from tests.compiled_programs import differential
from tests.compiled_programs.differential import Verdict, compare
from tests.compiled_programs.runs import HOW_TO_UPDATE, MODELS, OK, Run, model_files, other_files, read_list
from tests.shared import require_shared
from tests.tiers import every

EXPECTED = read_list()
DIFFERENCES = differential.read_list()


def test_the_corpus_has_what_these_tests_run_on() -> None:
    require_shared("corpus")
    assert {name.split("/")[0] for name in model_files()} == set(MODELS)
    assert set(other_files()) == set(EXPECTED), HOW_TO_UPDATE
    assert DIFFERENCES.keys() <= {*model_files(), *other_files()}


@pytest.mark.peer
@pytest.mark.parametrize("name", every(16, [*model_files(), *other_files()]))
def test_program(name: str) -> None:
    run = Run.of(name)
    row, state = run.row(name), EXPECTED[name].state if name in EXPECTED else OK
    assert row.state == state, f"{state} is expected, now {row}\n{HOW_TO_UPDATE}"
    verdict = compare(run)
    found = None if verdict in (Verdict.SAME, Verdict.NOT_COMPARED) else verdict.value
    assert found == DIFFERENCES.get(name), "if this is meant: python -m tests.compiled_programs.differential"
