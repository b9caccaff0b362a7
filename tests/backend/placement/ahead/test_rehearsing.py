"""buffer-block-rehearsing: which blocks run first without buffers, where control begins anew, and what is allocated without need."""

from __future__ import annotations

from functools import partial

import pytest

import ownlog
from ownlog.backend.checking import check
from tests.backend.placement.ahead.test_sinking import passed
from tests.effort import counted

REHEARSE, WHOLE = "buffer-block-rehearsing", "buffer-deallocation-pipeline"
A, B, D = "memref<4xi64>", "memref<9xindex>", "memref<?xi64>"
CALLS = f"""\
func.func @f(%n: index, %b: {B}, %x: {D}) -> {D} {{
  %u = call @g(%n, %b, %x) : (index, {B}, {D}) -> {D}
  %w = call @g(%n, %b, %u) : (index, {B}, {D}) -> {D}
  return %w : {D}
}}
"""
FUNCTION = f"""\
func.func private @g(%n: index, %b: {B}, %x: {D}) -> {D} {{
  %a = memref.alloc() : {A}
  %h = memref.cast %a : {A} to {D}
  %f = memref.load %b[%n] : {B}
  cf.br ^head(%n, %h : index, {D})
^head(%i: index, %p: {D}):
  %m = arith.cmpi slt, %i, %f : index
  cf.cond_br %m, ^round, ^end
^round:
  %t = memref.load %b[%i] : {B}
  %k = arith.cmpi eq, %t, %f : index
  cf.cond_br %k, ^write, ^next(%p : {D})
^write:
  %v = memref.load %x[%i] : {D}
  memref.store %v, %p[%i] : {D}
  %z = memref.alloc(%n) : {D}
  cf.br ^next(%z : {D})
^next(%q: {D}):
  %j = arith.addi %i, %n : index
  cf.br ^head(%j, %q : index, {D})
^end:
  return %p : {D}
}}
"""


def test_blocks_run_first_without_a_buffer_that_is_handed_to_them() -> None:
    out = passed(FUNCTION + CALLS, REHEARSE)
    entry = out[: out.index("^", out.index("cf.br"))]
    assert "memref.alloc" not in entry
    assert out.count("memref.alloc() : memref<4xi64>") == 2
    assert out.count("memref.load %b[") == 3
    # The rounds themselves stay.
    assert FUNCTION[FUNCTION.index("^head(%i") :] in out


def test_control_begins_anew_where_the_buffer_is_needed() -> None:
    out = passed(FUNCTION + CALLS, REHEARSE)
    # The copy of the block goes there that makes the buffer and runs the blocks themselves.
    assert "cf.cond_br %3, ^bb1, ^bb5" in out
    begins = out[out.index("^bb1:") : out.index("^head(%i")]
    assert begins.split("\n")[-2].strip() == f"cf.br ^head(%n, %h : index, {D})"


def test_what_a_function_was_given_is_freed_before_the_buffer_is_made_that_nobody_wrote_to() -> None:
    out = passed(FUNCTION + CALLS, f"{WHOLE}{{placement=rehearsing,freeing}}")
    assert check(ownlog.parse(out)).status == "clean"
    made = out[out.index("^bb2:") : out.index("^bb1:")]
    assert made.index("memref.dealloc %x") < made.index("memref.alloc()")


OTHER = "  memref.store %one, %x[%i] : memref<?xi64>\n"


@pytest.mark.parametrize(
    "change",
    [
        ("func.func private @g", "func.func @g"),
        ("  %m = arith", f"{OTHER}  %m = arith"),
        ("  %m = arith", f"  %d = memref.dim %p, %n : {D}\n  %m = arith"),
        ("  %f = memref.load", f"  memref.store %one, %h[%n] : {D}\n  %f = memref.load"),
        ("^next(%p : memref<?xi64>)", "^next(%x : memref<?xi64>)"),
        ("^end:\n", "^end:\n  scf.for %y = %n to %n step %n {\n  }\n"),
        ("^end:\n", f"^end:\n  %y = memref.load %p[%n] : {D}\n"),
        ("cf.cond_br %k, ^write, ^next(%p : memref<?xi64>)", "cf.cond_br %k, ^write, ^end"),
        ("cf.cond_br %m, ^round, ^end", "cf.cond_br %m, ^round, ^write"),
    ],
    ids=[
        "anybody may call it", "writes at once", "needed at once", "written before", "hands on something else", "regions behind",
        "needed behind", "ends at two blocks", "always needed",
    ],
)  # fmt: skip
def test_other_blocks_stay(change: tuple[str, str]) -> None:
    assert change[0] in FUNCTION
    text = FUNCTION.replace(*change).replace("  %a = memref", "  %one = arith.constant 1 : i64\n  %a = memref", 1) + CALLS
    assert passed(text, REHEARSE) == str(ownlog.parse(text))


def test_the_work_grows_with_the_functions() -> None:
    def text(count: int) -> str:
        return "".join((FUNCTION + CALLS).replace("@g", f"@g{k}").replace("@f", f"@f{k}") for k in range(count))

    small, large = (counted(partial(passed, text(count), REHEARSE))[1] for count in (25, 100))
    assert large < 4 * 1.3 * small


def test_an_op_that_no_model_describes_is_not_copied() -> None:
    """A thread that goes by the copy would not come to the barrier where others wait."""
    text = (FUNCTION + CALLS).replace("^end:\n", "^end:\n  gpu.barrier\n")
    assert passed(text, REHEARSE) == text
