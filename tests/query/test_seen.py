"""Queries about the pipeline's plan are answered as the pipeline sees the module: what it refuses is what they tell."""

from pathlib import Path

import pytest

import ownlog
from ownlog.backend.context import Context
from ownlog.backend.passes.pipeline_text import parse_pipeline
from ownlog.backend.passes.registry import run_passes
from ownlog.backend.reasons import unplanned
from ownlog.query import Questions
from ownlog.query.reports.seen import PIPELINE, is_about_the_plan, seen_by
from tests.execution.programs.unplanned import STAYS, STRAYS
from tests.tools import OwnlogFork

run = OwnlogFork(())
LINES = "where(F, Line, Reason) :- undecided(F, Op, Reason), op_position(Op, _, Line, _)"


def _rows(text: str, query: str, pipeline: str | None = None) -> list[tuple[str | int, ...]]:
    seen = seen_by(ownlog.parse(text), PIPELINE if pipeline is None else parse_pipeline(pipeline), Context())
    return [tuple(row) for row in Questions(seen.facts).ask(query, private=True)]


@pytest.fixture
def strays(tmp_path: Path) -> Path:
    path = tmp_path / "strays.mlir"
    path.write_text(STRAYS)
    return path


def test_the_command_tells_what_the_pipeline_finds_no_plan_for(strays: Path) -> None:
    told = run(["query", str(strays), "undecided(F, Op, Reason)"])
    assert "@strays" in told.out
    assert "buffer-deallocation-pipeline" in told.err
    refused = run(["opt", str(strays), "--buffer-deallocation-pipeline"])
    assert refused.status == 1
    assert "no plan was found for the deallocation of @strays" in refused.err
    ((_, line, reason),) = _rows(STRAYS, LINES)
    assert f"strays.mlir:{line}:" in refused.err
    assert str(reason) in told.out
    assert unplanned(str(reason))[0] in refused.err


def test_remarks_tell_which_owners_stay_and_where(tmp_path: Path) -> None:
    path = tmp_path / "stays.mlir"
    path.write_text(STAYS)
    told = run(["opt", str(path), "--buffer-deallocation-pipeline", "--stats", "-o", str(tmp_path / "out.mlir")]).err
    assert "remark: %a of @stays keeps its ownership here: a borrower outlives the owner that it borrows from" in told
    context = Context()
    run_passes(ownlog.parse(STAYS), list(PIPELINE), context)
    (remark,) = context.remarks
    assert remark.source_line is not None
    assert "iter_args(%x = %a)" in remark.source_line
    # Once it has been told, nothing stands in the way.
    assert _rows(STAYS, LINES) == []


def test_functions_that_keep_to_the_abi_for_others_are_told() -> None:
    """The answer is about the last attempt, not about the first."""
    call = "  %i = func.call @either(%at, %r#0) : (index, memref<4xi8>) -> memref<4xi8>\n"
    caller = STRAYS.replace("  memref.copy %r#0, %out", f"{call}  memref.copy %r#0, %out")
    either = (
        "func.func private @either(%at: index, %p: memref<4xi8>) -> memref<4xi8> {\n  %n = memref.alloc() :"
        " memref<4xi8>\n"
    )
    either += "  %z = arith.constant 0 : index\n  %c = arith.cmpi eq, %at, %z : index\n"
    either += "  %r = arith.select %c, %p, %n : memref<4xi8>\n  return %r : memref<4xi8>\n}\n"
    assert _rows(caller + either, "fixed_abi(F)") == [("@either",)]
    assert _rows(caller + either, "fixed_abi(F)", "canonicalize") == []


def test_what_a_pass_refuses_is_answered_and_noted() -> None:
    text = 'func.func @f(%a: memref<4xf32>) {\n  "my.op"(%a) : (memref<4xf32>) -> ()\n  return\n}\n'
    seen = seen_by(ownlog.parse(text), PIPELINE, Context())
    (note,) = seen.notes
    assert (note.severity, note.position and note.position.line) == ("note", 2)
    assert [row[2] for row in Questions(seen.facts).ask("undecided(F, Op, Reason)")] == ["refused-op"]


def test_what_passes_refuse_before_anything_is_seen_is_raised() -> None:
    with pytest.raises(ownlog.InputError):
        seen_by(
            ownlog.parse("func.func @f() {\n  return\n}\n"), parse_pipeline("expand-realloc{nothing=true}"), Context()
        )


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
