"""buffer-out-params-to-results: what functions return instead of taking it, and what stays a parameter."""

from __future__ import annotations

import pytest

from tests.backend.placement.ahead.test_sinking import passed

RETURN = "buffer-out-params-to-results"
A = "memref<4xi64>"
MADE = f"  %a = memref.alloc() : {A}\n"
CALL = f"  call @g(%x, %a) : ({A}, {A}) -> ()\n"
TAKES = f"  %b = memref.alloc() : {A}\n  memref.copy %x, %b : {A} to {A}\n"
WRITES = f"  memref.copy %x, %y : {A} to {A}\n"


def module(body: str, callee: str = TAKES + WRITES, head: str = "private ") -> str:
    return (
        f"func.func @f(%x: {A}, %n: index, %v: i64) {{\n{body}  return\n}}\n"
        f"func.func {head}@g(%x: {A}, %y: {A}) {{\n{callee}  return\n}}\n"
    )


def test_a_function_returns_what_each_call_allocates_for_it() -> None:
    out = passed(module(MADE + CALL), RETURN)
    assert f"call @g(%x) : ({A}) -> {A}" in out
    assert f"func.func private @g(%x: {A}) -> {A}" in out
    assert out.count("memref.alloc") == 2


@pytest.mark.parametrize(
    "text",
    [
        module(MADE + CALL, WRITES + TAKES),
        module(MADE + CALL, head=""),
        module(MADE + f"  memref.store %v, %a[%n] : {A}\n" + CALL),
        module(MADE + CALL + CALL),
        module(MADE + CALL + CALL.replace("%a)", "%x)")),
        module(MADE + CALL.replace("%x", "%a", 1)),
        module(MADE + CALL, TAKES + WRITES + f"  memref.dealloc %y : {A}\n"),
    ],
    ids=["needed first", "public", "stored to before", "called twice", "given another", "given twice", "freed there"],
)
def test_it_stays_a_parameter(text: str) -> None:
    assert passed(text, RETURN) == text
