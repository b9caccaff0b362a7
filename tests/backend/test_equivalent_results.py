"""drop-equivalent-buffer-results: which results go, what callers use instead, and which results stay."""

import pytest

import ownlog
from tests.shared import require_tool
from tests.tools import Program

PASS = "drop-equivalent-buffer-results"
A = "memref<4xi64>"


def dropped(text: str) -> str:
    return str(ownlog.run_pipeline(ownlog.parse(text), PASS))


def module(
    body: str, visibility: str = "private ", types: str = A, arguments: str = f"%c: i1, %x: {A}, %y: {A}, %n: index"
) -> str:
    """A function @f with a body, and a caller that uses the last of its results."""
    count = types.count("memref")
    results, last = ("%r", "%r") if count == 1 else (f"%r:{count}", f"%r#{count - 1}")
    shown = types if count == 1 else f"({types})"
    return f"""\
func.func {visibility}@f({arguments}) -> {shown} {{
{body}
}}
func.func @caller({arguments}) -> i64 {{
  {results} = func.call @f(%c, %x, %y, %n) : (i1, {A}, {A}, index) -> {shown}
  %l = memref.load {last}[%n] : {types.rpartition(", ")[2] if count > 1 else types}
  return %l : i64
}}
"""


@pytest.mark.parametrize(
    "body",
    [
        f"  return %y : {A}",
        f"  cf.cond_br %c, ^a, ^b\n^a:\n  return %y : {A}\n^b:\n  return %y : {A}",
        f"  %s = arith.select %c, %y, %y : {A}\n  return %s : {A}",
        (
            f"  %l = scf.for %i = %n to %n step %n iter_args(%k = %y) -> {A} {{\n    scf.yield %k : {A}\n  }}\n  return"
            f" %l : {A}"
        ),
        (
            f"  %l = scf.if %c -> {A} {{\n    scf.yield %y : {A}\n  }} else {{\n    %m = func.call @f(%c, %x, %y, %n) :"
            f" (i1, {A}, {A}, index) -> {A}\n    scf.yield %m : {A}\n  }}\n  return %l : {A}"
        ),
        (
            f"  %d = memref.cast %y : {A} to memref<?xi64>\n  %e = memref.cast %d : memref<?xi64> to {A}\n  return %e"
            f" : {A}"
        ),
    ],
    ids=["alone", "two returns", "select", "loop", "recursion", "casts"],
)
def test_a_result_that_is_always_one_parameter_goes(body: str) -> None:
    out = dropped(module(body))
    assert "func.func private @f(%c: i1, %x: memref<4xi64>, %y: memref<4xi64>, %n: index) {" in out
    assert "call @f(%c, %x, %y, %n) : (i1, memref<4xi64>, memref<4xi64>, index) -> ()" in out
    assert "memref.load %y[%n]" in out
    ownlog.parse(out)


@pytest.mark.parametrize(
    "body",
    [
        f"  cf.cond_br %c, ^a, ^b\n^a:\n  return %x : {A}\n^b:\n  return %y : {A}",
        f"  %s = arith.select %c, %x, %y : {A}\n  return %s : {A}",
        f"  %s = memref.subview %y[0] [4] [1] : {A} to {A}\n  return %s : {A}",
        f"  %s = memref.alloc() : {A}\n  return %s : {A}",
        f'  %s = "my.op"(%y) : ({A}) -> {A}\n  return %s : {A}',
        (
            f"  %l:2 = scf.for %i = %n to %n step %n iter_args(%k = %x, %m = %y) -> ({A}, {A}) {{\n"
            f"    scf.yield %m, %k : {A}, {A}\n  }}\n  return %l#1 : {A}"
        ),
    ],
    ids=["one or another", "select", "view", "allocation", "unknown op", "loop that swaps"],
)
def test_a_result_that_may_be_anything_else_stays(body: str) -> None:
    assert dropped(module(body)) == module(body)


def test_functions_that_others_may_call_stay() -> None:
    body = f"  return %y : {A}"
    text = module(body, visibility="")
    assert dropped(text) == text
    value = (
        f"func.func @g() -> ((i1, {A}, {A}, index) -> {A}) {{\n  %v = func.constant @f : (i1, {A}, {A}, index) -> {A}\n"
    )
    value += f"  return %v : (i1, {A}, {A}, index) -> {A}\n}}\n"
    assert dropped(module(body) + value) == module(body) + value


def test_another_type_is_cast_to_where_one_cast_leads_there() -> None:
    dynamic = "memref<?xi64>"
    wide = module(f"  %d = memref.cast %y : {A} to {dynamic}\n  return %d : {dynamic}", types=dynamic)
    assert f"%cast = memref.cast %y : {A} to {dynamic}\n  %l = memref.load %cast[%n] : {dynamic}" in dropped(wide)
    other = "memref<8xi64>"
    steps = (
        f"  %d = memref.cast %y : {A} to {dynamic}\n  %e = memref.cast %d : {dynamic} to {other}\n  return %e : {other}"
    )
    assert dropped(module(steps, types=other)) == module(steps, types=other)


def test_the_caller_may_use_what_it_passed_for_several_results() -> None:
    out = dropped(module(f"  return %y, %x : {A}, {A}", types=f"{A}, {A}"))
    assert "memref.load %x[%n]" in out


@pytest.mark.peer
def test_mlir_opt_accepts_it() -> None:
    body = f"  %d = memref.cast %y : {A} to memref<?xi64>\n  return %x, %d : {A}, memref<?xi64>"
    run = Program((require_tool("mlir-opt-22"),))(["-"], dropped(module(body, types=f"{A}, memref<?xi64>")))
    assert (run.status, run.out.count("-> ()")) == (0, 1)
