"""Explanations and queries speak of the same rows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ownlog.api.analysis import Analysis
from tests.query.programs import analysis, big
from tests.tools import OwnlogFork

BIG = big(40)  # 121 buffers: pairs are only looked at where somebody asks

explain = OwnlogFork(("explain",))
query = OwnlogFork(("query",))


@pytest.fixture(scope="module")
def found() -> Analysis:
    return analysis(BIG)


@pytest.mark.parametrize(
    "atom", ['may_alias("%s3", X)', 'must_alias("%s3", X)', 'never_alias("%a1", X)', 'may_alias("%s3", "%a3")', 'points_to("%s3", R)']
)
def test_a_function_with_many_buffers(found: Analysis, atom: str) -> None:
    rows = analysis(BIG).query(atom)
    answer = found.questions.explanation(atom, limit=1000)
    assert (answer.total, len(answer.derivations), answer.notes) == (len(rows), len(rows), rows.notes)


def test_what_was_not_asked_is_not_denied() -> None:
    answer = analysis(BIG.partition("func.func @small")[0]).questions.explanation("may_alias(_, _)")
    assert answer.notes
    assert answer.text() == "No such row is known."
    assert json.loads(answer.json_text()) == {"total": 0, "notes": list(answer.notes), "why_not": None}


def test_the_plan_is_that_of_the_pipeline(tmp_path: Path) -> None:
    path = tmp_path / "in.mlir"
    path.write_text(
        "func.func @f(%v: f32, %i: index) {\n  %a = memref.alloc() : memref<4xf32>\n"
        "  memref.store %v, %a[%i] : memref<4xf32>\n  return\n}\n"
    )
    atom = 'release_after(B, P, "%a")'
    asked, explained = query([str(path), atom]), explain([str(path), atom])
    assert "^entry     1  1" in asked.out
    assert explained.out.startswith('release_after("@f/^entry", 1, "@f/%a")  [E15')
    assert asked.err == explained.err
    assert explain([str(path), atom, "-p", ""]).err == ""


def test_scaffolding_is_shown_on_demand(found: Analysis) -> None:
    answer = found.questions.explanation('may_alias("%s3", "%a3")')
    assert "alias_demand" not in answer.text(full=False)
    assert "alias_demand" in answer.text()
    assert "points_to" in answer.text(full=False)
    assert "defining_block" in found.questions.explanation('alias_demand("%s3", "%a3")').text(full=False)
