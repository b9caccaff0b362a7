"""Changes that are easy to overlook: none of them is called the same, and what a run can show is called different."""

import pytest

from ownlog.backend.verifying import compare
from ownlog.frontend import parse
from tests.verifying.small import DECLARED, body, status

DECLARATIONS = "func.func private @get() -> i32\nfunc.func private @look()\nfunc.func private @place(index)\n"
GLOBALS = "".join(f'memref.global "private" @{name} : memref<4xi32> = dense<[1, 2, 3, 4]>\n' for name in "kl")
NUMBERS = "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
M, N = (f"%{name} = memref.alloc() : memref<4xi32>\n" for name in "mn")
CELL = "%z = arith.constant 0 : index\n%n = memref.alloc() : memref<1xmemref<4xi32>>\n"
FROM_CELL = "%l = memref.load %n[%z] : memref<1xmemref<4xi32>>\n"
LOOK = "func.call @look() : () -> ()\n"
GET = "%g = func.call @get() : () -> i32\n"
ROUNDS = NUMBERS + "scf.for %k = %c0 to %j step %c1 {{\n{}}}\n"
CARRIED = NUMBERS + "%r:2 = scf.for %k = %c0 to %j step %c1 iter_args(%p = %{}, %q = %{}) -> ({}) {{\n{}}}\n"
GENERIC = """
linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
    ins(%a : memref<4xi32>) outs(%b : memref<4xi32>) {
^bb0(%in: i32, %out: i32):
  %s = arith.subi %in, %x : i32
  linalg.yield %s : i32
}
"""


def store(value: str, memory: str) -> str:
    return f"memref.store %{value}, %{memory}[%i] : memref<4xi32>\n"


def load(memory: str) -> str:
    return f"%v = memref.load %{memory}[%i] : memref<4xi32>\n"


def tell(value: str) -> str:
    return f"func.call @tell(%{value}) : (i32) -> ()\n"


def see(memory: str) -> str:
    return f"func.call @see(%{memory}) : (memref<4xi32>) -> ()\n"


def clone(memory: str) -> str:
    return f"%t = bufferization.clone %{memory} : memref<4xi32> to memref<4xi32>\n"


def cell(memory: str) -> str:
    return f"memref.store %{memory}, %n[%z] : memref<1xmemref<4xi32>>\n"


def global_(name: str) -> str:
    return f"%g = memref.get_global @{name} : memref<4xi32>\n"


def constant(number: int, type: str) -> str:
    return f"%o = arith.constant {number} : {type}\n"


def when(condition: str, inside: str) -> str:
    return f"scf.if %{condition} {{\n{inside}}}\n"


SWAP = "scf.yield %q, %p : {}\n"
STAY = "scf.yield %p, %q : {}\n"
BUFFERS, INTEGERS = "memref<4xi32>, memref<4xi32>", "i32, i32"
WIDENED = "%w = arith.extsi %o : i8 to i32\n"
POINTER = """
%p = memref.extract_aligned_pointer_as_index %m : memref<4xi32> -> index
%q = arith.index_cast %p : index to i64
%r = llvm.inttoptr %q : i64 to !llvm.ptr
%v = llvm.load %r : !llvm.ptr -> i32
"""
TENSOR = (
    "%t = bufferization.to_tensor %m : memref<4xi32> to tensor<4xi32>\n%w = tensor.cast %t : tensor<4xi32> to"
    " tensor<?xi32>\n"
)
BOUND = "%u = memref.load %n[%i] : memref<4xindex>\nscf.for %k = %i to %u step %j {\n" + tell("x") + "}\n"
INDICES = "%n = memref.alloc() : memref<4xindex>\n"

DIFFERENT = {
    "calls": (tell("x") + tell("y"), tell("y") + tell("x")),
    "call-of-another": (GET + tell("x") + tell("g"), tell("x") + GET + tell("g")),
    "which-of-two-results": (GET + GET.replace("%g", "%h") + tell("g"), GET + GET.replace("%g", "%h") + tell("h")),
    "stores-to-one-cell": (store("x", "a") + store("y", "a"), store("y", "a") + store("x", "a")),
    "constant": (constant(1, "i32") + tell("o"), constant(10, "i32") + tell("o")),
    "sign": (constant(-1, "i32") + tell("o"), constant(1, "i32") + tell("o")),
    "narrow-constant": (constant(1, "i8") + WIDENED + tell("w"), constant(16, "i8") + WIDENED + tell("w")),
    "clone-before-the-last-write": (
        M + store("x", "m") + store("y", "m") + see("m"),
        M + store("x", "m") + clone("m") + store("y", "m") + see("t"),
    ),
    "clone-in-front-of-a-loop": (
        M + store("x", "m") + ROUNDS.format(see("m") + store("y", "m")),
        M + store("x", "m") + clone("m") + ROUNDS.format(see("t") + store("y", "m")),
    ),
    "clone-before-the-write-in-a-loop": (
        M + store("x", "m") + ROUNDS.format(store("y", "m") + see("m")),
        M + store("x", "m") + ROUNDS.format(clone("m") + store("y", "m") + see("t")),
    ),
    "values-that-go-round": (
        CARRIED.format("x", "y", INTEGERS, tell("p") + SWAP.format(INTEGERS)),
        CARRIED.format("x", "y", INTEGERS, tell("p") + STAY.format(INTEGERS)),
    ),
    "value-of-the-last-round": (
        ROUNDS.format(load("a") + store("y", "a") + tell("v")),
        ROUNDS.format(store("y", "a") + load("a") + tell("v")),
    ),
    "what-a-loop-starts-with": (
        CARRIED.format("x", "y", INTEGERS, STAY.format(INTEGERS)) + tell("r#0"),
        CARRIED.format("y", "x", INTEGERS, STAY.format(INTEGERS)) + tell("r#0"),
    ),
    "branch-arguments": (
        "cf.cond_br %c, ^q(%x : i32), ^q(%y : i32)\n^q(%p: i32):\n" + tell("p"),
        "cf.cond_br %c, ^q(%y : i32), ^q(%x : i32)\n^q(%p: i32):\n" + tell("p"),
    ),
    "selected-buffer": (
        "%p = arith.select %c, %a, %b : memref<4xi32>\n" + store("x", "p"),
        "%p = arith.select %c, %b, %a : memref<4xi32>\n" + store("x", "p"),
    ),
    "condition-in-a-condition": (
        when("c", tell("x")) + when("d", tell("y")),
        when("c", tell("x") + when("d", tell("y"))),
    ),
    "two-conditions": (when("c", tell("x")) + when("d", tell("y")), when("d", tell("y")) + when("c", tell("x"))),
    "call-in-a-region-without-ways": (GENERIC.replace("%s =", f"{tell('in')}%s ="), GENERIC),
    "bounds": (ROUNDS.format(tell("x")), ROUNDS.format(tell("x")).replace("%c0 to %j", "%j to %c0")),
    "store-through-an-address": (
        M + POINTER + "llvm.store %x, %r : i32, !llvm.ptr\n" + see("m"),
        M + POINTER + see("m"),
    ),
}
NOT_THE_SAME = {
    "operands-of-a-difference": tuple(f"%p = arith.subi {pair} : i32\n{tell('p')}" for pair in ("%x, %y", "%y, %x")),
    "bits-of-integers": tuple(f"%p = arith.{name} %x, %y : i32\n{tell('p')}" for name in ("andi", "ori")),
    "bits-with-one": (constant(1, "i32") + "%p = arith.andi %x, %o : i32\n" + tell("p"), tell("x")),
    "comparison-of-floats": tuple(
        "%f = arith.sitofp %x : i32 to f32\n%g = arith.sitofp %y : i32 to f32\n"
        f"%q = arith.cmpf {how}, %f, %g : f32\nscf.if %q {{\n{tell(one)}}} else {{\n{tell(other)}}}\n"
        for how, one, other in (("olt", "x", "y"), ("oge", "y", "x"))
    ),
    "load-over-a-call": (see("a") + load("a") + tell("v"), load("a") + see("a") + tell("v")),
    "load-over-a-call-that-is-given-nothing": (LOOK + load("a") + tell("v"), load("a") + LOOK + tell("v")),
    "load-over-a-store-to-another-parameter": (
        store("x", "b") + load("a") + tell("v"),
        load("a") + store("x", "b") + tell("v"),
    ),
    "clone-and-another-parameter": (store("x", "b") + see("a"), clone("a") + store("x", "b") + see("t")),
    "clone-of-what-others-know": (
        M + store("x", "m") + see("m") + LOOK + see("m"),
        M + store("x", "m") + see("m") + clone("m") + LOOK + see("t"),
    ),
    "clone-that-others-keep": (
        M + see("m") + store("x", "m") + LOOK,
        M + clone("m") + see("t") + store("x", "m") + LOOK,
    ),
    "clone-of-a-parameter-that-others-keep": (see("a") + store("x", "a"), clone("a") + see("t") + store("x", "a")),
    "clone-that-others-write": (see("a") + load("a") + tell("v"), clone("a") + see("t") + load("a") + tell("v")),
    "clone-in-memory": (
        CELL + M + cell("m") + store("x", "m") + FROM_CELL + see("l"),
        CELL + M + clone("m") + cell("t") + store("x", "m") + FROM_CELL + see("l"),
    ),
    "clone-of-a-parameter-in-memory": (
        CELL + cell("a") + store("x", "a") + FROM_CELL + see("l"),
        CELL + clone("a") + cell("t") + store("x", "a") + FROM_CELL + see("l"),
    ),
    "clone-and-a-write-through-memory": (
        CELL + cell("a") + FROM_CELL + store("x", "l") + see("a"),
        CELL + cell("a") + FROM_CELL + clone("a") + store("x", "l") + see("t"),
    ),
    "clone-of-a-global": (global_("k") + LOOK + see("g"), global_("k") + clone("g") + LOOK + see("t")),
    "other-global": (global_("k") + store("x", "g"), global_("l") + store("x", "g")),
    "memory-of-each-round": (
        M + ROUNDS.format(load("m") + tell("v") + store("x", "m")),
        ROUNDS.format(M + load("m") + tell("v") + store("x", "m")),
    ),
    "buffers-that-go-round": (
        M + N + CARRIED.format("m", "n", BUFFERS, store("x", "p") + see("q") + SWAP.format(BUFFERS)),
        M + N + CARRIED.format("m", "n", BUFFERS, store("x", "p") + see("q") + STAY.format(BUFFERS)),
    ),
    "store-that-the-next-round-reads": (
        M + ROUNDS.format(load("m") + tell("v") + store("x", "m")),
        M + ROUNDS.format(load("m") + tell("v")),
    ),
    "store-that-a-bound-is-read-from": (
        INDICES + "memref.store %j, %n[%i] : memref<4xindex>\n" + BOUND,
        INDICES + BOUND,
    ),
    "store-that-an-address-reads": (M + store("x", "m") + POINTER + tell("v"), M + POINTER + tell("v")),
    "write-to-what-a-tensor-was-made-of": (
        M + TENSOR + "%v = tensor.extract %w[%i] : tensor<?xi32>\n" + store("y", "m") + tell("v"),
        M + TENSOR + store("y", "m") + "%v = tensor.extract %w[%i] : tensor<?xi32>\n" + tell("v"),
    ),
    "copy-turned-round": tuple(
        f"memref.copy {pair} : memref<4xi32> to memref<4xi32>\n" for pair in ("%a, %b", "%b, %a")
    ),
    "copy-dropped": ("memref.copy %a, %b : memref<4xi32> to memref<4xi32>\n", ""),
    "region-of-elements": (GENERIC, GENERIC.replace("%in, %x", "%x, %in")),
    "what-a-region-reads": (GENERIC, GENERIC.replace("%in, %x", "%out, %x")),
    "map-of-a-region": (GENERIC, GENERIC.replace("(d0)>]", "(3 - d0)>]")),
    "assertion-dropped": ('cf.assert %c, "no"\n', ""),
    "output-dropped": ("vector.print %x : i32\n", ""),
    "atomic-update-dropped": ("%p = memref.atomic_rmw addi %x, %a[%i] : (i32, memref<4xi32>) -> i32\n", ""),
    "wait-dropped": tuple(
        f"{M}%t = async.execute {{\n{store('x', 'm')}async.yield\n}}\n{wait}{see('m')}"
        for wait in ("async.await %t : !async.token\n", "")
    ),
}


def said(before: str, after: str) -> str:
    assert before != after
    around = GLOBALS + DECLARATIONS
    assert status(around + body(before), around + body(before)) == "same"
    return status(around + body(before), around + body(after))


@pytest.mark.parametrize("pair", DIFFERENT.values(), ids=DIFFERENT)
def test_what_a_run_shows_is_called_different(pair: tuple[str, str]) -> None:
    assert said(*pair) == "different"


@pytest.mark.parametrize("pair", NOT_THE_SAME.values(), ids=NOT_THE_SAME)
def test_what_may_differ_is_not_called_the_same(pair: tuple[str, str]) -> None:
    assert said(*pair) in ("different", "unknown")


def test_another_type_of_a_result_is_different() -> None:
    text = f"func.func @f() -> memref<4xi32> {{\n{M}return %m : memref<4xi32>\n}}\n"
    cast = "%q = memref.cast %m : memref<4xi32> to memref<?xi32>\nreturn %q : memref<?xi32>"
    other = text.replace("-> memref<4xi32>", "-> memref<?xi32>").replace("return %m : memref<4xi32>", cast)
    assert status(text, other) == "different"


def test_another_parameter_is_returned() -> None:
    text = "func.func @f(%a: memref<4xi32>, %b: memref<4xi32>) -> memref<4xi32> {\nreturn %a : memref<4xi32>\n}\n"
    assert status(text, text.replace("return %a", "return %b")) == "different"


@pytest.mark.parametrize(("written", "expected"), [("r", "different"), ("a", "different"), ("m", "same")])
def test_a_function_that_returns_a_copy_makes_a_difference_to_who_writes_to_it(written: str, expected: str) -> None:
    inner = "func.func private @p(%a: memref<4xi32>) -> memref<4xi32> {{\n{}}}\n"
    ends = ("return %a : memref<4xi32>\n", clone("a") + "return %t : memref<4xi32>\n")
    calls = (
        f"{M}%r = func.call @p(%a) : (memref<4xi32>) ->"
        f" memref<4xi32>\n{store('x', written)}{see('a')}{see('r')}{see('m')}"
    )
    freed = "memref.dealloc %r : memref<4xi32>\n"
    assert status(inner.format(ends[0]) + body(calls), inner.format(ends[1]) + body(calls + freed)) == expected


def test_what_is_freed_before_its_use_is_an_error_though_both_do_the_same() -> None:
    before = DECLARED + body(M + see("m"))
    after = DECLARED + body(M + "memref.dealloc %m : memref<4xi32>\n" + see("m"))
    comparison = compare(parse(before), parse(after))
    assert {outcome.status for outcome in comparison.outcomes} == {"same"}
    assert comparison.status == "different"
