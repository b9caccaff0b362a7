"""The gate behind the pipeline: what is not sound is not printed, what the input does wrong is not held against the
output.
"""

from pathlib import Path

import pytest

import ownlog
from ownlog.backend.checking import check
from ownlog.rules.engine.program.engine import Engine
from tests.backend.passes.faulty import Forgetful, outside_of
from tests.tools import OwnlogFork

PIPELINE = "buffer-deallocation-pipeline"
TWO = """
func.func private @inner(%n: index) -> memref<?xi32> {
  %x = arith.constant 1 : i32
  %i = arith.constant 0 : index
  %a = memref.alloc(%n) : memref<?xi32>
  memref.store %x, %a[%i] : memref<?xi32>
  %r = memref.alloc(%n) : memref<?xi32>
  memref.copy %a, %r : memref<?xi32> to memref<?xi32>
  return %r : memref<?xi32>
}
func.func @outer(%n: index) -> i32 {
  %i = arith.constant 0 : index
  %r = call @inner(%n) : (index) -> memref<?xi32>
  %v = memref.load %r[%i] : memref<?xi32>
  return %v : i32
}
"""
TWICE = """
func.func @f(%c: i1) {
  %a = memref.alloc() : memref<4xi32>
  memref.dealloc %a : memref<4xi32>
  cf.cond_br %c, ^again, ^end
^again:
  memref.dealloc %a : memref<4xi32>
  cf.br ^end
^end:
  %b = memref.alloc() : memref<4xi32>
  %i = arith.constant 0 : index
  %x = arith.constant 0 : i32
  memref.store %x, %b[%i] : memref<4xi32>
  return
}
"""
PARAMETER = """
func.func @f(%a: memref<4xi32>) {
  memref.dealloc %a : memref<4xi32>
  return
}
"""
MAYBE = """
func.func @f(%x: index) {
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xi32>
  %p = arith.cmpi slt, %x, %c1 : index
  %q = arith.cmpi sge, %x, %c1 : index
  scf.if %p {
    memref.dealloc %a : memref<4xi32>
  }
  %y = arith.addi %x, %c1 : index
  %s = arith.cmpi sgt, %x, %y : index
  scf.if %s {
    memref.dealloc %a : memref<4xi32>
  }
  return
}
"""


def run(text: str, engine: Engine | None = None, gate: bool = True) -> tuple[str, list[ownlog.Diagnostic]]:
    """The output, and what was said."""
    notices: list[ownlog.Diagnostic] = []
    module = ownlog.parse(text, "in.mlir")
    ownlog.run_pipeline(module, PIPELINE, engine=engine, gate=gate, notices=notices)
    return str(module), notices


def test_a_sound_output_passes_without_a_word() -> None:
    assert run(TWO) == run(TWO, gate=False)
    assert run(TWO)[1] == []


@pytest.mark.parametrize("function", ["@inner", "@outer"])
def test_a_function_whose_plan_is_wrong_is_deallocated_at_the_ends_of_its_blocks(function: str) -> None:
    engine = Forgetful({"release_after": outside_of(function)})
    assert check(ownlog.parse(run(TWO, engine, gate=False)[0])).status == "error"
    out, notices = run(TWO, engine)
    assert check(ownlog.parse(out)).status == "clean"
    (notice,) = notices
    assert notice.severity == "warning"
    assert notice.message.startswith(f"{function}: deallocated at the ends of blocks")
    assert "is never freed on a path (allocated at line" in notice.message
    assert notice.position is not None
    assert notice.position.line == (5 if function == "@inner" else 7)
    other = {"@inner": "@outer", "@outer": "@inner"}[function]
    assert body(out, other) == body(run(TWO)[0], other)


CHOSEN = """
func.func @f(%c: i1, %given: memref<4xi32>) -> i32 {
  %i = arith.constant 0 : index
  %r = scf.if %c -> memref<4xi32> {
    %a = memref.alloc() : memref<4xi32>
    memref.copy %given, %a : memref<4xi32> to memref<4xi32>
    scf.yield %a : memref<4xi32>
  } else {
    scf.yield %given : memref<4xi32>
  }
  %v = memref.load %r[%i] : memref<4xi32>
  return %v : i32
}
"""


def test_what_is_owned_on_some_ways_only_is_deallocated_at_the_ends_of_blocks_by_its_i1() -> None:
    out, notices = run(CHOSEN, Forgetful({"release_after": outside_of("@f")}))
    assert check(ownlog.parse(out)).status == "clean"
    assert [notice.severity for notice in notices] == ["warning"]


def test_where_nobody_can_tell_whether_the_plan_is_right_nobody_is_asked_for_a_report(tmp_path: Path) -> None:
    model = tmp_path / "my.dl"
    model.write_text('effects_known("my.two").')
    text = """
func.func @f(%n: index, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%it = %a) -> memref<4xf32> {
    %first, %second = "my.two"(%it) : (memref<4xf32>) -> (memref<4xf32>, memref<4xf32>)
    scf.yield %first : memref<4xf32>
  }
  memref.copy %r, %out : memref<4xf32> to memref<4xf32>
  return
}
"""
    notices: list[ownlog.Diagnostic] = []
    ownlog.run_pipeline(ownlog.parse(text), PIPELINE, models=[model], notices=notices)
    (notice,) = notices
    assert notice.severity == "remark"
    assert "of the plan it is undecided whether %first of @f is freed" in notice.message
    assert notice.message.endswith("it is not known which allocation this is")
    assert notice.advice == (
        "the output is sound; a model file passed with --model can tell what the op hands out, "
        "with allocates, allocates_on_stack or view_like"
    )


def body(text: str, function: str) -> str:
    """The text of one function."""
    return next(part for part in text.split("func.func ") if f"{function}(" in part.split("{")[0])


def test_what_is_sound_in_no_way_is_refused_and_the_module_stays_as_it_was() -> None:
    engine = Forgetful({name: outside_of("@inner") for name in ("release_after", "condition")})
    module = ownlog.parse(TWO, "in.mlir")
    with pytest.raises(ownlog.InputError) as caught:
        ownlog.run_pipeline(module, PIPELINE, engine=engine)
    first = caught.value.diagnostics[0]
    assert first.severity == "error"
    assert first.message.startswith(
        "no sound deallocation was found: %a of @inner is never freed on a path (allocated at line 5, "
    )
    assert first.advice is not None
    assert "please report" in first.advice
    assert "--no-gate" in first.advice
    assert str(module) == TWO


def test_an_input_that_frees_twice_gets_a_warning_and_is_deallocated_as_planned() -> None:
    out, notices = run(TWICE)
    assert out == run(TWICE, gate=False)[0]
    notice, *notes = notices
    assert (notice.severity, notice.position and notice.position.line) == ("warning", 3)
    assert [(note.severity, note.message, note.position and note.position.line) for note in notes] == [
        ("note", "freed here", 4),
        ("note", "%c is true here", 5),
        ("note", "double free here", 7),
    ]
    assert "the input is not sound: %a of @f is freed twice on a path" in notice.message
    assert "freed at line 4" in notice.message
    assert "double free at line 7" in notice.message


def test_what_else_is_wrong_in_a_plan_is_found_beside_the_fault_of_the_input() -> None:
    engine = Forgetful({"release_after": lambda row: row[2] != "@f/%b"})
    _, notices = run(TWICE, engine)
    notices = [notice for notice in notices if notice.severity != "note"]
    assert [notice.severity for notice in notices] == ["warning", "warning"]
    assert ["%b of @f is never freed" in notice.message for notice in notices] == [False, True]


def test_an_input_that_frees_a_parameter_of_a_public_function_gets_a_warning() -> None:
    out, notices = run(PARAMETER)
    assert out == PARAMETER
    notice, note = notices
    assert (note.message, note.severity) == ("free of what is not owned here", "note")
    assert "%a of @f is freed, though the function does not own it" in notice.message
    assert notice.position is not None
    assert notice.position.line == 2


def test_what_cannot_be_decided_of_the_input_either_is_told_to_who_asks() -> None:
    out, notices = run(MAYBE)
    assert (out, notices) == (run(MAYBE, gate=False)[0], [])
    said = OwnlogFork()([f"--{PIPELINE}", "--stats", "-"], MAYBE)
    assert (said.status, said.out) == (0, out)
    assert "remark: the deallocation of %a of @f could not be checked" in said.err


def test_the_command_line_warns_and_goes_on_and_checks_nothing_if_told() -> None:
    checked = OwnlogFork()([f"--{PIPELINE}", "-"], TWICE)
    plain = OwnlogFork()([f"--{PIPELINE}", "--no-gate", "-"], TWICE)
    assert (checked.status, plain.status) == (0, 0)
    assert checked.out == plain.out
    assert "<stdin>:3:3: warning: the input is not sound" in checked.err
    assert plain.err == ""


def test_warnings_can_be_expected() -> None:
    arguments = [f"--{PIPELINE}", "--verify-diagnostics", "-"]
    lines = TWICE.split("\n")
    for line, comment in (
        (3, "warning {{freed twice}}"),
        (4, "note {{freed}}"),
        (5, "note {{%c is true}}"),
        (7, "note {{double free}}"),
    ):
        lines[line - 1] += f" // expected-{comment}"
    expected = "\n".join(lines)
    assert OwnlogFork()(arguments, expected).status == 0
    unexpected = OwnlogFork()(arguments, TWICE)
    assert unexpected.status == 1
    assert "unexpected warning: the input is not sound" in unexpected.err
