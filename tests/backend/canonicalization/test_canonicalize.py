"""canonicalize: what control flow carries, branches that a constant decides; and all that it leaves alone."""

from __future__ import annotations

import pytest

import ownlog


def canonical(text: str) -> str:
    out = str(ownlog.run_pipeline(ownlog.parse(text), "canonicalize"))
    # It is valid, and there is nothing more to do.
    assert str(ownlog.run_pipeline(ownlog.parse(out), "canonicalize")) == out
    return out


USE = '"test.use"'


def test_what_nothing_applies_to_keeps_its_text() -> None:
    text = """\
// Odd spacing, a comment inside, names that repeat.
func.func @f( %m : memref<?xf32>,%c:i1 )   {
  %i = arith.constant   3 : index // three
  scf.if %c { %x = memref.load %m[ %i ] : memref<?xf32>
    "test.use"(%x) : (f32) -> () }
  %t = arith.constant true
  "test.use"(%t) : (i1) -> ()
  return
}
"""
    assert canonical(text) == text


def test_indicators_of_a_loop_that_are_always_false() -> None:
    out = canonical("""\
func.func @f(%a: memref<2xf32>, %b: memref<2xf32>, %n: index) {
  %false = arith.constant false
  %r:4 = scf.for %i = %n to %n step %n iter_args(%x = %a, %y = %b, %ox = %false, %oy = %false)
      -> (memref<2xf32>, memref<2xf32>, i1, i1) {
    scf.yield %y, %x, %oy, %ox : memref<2xf32>, memref<2xf32>, i1, i1
  }
  "test.use"(%r#0, %r#1, %r#2, %r#3) : (memref<2xf32>, memref<2xf32>, i1, i1) -> ()
  return
}
""")
    assert "%r:2 = scf.for %i = %n to %n step %n iter_args(%x = %a, %y = %b) -> (memref<2xf32>, memref<2xf32>) {" in out
    assert "scf.yield %y, %x : memref<2xf32>, memref<2xf32>" in out
    assert f"{USE}(%r#0, %r#1, %false, %false)" in out


def test_indicators_of_a_loop_that_change_stay() -> None:
    text = """\
func.func @f(%n: index) {
  %false = arith.constant false
  %true = arith.constant true
  %r:2 = scf.for %i = %n to %n step %n iter_args(%x = %false, %y = %true) -> (i1, i1) {
    scf.yield %y, %x : i1, i1
  }
  "test.use"(%r#0, %r#1) : (i1, i1) -> ()
  return
}
"""
    assert canonical(text) == text


def test_indicators_that_only_keep_each_other_alive() -> None:
    out = canonical("""\
func.func @f(%n: index, %c: i1) {
  %false = arith.constant false
  %r:2 = scf.for %i = %n to %n step %n iter_args(%x = %false, %y = %c) -> (i1, i1) {
    %0 = arith.ori %x, %y : i1
    scf.yield %0, %c : i1, i1
  }
  "test.use"() : () -> ()
  return
}
""")
    assert "iter_args" not in out
    assert "arith" not in out


def test_what_is_passed_through_a_loop_is_what_came_in() -> None:
    out = canonical("""\
func.func @f(%n: index, %c: i1) {
  %r:2 = scf.while (%x = %c, %m = %n) : (i1, index) -> (i1, index) {
    %0 = "test.cond"(%x, %m) : (i1, index) -> i1
    scf.condition(%0) %x, %m : i1, index
  } do {
  ^bb0(%y: i1, %k: index):
    %next = "test.use"(%y) : (i1) -> index
    scf.yield %y, %next : i1, index
  }
  "test.use"(%r#0, %r#1) : (i1, index) -> ()
  return
}
""")
    assert "scf.while (%m = %n) : (index) -> index" in out
    assert "^bb0(%k: index):" in out
    assert out.count("%c") == 4
    assert f"{USE}(%c, %r)" in out


def test_buffers_that_a_loop_only_hands_on_are_not_carried() -> None:
    out = canonical("""\
func.func @f(%n: index, %a: memref<2xf32>, %b: memref<2xf32>) -> (memref<2xf32>, memref<2xf32>) {
  %r:2 = scf.for %i = %n to %n step %n iter_args(%x = %a, %y = %b) -> (memref<2xf32>, memref<2xf32>) {
    memref.copy %x, %y : memref<2xf32> to memref<2xf32>
    scf.yield %x, %b : memref<2xf32>, memref<2xf32>
  }
  return %r#0, %r#1 : memref<2xf32>, memref<2xf32>
}
""")
    assert "iter_args" not in out
    assert "scf.yield" not in out
    assert "memref.copy %a, %b" in out
    assert "return %a, %b" in out


def test_block_arguments_that_are_constant_on_all_edges() -> None:
    out = canonical("""\
func.func @f(%c: i1, %n: index) {
  %false = arith.constant false
  cf.cond_br %c, ^a(%false, %n : i1, index), ^b(%false : i1)
^a(%x: i1, %k: index):
  "test.use"(%x, %k) : (i1, index) -> ()
  cf.br ^b(%x : i1)
^b(%y: i1):
  %next = "test.use"(%y) : (i1) -> index
  cf.cond_br %c, ^a(%y, %next : i1, index), ^end
^end:
  return
}
""")
    assert "^a(%k: index):" in out
    assert "^b:" in out
    assert "cf.cond_br %c, ^a(%n : index), ^b" in out
    assert "cf.cond_br %c, ^a(%next : index), ^end" in out


def test_a_value_of_one_side_does_not_leave_it() -> None:
    text = """\
func.func @f(%c: i1) -> i1 {
  %r = scf.execute_region -> i1 {
    %0 = "test.make"() : () -> i1
    cf.br ^bb1
  ^bb1:
    scf.yield %0 : i1
  }
  return %r : i1
}
"""
    assert canonical(text) == text


def test_a_result_that_is_the_condition_or_its_negation() -> None:
    out = canonical("""\
func.func @f(%c: i1, %a: memref<2xf32>) -> (i1, i1) {
  %true = arith.constant true
  %false = arith.constant false
  %r:3 = scf.if %c -> (memref<2xf32>, i1, i1) {
    %0 = "test.use"() : () -> memref<2xf32>
    scf.yield %0, %true, %false : memref<2xf32>, i1, i1
  } else {
    scf.yield %a, %false, %true : memref<2xf32>, i1, i1
  }
  "test.use"(%r#0) : (memref<2xf32>) -> ()
  return %r#1, %r#2 : i1, i1
}
""")
    assert "%r = scf.if %c -> (memref<2xf32>)" in out
    assert "%1 = arith.xori %c, %true : i1" in out
    assert "return %c, %1 : i1, i1" in out


def test_what_takes_the_place_of_a_result_has_its_name() -> None:
    out = canonical("""\
func.func @f(%c: i1, %x: index, %y: index, %m: memref<2xindex>) -> (index, i1, i1) {
  %true = arith.constant true
  %false = arith.constant false
  %5 = scf.if %c -> (index) {
    memref.store %x, %m[%x] : memref<2xindex>
    scf.yield %x : index
  } else {
    scf.yield %y : index
  }
  %not = scf.if %c -> (i1) {
    scf.yield %false : i1
  } else {
    scf.yield %true : i1
  }
  %less = arith.cmpi slt, %5, %y : index
  %more = arith.xori %less, %true : i1
  return %5, %not, %more : index, i1, i1
}
""")
    assert (
        out
        == """\
func.func @f(%c: i1, %x: index, %y: index, %m: memref<2xindex>) -> (index, i1, i1) {
  %true = arith.constant true
  %5 = arith.select %c, %x, %y : index
  scf.if %c {
    memref.store %x, %m[%x] : memref<2xindex>
  }
  %not = arith.xori %c, %true : i1
  %more = arith.cmpi sge, %5, %y : index
  return %5, %not, %more : index, i1, i1
}
"""
    )


CASTS = """\
func.func @f(%c: i1, %x: memref<{given}xf32>, %y: memref<{wanted}xf32>) -> memref<{wanted}xf32> {{
  %r = scf.if %c -> (memref<{wanted}xf32>) {{
    %z = memref.cast %x : memref<{given}xf32> to memref<{wanted}xf32>{more}
    scf.yield %z : memref<{wanted}xf32>
  }} else {{
    scf.yield %y : memref<{wanted}xf32>
  }}
  return %r : memref<{wanted}xf32>
}}
"""


def test_an_if_that_only_casts_is_a_select() -> None:
    assert (
        canonical(CASTS.format(given="4", wanted="?", more=""))
        == """\
func.func @f(%c: i1, %x: memref<4xf32>, %y: memref<?xf32>) -> memref<?xf32> {
  %cast = memref.cast %x : memref<4xf32> to memref<?xf32>
  %r = arith.select %c, %cast, %y : memref<?xf32>
  return %r : memref<?xf32>
}
"""
    )


@pytest.mark.parametrize(
    ("given", "wanted", "more"),
    [
        pytest.param("?", "4", "", id="a cast that may be wrong where it is not asked for"),
        pytest.param("4", "?", '\n    "test.use"(%z) : (memref<?xf32>) -> ()', id="an if that does something"),
    ],
)
def test_an_if_whose_casts_cannot_stand_outside_stays(given: str, wanted: str, more: str) -> None:
    text = CASTS.format(given=given, wanted=wanted, more=more)
    assert canonical(text) == text


@pytest.mark.parametrize("inside", ['%5 = "test.value"() : () -> index', "scf.for %5 = %x to %y step %x {\n    }"])
def test_a_name_is_not_taken_over_where_it_would_hide_another(inside: str) -> None:
    out = canonical(f"""\
func.func @f(%c: i1, %x: index, %y: index) -> index {{
  %5 = scf.if %c -> (index) {{
    {inside}
    scf.yield %x : index
  }} else {{
    scf.yield %y : index
  }}
  return %5 : index
}}
""")
    assert "%0 = arith.select %c, %x, %y : index" in out
    assert "return %0 : index" in out


def test_an_if_with_a_constant_condition_is_its_branch() -> None:
    out = canonical("""\
func.func @f(%m: memref<2xf32>, %n: index) -> f32 {
  %true = arith.constant true
  %r = scf.if %true -> (f32) {
    // What is in it.
    %x = memref.load %m[%n] : memref<2xf32>
    scf.yield %x : f32
  } else {
    %x = "test.other"() : () -> f32
    scf.yield %x : f32
  }
  "test.region"() ({
    %x = "test.other"() : () -> f32
  }) : () -> ()
  return %r : f32
}
""")
    assert "scf.if" not in out
    assert "// What is in it.\n    %x_0 = memref.load %m[%n]" in out
    assert "return %x_0 : f32" in out


def test_a_branch_that_is_always_taken() -> None:
    out = canonical("""\
func.func @f(%n: index) {
  %false = arith.constant false
  cf.cond_br %false, ^a, ^b(%n : index)
^a:
  "test.never"() : () -> ()
  cf.br ^b(%n : index)
^b(%k: index):
  "test.use"(%k) : (index) -> ()
  return
}
""")
    assert "cf.br ^b\n" in out
    assert f"{USE}(%n)" in out
    assert "never" not in out
    assert "^a" not in out


def test_a_condition_is_known_on_its_side() -> None:
    out = canonical("""\
func.func @f(%c: i1, %d: i1) {
  %both = arith.andi %c, %d : i1
  scf.if %both {
    "test.use"(%c, %d) : (i1, i1) -> ()
  } else {
    "test.use"(%c, %both) : (i1, i1) -> ()
  }
  cf.cond_br %c, ^a, ^b
^a:
  cf.br ^c
^b:
  "test.use"(%c) : (i1) -> ()
  cf.br ^c
^c:
  "test.use"(%c) : (i1) -> ()
  return
}
""")
    uses = [line.strip().partition(" : ")[0] for line in out.splitlines() if "test.use" in line]
    assert uses == [f"{USE}(%true, %true)", f"{USE}(%c, %false)", f"{USE}(%false)", f"{USE}(%c)"]


def test_ops_without_effects_go_when_nobody_uses_them() -> None:
    out = canonical("""\
func.func @f(%m: memref<4xf32>, %n: index) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.copy %m, %b : memref<4xf32> to memref<4xf32>
  %v = memref.subview %a[0] [2] [1] : memref<4xf32> to memref<2xf32>
  %x = memref.load %v[%n] : memref<2xf32>
  %y = "test.unknown"() : () -> i1
  return
}
""")
    assert "%a" not in out
    assert "%b = memref.alloc()" in out
    assert "test.unknown" in out


def test_long_chains_and_deep_nests_take_no_recursion() -> None:
    depth, length = 150, 3000
    text = "func.func @f(%c: i1, %x0: i1) -> i1 {\n  %true = arith.constant true\n"
    text += "".join(f"  %x{i + 1} = arith.andi %x{i}, %true : i1\n" for i in range(length))
    text += (
        "scf.if %c {\n" * depth + '"test.use"(%c) : (i1) -> ()\n' + "}\n" * depth + f"  return %x{length} : i1\n}}\n"
    )
    out = canonical(text)
    assert out.count("scf.if") == 1
    assert "return %x0 : i1" in out


@pytest.mark.parametrize(
    "never",
    [
        "^bb1(%n: index):\n  %next = arith.addi %n, %i : index\n  cf.br ^bb1(%next : index)\n",
        (
            '^x(%n: index):\n  cf.br ^y(%n : index)\n^y(%m: index):\n  "test.use"(%m) : (index) -> ()\n  cf.br ^x(%n :'
            " index)\n"
        ),
        (
            "^x:\n  %a = memref.alloc() : memref<2xf32>\n  scf.if %c {\n    memref.dealloc %a : memref<2xf32>\n  }\n "
            " cf.br ^end(%i : index)\n"
        ),
    ],
    ids=["to itself", "two to each other", "to one that others lead to"],
)
@pytest.mark.parametrize("nested", [False, True])
def test_blocks_that_control_never_comes_to_go(never: str, nested: bool) -> None:
    lines = ["  cf.br ^end(%j : index)\n", "^end(%k: index):\n", '  "test.use"(%k) : (index) -> ()\n']
    ending = "  scf.yield\n" if nested else "  return\n"
    inside = [*lines, ending, never]
    above, below = ("  scf.execute_region {\n", "  }\n  return\n") if nested else ("", "")
    head = "func.func @f(%i: index, %j: index, %c: i1) {\n"
    out = canonical("".join([head, above, *inside, below, "}\n"]))
    assert out == "".join([head, above, "  cf.br ^end\n^end:\n", lines[2].replace("%k", "%j"), ending, below, "}\n"])


def test_a_branch_with_an_op_of_two_results_beside_a_cast_does_not_only_cast() -> None:
    text = """
func.func @f(%p: memref<4xf32>, %q: memref<4xf32>, %c: i1, %x: f32, %i: index, %y: i32) -> memref<?xf32> {
  %s = memref.cast %q : memref<4xf32> to memref<?xf32>
  %r = scf.if %c -> (memref<?xf32>) {
    memref.store %x, %p[%i] : memref<4xf32>
    %k = memref.cast %p : memref<4xf32> to memref<?xf32>
    %u, %o = arith.addui_extended %y, %y : i32, i1
    scf.yield %k : memref<?xf32>
  } else {
    scf.yield %s : memref<?xf32>
  }
  return %r : memref<?xf32>
}
"""
    out = str(ownlog.run_pipeline(ownlog.parse(text), "canonicalize"))
    assert "memref.store" in out
    assert "addui_extended" not in out
