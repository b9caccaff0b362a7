"""Every program of the corpus goes through the ownership pass; what comes out is IR that mlir-opt-22 accepts, and what
its own pass inserts but for the differences that are meant.
"""

import pytest

from tests.compiled_programs import differential
from tests.compiled_programs.differential import Verdict, compare, normal_form
from tests.compiled_programs.runs import MODELS, Run, model_files, other_files
from tests.shared import require_shared
from tests.tiers import every

DIFFERENCES = differential.read_list()


def test_the_corpus_has_what_these_tests_run_on() -> None:
    require_shared("corpus")
    assert {name.split("/")[0] for name in model_files()} == set(MODELS)
    assert len(other_files()) == 320
    assert DIFFERENCES.keys() <= {*model_files(), *other_files()}


@pytest.mark.peer
@pytest.mark.parametrize("name", every(16, [*model_files(), *other_files()], slow=6))
def test_program(name: str) -> None:
    run = Run.of(name)
    assert run.fault() == ""
    verdict = compare(run)
    found = None if verdict in (Verdict.SAME, Verdict.NOT_COMPARED) else verdict.value
    assert found == DIFFERENCES.get(name), "if this is meant: python -m tests.compiled_programs.differential"


def test_the_normal_form_sees_through_names_and_constants_only() -> None:
    one = "  %true = arith.constant true\n  %a = f(%true, %b)\n"
    assert normal_form(one) == normal_form("  %x = f(%t_0, %y)\n  %t_0 = arith.constant true\n")
    assert normal_form(one) != normal_form("  %true = arith.constant false\n  %a = f(%true, %b)\n")
    assert normal_form("g(%a, %b)") != normal_form("g(%a, %a)")
