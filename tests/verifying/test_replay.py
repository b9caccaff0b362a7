"""Programs are called different where a run shows it: it is no run of programs that do the same, and it knows what it
does not know.
"""

import pytest

from ownlog.backend.verifying.program import Program
from ownlog.backend.verifying.witness import find_witness
from ownlog.frontend import parse
from tests.tiers import spans
from tests.verifying.small import body, compared, status
from tests.verifying.test_programs import programs

COUNTED = """
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%c3 = arith.constant 3 : index
%s = scf.for %k = %c0 to %c3 step %c1 iter_args(%t = %x) -> (i32) {
  %v = memref.load %a[%k] : memref<4xi32>
  %u = arith.addi %t, %v : i32
  scf.yield %u : i32
}
func.call @tell(%s) : (i32) -> ()
"""
WHILE = """
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%c3 = arith.constant 3 : index
%r = scf.while (%k = %c0) : (index) -> index {
  %more = arith.cmpi ult, %k, %c3 : index
  scf.condition(%more) %k : index
} do {
^bb0(%k: index):
  memref.store %x, %a[%k] : memref<4xi32>
  %n = arith.addi %k, %c1 : index
  scf.yield %n : index
}
"""
WRAPS = """
%big = arith.constant 2147483647 : i32
%one = arith.constant 1 : i32
%sum = arith.addi %big, %one : i32
%zero = arith.constant 0 : i32
%low = arith.cmpi slt, %sum, %zero : i32
scf.if %low {
  func.call @tell(%x) : (i32) -> ()
} else {
  func.call @tell(%y) : (i32) -> ()
}
"""
SWITCH = """
cf.switch %x : i32, [default: ^d, 3: ^t]
^t:
func.call @tell(%x) : (i32) -> ()
cf.br ^d
^d:
"""
CALLED = """
%r = func.call @twice(%x) : (i32) -> i32
func.call @tell(%r) : (i32) -> ()
"""
TWICE = "func.func private @twice(%v: i32) -> i32 {\n%w = arith.addi %v, %v : i32\nreturn %w : i32\n}\n"


MULTIPLIED = """
%c3 = arith.constant 3 : i32
%p = arith.muli %x, %c3 : i32
%c6 = arith.constant 6 : i32
%more = arith.cmpi sgt, %p, %c6 : i32
scf.if %more {
  func.call @tell(%p) : (i32) -> ()
}
"""
FILLED = """
%c1 = arith.constant 1 : index
%m = memref.alloc() : memref<4xi32>
linalg.fill ins(%x : i32) outs(%m : memref<4xi32>)
memref.store %y, %m[%c1] : memref<4xi32>
%v = memref.load %m[%c1] : memref<4xi32>
%c2 = arith.constant 2 : index
%w = memref.load %m[%c2] : memref<4xi32>
%s = arith.addi %v, %w : i32
func.call @tell(%s) : (i32) -> ()
memref.dealloc %m : memref<4xi32>
"""
COPIED = """
%c1 = arith.constant 1 : index
%c2 = arith.constant 2 : index
%m = memref.alloc() : memref<4xi32>
memref.copy %a, %m : memref<4xi32> to memref<4xi32>
memref.store %x, %a[%c1] : memref<4xi32>
%v = memref.load %m[%c1] : memref<4xi32>
func.call @tell(%v) : (i32) -> ()
memref.dealloc %m : memref<4xi32>
"""
GENERIC = """
%c1 = arith.constant 1 : index
%c2 = arith.constant 2 : index
%m = memref.alloc() : memref<2x4xi32>
linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, \
d1)>],
    iterator_types = ["parallel", "parallel"]} ins(%a, %x : memref<4xi32>, i32) outs(%m : memref<2x4xi32>) {
^bb0(%in: i32, %s: i32, %out: i32):
  %sum = arith.addi %in, %s : i32
  linalg.yield %sum : i32
}
%v = memref.load %m[%c1, %c2] : memref<2x4xi32>
func.call @tell(%v) : (i32) -> ()
memref.dealloc %m : memref<2x4xi32>
"""
REDUCED = """
%c0 = arith.constant 0 : i32
%m = memref.alloca() : memref<i32>
memref.store %c0, %m[] : memref<i32>
linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>],
    iterator_types = ["reduction"]} ins(%a, %b : memref<4xi32>, memref<4xi32>) outs(%m : memref<i32>) {
^bb0(%p: i32, %q: i32, %sum: i32):
  %product = arith.muli %p, %q : i32
  %more = arith.addi %sum, %product : i32
  linalg.yield %more : i32
}
%v = memref.load %m[] : memref<i32>
func.call @tell(%v) : (i32) -> ()
"""


@pytest.mark.parametrize("seeds", spans(24, 4))
def test_no_run_parts_programs_from_what_the_pipeline_makes_of_them(seeds: range) -> None:
    ran = 0
    for pair in programs(seeds):
        before, after = (Program(parse(text), (), None) for text in pair)
        for function in before.entry:
            assert find_witness(before, after, function, {}) is None
            ran += 1
    assert ran


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        pytest.param(COUNTED, "%c0 to %c3", "%c0 to %c1", id="bound"),
        pytest.param(COUNTED, "step %c1", "step %c3", id="step"),
        pytest.param(COUNTED, "addi %t, %v", "addi %t, %t", id="sum"),
        pytest.param(WHILE, "ult", "ule", id="rounds"),
        pytest.param(WRAPS, "slt", "ult", id="signed-or-not"),
        pytest.param(WRAPS, "slt, %sum, %zero", "slt, %zero, %sum", id="turned-round"),
        pytest.param(SWITCH, "3: ^t", "4: ^t", id="case"),
        pytest.param(CALLED, "@tell(%r)", "@tell(%x)", id="what-a-callee-returns"),
        pytest.param(MULTIPLIED, "muli %x, %c3", "muli %x, %x", id="product"),
        pytest.param(FILLED, "fill ins(%x", "fill ins(%y", id="filled"),
        pytest.param(FILLED, "store %y, %m[%c1]", "store %x, %m[%c1]", id="written-after-that"),
        pytest.param(COPIED, "load %m[%c1]", "load %m[%c2]", id="copied"),
        pytest.param(COPIED, "load %m[%c1]", "load %a[%c1]", id="written-after-the-copy"),
        pytest.param(
            COPIED.replace(
                "memref.copy %a, %m : memref<4xi32> to memref<4xi32>",
                "linalg.copy ins(%a : memref<4xi32>) outs(%m : memref<4xi32>)",
            ),
            "load %m[%c1]",
            "load %m[%c2]",
            id="copied-by-elements",
        ),
        pytest.param(GENERIC, "addi %in, %s", "muli %in, %s", id="what-is-done-to-elements"),
        pytest.param(GENERIC, "ins(%a, %x", "ins(%a, %y", id="given-to-all-elements"),
        pytest.param(GENERIC, "load %m[%c1, %c2]", "load %m[%c1, %c1]", id="element-at-a-point"),
        pytest.param(REDUCED, "muli %p, %q", "muli %p, %p", id="reduced"),
        pytest.param(REDUCED, "constant 0 : i32", "constant 1 : i32", id="begun-otherwise"),
    ],
)
def test_what_runs_differently_is_called_different(text: str, old: str, new: str) -> None:
    assert status(TWICE + body(text), TWICE + body(text.replace(old, new))) == "different"


def test_both_lines_and_the_arguments_are_named() -> None:
    found = compared(body(COUNTED), body(COUNTED.replace("@tell(%s)", "@tell(%x)")))[-1]
    assert found.before is not None
    assert found.after is not None
    assert (found.status, found.before.line, found.after.line) == ("different", 12, 12)
    assert found.reason == "operand 0 of 'func.call' is not the same"
    assert [argument.partition(" = ")[0] for argument in found.arguments] == ["%c", "%d", "%x", "%y", "%i", "%j"]


@pytest.mark.parametrize(
    "before",
    [
        pytest.param("%p = math.ipowi %x, %x : i32", id="op-that-is-not-known"),
        pytest.param(
            "%m = memref.alloc() : memref<4xi32>\nmemref.copy %m, %a : memref<4xi32> to memref<4xi32>\n"
            "%p = memref.load %a[%i] : memref<4xi32>",
            id="copy-of-new-memory",
        ),
        pytest.param(
            "%f = arith.constant 0.5 : f32\n%m = memref.alloc() : memref<4xi32>\n"
            "linalg.fill ins(%f : f32) outs(%m : memref<4xi32>)\n"
            "%p = memref.load %m[%i] : memref<4xi32>",
            id="filled-with-another-type",
        ),
        pytest.param("%m = memref.alloc() : memref<4xi32>\n%p = memref.load %m[%i] : memref<4xi32>", id="new-memory"),
        pytest.param(
            GENERIC.replace("(d0, d1) -> (d1)", "(d0, d1) -> (d1 floordiv 1)")
            .replace("%v =", "%p =")
            .partition("func.call")[0],
            id="elements-by-another-map",
        ),
        pytest.param(
            GENERIC.replace("addi %in, %s", "addi %in, %out").replace("%v =", "%p =").partition("func.call")[0],
            id="elements-of-new-memory",
        ),
        pytest.param("%k = arith.constant 9 : index\n%p = memref.load %a[%k] : memref<4xi32>", id="out-of-bounds"),
    ],
)
def test_what_a_run_cannot_tell_is_unknown(before: str) -> None:
    tell = "\nfunc.call @tell(%p) : (i32) -> ()"
    assert status(body(before + tell), body("%p = arith.addi %x, %y : i32" + tell)) == "unknown"


def test_floats_are_the_same_if_their_type_holds_the_same() -> None:
    text = body("%f = arith.constant 0.1 : f32\n%g = memref.alloca() : memref<f32>\nmemref.store %f, %g[] : "
                "memref<f32>\n"
                "func.call @hear(%g) : (memref<f32>) -> ()")  # fmt: skip
    text = "func.func private @hear(memref<f32>)\n" + text
    assert status(text, text.replace("0.1 ", "0.100000001 ")) != "different"
    assert status(text, text.replace("0.1 ", "0.11 ")) == "different"


def test_what_results_are_called_makes_no_difference() -> None:
    two = "func.func private @two() -> (i32, i32)\n"
    call = "%{} = func.call @two() : () -> (i32, i32)\n%m = math.ipowi %{}, %x : i32\n"
    call += "func.call @tell(%{}) : (i32) -> ()\nfunc.call @tell(%m) : (i32) -> ()"
    before, after = (two + body(call.format(*names)) for names in (("r:2", "r#1", "r#1"), ("p, %q", "x", "q")))
    assert status(before, after) == "unknown"


def test_a_loop_that_never_ends_is_unknown() -> None:
    spin = "%t = arith.constant true\nscf.while : () -> () {\nscf.condition(%t)\n} do {\nscf.yield\n}"
    assert status(body(spin), body("func.call @tell(%x) : (i32) -> ()")) == "unknown"


def test_an_attribute_that_is_left_out_may_be_the_one_that_is_taken_for_granted() -> None:
    text = body('%v = "test.ask"(%x) : (i32) -> i32\nfunc.call @tell(%v) : (i32) -> ()')
    assert status(text, text.replace("(%x) :", "(%x) {volatile = false} :")) == "unknown"
    assert (
        status(text.replace("(%x) :", "(%x) {number = 1} :"), text.replace("(%x) :", "(%x) {number = 2} :"))
        == "different"
    )
