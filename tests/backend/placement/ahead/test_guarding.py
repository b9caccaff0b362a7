"""buffer-loop-guarding: which loops stand under a condition of their own, which one, and what comes out without a round."""

from __future__ import annotations

from functools import partial

import pytest

import ownlog
from ownlog.backend.checking import check
from tests.backend.placement.ahead.test_sinking import passed
from tests.effort import counted

GUARD, DOWN, WHOLE = "buffer-loop-guarding", "buffer-sinking", "buffer-deallocation-pipeline"
A = "memref<4xi64>"
HEAD = f"func.func @f(%c: i1, %v: i64, %n: index, %x: {A}) {{\n"
MADE = f"  %a = memref.alloc() : {A}\n"
USE = f"    memref.store %v, %a[%n] : {A}\n"
LOOP = "  scf.for %i = %n to %n step %n {\n"
FILL = f"  linalg.fill ins(%v : i64) outs(%a : {A})\n"


def function(*parts: str) -> str:
    return f"{HEAD}{''.join(parts)}  return\n}}\n"


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines()]


def test_a_loop_that_counts_stands_under_the_comparison_of_its_bounds() -> None:
    out = passed(function(MADE, LOOP, USE, "  }\n"), GUARD)
    assert lines(out) == lines(
        function("%0 = arith.cmpi slt, %n, %n : index\n", "scf.if %0 {\n", MADE, LOOP, USE, "}\n", "}\n"),
    )
    unsigned = passed(function(MADE, LOOP.replace("for %i", "for unsigned %i"), USE, "  }\n"), GUARD)
    assert "arith.cmpi ult, %n, %n" in unsigned


def test_what_a_loop_was_given_comes_out_without_a_round() -> None:
    body = f"""\
  %r:2 = scf.for %i = %n to %n step %n iter_args(%p = %v, %q = %x) -> (i64, {A}) {{
{USE}    scf.yield %p, %q : i64, {A}
  }}
  memref.store %r#0, %r#1[%n] : {A}
"""
    out = passed(function(MADE, body), GUARD)
    assert f"%1:2 = scf.if %0 -> (i64, {A}) {{" in out
    assert f"    scf.yield %r#0, %r#1 : i64, {A}\n  }} else {{\n    scf.yield %v, %x : i64, {A}\n" in out
    assert f"memref.store %1#0, %1#1[%n] : {A}" in out


def condition(first: str) -> str:
    return f"""\
  %r = scf.while (%p = %n) : (index) -> index {{
{first}    %m = arith.cmpi ult, %p, %n : index
    scf.condition(%m) %p : index
  }} do {{
  ^bb0(%q: index):
{USE}    scf.yield %q : index
  }}
"""


def test_a_loop_whose_first_region_only_computes_stands_under_what_that_decides() -> None:
    out = passed(function(MADE, condition("")), GUARD)
    assert "  %0 = arith.cmpi ult, %n, %n : index\n  %1 = scf.if %0 -> (index) {\n" in out
    assert "  } else {\n    scf.yield %n : index\n" in out


ROUND = f"""\
  %r = scf.for %i = %n to %n step %n iter_args(%p = %a) -> ({A}) {{
{USE}    scf.yield %p : {A}
  }}
"""
WHILE_LOOKS = condition(f"    %l = memref.load %x[%p] : {A}\n")
WHILE_HANDS_ON = f"""\
  %r = scf.while (%p = %x) : ({A}) -> {A} {{
    %m = arith.cmpi ult, %n, %n : index
    scf.condition(%m) %a : {A}
  }} do {{
  ^bb0(%q: {A}):
    scf.yield %q : {A}
  }}
"""
WHILE_MEASURES = condition("    %z = memref.dim %x, %p : memref<4xi64>\n")


@pytest.mark.parametrize(
    "body",
    [
        MADE + LOOP + USE + "  }\n" + USE,
        LOOP + f"  {MADE}" + USE + "  }\n",
        MADE + ROUND,
        MADE + "  %z = arith.constant 0 : index\n  %t = arith.constant 3 : index\n" + LOOP.replace("%n to %n", "%z to %t") + USE + "  }\n",
        MADE + WHILE_LOOKS,
        MADE + WHILE_MEASURES,
        MADE + WHILE_HANDS_ON,
        MADE + f"  scf.parallel (%i) = (%n) to (%n) step (%n) {{\n{USE}  }}\n",
    ],
    ids=["needed behind", "made in the loop", "goes round", "has rounds", "looks at memory", "takes a buffer", "hands it on", "parallel"],
)  # fmt: skip
def test_other_loops_stay(body: str) -> None:
    text = function(body)
    assert "scf.if" not in passed(text, GUARD)


def test_what_the_program_frees_itself_behind_the_loop_goes_along() -> None:
    free = f"  memref.dealloc %a : {A}\n"
    out = passed(function(MADE, LOOP, USE, "  }\n", free), GUARD)
    assert lines(out)[-5:] == ["}", free.strip(), "}", "return", "}"]
    assert check(ownlog.parse(out)).status == "clean"
    # Not where something else needs it in between, though.
    assert "scf.if" not in passed(function(MADE, LOOP, USE, "  }\n", USE, free), GUARD)


def test_what_fills_a_buffer_first_goes_down_with_it() -> None:
    assert passed(function(MADE, FILL, LOOP, USE, "  }\n"), GUARD, DOWN).count("scf.if") == 1
    first = f"  memref.store %v, %x[%n] : {A}\n"
    use = USE[2:]
    assert passed(function(MADE, FILL, first, use), DOWN) == function(first, MADE, FILL, use)
    # What is filled again, or filled for nobody, stays behind what was before.
    assert passed(function(MADE, FILL, first, use, FILL), DOWN) == function(first, MADE, FILL, use, FILL)
    assert passed(function(MADE, first, FILL), DOWN) == function(first, MADE, FILL)
    other = f"  linalg.copy ins(%x : {A}) outs(%a : {A})\n"
    assert passed(function(MADE, other, first, use), DOWN) == function(MADE, other, first, use)


def test_the_pipeline_takes_no_memory_where_the_loop_has_no_round() -> None:
    out = passed(
        function(MADE, FILL, LOOP.replace("to %n", "to %m"), USE, "  }\n").replace("%x:", "%m: index, %x:"),
        f"{WHOLE}{{placement=guarding}}",
    )
    inside = out[out.index("scf.if") :]
    assert inside.index("memref.alloc") < inside.index("scf.for") < inside.index("memref.dealloc") < inside.rindex("  }")
    assert "memref" not in out[: out.index("scf.if")].replace(f"%x: {A}", "")


def test_the_work_grows_with_the_loops() -> None:
    def text(count: int) -> str:
        parts = (MADE.replace("%a", f"%a{k}") + LOOP + USE.replace("%a", f"%a{k}") + "  }\n" for k in range(count))
        return function(*parts)

    small, large = (counted(partial(passed, text(count), GUARD))[1] for count in (100, 400))
    assert large < 4 * 1.3 * small
