"""What is the same, what is certainly not, and what cannot be told, on small programs."""

import pytest

import ownlog
from ownlog.backend.verifying import compare
from ownlog.frontend import parse
from tests.verifying.small import DECLARED, body, compared, status

STORES = """
memref.store %x, %a[%i] : memref<4xi32>
memref.store %y, %b[%i] : memref<4xi32>
"""
BRANCHES = """
%both = arith.andi %c, %d : i1
scf.if %both {
  func.call @tell(%x) : (i32) -> ()
} else {
  func.call @tell(%y) : (i32) -> ()
}
"""
NEGATED = """
%true = arith.constant true
%one = arith.xori %c, %true : i1
%other = arith.xori %d, %true : i1
%either = arith.ori %one, %other : i1
scf.if %either {
  func.call @tell(%y) : (i32) -> ()
} else {
  func.call @tell(%x) : (i32) -> ()
}
"""


def compared_with(lines: str) -> str:
    """The branches, by a condition that these lines compute from theirs."""
    return BRANCHES.replace("scf.if %both", f"{lines}\nscf.if %is")


LOOP = """
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%r:2 = scf.while (%k = %i, %v = %x) : (index, i32) -> (index, i32) {
  %more = arith.cmpi slt, %k, %j : index
  scf.condition(%more) %k, %v : index, i32
} do {
^bb0(%k: index, %v: i32):
  func.call @tell(%v) : (i32) -> ()
  %next = arith.addi %k, %c1 : index
  %odd = arith.cmpi ne, %k, %c0 : index
  %w = arith.select %odd, %v, %y : i32
  scf.yield %next, %w : index, i32
}
"""
FOR = """
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
scf.for %k = %c0 to %i step %c1 {
  %v = memref.load %a[%k] : memref<4xi32>
  memref.store %v, %b[%k] : memref<4xi32>
}
"""
FOR_AGAIN = """
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%r = scf.for %k = %c0 to %i step %c1 iter_args(%f = %c) -> (i1) {
  %v = memref.load %a[%k] : memref<4xi32>
  scf.if %f {
  }
  memref.store %v, %b[%k] : memref<4xi32>
  scf.yield %d : i1
}
"""
GENERIC = """
linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
    ins(%a : memref<4xi32>) outs(%b : memref<4xi32>) {
^bb0(%in: i32, %out: i32):
  %sum = arith.addi %in, %x : i32
  linalg.yield %sum : i32
}
"""
LOADS = """
%v = memref.load %a[%i] : memref<4xi32>
%w = memref.load %a[%i] : memref<4xi32>
%s = arith.addi %v, %w : i32
func.call @tell(%s) : (i32) -> ()
memref.store %x, %a[%i] : memref<4xi32>
"""
REALLOC = """
%m = memref.alloc(%i) : memref<?xi32>
memref.store %x, %m[%j] : memref<?xi32>
%n = memref.realloc %m(%j) : memref<?xi32> to memref<?xi32>
%v = memref.load %n[%j] : memref<?xi32>
func.call @tell(%v) : (i32) -> ()
"""
EXPANDED = """
%m = memref.alloc(%i) : memref<?xi32>
memref.store %x, %m[%j] : memref<?xi32>
%c0 = arith.constant 0 : index
%size = memref.dim %m, %c0 : memref<?xi32>
%grows = arith.cmpi ult, %size, %j : index
%n = scf.if %grows -> (memref<?xi32>) {
  %more = memref.alloc(%j) : memref<?xi32>
  %part = memref.subview %more[0] [%size] [1] : memref<?xi32> to memref<?xi32, strided<[1]>>
  memref.copy %m, %part : memref<?xi32> to memref<?xi32, strided<[1]>>
  scf.yield %more : memref<?xi32>
} else {
  %same = memref.reinterpret_cast %m to offset: [0], sizes: [%j], strides: [1] : memref<?xi32> to memref<?xi32>
  scf.yield %same : memref<?xi32>
}
%v = memref.load %n[%j] : memref<?xi32>
func.call @tell(%v) : (i32) -> ()
"""
ALLOCATED = """
%m = memref.alloc() : memref<4xi32>
%n = memref.alloc() : memref<4xi32>
memref.store %x, %m[%i] : memref<4xi32>
memref.store %y, %n[%i] : memref<4xi32>
func.call @see(%m) : (memref<4xi32>) -> ()
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(ALLOCATED, f"{ALLOCATED}memref.dealloc %m : memref<4xi32>\nmemref.dealloc %n : memref<4xi32>\n",
        id="deallocation"),
        pytest.param(BRANCHES, NEGATED, id="conditions-in-other-words"),
        pytest.param(LOOP, LOOP.replace("ne, %k, %c0", "ne, %c0, %k"), id="comparison-turned-round"),
        pytest.param(FOR, FOR_AGAIN, id="flag-goes-round"),
        pytest.param(BRANCHES, compared_with("%k = arith.constant false\n%is = arith.cmpi ne, %both, %k : i1"),
        id="compared-with-false"),
        pytest.param(NEGATED, compared_with("%k = arith.constant true\n%is = arith.cmpi eq, %k, %both : i1"),
        id="compared-with-true"),
        pytest.param(REALLOC, EXPANDED, id="realloc-expanded"),
        pytest.param(GENERIC, GENERIC, id="region-without-ways"),
        pytest.param(LOADS, LOADS.replace("%v, %w", "%v, %v"), id="loaded-once"),
        pytest.param(STORES, STORES.replace("%a[", "%v[").replace("\nmem",
        "\n%v = memref.cast %a : memref<4xi32> to memref<?xi32>\nmem", 1)
            .replace("%v[%i] : memref<4xi32>", "%v[%i] : memref<?xi32>"), id="cast"),
        pytest.param(STORES, f"%t = memref.alloca() : memref<i1>\nmemref.store %c, %t[] : memref<i1>\n{STORES}",
        id="flag-in-memory"),
    ],
)  # fmt: skip
def test_programs_that_are_the_same(before: str, after: str) -> None:
    assert [outcome for outcome in compared(body(before), body(after)) if outcome.status != "same"] == []


@pytest.mark.parametrize(
    ("before", "old", "new"),
    [
        pytest.param(STORES, "%x, %a", "%y, %a", id="value"),
        pytest.param(STORES, "memref.store %x, %a[%i] : memref<4xi32>\n", "", id="first-store-dropped"),
        pytest.param(STORES, "memref.store %y, %b[%i] : memref<4xi32>\n", "", id="last-store-dropped"),
        pytest.param(BRANCHES, "andi", "ori", id="condition"),
        pytest.param(BRANCHES, "@tell(%x)", "@tell(%y)", id="argument-of-a-call"),
        pytest.param(LOOP, "%k, %c1", "%k, %k", id="what-goes-round"),
        pytest.param(LOOP, "%v, %y", "%y, %v", id="sides-of-a-select"),
        pytest.param(LOOP, "slt", "sle", id="end-of-a-loop"),
        pytest.param(FOR, "%c0 to %i", "%c1 to %i", id="start-of-a-loop"),
        pytest.param(FOR, "%v, %b[%k]", "%v, %b[%c0]", id="index-in-a-loop"),
        pytest.param(GENERIC, "addi", "subi", id="op-in-a-region-without-ways"),
        pytest.param(GENERIC, "yield %sum", "yield %in", id="end-of-a-region-without-ways"),
        pytest.param(ALLOCATED, "@see(%m)", "@see(%n)", id="other-allocation"),
    ],
)  # fmt: skip
def test_programs_that_are_not_the_same(before: str, old: str, new: str) -> None:
    assert old in before
    assert status(body(before), body(before.replace(old, new))) != "same"


def test_what_is_loaded_behind_a_write_is_another_value() -> None:
    lines = LOADS.strip().splitlines()
    assert status(body(LOADS), body("\n".join([*lines[:1], lines[4], *lines[1:4]]))) != "same"


COPIED = """
%m = memref.alloc() : memref<4xi32>
memref.store %x, %m[%i] : memref<4xi32>
{copy}memref.store %y, {written}[%j] : memref<4xi32>
func.call @see({seen}) : (memref<4xi32>) -> ()
"""
CLONE = "%t = bufferization.clone %m : memref<4xi32> to memref<4xi32>\n"


@pytest.mark.parametrize(
    ("written", "seen", "expected"),
    [("%m", "%m", "same"), ("%t", "%t", "same"), ("%t", "%m", "different"), ("%m", "%t", "different")],
)
def test_a_copy_and_what_was_copied_part_where_one_is_written(written: str, seen: str, expected: str) -> None:
    before = body(COPIED.format(copy="", written="%m", seen="%m"))
    assert status(before, body(COPIED.format(copy=CLONE, written=written, seen=seen))) == expected


def test_a_copy_of_a_parameter_must_not_be_written_in_its_place() -> None:
    copy = "%t = bufferization.clone %a : memref<4xi32> to memref<4xi32>\n"
    assert status(body(STORES), body(copy + STORES.replace("%a[", "%t["))) == "different"


def test_copies_in_both_programs_are_written_alike() -> None:
    copied = "%t = bufferization.clone %a : memref<4xi32> to memref<4xi32>\nmemref.store %x, %t[%i] : memref<4xi32>\n"
    seen = "func.call @see(%a) : (memref<4xi32>) -> ()\n"
    assert status(body(copied + seen), body(copied + seen)) == "same"
    assert status(body(copied + seen), body(copied + seen.replace("%a", "%t"))) == "different"


def test_a_loop_that_only_one_program_has_is_not_passed_over() -> None:
    asked = "%g = memref.load %a[%i] : memref<4xi32>\n%o = arith.trunci %g : i32 to i1\nscf.condition(%o)\n"
    spin = f"scf.while : () -> () {{\n{asked}}} do {{\nscf.yield\n}}\n"
    assert status(body(STORES), body(spin + STORES)) == "unknown"


def test_a_private_function_may_grow() -> None:
    call = "func.func @g(%a: memref<4xi32>) {\n%r = call @p(%a) : (memref<4xi32>) -> memref<4xi32>\nreturn\n}\n"
    grown = call.replace("%r = call @p(%a) : (memref<4xi32>) -> memref<4xi32>",
                         "%t = arith.constant true\n%r:2 = call @p(%a, %t) : (memref<4xi32>, i1) -> (memref<4xi32>, "
                         "i1)")  # fmt: skip
    private = "func.func private @p(%a: memref<4xi32>) -> memref<4xi32> {\nreturn %a : memref<4xi32>\n}\n"
    more = (
        "func.func private @p(%a: memref<4xi32>, %o: i1) -> (memref<4xi32>, i1) {\nreturn %a, %o : memref<4xi32>,"
        " i1\n}\n"
    )
    assert status(call + private, grown + more) == "same"
    assert status((call + private).replace("private ", ""), (grown + more).replace("private ", "")) == "different"


def test_globals_are_compared() -> None:
    one = 'memref.global "private" constant @k : memref<2xi32> = dense<[1, 2]>\n' + body("")
    assert status(one, one) == "same"
    assert status(one, one.replace("[1, 2]", "[1, 3]")) == "unknown"


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [("%x, %a", "%y, %a", (4, 4)), ("@tell(%x)", "@tell(%y)", (6, 6)), ("scf.if %c", "scf.if %d", (8, 6))],
)
def test_what_is_certainly_different_has_its_lines(old: str, new: str, lines: tuple[int, int]) -> None:
    text = body(
        "memref.store %x, %a[%i] : memref<4xi32>\n" + BRANCHES.strip().replace("%both {", "%c {").partition("\n")[2]
    )
    [found] = [outcome for outcome in compared(text, text.replace(old, new)) if outcome.status != "same"]
    assert found.status == "different"
    assert tuple(place.line for place in (found.before, found.after) if place is not None) == lines


def test_ops_without_a_model_are_compared_by_their_operands() -> None:
    text = body('"my.op"(%a, %x) {k = 1 : i32} : (memref<4xi32>, i32) -> ()')
    assert status(text, text) == "same"
    assert status(text, text.replace("k = 1", "k = 2")) == "different"
    assert status(text, text.replace("%a, %x", "%b, %x")) == "different"


def test_what_ownlog_makes_of_a_choice_is_the_same() -> None:
    text = "func.func @f(%c: i1, %a: memref<4xi32>) -> memref<4xi32> {\n%b = memref.alloc() : memref<4xi32>\n"
    text += "%s = arith.select %c, %a, %b : memref<4xi32>\nreturn %s : memref<4xi32>\n}\n"
    module = parse(DECLARED + text)
    ownlog.run_pipeline(module, "buffer-deallocation-pipeline")
    comparison = compare(parse(DECLARED + text), module)
    assert comparison.status == "same"
    assert comparison.assumptions == ["who gets a buffer from a function may get a copy of it"]


def test_what_is_known_of_a_condition_may_take_its_place() -> None:
    text = body("%n = arith.select %c, %x, %y : i32\nscf.if %c {\nfunc.call @pass(%c, %x) : (i1, i32) -> ()\n}")
    text = "func.func private @pass(i1, i32)\n" + text
    assert (
        status(text, text.replace("scf.if", "%t = arith.constant true\nscf.if").replace("@pass(%c", "@pass(%t"))
        == "same"
    )
    assert (
        status(text, text.replace("scf.if", "%t = arith.constant false\nscf.if").replace("@pass(%c", "@pass(%t"))
        == "different"
    )


REDUCES = """
func.func @f(%n: index, %m: memref<?xf32>, %o: memref<f32>, %init: f32) {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<?xf32>
  memref.copy %m, %a : memref<?xf32> to memref<?xf32>
  %r = scf.parallel (%i) = (%z) to (%n) step (%one) init (%init) -> f32 {
    %v = memref.load %a[%i] : memref<?xf32>
    scf.reduce(%v : f32) {
    ^bb0(%x: f32, %y: f32):
      %s = arith.addf %x, %y : f32
      scf.reduce.return %s : f32
    }
  }
  memref.dealloc %a : memref<?xf32>
  memref.store %r, %o[] : memref<f32>
  return
}
"""


def test_a_function_is_the_same_as_one_with_its_text_by_other_names() -> None:
    assert compare(parse(REDUCES), parse(REDUCES.replace("%v", "%w"))).status == "same"
    assert compare(parse(REDUCES), parse(REDUCES.replace("addf %x, %y", "addf %y, %y"))).status != "same"
    text = """
func.func @f(%i: index, %m: memref<4x4xf32>) {{
  "test.op"(%i, %m) {{operandSegmentSizes = array<i32: {}>}} : (index, memref<4x4xf32>) -> ()
  return
}}
"""
    assert compare(parse(text.format("1, 1")), parse(text.format("2, 0"))).status != "same"
