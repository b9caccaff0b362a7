"""A division traps, and an allocation has a negative size, only where that is so in the program before, too."""

import pytest

from ownlog.backend.verifying import compare
from ownlog.frontend import parse

LOOP = """
func.func @f(%a: i32, %b: i32, %n: index, %m: memref<?xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  FRONT
  scf.for %i = %zero to %n step %one {
    INSIDE
    memref.store %d, %m[%i] : memref<?xi32>
  }
  return
}
"""
CALL = """
func.func private @may_exit()
func.func @f(%a: i32, %b: i32) -> i32 {
  FRONT
  func.call @may_exit() : () -> ()
  INSIDE
  return %d : i32
}
"""


def statuses(text: str, line: str) -> tuple[str, str]:
    """The verdicts where a line moves to the front, and from there."""
    front, inside = (text.replace("FRONT", one).replace("INSIDE", other) for one, other in ((line, ""), ("", line)))
    return compare(parse(inside), parse(front)).status, compare(parse(front), parse(inside)).status


@pytest.mark.parametrize("text", [LOOP, CALL])
@pytest.mark.parametrize("name", ["divsi", "divui", "remsi", "remui", "ceildivsi", "ceildivui", "floordivsi"])
def test_a_division_is_not_made_where_it_was_not(text: str, name: str) -> None:
    assert statuses(text, f"%d = arith.{name} %a, %b : i32") == ("unknown", "same")


@pytest.mark.parametrize(("divisor", "front"), [("3", "same"), ("0", "unknown"), ("-1", "unknown")])
def test_a_division_by_a_constant_is_made_anywhere_if_there_is_a_quotient(divisor: str, front: str) -> None:
    text = LOOP.replace("FRONT", f"%c = arith.constant {divisor} : i32\n  FRONT")
    assert statuses(text, "%d = arith.divsi %a, %c : i32") == (front, "same")


def test_a_sum_is_made_anywhere() -> None:
    assert statuses(LOOP, "%d = arith.addi %a, %b : i32") == ("same", "same")


ALLOCATES = """
func.func @f(%n: index, %c: i1, %x: memref<?xf32>, %o: memref<f32>, %v: f32) {
  %zero = arith.constant 0 : index
  %four = arith.constant 4 : index
  %d = memref.dim %x, %zero : memref<?xf32>
  FRONT
  scf.if %c {
    INSIDE
    memref.store %v, %a[%zero] : memref<?xf32>
    %l = memref.load %a[%zero] : memref<?xf32>
    memref.store %l, %o[] : memref<f32>
  }
  BEHIND
  return
}
"""


@pytest.mark.parametrize(("size", "status"), [("%n", "unknown"), ("%d", "same"), ("%four", "same")])
def test_an_allocation_is_not_made_where_it_was_not_if_its_size_may_be_negative(size: str, status: str) -> None:
    alloc, free = f"%a = memref.alloc({size}) : memref<?xf32>", "memref.dealloc %a : memref<?xf32>"
    inside = ALLOCATES.replace("FRONT", "").replace("INSIDE", alloc).replace("  }", f"    {free}\n  }}")
    front = ALLOCATES.replace("FRONT", alloc).replace("INSIDE", "").replace("BEHIND", free)
    assert compare(parse(inside.replace("BEHIND", "")), parse(front)).status == status
    assert compare(parse(front), parse(inside.replace("BEHIND", ""))).status == "same"
