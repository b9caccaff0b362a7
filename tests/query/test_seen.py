"""Queries about the pipeline's plan are answered as the pipeline sees the module: what it falls back on is what they tell."""

from pathlib import Path

import pytest

import ownlog
from ownlog.backend.context import Context
from ownlog.backend.passes.pipeline_text import parse_pipeline
from ownlog.backend.passes.registry import run_passes
from ownlog.query import Questions
from ownlog.query.ready.seen import PIPELINE, is_about_the_plan, seen_by
from tests.execution.unplanned import LENDS
from tests.tools import OwnlogFork

run = OwnlogFork(())
LINES = "where(F, Line, Reason) :- undecided(F, Op, Reason), op_position(Op, _, Line, _)"


def _rows(text: str, query: str, pipeline: str | None = None) -> list[tuple[str | int, ...]]:
    seen = seen_by(ownlog.parse(text), PIPELINE if pipeline is None else parse_pipeline(pipeline), Context())
    return [tuple(row) for row in Questions(seen.facts).ask(query)]


@pytest.fixture
def lends(tmp_path: Path) -> Path:
    path = tmp_path / "lends.mlir"
    path.write_text(LENDS)
    return path


def test_the_command_tells_what_the_pipeline_falls_back_on(lends: Path) -> None:
    told = run(["query", str(lends), "undecided(F, Op, Reason)"])
    assert "@lends" in told.out
    assert "buffer-deallocation-pipeline" in told.err
    remarks = run(["opt", str(lends), "--buffer-deallocation-pipeline", "--stats", "-o", str(lends.with_suffix(".out"))]).err
    assert "no plan was found for @lends" in remarks
    (reason,) = {row[2] for row in _rows(LENDS, LINES)}
    assert str(reason) in told.out
    assert str(reason) in remarks
    # Canonicalization is what makes the difference.
    assert "(0 rows)" in run(["query", str(lends), "undecided(F, Op, Reason)", "-p", ""]).out


def test_lines_are_those_of_the_input_and_of_the_remarks() -> None:
    context = Context()
    run_passes(ownlog.parse(LENDS), list(PIPELINE), context)
    remarked = {remark.position.line for remark in context.remarks if remark.position is not None}
    assert remarked == {row[1] for row in _rows(LENDS, LINES)} != set()


def test_functions_that_keep_to_the_abi_for_others_are_told() -> None:
    """The answer is about the last attempt, not about the first."""
    call = "  %i = func.call @either(%c, %q) : (i1, memref<6xi32>) -> memref<6xi32>\n"
    caller = LENDS.replace("  memref.copy %q, %out", f"{call}  memref.copy %q, %out")
    either = "func.func private @either(%c: i1, %p: memref<6xi32>) -> memref<6xi32> {\n  %n = memref.alloc() : memref<6xi32>\n"
    either += "  %r = arith.select %c, %p, %n : memref<6xi32>\n  return %r : memref<6xi32>\n}\n"
    assert _rows(caller + either, "fixed_abi(F)") == [("@either",)]
    assert _rows(caller + either, "fixed_abi(F)", "canonicalize") == []


def test_what_a_pass_refuses_is_answered_and_noted() -> None:
    text = "func.func @f(%a: memref<4xf32>) {\n  \"my.op\"(%a) : (memref<4xf32>) -> ()\n  return\n}\n"
    seen = seen_by(ownlog.parse(text), PIPELINE, Context())
    (note,) = seen.notes
    assert (note.severity, note.position and note.position.line) == ("note", 2)
    assert [row[2] for row in Questions(seen.facts).ask("undecided(F, Op, Reason)")] == ["the op is refused"]


def test_what_passes_refuse_before_anything_is_seen_is_raised() -> None:
    with pytest.raises(ownlog.InputError):
        seen_by(ownlog.parse("func.func @f() {\n  return\n}\n"), parse_pipeline("expand-realloc{nothing=true}"), Context())


@pytest.mark.parametrize(
    ("query", "planned"),
    [
        ("undecided(F, Op, Reason)", True),
        ("release_after(B, P, V)", True),
        ("kept(V) :- may_own(V), !release_after(_, _, V)", True),
        ("n(N) :- N = count : { owner(_) }", True),
        ("live_in(B, V)", False),
        ("may_alias(V, W)", False),
        ("n(N) :- N = count : { buffer(_) }", False),
    ],
)
def test_which_relations_are_of_the_plan(query: str, planned: bool) -> None:
    assert is_about_the_plan(query) == planned


def test_rules_in_a_file_may_be_about_the_plan(tmp_path: Path) -> None:
    file = tmp_path / "mine.dl"
    file.write_text("/** `function` is left over. */\n.decl left(function: Op)\nleft(f) :- undecided(f, _, _).\n")
    assert is_about_the_plan("left(F)", [file])
