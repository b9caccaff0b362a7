"""The ownership pass on small programs: what it inserts, what it passes along, what it leaves alone, what it
refuses.
"""

from __future__ import annotations

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


def test_an_allocation_is_freed_at_the_end_of_its_block() -> None:
    out = deallocated("func.func @f() {\n  %a = memref.alloc() : memref<2xf32>\n  return\n}\n")
    assert (
        out == "func.func @f() {\n"
        "  %true = arith.constant true\n"
        "  %a = memref.alloc() : memref<2xf32>\n"
        "  %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %a : memref<2xf32>"
        " -> memref<f32>, index, index, index\n"
        "  bufferization.dealloc (%base_buffer : memref<f32>) if (%true)\n"
        "  return\n"
        "}\n"
    )


def test_what_the_pass_does_not_touch_keeps_its_text() -> None:
    text = (
        "// A comment.\nmodule   {\n\n  func.func @f( %x : i32 )   { // odd spacing\n    return\n  }\n}\n// The end.\n"
    )
    assert deallocated(text) == text


def test_a_select_between_branches() -> None:
    out = deallocated("""
func.func @f(%p: memref<?xi8>, %s: i1, %c: i1, %n: index) {
  %a = memref.alloc(%n) : memref<?xi8>
  %b = memref.alloca(%n) : memref<?xi8>
  %x = arith.select %s, %a, %b : memref<?xi8>
  cf.cond_br %c, ^bb1(%a : memref<?xi8>), ^bb1(%p : memref<?xi8>)
^bb1(%y: memref<?xi8>):
  memref.copy %y, %x : memref<?xi8> to memref<?xi8>
  return
}
""")
    deallocs = lines(out, "bufferization.dealloc")
    assert len(deallocs) == 3
    # The parameter and the stack allocation are never owned, the allocation is while control goes to this successor.
    assert re.search(r"if \(%false, %c, %false\) retain \(%a, %x", deallocs[0])
    negated = re.search(r"(%\d+) = arith.xori %true, %c", out)
    assert negated
    assert f"if (%false, {negated[1]}, %false) retain (%p, %x" in deallocs[1]
    # %x lives on, so its ownership is merged from what both deallocs say, and the block argument brings its own.
    assert re.search(r"%\d+ = arith.select %c, %\d+#1, %\d+#1 : i1", out)
    assert re.search(
        r"cf.cond_br %c, \^bb1\(%a, %\d+#0 : memref<\?xi8>, i1\), \^bb1\(%p, %\d+#0 : memref<\?xi8>, i1\)", out
    )
    assert re.search(r"\^bb1\(%y: memref<\?xi8>, %\d+: i1\):", out)


def test_a_loop_carries_ownership() -> None:
    out = deallocated("""
func.func @f(%lb: index, %ub: index, %st: index, %p: memref<2xf32>) {
  %r = scf.for %i = %lb to %ub step %st iter_args(%x = %p) -> (memref<2xf32>) {
    %a = memref.alloc() : memref<2xf32>
    scf.yield %a : memref<2xf32>
  }
  memref.copy %r, %p : memref<2xf32> to memref<2xf32>
  return
}
""")
    assert re.search(
        r"%r:2 = scf.for %i = %lb to %ub step %st iter_args\(%x = %p, %\d+ = %false\) -> \(memref<2xf32>, i1\)", out
    )
    assert re.search(r"scf.yield %a, %\d+#?\d* : memref<2xf32>, i1", out)
    assert "if (%r#1)" in lines(out, "bufferization.dealloc")[-1] or "%r#1" in lines(out, "bufferization.dealloc")[-1]


def test_loops_in_unstructured_control_flow_are_handled() -> None:
    out = deallocated("""
func.func @f(%p: memref<2xf32>, %c: i1) {
  cf.br ^head(%p : memref<2xf32>)
^head(%x: memref<2xf32>):
  %a = memref.alloc() : memref<2xf32>
  cf.cond_br %c, ^head(%a : memref<2xf32>), ^exit
^exit:
  return
}
""")
    assert re.search(r"cf.br \^head\(%p, %\d+ : memref<2xf32>, i1\)", out)
    assert re.search(r"cf.cond_br %c, \^head\(%a, %\d+ : memref<2xf32>, i1\), \^exit", out)


def test_a_returned_parameter_is_cloned() -> None:
    out = deallocated("func.func @f(%p: memref<2xf32>) -> memref<2xf32> {\n  return %p : memref<2xf32>\n}\n")
    assert "bufferization.clone %p" in out
    assert "scf.if %false -> (memref<2xf32>)" in out


def test_a_returned_allocation_is_not_cloned() -> None:
    out = deallocated(
        "func.func @f() -> memref<2xf32> {\n  %a = memref.alloc() : memref<2xf32>\n  return %a : memref<2xf32>\n}\n"
    )
    assert "clone" not in out
    assert "retain (%a" in lines(out, "bufferization.dealloc")[0]


def test_a_buffer_that_is_returned_twice_is_cloned_once() -> None:
    out = deallocated("""
func.func @f() -> (memref<2xf32>, memref<2xf32>) {
  %a = memref.alloc() : memref<2xf32>
  return %a, %a : memref<2xf32>, memref<2xf32>
}
""")
    assert out.count("bufferization.clone") == 1
    copy = re.search(r"(%\S+) = bufferization.clone", out)
    assert copy
    assert f"return %a, {copy[1]}" in out


def test_a_returned_select_asks_what_was_selected() -> None:
    out = deallocated("""
func.func @f(%p: memref<2xf32>, %c: i1) -> memref<2xf32> {
  %a = memref.alloc() : memref<2xf32>
  %x = arith.select %c, %a, %p : memref<2xf32>
  return %x : memref<2xf32>
}
""")
    owned = re.search(r"(%\d+) = arith.select %c, %true, %false : i1", out)
    assert owned
    assert f"scf.if {owned[1]} -> (memref<2xf32>)" in out


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


def test_a_call_means_the_nearest_function_of_that_name() -> None:
    # The inner @g is private and has a body, so it passes ownership; the outer one keeps to the ABI.
    out = deallocated(
        """
module {
  func.func @g() -> memref<2xf32> {
    %a = memref.alloc() : memref<2xf32>
    return %a : memref<2xf32>
  }
  module {
    func.func private @g() -> memref<2xf32> {
      %a = memref.alloc() : memref<2xf32>
      return %a : memref<2xf32>
    }
    func.func @inner() {
      %m = call @g() : () -> memref<2xf32>
      return
    }
  }
  func.func @outer() {
    %m = call @g() : () -> memref<2xf32>
    return
  }
}
""",
        DYNAMIC,
    )
    assert out.count("%m:2 = call @g() : () -> (memref<2xf32>, i1)") == 1
    assert out.count("%m = call @g() : () -> memref<2xf32>") == 1


def test_declarations_are_left_alone() -> None:
    text = "func.func private @f(memref<2xf32>) -> memref<2xf32>\n"
    assert deallocated(text) == text


def test_an_unranked_buffer_is_cast_first() -> None:
    out = deallocated("func.func @f(%p: memref<*xf32, 3>) {\n  %a = memref.alloc() : memref<2xf32>\n  return\n}\n")
    assert re.search(
        r"memref.reinterpret_cast %p to offset: \[0\], sizes: \[\], strides: \[\] : memref<\*xf32, 3> to"
        r" memref<f32, 3>",
        out,
    )


def test_a_layout_is_dropped_and_a_memory_space_kept() -> None:
    text = """#map = affine_map<(d0) -> (d0 + 1)>
func.func @f(%p: memref<2xf32, #map, 3>, %q: memref<2xf32, strided<[2]>>, %r: memref<2xf32, \
#gpu.address_space<workgroup>>) {
  %a = memref.alloc() : memref<2xf32>
  return
}
"""
    bases = re.findall(r"-> (memref<f32[^>]*>+)", deallocated(text))
    assert bases == ["memref<f32, 3>", "memref<f32>", "memref<f32, #gpu.address_space<workgroup>>", "memref<f32>"]


def test_manual_deallocation_is_checked_at_run_time() -> None:
    out = deallocated("""
func.func @f() {
  %a = memref.alloc() {bufferization.manual_deallocation} : memref<2xf32>
  memref.dealloc %a {bufferization.manual_deallocation} : memref<2xf32>
  return
}
""")
    assert 'cf.assert %true, "expected that the block does not have ownership"' in out
    assert "bufferization.dealloc" not in out


def test_names_that_the_user_has_are_not_taken() -> None:
    out = deallocated(
        "func.func @f(%true: i1, %base_buffer: i1, %0: i1) {\n  %a = memref.alloc() : memref<2xf32>\n  return\n}\n"
    )
    names = re.findall(r"^ *(%[\w$.-]+)(?:, %[\w$.-]+)* =", out, re.MULTILINE)
    assert len(names) == len(set(names))
    assert not {"%true", "%base_buffer", "%0"} & set(names)
    ownlog.parse(out)


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


def test_an_unknown_op_without_buffers_is_no_problem() -> None:
    text = 'func.func @f(%x: i32) {\n  "my.op"(%x) : (i32) -> ()\n  return\n}\n'
    assert deallocated(text) == text


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


def test_results_without_names_get_some() -> None:
    out = deallocated("func.func @f() {\n  memref.alloc() : memref<4xf32>\n  return\n}\n")
    assert "  %0 = memref.alloc() : memref<4xf32>\n" in out
    ownlog.parse(out)


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


def test_blocks_of_other_ops_than_functions_are_left_alone() -> None:
    text = """
"test.function"() ({
^bb0(%c: i1, %m: memref<4xf32>):
  %a = memref.alloc() : memref<4xf32>
  cf.cond_br %c, ^bb1(%a : memref<4xf32>), ^bb1(%m : memref<4xf32>)
^bb1(%x: memref<4xf32>):
  cf.br ^bb2(%x : memref<4xf32>)
^bb2(%y: memref<4xf32>):
  "test.end"() : () -> ()
}) : () -> ()
"""
    assert deallocated(text) == text


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
