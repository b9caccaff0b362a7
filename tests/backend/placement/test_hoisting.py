"""placement=hoisting in the pipeline: which allocations leave loops with their deallocations and sizes, and which stay
to save memory.
"""

from functools import partial

import pytest

import ownlog
from ownlog.backend.checking import check
from tests.effort import counted

WHOLE = "buffer-deallocation-pipeline"
HOIST = f"{WHOLE}{{placement=hoisting}}"
A = "memref<4xi64>"
HEAD = f"func.func @f(%c: i1, %v: i64, %n: index, %m: index, %x: {A}, %d: memref<?xi64>) {{\n"
ZERO = "  %zero = arith.constant 0 : index\n"
LOOP, END = "  scf.for %i = %n to %m step %n {\n", "  }\n"
MADE, USE, GONE = f"  %a = memref.alloc() : {A}\n", f"  memref.store %v, %a[%i] : {A}\n", f"  memref.dealloc %a : {A}\n"
OTHER = "  %z = memref.alloc() : memref<9xi64>\n  memref.store %v, %z[%i] : memref<9xi64>\n"


def passed(text: str, pipeline: str = HOIST) -> str:
    return str(ownlog.run_pipeline(ownlog.parse(text), pipeline))


def function(*parts: str) -> str:
    return f"{HEAD}{''.join(parts)}  return\n}}\n"


def inner(*parts: str) -> str:
    return "".join(f"  {line}\n" for part in parts for line in part.splitlines())


def test_an_allocation_leaves_a_loop_with_its_deallocation() -> None:
    assert passed(function(LOOP, inner(MADE, USE), END)) == function(MADE, LOOP, inner(USE), END, GONE)


def test_an_allocation_leaves_all_loops_around() -> None:
    outer = LOOP.replace("%i", "%j")
    after = passed(function(outer, inner(LOOP, inner(MADE, USE), END), END))
    assert after == function(MADE, outer, inner(LOOP, inner(USE), END), END, GONE)
    assert check(ownlog.parse(after)).status == "clean"


def test_sizes_that_do_not_change_go_along() -> None:
    sizes = "  %s = memref.dim %d, %zero : memref<?xi64>\n  %t = arith.addi %s, %one : index\n"
    one = "  %one = arith.constant 1 : index\n"
    after = passed(function(ZERO, one, LOOP, inner(sizes, SIZED, STORED), END))
    assert after == function(ZERO, one, sizes, SIZED, LOOP, inner(STORED), END, "  memref.dealloc %a : memref<?xi64>\n")


SUM = "  %t = arith.addi %n, %m : index\n"
SIZED, STORED = "  %a = memref.alloc(%t) : memref<?xi64>\n", "  memref.store %v, %a[%i] : memref<?xi64>\n"


def test_a_size_that_may_be_negative_is_computed_under_the_condition_of_its_loop() -> None:
    after = passed(function(LOOP, inner(SUM, SIZED, STORED), END)).splitlines()
    condition, branch, total, made, loop = (line.split(" = ")[-1].strip() for line in after[1:6])
    assert (condition, branch) == ("arith.cmpi slt, %n, %m : index", "scf.if %0 {")
    assert (total, made) == ("arith.addi %n, %m : index", "memref.alloc(%t) : memref<?xi64>")
    assert loop == "%n to %m step %n {"


def test_a_loop_that_asks_first_stands_under_what_it_asks() -> None:
    loop = """\
  scf.while (%k = %n) : (index) -> (index) {
    %l = arith.cmpi slt, %k, %m : index
    scf.condition(%l) %k : index
  } do {
  ^bb0(%i: index):
"""
    after = passed(function(loop, inner(SUM, SIZED, STORED, "  scf.yield %i : index\n"), END))
    assert (
        after.index("scf.if") < after.index("memref.alloc") < after.index("scf.while") < after.index("memref.dealloc")
    )


@pytest.mark.parametrize(
    "stop", ["  func.call @g() : () -> ()\n", '  cf.assert %c, "sizes"\n'], ids=["call", "assertion"]
)
def test_a_size_that_may_be_negative_stays_behind_what_may_stop_the_program(stop: str) -> None:
    text = "func.func private @g()\n" + function(LOOP, inner(stop, SUM, SIZED, STORED), END)
    assert passed(text) == passed(text, WHOLE)


def test_what_has_been_a_size_in_front_of_the_loop_is_not_negative() -> None:
    first = "  %b = memref.alloc(%t) : memref<?xi64>\n  memref.store %v, %b[%n] : memref<?xi64>\n"
    after = passed(function(SUM, first, LOOP, inner(SIZED, STORED), END))
    assert "scf.if" not in after
    assert after.index("%a = memref.alloc") < after.index("scf.for")


@pytest.mark.parametrize(
    "sizes",
    [
        "  %t = arith.addi %i, %n : index\n",
        "  %t = arith.divui %n, %m : index\n",
        "  %t = memref.dim %d, %n : memref<?xi64>\n",
        "  %s = memref.load %e[%zero] : memref<1xindex>\n  %t = arith.addi %s, %n : index\n",
    ],
    ids=["round", "division", "dimension", "memory"],
)
def test_sizes_that_may_change_or_fail_keep_an_allocation_in_its_loop(sizes: str) -> None:
    made = "  %a = memref.alloc(%t) : memref<?xi64>\n  memref.store %v, %a[%i] : memref<?xi64>\n"
    text = function(ZERO, LOOP, inner(sizes, made), END).replace("%d: memref", "%e: memref<1xindex>, %d: memref")
    assert passed(text) == passed(text, WHOLE)


def test_allocations_that_are_about_together_leave_together() -> None:
    both = f"  memref.copy %a, %b : {A} to {A}\n"
    made = MADE.replace("%a", "%b")
    after = passed(function(LOOP, inner(MADE, made, USE, both), END))
    assert after == function(MADE, made, LOOP, inner(USE, both), END, GONE.replace("%a", "%b"), GONE)


@pytest.mark.parametrize(
    "body",
    [
        (MADE, USE, OTHER),
        (OTHER, MADE, USE),
        (MADE, USE, "  func.call @g() : () -> ()\n"),
        (MADE, "  scf.if %c {\n  ", USE, "  }\n", LOOP.replace("%i", "%k"), inner(OTHER), END),
    ],
    ids=["one after the other", "other before", "call", "loop"],
)
def test_an_allocation_stays_where_leaving_would_take_more_memory(body: tuple[str, ...]) -> None:
    text = "func.func private @g()\n" + function(LOOP, inner(*body), END)
    assert f"    %a = memref.alloc() : {A}\n" in passed(text)


@pytest.mark.parametrize(
    "text",
    [
        function(f"  scf.parallel (%i) = (%n) to (%m) step (%n) {{\n{inner(MADE, USE)}  }}\n"),
        function(
            f"  cf.br ^loop(%n : index)\n^loop(%i: index):\n{MADE}{USE}  cf.cond_br %c, ^loop(%i : index),"
            " ^end\n^end:\n"
        ),
        function(
            LOOP,
            inner(
                MADE,
                USE,
                "  %p = memref.extract_aligned_pointer_as_index %a : memref<4xi64> -> index\n  func.call @h(%p) :"
                " (index) -> ()\n",
            ),
            END,
        )
        + "func.func private @h(index)\n",
    ],
    ids=["parallel", "loop of blocks", "address"],
)
def test_an_allocation_stays_where_rounds_cannot_share_it(text: str) -> None:
    assert passed(text) == passed(text, WHOLE)


def _many(count: int) -> str:
    return function(*(f"{LOOP}{inner(MADE, USE)}{END}".replace("%a", f"%a{k}") for k in range(count)))


def test_the_work_grows_with_the_buffers() -> None:
    small, large = (counted(partial(passed, _many(count)))[1] for count in (50, 200))
    assert large < 4 * 1.3 * small
