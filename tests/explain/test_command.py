"""The command `ownlog explain`, and the page that shows it."""

import json
from pathlib import Path

import pytest

from tests.explain.checking import from_json
from tests.frame.programs import assert_refused
from tests.pages import assert_prints, examples, shown
from tests.shared import REPOSITORY
from tests.tools import OwnlogFork

DIAMOND = str(REPOSITORY / "examples" / "diamond.mlir")

explain = OwnlogFork(("explain",))


@shown("explanations.md")
def test_the_page_shows_what_is_printed(command: str, output: str) -> None:
    assert_prints(command, output)


def test_the_page_has_examples_of_all_three_answers() -> None:
    outputs = [output for _, output in examples("explanations.md")]
    assert any("  [aliasing.liveness#" in output for output in outputs)
    assert any("does not hold." in output for output in outputs)
    assert any("error: " in output for output in outputs)


def test_the_tree() -> None:
    run = explain([DIAMOND, 'live_in("^join", "%out")'])
    assert (run.status, run.err) == (0, "")
    assert run.out.startswith(
        'live_in("@diamond/^join", "@diamond/%out")  [aliasing.liveness#1: `value` is live on entry to `block`: it is'
        " defined before, and it or what borrows it is used in the block or later.]\n"
        '  not ends_in_last_block("@diamond/%out")\n  used_above('
    )
    assert f"[{DIAMOND}:23:3]" in run.out


def test_json() -> None:
    run = explain(["--format", "json", DIAMOND, 'live_in(_, "%out")', "--limit", "2"])
    data = json.loads(run.out)
    assert (run.status, data["total"], len(data["derivations"])) == (0, 3, 2)
    assert from_json(data["derivations"][0]).row == ("live_in", ("@diamond/^join", "@diamond/%out"))


def test_the_old_name_of_the_option_still_works() -> None:
    ask = [DIAMOND, 'live_in(_, "%out")']
    assert explain([*ask, "--json"]).out == explain([*ask, "--format", "json"]).out
    assert explain([*ask, "--format", "text"]).out == explain(ask).out
    assert "--json" not in explain(["--help"]).out


def test_the_limit_is_said() -> None:
    assert explain([DIAMOND, 'live_in(_, "%out")', "--limit", "2"]).out.endswith(
        "\n\n1 more row matches; --limit shows more.\n"
    )
    assert explain([DIAMOND, 'live_in(_, "%out")', "--limit=1"]).out.endswith(
        "\n\n2 more rows match; --limit shows more.\n"
    )
    assert "--limit" not in explain([DIAMOND, 'live_in(_, "%out")']).out


def test_what_is_not_there_is_answered_with_no() -> None:
    run = explain([DIAMOND, 'live_in("^entry", "%out")'])
    assert (run.status, run.err) == (1, "")
    assert run.out.startswith('live_in("@diamond/^entry", "@diamond/%out") does not hold.\n')
    data = json.loads(explain([DIAMOND, 'live_in("^entry", "%out")', "--format=json"]).out)
    assert data["why_not"]["cells"] == ["@diamond/^entry", "@diamond/%out"]


@pytest.mark.parametrize("question", ["live_in(", 'livein("^join", "%out")', 'live_in("^join", "%oat")'])
def test_errors(question: str) -> None:
    run = explain([DIAMOND, question])
    assert_refused(run)
    assert "^" in run.err.splitlines()[2]


def test_a_model_of_the_user_explains_too(tmp_path: Path) -> None:
    model = tmp_path / "my.dl"
    model.write_text('// M1: it makes one.\nallocates("my.make", 0).\neffects_known("my.make").\n')
    source = 'func.func @f() {\n  %a = "my.make"() : () -> memref<4xf32>\n  return\n}\n'
    run = explain(["--model", str(model), "-", 'heap_allocation(_, _, "%a")'], source)
    assert run.status == 0, run.err
    assert 'allocates("my.make", 0)  [M1: it makes one.]' in run.out
    assert "[<stdin>:2:3]" in run.out


@pytest.mark.souffle
def test_another_engine_gives_the_same_explanation() -> None:
    question = [DIAMOND, "candidate(b, v, r)", "--limit", "100"]
    assert explain([*question, "--engine", "souffle"]).out == explain([*question, "--engine", "embedded"]).out


def test_bytes_that_are_no_text_survive(tmp_path: Path) -> None:
    path = tmp_path / "in.mlir"
    path.write_bytes(b'func.func @f() attributes {note = "\xff"} {\n  return\n}\n')
    run = explain([str(path), 'attribute("@f", "note", _)'])
    assert (run.status, run.err) == (0, "")
    assert json.loads(explain([str(path), 'attribute("@f", "note", _)', "--format=json"]).out)["total"] == 1
