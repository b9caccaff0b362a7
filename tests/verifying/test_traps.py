"""A division traps only where the program before traps, too."""

from __future__ import annotations

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
