"""Folds of i1 arithmetic are identities: each op, with every kind of operand in every place, gives the same for all
values.
"""

from collections.abc import Callable
from itertools import product

import pytest

import ownlog
from ownlog.frontend.ir.ir import Value
from ownlog.frontend.ir.module import Module

HEAD = """\
func.func @f(%x: i1, %y: i1, %n: index) -> i1 {
  %true = arith.constant true
  %false = arith.constant false
  %not = arith.xori %x, %true : i1
  %and = arith.andi %x, %y : i1
  %or = arith.ori %x, %y : i1
"""
PLACES = ("%true", "%false", "%x", "%y", "%not", "%and", "%or")
BINARY = ("arith.andi", "arith.ori", "arith.xori")
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "slt": lambda a, b: a < b, "sle": lambda a, b: a <= b,
    "sgt": lambda a, b: a > b, "sge": lambda a, b: a >= b, "ult": lambda a, b: a % 4 < b % 4, "ule": lambda a,
    b: a % 4 <= b % 4,
    "ugt": lambda a, b: a % 4 > b % 4, "uge": lambda a, b: a % 4 >= b % 4,
}  # fmt: skip
PREDICATES = tuple(COMPARISONS)


def evaluate(module: Module, x: bool, y: bool, n: int = 0) -> bool:
    """What the function returns; numbers have two bits."""
    (function,) = module.functions()
    block = function.regions[0].blocks[0]
    known: dict[Value, int] = dict(zip(block.arguments, (x, y, n), strict=True))
    for op in block.ops:
        operands = [known[value] for value in op.operands]
        match op.name:
            case "arith.constant":
                text = (op.attribute("value") or "").partition(" ")[0]
                known[op.results[0]] = {"true": 1, "false": 0}.get(text) if text in ("true", "false") else int(text)  # type: ignore[assignment]
            case "arith.andi":
                known[op.results[0]] = operands[0] and operands[1]
            case "arith.ori":
                known[op.results[0]] = operands[0] or operands[1]
            case "arith.xori":
                known[op.results[0]] = bool(operands[0]) != bool(operands[1])
            case "arith.select":
                known[op.results[0]] = operands[1] if operands[0] else operands[2]
            case "arith.extui":
                known[op.results[0]] = operands[0]
            case "arith.trunci":
                known[op.results[0]] = operands[0] % 2
            case "arith.cmpi":
                predicate = PREDICATES[int((op.attribute("predicate") or "").partition(" ")[0])]
                known[op.results[0]] = COMPARISONS[predicate](operands[0], operands[1])
            case "func.return":
                return bool(operands[0])
    raise AssertionError("no return")


def check(line: str) -> Module:
    text = f"{HEAD}  {line}\n  return %r : i1\n}}\n"
    before, after = ownlog.parse(text), ownlog.parse(text)
    ownlog.run_pipeline(after, "canonicalize")
    for x, y in product((False, True), repeat=2):
        for n in (-2, -1, 0, 1):
            assert evaluate(before, x, y, n) == evaluate(after, x, y, n), line
    return after


@pytest.mark.parametrize("name", BINARY)
def test_two_operands(name: str) -> None:
    for left, right in product(PLACES, repeat=2):
        after = str(check(f"%r = {name} {left}, {right} : i1"))
        if left == right or {left, right} & {"%true", "%false"}:
            # What is left is at most what an operand computes, or a negation.
            assert after.count(" = arith.andi") + after.count(" = arith.ori") <= len({left, right} & {"%and", "%or"})


def test_select() -> None:
    for condition, on_true, on_false in product(PLACES, repeat=3):
        after = str(check(f"%r = arith.select {condition}, {on_true}, {on_false} : i1"))
        if condition in ("%true", "%false") or on_true == on_false:
            assert "arith.select" not in after


@pytest.mark.parametrize("predicate", PREDICATES)
def test_comparisons(predicate: str) -> None:
    assert "cmpi" not in str(check(f"%r = arith.cmpi {predicate}, %n, %n : index"))
    compared = f"%k = arith.constant -1 : index\n  %q = arith.cmpi {predicate}, %n, %k : index"
    inverted = str(check(f"{compared}\n  %r = arith.xori %q, %true : i1"))
    assert "xori %q" not in inverted


@pytest.mark.parametrize("predicate", ["eq", "ne"])
def test_comparisons_of_constants(predicate: str) -> None:
    for left, right in product((0, 1), repeat=2):
        lines = (
            f"%k = arith.constant {left} : index\n  %l = arith.constant {right} : index\n  %r = arith.cmpi {predicate},"
            " %k, %l : index"
        )
        assert "cmpi" not in str(check(lines))


def test_numbers_made_of_an_i1() -> None:
    assert "trunci" not in str(check("%k = arith.extui %x : i1 to i8\n  %r = arith.trunci %k : i8 to i1"))
    for on_true, on_false in product((-1, 0, 1, 2), repeat=2):
        constants = f"%k = arith.constant {on_true} : i8\n  %l = arith.constant {on_false} : i8"
        after = str(check(f"{constants}\n  %s = arith.select %x, %k, %l : i8\n  %r = arith.trunci %s : i8 to i1"))
        assert ("trunci" in after) is ((on_true % 2, on_false % 2) == (0, 1))


def test_addresses_are_compared_once() -> None:
    text = "func.func @f(%x: memref<f32>, %y: memref<f32>) -> (i1, i1) {\n  %true = arith.constant true\n"
    for name in "xy":
        text += f"  %p{name} = memref.extract_aligned_pointer_as_index %{name} : memref<f32> -> index\n"
    text += "  %0 = arith.cmpi eq, %px, %py : index\n  %1 = arith.xori %0, %true : i1\n"
    both, one = (f"{text}  return {used} : i1, i1\n}}\n" for used in ("%0, %1", "%1, %1"))
    assert str(ownlog.run_pipeline(ownlog.parse(both), "canonicalize")).count("cmpi") == 1
    assert "cmpi ne" in str(ownlog.run_pipeline(ownlog.parse(one), "canonicalize"))


def test_sizes_that_an_allocation_was_given() -> None:
    text = """\
func.func @f(%n: index, %k: index) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memref.alloc(%n, %k) : memref<?x4x?xf32>
  %b = memref.cast %a : memref<?x4x?xf32> to memref<?x?x?xf32>
  %0 = memref.dim %a, %c0 : memref<?x4x?xf32>
  %1 = memref.dim %b, %c2 : memref<?x?x?xf32>
  %2 = memref.dim %b, %c1 : memref<?x?x?xf32>
  %3 = memref.dim %a, %k : memref<?x4x?xf32>
  return %0, %1, %2, %3 : index, index, index, index
}
"""
    assert "return %n, %k, %c4, %3" in str(ownlog.run_pipeline(ownlog.parse(text), "canonicalize"))


def test_what_is_no_i1_is_left_alone() -> None:
    text = "func.func @f(%x: i8, %v: vector<2xi1>) -> (i8, vector<2xi1>) {\n  %0 = arith.andi %x, %x : i8\n"
    text += "  %1 = arith.xori %v, %v : vector<2xi1>\n  return %0, %1 : i8, vector<2xi1>\n}\n"
    assert str(ownlog.run_pipeline(ownlog.parse(text), "canonicalize")) == text
