"""The ownership pass on small programs: what it inserts, what it passes along, what it leaves alone, what it
refuses.
"""

import re
from pathlib import Path

import pytest

import ownlog
from ownlog.base.errors import InputError

PASS = "ownership-based-buffer-deallocation"
DYNAMIC = f"{PASS}{{private-function-dynamic-ownership=true}}"


def deallocated(text: str, pipeline: str = PASS) -> str:
    return str(ownlog.run_pipeline(ownlog.parse(text), pipeline))


def lines(text: str, *words: str) -> list[str]:
    """The lines that contain one of `words`, without indentation and types."""
    found = [line.strip() for line in text.splitlines() if any(word in line for word in words)]
    return [re.sub(r" : .*?(?=\)|$)", "", line) for line in found]


def test_a_returned_parameter_is_cloned() -> None:
    out = deallocated("func.func @f(%p: memref<2xf32>) -> memref<2xf32> {\n  return %p : memref<2xf32>\n}\n")
    assert "bufferization.clone %p" in out
    assert "scf.if %false -> (memref<2xf32>)" in out


CALLS = """
func.func private @make(%p: memref<2xf32>, %c: i1) -> memref<2xf32> {
  %a = memref.alloc() : memref<2xf32>
  %x = arith.select %c, %a, %p : memref<2xf32>
  return %x : memref<2xf32>
}
func.func @user(%p: memref<2xf32>, %c: i1) {
  %m = call @make(%p, %c) : (memref<2xf32>, i1) -> memref<2xf32>
  memref.copy %m, %p : memref<2xf32> to memref<2xf32>
  return
}
"""


def test_a_call_hands_out_ownership() -> None:
    dealloc = lines(deallocated(CALLS), "bufferization.dealloc")[-1]
    assert "if (%false, %true)" in dealloc


def test_private_functions_may_return_ownership_instead() -> None:
    out = deallocated(CALLS, DYNAMIC)
    assert "func.func private @make(%p: memref<2xf32>, %c: i1) -> (memref<2xf32>, i1)" in out
    assert re.search(r"return %x, %\d+ : memref<2xf32>, i1", out)
    assert "%m:2 = call @make(%p, %c) : (memref<2xf32>, i1) -> (memref<2xf32>, i1)" in out
    assert "%m#1)" in lines(out, "bufferization.dealloc")[-1]
    assert "clone" not in out


REFUSED = {
    "bufferization.dealloc (%a : memref<2xf32>) if (%c)": (
        "No deallocation operations must be present when running this pass!"
    ),
    '"my.op"(%a) : (memref<2xf32>) -> ()': "ops with unknown memory side effects are not supported",
}


@pytest.mark.parametrize("op", REFUSED)
def test_what_cannot_be_handled_is_refused_where_it_stands(op: str) -> None:
    text = f"func.func @f(%c: i1, %i: i32) {{\n  %a = memref.alloc() : memref<2xf32>\n  {op}\n  return\n}}\n"
    module = ownlog.parse(text)
    with pytest.raises(InputError) as caught:
        ownlog.run_pipeline(module, PASS)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message == REFUSED[op]
    assert diagnostic.position is not None
    assert diagnostic.position.line == 3
    assert diagnostic.advice
    assert str(module) == text


@pytest.mark.parametrize(
    ("name", "meant"), [("memref.deallok", "did you mean memref.dealloc or "), ("my.op", ""), ("test.no_such", "")]
)
def test_an_unknown_op_that_is_spelt_like_a_known_one_is_told_so(name: str, meant: str) -> None:
    module = ownlog.parse(f'func.func @f(%a: memref<2xf32>) {{\n  "{name}"(%a) : (memref<2xf32>) -> ()\n  return\n}}\n')
    with pytest.raises(InputError) as caught:
        ownlog.run_pipeline(module, PASS)
    (diagnostic,) = caught.value.diagnostics
    advice = diagnostic.advice or ""
    assert advice.startswith(meant or "say in a model file")
    assert advice.endswith("with effects_known that this is all")


def test_a_model_teaches_an_op(tmp_path: Path) -> None:
    model = tmp_path / "my.dl"
    model.write_text('dialect_effects_known("my").\nallocates("my.alloc", 0).\n')
    text = 'func.func @f() {\n  %a = "my.alloc"() : () -> memref<2xf32>\n  return\n}\n'
    out = str(ownlog.run_pipeline(ownlog.parse(text), PASS, models=[model]))
    assert len(lines(out, "bufferization.dealloc")) == 1


MIXED = """
func.func @f(%c: i1) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = "my.alloc"() : () -> memref<4xf32>
  %x = arith.select %c, %a, %b : memref<4xf32>
  "my.free"(%b) : (memref<4xf32>) -> ()
  return %x : memref<4xf32>
}
"""


def test_one_run_takes_care_of_one_kind_of_allocation(tmp_path: Path) -> None:
    model = tmp_path / "my.dl"
    model.write_text('dialect_effects_known("my").\nallocates("my.alloc", 0).\nfrees("my.free", 0).\n')
    chosen = f"{PASS}{{alloc-ops=memref.alloc,bufferization.clone dealloc-ops=memref.dealloc}}"
    out = str(ownlog.run_pipeline(ownlog.parse(MIXED), chosen, models=[model]))
    # %a is owned, %b is the other run's business.
    assert re.search(r"arith.select %c, %true, %false : i1", out)
    assert "if (%true, %false, %true)" in lines(out, "bufferization.dealloc")[0]
    assert '"my.free"(%b)' in out


def test_functions_keep_apart_whatever_they_are_called() -> None:
    text = """
module {
  module @m { func.func @f() { return } }
  func.func @f(%p: memref<4xf32>) -> memref<4xf32> { return %p : memref<4xf32> }
  func.func private @"f'2"(%p: memref<4xf32>) -> memref<4xf32> { return %p : memref<4xf32> }
  func.func @""() { return }
}
"""
    out = deallocated(text, DYNAMIC)
    assert "func.func @f(%p: memref<4xf32>) -> memref<4xf32>" in out
    assert 'func.func private @"f\'2"(%p: memref<4xf32>) -> (memref<4xf32>, i1)' in out


def test_a_function_that_is_used_as_a_value_keeps_its_type() -> None:
    out = deallocated(
        CALLS.replace("  return\n", "  %v = constant @make : (memref<2xf32>, i1) -> memref<2xf32>\n  return\n"),
        DYNAMIC,
    )
    assert "func.func private @make(%p: memref<2xf32>, %c: i1) -> memref<2xf32>" in out


def test_lines_that_end_in_cr_lf_stay_so() -> None:
    text = "func.func @f() {\n  %a = memref.alloc() : memref<2xf32>\n  return\n}\n"
    assert deallocated(text.replace("\n", "\r\n")) == deallocated(text).replace("\n", "\r\n")


def test_a_diagnostic_is_given_once() -> None:
    module = ownlog.parse("func.func @f(%c: i1, %p: memref<2xf32>) {\n  cf.cond_br %c, ^a, ^a\n^a:\n  return\n}\n")
    ownlog.run_pipeline(module, PASS)
    with pytest.raises(InputError) as caught:
        ownlog.run_pipeline(module, PASS)
    assert len(caught.value.diagnostics) == 1


def test_the_output_is_the_same_each_time() -> None:
    assert deallocated(CALLS) == deallocated(CALLS)


def test_a_loop_that_nothing_leads_to_is_no_problem() -> None:
    out = deallocated("""
func.func @f(%n: index, %p: memref<?xi8>, %s: i1, %c: i1) {
  %a = memref.alloc(%n) : memref<?xi8>
  %b = memref.alloca(%n) : memref<?xi8>
  %x = arith.select %s, %a, %b : memref<?xi8>
  return
^bb1(%y: memref<?xi8>):
  memref.copy %y, %x : memref<?xi8> to memref<?xi8>
  cf.cond_br %c, ^bb1(%a : memref<?xi8>), ^bb1(%p : memref<?xi8>)
}
""")
    start = out.partition("^bb1")[0]
    assert "bufferization.dealloc" in start
