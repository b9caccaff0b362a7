"""buffer-inlining: whose body stands in place of its calls, what becomes of names, and what stays a call."""

from functools import partial

import pytest

import ownlog
from ownlog.backend.checking import check
from tests.backend.placement.test_sinking import passed
from tests.effort import counted

INLINE, WHOLE = "buffer-inlining", "buffer-deallocation-pipeline"
A = "memref<4xi64>"


def picker(*parts: str, result: str = "%s", head: str = "private @pick") -> str:
    body = "".join(f"  {part}\n" for part in parts)
    return f"func.func {head}(%c: i1, %a: {A}, %b: {A}) -> {A} {{\n{body}  return {result} : {A}\n}}\n"


SELECT = f"%s = arith.select %c, %a, %b : {A}"
PICK = picker(SELECT)
CALL = f"  %r = call @pick(%d, %x, %y) : (i1, {A}, {A}) -> {A}\n"


def caller(*parts: str) -> str:
    return f"func.func @f(%d: i1, %n: index, %v: i64, %x: {A}, %y: {A}) {{\n{''.join(parts)}  return\n}}\n"


STORE = f"  memref.store %v, %r[%n] : {A}\n"


def test_a_function_that_picks_an_argument_stands_in_place_of_its_calls() -> None:
    again = CALL.replace("%r", "%q").replace("%x, %y", "%r, %y")
    seen = STORE.replace("%r", "%q")
    first, second = f"  %s = arith.select %d, %x, %y : {A}\n", f"  %s_0 = arith.select %d, %s, %y : {A}\n"
    assert passed(PICK + caller(CALL, again, seen), INLINE) == PICK + caller(first, second, seen.replace("%q", "%s_0"))


def test_regions_and_packs_come_along() -> None:
    text = picker(
        f"%p:2 = scf.if %c -> ({A}, {A}) {{",
        f"  scf.yield %a, %b : {A}, {A}",
        "} else {",
        f"  scf.yield %b, %a : {A}, {A}",
        "}",
        result="%p#1",
    )
    out = passed(text + caller(CALL, CALL.replace("%r", "%q"), STORE), INLINE)
    assert "%p_0:2 = scf.if %d" in out
    assert f"memref.store %v, %p#1[%n] : {A}" in out
    assert out.count(f"scf.yield %x, %y : {A}, {A}") == 2


def test_blocks_in_regions_come_along() -> None:
    ways = ["cf.cond_br %c, ^one, ^two", "^one:", f"  scf.yield %a : {A}", "^two:", f"  scf.yield %b : {A}", "}"]
    out = passed(picker(f"%s = scf.execute_region -> {A} {{", *ways) + caller(CALL, STORE), INLINE)
    there = [line.strip() for line in out.splitlines()]
    assert "call @pick" not in out
    at = there.index("cf.cond_br %d, ^one, ^two")
    assert there[at + 1 : at + 5] == ["^one:", f"scf.yield %x : {A}", "^two:", f"scf.yield %y : {A}"]
    assert check(ownlog.parse(out)).findings == []


def test_a_function_whose_calls_are_gone_may_be_next() -> None:
    outer = picker(f"%s = call @pick(%c, %a, %b) : (i1, {A}, {A}) -> {A}", head="private @outer")
    out = passed(PICK + outer + caller(CALL.replace("@pick", "@outer"), STORE), INLINE)
    inlined = picker(SELECT, head="private @outer").replace("%s", "%s_0")
    assert out == PICK + inlined + caller(f"  %s = arith.select %d, %x, %y : {A}\n", STORE.replace("%r", "%s"))


def test_what_comes_out_is_not_copied_in_the_pipeline() -> None:
    made = "".join(f"  %{name} = memref.alloc() : {A}\n  memref.store %v, %{name}[%n] : {A}\n" for name in "mk")
    again = CALL.replace("%r", "%q").replace("%x, %y", "%r, %m")
    text = PICK + caller(made, CALL.replace("%x, %y", "%m, %k"), again, STORE.replace("%r", "%q"), STORE)
    assert "bufferization.clone" in passed(text, WHOLE)
    assert "bufferization.clone" not in passed(text, f"{WHOLE}{{placement=inlining}}")


TWO_BLOCKS = picker(f"cf.cond_br %c, ^end(%a : {A}), ^end(%b : {A})", f"^end(%s: {A}):")


@pytest.mark.parametrize(
    "text",
    [
        picker(result="%a"),
        picker(SELECT, head="@pick"),
        picker(SELECT, f"func.call @g(%s) : ({A}) -> ()") + f"func.func private @g({A})\n",
        picker(f"%s = func.call @pick(%c, %b, %a) : (i1, {A}, {A}) -> {A}"),
        picker("%t = memref.alloca() : memref<1xi64>", SELECT),
        picker("%t = memref.alloc() : memref<1xi64>", "memref.dealloc %t : memref<1xi64>", SELECT),
        picker(SELECT, "%w = arith.constant 1 : i64", *[f"%w{k} = arith.addi %w, %w : i64" for k in range(64)]),
        PICK.replace(") -> memref<4xi64> {", ") -> memref<4xi64> attributes {no_inline} {"),
        TWO_BLOCKS,
    ],
    ids=["always the same", "public", "calls", "recursive", "stack", "frees", "large", "says so", "blocks"],
)
def test_what_stays_a_call(text: str) -> None:
    whole = text + caller(CALL, STORE)
    assert passed(whole, INLINE) == whole


def test_what_was_freed_right_is_freed_right_afterwards() -> None:
    made, freed = f"  %m = memref.alloc() : {A}\n", f"  memref.dealloc %m : {A}\n"
    out = passed(PICK + caller(made, CALL.replace("%x", "%m"), STORE, freed), INLINE)
    assert "call @pick" not in out
    assert check(ownlog.parse(out)).findings == []


def chain(size: int) -> str:
    return PICK + caller(*[CALL.replace("%r", f"%r{k}") for k in range(size)])


def test_the_time_for_many_calls_grows_with_their_number() -> None:
    small, large = (counted(partial(passed, chain(size), INLINE))[1] for size in (20, 80))
    assert large < 4 * 1.3 * small


def test_blocks_of_the_body_may_stand_in_any_order() -> None:
    text = """\
func.func @main(%c: i1, %1: memref<4xf32>) -> memref<4xf32> {
  %x = memref.alloc() : memref<4xf32>
  %r = call @pick(%c, %x, %1) : (i1, memref<4xf32>, memref<4xf32>) -> memref<4xf32>
  return %r : memref<4xf32>
}
func.func private @pick(%c: i1, %x: memref<4xf32>, %y: memref<4xf32>) -> memref<4xf32> {
  %k = scf.execute_region -> index {
    cf.br ^bb2
  ^bb1:
    %2 = arith.addi %1, %1 : index
    scf.yield %2 : index
  ^bb2:
    %1 = arith.constant 1 : index
    cf.br ^bb1
  }
  %v = memref.load %x[%k] : memref<4xf32>
  memref.store %v, %y[%k] : memref<4xf32>
  %s = arith.select %c, %x, %y : memref<4xf32>
  return %s : memref<4xf32>
}
"""
    module = ownlog.run_pipeline(ownlog.parse(text), "buffer-inlining")
    adding = next(op for op in module.walk() if op.name == "arith.addi")
    one = next(op for op in module.walk() if op.name == "arith.constant")
    assert adding.operands == [one.results[0]] * 2
    assert adding.parent_op is one.parent_op


def test_a_body_that_goes_by_dimensions_of_its_function_stays() -> None:
    """What a call passes need be no dimension or symbol there: mlir-opt would refuse the body."""
    read = "%l = {}.load %k[%at] : memref<4xindex>"
    head = f"private @pick(%c: i1, %a: {A}, %b: {A}, %at: index, %k: memref<4xindex>"
    call = f"  %r = call @pick(%d, %x, %y, %n, %z) : (i1, {A}, {A}, index, memref<4xindex>) -> {A}\n"
    around = caller(call, STORE).replace(f"%y: {A}", f"%y: {A}, %z: memref<4xindex>")
    for dialect in ("memref", "affine"):
        body = picker(read.format(dialect), SELECT).replace(f"private @pick(%c: i1, %a: {A}, %b: {A}", head)
        assert ("call @pick" in passed(body + around, INLINE)) == (dialect == "affine")
