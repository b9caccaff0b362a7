"""What Ownlog's pass inserts is what mlir-opt's inserts, but for the differences that are meant."""

from __future__ import annotations

import pytest

from tests.corpus.differential import Verdict, compare, normal_form, read_list
from tests.corpus.runs import model_files, other_files

DIFFERENCES = read_list()
FILES = sorted([*model_files(), *other_files()])
# In every run the programs that differ and every fifth of the others; all of them in the nightly one.
SAMPLE = [name for i, name in enumerate(FILES) if name in DIFFERENCES or i % 5 == 0]


def check(name: str) -> None:
    verdict = compare(name)
    listed = DIFFERENCES.get(name)
    found = None if verdict in (Verdict.SAME, Verdict.NOT_COMPARED) else verdict.value
    assert found == listed, "if this is meant: python -m tests.corpus.differential"


@pytest.mark.peer
@pytest.mark.parametrize("name", SAMPLE)
def test_the_same_or_a_difference_that_is_meant(name: str) -> None:
    check(name)


@pytest.mark.peer
@pytest.mark.nightly
@pytest.mark.parametrize("name", [name for name in FILES if name not in SAMPLE])
def test_the_rest(name: str) -> None:
    check(name)


def test_the_normal_form_sees_through_names_and_constants_only() -> None:
    one = "  %true = arith.constant true\n  %a = f(%true, %b)\n"
    assert normal_form(one) == normal_form("  %x = f(%t_0, %y)\n  %t_0 = arith.constant true\n")
    assert normal_form(one) != normal_form("  %true = arith.constant false\n  %a = f(%true, %b)\n")
    assert normal_form("g(%a, %b)") != normal_form("g(%a, %a)")
