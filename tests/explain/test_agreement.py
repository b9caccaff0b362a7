"""Explanations and queries speak of the same rows."""

import json
import re
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
    "atom",
    [
        'may_alias("%s3", X)',
        'must_alias("%s3", X)',
        'never_alias("%a1", X)',
        'may_alias("%s3", "%a3")',
        'points_to("%s3", R)',
    ],
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
    assert explained.out.startswith('release_after("@f/^entry", 1, "@f/%a")  [plan.release#8')
    assert asked.err == explained.err
    assert explain([str(path), atom, "-p", ""]).err == ""


def test_scaffolding_is_shown_on_demand(found: Analysis) -> None:
    answer = found.questions.explanation('may_alias("%s3", "%a3")')
    assert "alias_demand" not in answer.text(full=False)
    assert "alias_demand" in answer.text()
    assert "points_to" in answer.text(full=False)
    assert "defining_block" in found.questions.explanation('alias_demand("%s3", "%a3")', private=True).text(full=False)


def test_facts_of_the_text_are_places_behind_what_rests_on_them(found: Analysis) -> None:
    answer = found.questions.explanation('points_to("%s3", "%a3")')
    short, full = answer.text(full=False), answer.text()
    assert "operand(" in full
    assert "operand(" not in short
    operands = set(re.findall(r"operand\(.*\[(<string>:\d+:\d+)\]", full))
    assert operands
    assert operands <= set(re.findall(r"value_flow_edge\(.*\[(<string>:\d+:\d+)\]", short))


def test_of_may_alias_the_allocation_and_the_ways_to_it_come_first(found: Analysis) -> None:
    head = found.questions.explanation('may_alias("%s3", "%a3")').text(full=False).splitlines()[:4]
    lines = dict(re.findall(r"(%\w+) \(line (\d+)\)", "\n".join(head)))
    assert head[0] == f"both may hold %a3 (line {lines['%a3']}):"
    assert head[1:3] == [f"  %a3 (line {lines['%a3']}) -> %s3 (line {lines['%s3']})", "  %a3 is that"]
    assert head[3].startswith("may_alias(")


def test_two_parameters_may_be_the_same() -> None:
    text = "func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {\n  return\n}\n"
    head = analysis(text).questions.explanation('may_alias("%x", "%y")').text(full=False).splitlines()[:3]
    assert head == [
        "one may hold %x (line 1) and the other %y (line 1), which may be the same:",
        "  %x is that",
        "  %y is that",
    ]
