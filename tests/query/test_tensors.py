"""Queries reach what bufferization decides about tensors, with a user's rules too, and ask for none of it where no
tensor is meant.
"""

from pathlib import Path

import pytest

import ownlog
from ownlog import rules
from ownlog.api.analysis import Analysis
from ownlog.backend.bufferize.analysis.analysis import Analyser
from ownlog.derived.rooms import about_places, about_tensors
from tests.frame.programs import assert_refused
from tests.shared import REPOSITORY
from tests.tools import OwnlogFork

EXAMPLE = REPOSITORY / "examples" / "tensors" / "update.mlir"
query = OwnlogFork(("query",))


def example(**options: str) -> Analysis:
    given = {name.replace("_", "-"): value for name, value in options.items()}
    return ownlog.analyze(ownlog.parse(EXAMPLE.read_text(), "in.mlir"), bufferization=given)


def rows(text: str, **options: str) -> list[tuple[object, ...]]:
    return [tuple(row) for row in example(**options).query(text)]


def test_a_conflict_with_the_lines_of_write_and_read() -> None:
    text = "lines(W, R) :- conflict(_, _, Op, _, By, _, _), op_position(Op, _, R, _), op_position(By, _, W, _)"
    assert rows(text) == [(12, 13)]


def test_names_may_be_short_and_the_function_may_come_first() -> None:
    assert rows('read_only_because("%zeros", Cause)') == [("model",)]
    assert rows('buffer_class("@refill", V, "%row")') == [("@refill/%filled",), ("@refill/%row",)]
    assert rows('in_place("@update/5:func.call", 0)') == [()]


def test_functions_have_boundaries_unless_the_options_say_otherwise() -> None:
    assert not rows('read_only_because("%given", C)')
    assert rows('read_only_because("%given", C)', bufferize_function_boundaries="false") == [("unknown region",)]
    assert rows('unknown_because("@update/5:func.call", C)', bufferize_function_boundaries="false") == [("boundary",)]


def test_the_answer_names_the_pass_and_its_options() -> None:
    asked = example(analysis_heuristic="top-down").query("in_place(Op, K)")
    assert asked.passes == "one-shot-bufferize{bufferize-function-boundaries=true analysis-heuristic=top-down}"
    assert asked.complete
    assert example().query("op_dialect(N, D)").passes == ""


def test_what_the_pass_refuses_is_said() -> None:
    source = """\
func.func @f(%m: memref<4xf32>, %i: index) -> f32 {
  %t = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  %x = tensor.extract %t[%i] : tensor<4xf32>
  return %x : f32
}
"""
    asked = ownlog.analyze(ownlog.parse(source, "in.mlir")).query("in_place(Op, K)")
    (note,) = asked.notes
    assert note.startswith("in.mlir:2:3: one-shot-bufferize refuses the program: ")
    assert "without `restrict`" in note


def test_rules_of_a_user_read_decisions(tmp_path: Path) -> None:
    file = tmp_path / "copies.dl"
    file.write_text(".decl copies(op: Op, value: Value)\ncopies(o, v) :- out_of_place(o, k, _), tensor_use(o, k, v).\n")
    found = example().query("copies(Op, V)", rules=[file])
    assert [tuple(row) for row in found] == [
        ("@update/1:tensor.insert", "@update/%zeros"),
        ("@update/2:tensor.insert", "@update/%given"),
    ]
    assert found.passes


def test_nothing_is_decided_for_questions_about_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    def decides(_: Analyser) -> None:
        raise AssertionError("something was decided")

    monkeypatch.setattr(Analyser, "run", decides)
    assert rows("buffer(V)") == []
    assert rows("operand(Op, 1, V)")
    with pytest.raises(AssertionError, match="decided"):
        rows("in_place(Op, K)")


def test_typed_rows_and_rows_by_name() -> None:
    found = example()
    assert {row[2] for row in found["out_of_place"]} == {"conflict", "read-only"}
    assert found["tensor_type"] == {("tensor<4xf32>", "ranked")}
    assert found["buffer"] == set()


def test_the_command_takes_options_of_the_pass() -> None:
    run = query(
        [str(EXAMPLE), "out_of_place(Op, K, Why)", "--one-shot-bufferize", "bufferize-function-boundaries=false"]
    )
    assert (run.status, run.err) == (0, "")
    assert run.out.startswith("passes: one-shot-bufferize{bufferize-function-boundaries=false}\n")
    assert "@update/5:func.call" in run.out
    assert_refused(
        query([str(EXAMPLE), "out_of_place(Op, K, Why)", "--one-shot-bufferize", "no-such-option"]), usage=True
    )


def test_what_passes_leave_is_asked_of(tmp_path: Path) -> None:
    text = "read(Op) :- out_of_place(_, _, _), op(Op, _, _, _)"
    run = query([str(EXAMPLE), text, "-p", "cse"])
    assert run.status == 0
    assert run.out.splitlines()[1:] == query([str(EXAMPLE), text]).out.splitlines()[1:]


def test_nothing_but_bufferization_and_placement_rests_on_what_only_these_have() -> None:
    program = rules.load()
    tensors, places = about_tensors(program, program.relations), about_places(program, program.relations)
    assert {"in_place", "assume_conflict", "tensor_type", "intervening"} <= tensors
    assert {"hoisted", "isolated", "known_as", "on_stack"} <= places
    about = tensors | places
    assert {name: read for name, read in program.reads.items() if name not in about and about.intersection(read)} == {}


def test_relations_about_places_have_facts_of_their_own() -> None:
    text = "func.func @f() {\n  %a = memref.alloc() : memref<4xf32>\n  memref.dealloc %a : memref<4xf32>\n  return\n}\n"
    analysis = ownlog.analyze(ownlog.parse(text))
    assert "arena_part" not in analysis.derived
    assert [row.bytes for row in analysis["arena_part"]] == [16]  # type: ignore[attr-defined]
    assert [row.size for row in analysis["static_size"]] == [16]  # type: ignore[attr-defined]
    assert analysis.questions.explanation("arena_part(_, _, _, _, _)").total == 1
