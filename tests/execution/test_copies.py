"""Copies by allocation run where the clone of a type cannot be lowered, and have its elements."""

import pytest

from tests.execution.executor import Executor
from tests.execution.soundness import PASS, deallocate, judge

_COPIES = f"{PASS}{{copy-op=alloc-copy}}"
_PROGRAM = """
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @restart(i32)
func.func @copied(%v: {type}) -> {type} {{
  return %v : {type}
}}
func.func @main() {{
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant 3 : index
  %i12 = arith.constant 12 : index
  %seed = arith.constant 1 : i32
  func.call @restart(%seed) : (i32) -> ()
  %a = memref.alloc(%i12) : memref<?xi32>
  scf.for %i = %i0 to %i12 step %i1 {{
    %x = func.call @next_i32() : () -> i32
    memref.store %x, %a[%i] : memref<?xi32>
  }}
  %v = memref.reinterpret_cast %a to {view} : memref<?xi32> to {type}
  %r = func.call @copied(%v) : ({type}) -> {type}
  scf.for %i = %i0 to %i2 step %i1 {{
    scf.for %j = %i0 to %i2 step %i1 {{
      %x = memref.load %r[%i, %j] : {type}
      func.call @observe_i32(%x) : (i32) -> ()
    }}
  }}
  return
}}
"""
_LAYOUTS = {
    "memref<2x3xi32>": "offset: [0], sizes: [2, 3], strides: [3, 1]",
    "memref<?x?xi32>": "offset: [0], sizes: [%i2, %i3], strides: [%i3, 1]",
    "memref<2x3xi32, strided<[3, 1], offset: 2>>": "offset: [2], sizes: [2, 3], strides: [3, 1]",
    "memref<2x3xi32, strided<[4, 1]>>": "offset: [0], sizes: [2, 3], strides: [4, 1]",
    "memref<2x3xi32, strided<[1, 4], offset: ?>>": "offset: [%i1], sizes: [2, 3], strides: [1, 4]",
    "memref<?x3xi32, strided<[?, 2], offset: 1>>": "offset: [1], sizes: [%i2, 3], strides: [%i3, 2]",
    "memref<?x?xi32, strided<[?, ?], offset: ?>>": "offset: [%i1], sizes: [%i2, %i3], strides: [%i3, %i1]",
    "memref<?x?xi32, strided<[1, ?]>>": "offset: [0], sizes: [%i2, %i3], strides: [1, %i3]",
    "memref<2x3xi32, strided<[2, ?]>>": "offset: [0], sizes: [2, 3], strides: [2, %i1]",
    "memref<2x2xi32, strided<[2, ?]>>": "offset: [0], sizes: [2, 2], strides: [2, %i1]",
    "memref<?x?xi32, strided<[1, 1]>>": "offset: [0], sizes: [%i2, %i3], strides: [1, 1]",
    "memref<?x2xi32, strided<[?, 0]>>": "offset: [0], sizes: [%i2, 2], strides: [%i3, 0]",
    "memref<?x?xi32, strided<[?, 2], offset: ?>>": "offset: [%i1], sizes: [%i2, %i3], strides: [%i3, 2]",
    "memref<2x2xi32, affine_map<(d0, d1) -> (d0 * 4 + d1 + 1)>>": "offset: [1], sizes: [2, 2], strides: [4, 1]",
    "memref<?x2xi32, affine_map<(d0, d1)[s0, s1] -> (d0 * s1 + s0 + d1 * 2)>>": (
        "offset: [%i1], sizes: [%i2, 2], strides: [%i3, 2]"
    ),
}


@pytest.mark.parametrize("type_", _LAYOUTS)
def test_a_copy_of_any_layout(executor: Executor, type_: str) -> None:
    text = _PROGRAM.format(type=type_, view=_LAYOUTS[type_])
    (verdict,) = judge(executor, [text], [_COPIES])
    assert not verdict.problem, str(verdict)
    assert "bufferization.clone" not in verdict.after


@pytest.mark.parametrize(
    "type_",
    ["memref<*xi32>", "memref<4xi32, affine_map<(d0) -> (d0 floordiv 2)>>", "memref<4xi32, strided<[-1], offset: 3>>"],
)
def test_what_cannot_be_allocated_by_its_type_is_cloned(type_: str) -> None:
    out = deallocate(f"func.func @f(%v: {type_}) -> {type_} {{\n  return %v : {type_}\n}}\n", _COPIES)
    assert "bufferization.clone" in out
