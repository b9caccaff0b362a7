"""Who owns what, since when, and until when, under the pipeline's plan:

`ownlog owners`, `analysis.lives()` and `analysis.summary()`.
"""

import json
from pathlib import Path

import pytest

import ownlog
from ownlog import InputError
from ownlog.query.answer import json_text
from ownlog.query.reports.lives import FREES, Life
from tests.query.programs import T, analysis, diamond
from tests.shared import REPOSITORY

PASSED = f"""\
func.func @f(%c: i1, %x: {T}, %out: {T}) -> {T} {{
  %a = memref.alloc() : {T}
  %k = memref.alloca() : {T}
  memref.copy %x, %k : {T} to {T}
  memref.copy %k, %a : {T} to {T}
  %v = memref.cast %a : {T} to memref<?xf32>
  %r = scf.if %c -> {T} {{
    %n = memref.alloc() : {T}
    memref.copy %a, %n : {T} to {T}
    scf.yield %n : {T}
  }} else {{
    scf.yield %x : {T}
  }}
  memref.copy %v, %out : memref<?xf32> to {T}
  return %r : {T}
}}
"""


def lives(text: str) -> dict[str, Life]:
    """The lives of a program's buffers by short name."""
    return {life.value.rpartition("/")[2]: life for life in analysis(text).lives()}


def test_a_life_in_words() -> None:
    found = lives(PASSED)
    told = {name: (life.line, life.owner, life.since, life.until) for name, life in found.items() if name != "%out"}
    assert told == {
        "%x": (1, "the caller's", "", ""),
        "%a": (2, "owned", "allocated here", "freed after line 14"),
        "%k": (3, "nothing to free: on the stack, a global, or freed by hand", "", ""),
        "%v": (6, "another name for %a", "", ""),
        "%r": (
            7,
            "owned on some ways: an i1 tells, or holds %x, which nobody here owns",
            "moved from %n, line 10",
            "copied where it is returned, line 15, if not owned then; returned, line 15",
        ),
        "%n": (8, "owned", "allocated here", "moves to %r, line 10"),
    }


def test_what_is_freed_on_one_way_and_moves_on_another() -> None:
    text = (REPOSITORY / "examples" / "diamond.mlir").read_text()
    inserted = sum(
        op.name == "memref.dealloc"
        for op in ownlog.run_pipeline(ownlog.parse(text), "buffer-deallocation-pipeline").walk()
    )
    frees = [fate for life in diamond().lives() for fate in life.fates if fate.kind in FREES]
    assert len(frees) == inserted > 0
    assert all(fate.line is not None and str(fate.line) in fate.text for fate in frees)


@pytest.mark.parametrize("path", sorted((REPOSITORY / "examples").glob("*.mlir")), ids=lambda path: path.stem)
def test_the_summary_counts_what_the_pipeline_inserts(path: Path) -> None:
    module = ownlog.parse(path.read_text())
    counted = ownlog.analyze(module).summary()
    before = sum(op.name == "memref.dealloc" for op in module.walk())
    after = sum(
        op.name == "memref.dealloc" for op in ownlog.run_pipeline(module, "buffer-deallocation-pipeline").walk()
    )
    assert sum(counted.column("frees")) == after - before


def test_what_a_program_frees_itself() -> None:
    found = lives(
        f"""func.func @f(%c: i1, %x: {T}) {{
  %a = memref.alloc() : {T}
  memref.copy %x, %a : {T} to {T}
  memref.dealloc %a : {T}
  return
}}
func.func @g(%c: i1, %x: {T}) {{
  %b = memref.alloc() : {T}
  scf.if %c {{
    memref.dealloc %b : {T}
  }}
  return
}}
"""
    )
    assert (found["%a"].owner, found["%a"].until) == ("owned", "freed by the program, line 4")
    assert found["%b"].standings == {"flagged"}
    assert found["%b"].until == "freed after lines 9 to 11, if owned then; freed by the program, line 10"


def test_the_module_stays_as_it_is() -> None:
    found = analysis(PASSED)
    found.owners()
    found.summary()
    assert str(found.module) == PASSED


def test_what_is_refused_is_told() -> None:
    refused = analysis(f'func.func @f(%x: {T}) {{\n  "my.op"(%x) : ({T}) -> ()\n  return\n}}\n')
    assert [row[2] for row in refused.owners()] == ["the caller's"]
    assert "ops with unknown memory side effects are not supported" in refused.owners().notes[0]
    assert refused.summary().column("refused") == ["ops with unknown memory side effects are not supported"]


def test_one_function_and_the_formats() -> None:
    answer = analysis(PASSED).owners("f")
    assert [row[1] for row in answer] == [row[1] for row in analysis(PASSED).owners()]
    assert json.loads(json_text(answer))["passes"] == "buffer-deallocation-pipeline"
    with pytest.raises(InputError, match="there is no function called g"):
        analysis(PASSED).owners("g")
    with pytest.raises(InputError):
        analysis(PASSED).owners(passes="no-such-pass")
