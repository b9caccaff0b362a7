"""buffer-idle-skipping: which loops begin later, what is asked of their rounds, and what is allocated behind them where they do nothing."""

from __future__ import annotations

from functools import partial

import pytest

import ownlog
from ownlog.backend.checking import check
from tests.backend.placement.ahead.test_sinking import passed
from tests.effort import counted

SKIP, WHOLE = "buffer-idle-skipping", "buffer-deallocation-pipeline"
A, B, D = "memref<4xi64>", "memref<9xindex>", "memref<?xi64>"
PARAMETERS = f"%v: i64, %n: index, %m: index, %b: {B}, %x: {A}"
CALLEE = f"""\
func.func private @fill(%from: index, %to: index, %x: {A}) {{
  %c1 = arith.constant 1 : index
  %v = arith.constant 1 : i64
  scf.for %i = %from to %to step %c1 {{
    memref.store %v, %x[%i] : {A}
  }}
  return
}}
"""
MADE = f"  %a = memref.alloc() : {A}\n"
USE = f"      memref.store %v, %a[%j] : {A}\n"
BOUNDS = f"""\
    %f = memref.load %b[%i] : {B}
    %t = memref.load %b[%f] : {B}
"""
INNER = f"    scf.for %j = %f to %t step %n {{\n{USE}    }}\n"
OUTER = "  scf.for %i = %n to %m step %n {\n"


def function(*parts: str, head: str = "") -> str:
    return f"{head}func.func @f({PARAMETERS}) {{\n{''.join(parts)}  return\n}}\n"


def loop(body: str) -> str:
    return function(MADE, OUTER, body, "  }\n")


def test_a_loop_begins_at_its_first_round_in_which_a_loop_has_a_round() -> None:
    out = passed(loop(BOUNDS + INNER), SKIP)
    before, search, behind = out.partition("  %3 = scf.while (%0 = %n) : (index) -> index {\n")
    assert search
    assert "memref.load" not in before
    searched = behind[: behind.index("scf.for")]
    asked = [
        f"memref.load %b[%0] : {B}",
        f"memref.load %b[%5] : {B}",
        "arith.cmpi slt, %5, %6 : index",
        "scf.condition(%9) %0 : index",
        "arith.addi %1, %n : index",
    ]
    places = [searched.index(text) for text in asked]
    assert places == sorted(places)
    assert "memref.store" not in searched
    assert "scf.for %i = %3 to %m step %n {" in behind
    # The rounds themselves stay.
    assert BOUNDS + INNER in behind


def test_what_no_loop_depends_on_is_not_asked() -> None:
    out = passed(loop(f"    %w = memref.load %x[%i] : {A}\n{BOUNDS}{INNER}"), SKIP)
    assert out.count(f"memref.load %x[%i] : {A}") == 1
    assert out.count("memref.load") == 5


def test_the_first_region_of_a_loop_is_asked_too() -> None:
    body = f"""\
    %r = scf.while (%p = %f) : (index) -> index {{
      %g = arith.cmpi ult, %p, %t : index
      scf.condition(%g) %p : index
    }} do {{
    ^bb0(%j: index):
{USE}      scf.yield %j : index
    }}
    scf.for %j = %r to %t step %n {{
{USE}    }}
"""
    out = passed(loop(BOUNDS + body), SKIP)
    # The second loop begins where the first one would without a round.
    assert "arith.cmpi ult, %5, %6 : index" in out
    assert "arith.cmpi slt, %5, %6 : index" in out


def test_a_call_is_looked_into() -> None:
    call = f"    func.call @fill(%f, %t, %a) : (index, index, {A}) -> ()\n"
    out = passed(CALLEE + loop(BOUNDS + call), SKIP)
    assert "arith.cmpi slt, %5, %6 : index" in out
    stays = CALLEE.replace("  scf.for", f"  memref.store %v, %x[%c1] : {A}\n  scf.for") + loop(BOUNDS + call)
    assert passed(stays, SKIP) == str(ownlog.parse(stays))


NUMBERS = "  %c0 = arith.constant 0 : index\n  %c3 = arith.constant 3 : index\n"
CARRIES = "  %r = scf.for %i = %n to %m step %n iter_args(%p = %n) -> (index) {\n"
LOOKS = f"""\
    %f = memref.load %b[%i] : {B}
    %l = memref.load %a[%i] : {A}
    %t = arith.index_cast %l : i64 to index
"""


@pytest.mark.parametrize(
    "text",
    [
        loop(BOUNDS + f"    memref.store %v, %x[%f] : {A}\n" + INNER),
        loop(INNER.replace("%f to %t", "%n to %m") + f"    memref.store %v, %a[%i] : {A}\n"),
        function(MADE, OUTER, BOUNDS, INNER, "  }\n", f"  memref.store %v, %a[%n] : {A}\n"),
        function(NUMBERS, MADE, OUTER, INNER.replace("%f to %t", "%c0 to %c3"), "  }\n"),
        function(MADE, CARRIES, BOUNDS, INNER, "    scf.yield %f : index\n  }\n"),
        loop(LOOKS + INNER),
        function(MADE, "  scf.parallel (%i) = (%n) to (%m) step (%n) {\n", BOUNDS, INNER, "  }\n"),
        loop(f"    %a2 = memref.alloc() : {A}\n" + BOUNDS + INNER),
        loop(f"    memref.store %v, %a[%i] : {A}\n"),
    ],
    ids=[
        "writes in each round", "uses memory in each round", "needed behind", "a loop that has rounds", "hands on something else",
        "asks what waits", "at a time", "allocates in each round", "no loops",
    ],
)  # fmt: skip
def test_other_loops_stay(text: str) -> None:
    assert passed(text, SKIP) == str(ownlog.parse(text))


def test_the_pipeline_takes_no_memory_where_all_rounds_do_nothing() -> None:
    out = passed(loop(BOUNDS + INNER), f"{WHOLE}{{placement=skipping,guarding}}")
    assert check(ownlog.parse(out)).status == "clean"
    ahead, _, inside = out.partition("scf.for")
    assert ahead.index("scf.while") < ahead.rindex("scf.if") < ahead.index("memref.alloc")
    assert inside.index("memref.dealloc") < inside.rindex("  }\n  return")


HANDED = f"""\
func.func private @g(%n: index, %m: index, %b: {B}, %x: {D}) -> {D} {{
  %a = memref.alloc() : {A}
  %h = memref.cast %a : {A} to {D}
  %r = scf.for %i = %n to %m step %n iter_args(%p = %h) -> ({D}) {{
    %f = memref.load %b[%i] : {B}
    %t = memref.load %b[%f] : {B}
    %q = scf.for %j = %f to %t step %n iter_args(%o = %p) -> ({D}) {{
      %v = memref.load %x[%j] : {D}
      memref.store %v, %o[%j] : {D}
      %z = memref.alloc(%n) : {D}
      scf.yield %z : {D}
    }}
    scf.yield %q : {D}
  }}
  return %r : {D}
}}
func.func @f(%n: index, %m: index, %b: {B}, %x: {D}) -> {D} {{
  %u = call @g(%n, %m, %b, %x) : (index, index, {B}, {D}) -> {D}
  %w = call @g(%n, %m, %b, %u) : (index, index, {B}, {D}) -> {D}
  return %w : {D}
}}
"""


def test_what_goes_round_is_allocated_behind_the_loop_where_that_does_nothing() -> None:
    out = passed(HANDED, SKIP)
    inside, otherwise, behind = out[out.index("arith.cmpi slt, %3, %m") :].split("} else {\n", 2)
    assert inside.index("memref.alloc() : memref<4xi64>") < inside.index("scf.for %i = %3 to %m")
    assert "memref.alloc(%c0) : memref<?xi64>" in otherwise
    assert behind.index("memref.alloc() : memref<4xi64>") < behind.index("return")


def test_what_a_function_was_given_is_freed_before_it_allocates_behind_a_loop_that_did_nothing() -> None:
    out = passed(HANDED, f"{WHOLE}{{placement=skipping,freeing}}")
    assert check(ownlog.parse(out)).status == "clean"
    behind = out[out.index("memref.alloc(%c0)") :]
    assert behind.index("memref.dealloc %x") < behind.index("memref.alloc() : memref<4xi64>")


@pytest.mark.parametrize(
    "change",
    [
        ("func.func private @g", "func.func @g"),
        (f"to {D}\n  %r", f"to {D}\n  memref.store %one, %h[%n] : {D}\n  %r"),
        (f"  return %r : {D}", f"  %w = memref.load %a[%n] : {A}\n  memref.store %w, %r[%n] : {D}\n  return %r : {D}"),
    ],
    ids=["anybody may call it", "written before", "needed behind under its own name"],
)
def test_else_what_goes_round_stays(change: tuple[str, str]) -> None:
    text = HANDED.replace(*change).replace("%a = memref", "%one = arith.constant 1 : i64\n  %a = memref", 1)
    assert passed(text, SKIP) == str(ownlog.parse(text))


def test_a_buffer_that_goes_round_twice_stays() -> None:
    text = HANDED.replace("iter_args(%p = %h) -> (", f"iter_args(%p = %h, %y = %h) -> ({D}, ").replace("%r = scf", "%r:2 = scf")
    text = text.replace(f"scf.yield %q : {D}\n  }}", f"scf.yield %q, %y : {D}, {D}\n  }}").replace("return %r", "return %r#0")
    assert passed(text, SKIP) == str(ownlog.parse(text))


def test_the_work_grows_with_the_loops() -> None:
    def text(count: int) -> str:
        parts = ((MADE + OUTER + BOUNDS + INNER + "  }\n").replace("%a", f"%a{k}") for k in range(count))
        return function(*parts)

    small, large = (counted(partial(passed, text(count), SKIP))[1] for count in (100, 400))
    assert large < 4 * 1.3 * small


def test_what_a_function_reads_by_its_own_dimensions_is_not_asked_by_its_callers() -> None:
    """What a call passes need be no dimension or symbol there: mlir-opt would refuse the copy."""
    read = f"  %t = memref.load %b[%k] : {B}\n"
    callee = CALLEE.replace("%from: index, %to: index,", f"%from: index, %k: index, %b: {B},").replace("%to step", "%t step")
    callee = callee.replace("  scf.for", f"{read}  scf.for")
    called = f"    func.call @fill(%n, %i, %b, %a) : (index, index, {B}, {A}) -> ()\n"
    text = function(MADE, OUTER, called, "  }\n", head=callee)
    assert "scf.while" in passed(text, SKIP)
    text = text.replace("memref.load", "affine.load")
    assert passed(text, SKIP) == text
