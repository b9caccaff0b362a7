"""What the dialect files list is known, and what they do not list is not."""

from __future__ import annotations

import re

import pytest

import ownlog
from ownlog.base.errors import InputError
from tests.execution.soundness import PIPELINES, WHOLE_PIPELINES

EVERY = [*PIPELINES, *WHOLE_PIPELINES]

TENSORS = """
func.func private @observe(f32)
func.func @main(%f: f32) {{
  %0 = arith.constant 0 : index
  %a = memref.alloc() : memref<2xf32>
  memref.store %f, %a[%0] : memref<2xf32>
  %t = bufferization.to_tensor %a : memref<2xf32> to tensor<2xf32>
  %x = tensor.extract %t[%0] : tensor<2xf32>
  func.call @observe(%x) : (f32) -> ()
  {between}
  %u = bufferization.to_tensor %a : memref<2xf32> to tensor<2xf32>
  %y = tensor.extract %u[%0] : tensor<2xf32>
  func.call @observe(%y) : (f32) -> ()
  return
}}
"""


@pytest.mark.parametrize("pipeline", ["cse", *WHOLE_PIPELINES])
def test_a_tensor_is_read_anew_after_a_store(pipeline: str) -> None:
    text = TENSORS.format(between="memref.store %x, %a[%0] : memref<2xf32>")
    assert str(ownlog.run_pipeline(ownlog.parse(text), pipeline)).count("bufferization.to_tensor") == 2


def test_a_tensor_is_read_once_where_nothing_is_written() -> None:
    text = re.sub(r"  func.call.*\n  \n", "", TENSORS.format(between=""))
    assert str(ownlog.run_pipeline(ownlog.parse(text), "cse")).count("bufferization.to_tensor") == 1


UNKNOWN = "ops with unknown memory side effects are not supported"
REFUSED = {
    "a tensor is deallocated": (
        (
            "%t = bufferization.to_tensor %a : memref<2xf32> to tensor<2xf32>\n  bufferization.dealloc_tensor %t :"
            " tensor<2xf32>"
        ),
        "a deallocation of a tensor may free any buffer",
    ),
    "registered with a device": ('"gpu.host_register"(%w) : (memref<*xf32>) -> ()', UNKNOWN),
    "no op of its dialect": ('"memref.nothing"(%a) : (memref<2xf32>) -> ()', UNKNOWN),
    "no op of a dialect on tensors": ('"vector.nothing"(%a) : (memref<2xf32>) -> ()', UNKNOWN),
}


@pytest.mark.parametrize("pipeline", EVERY)
@pytest.mark.parametrize("case", REFUSED)
def test_what_is_not_known_is_refused(case: str, pipeline: str) -> None:
    body, message = REFUSED[case]
    buffers = "%a = memref.alloc() : memref<2xf32>\n  %w = memref.cast %a : memref<2xf32> to memref<*xf32>"
    text = f"func.func @main() {{\n  {buffers}\n  {body}\n  return\n}}\n"
    with pytest.raises(InputError) as caught:
        ownlog.run_pipeline(ownlog.parse(text), pipeline)
    assert [diagnostic.message for diagnostic in caught.value.diagnostics] == [message]
    assert caught.value.diagnostics[0].position is not None
    assert caught.value.diagnostics[0].advice


VIEWS = {
    "distinct objects": (
        '%v:2 = "memref.distinct_objects"(%a, %b) : (memref<2xf32>, memref<2xf32>) -> (memref<2xf32>, memref<2xf32>)\n'
        "  memref.store %f, %v#0[%0] : memref<2xf32>\n  memref.store %f, %v#1[%0] : memref<2xf32>"
    ),
    "a buffer of vectors": (
        '%v = "vector.type_cast"(%a) : (memref<2xf32>) -> memref<vector<2xf32>>\n  %x = memref.load %v[] :'
        " memref<vector<2xf32>>\n  memref.store %x, %v[] : memref<vector<2xf32>>"
    ),
}


@pytest.mark.parametrize("pipeline", WHOLE_PIPELINES)
@pytest.mark.parametrize("case", VIEWS)
def test_a_view_is_planned(case: str, pipeline: str) -> None:
    text = f"""
func.func @main(%f: f32) {{
  %0 = arith.constant 0 : index
  %a = memref.alloc() : memref<2xf32>
  %b = memref.alloc() : memref<2xf32>
  memref.store %f, %b[%0] : memref<2xf32>
  {VIEWS[case]}
  return
}}
"""
    lines = [line.strip() for line in str(ownlog.run_pipeline(ownlog.parse(text), pipeline)).splitlines()]
    frees = [number for number, line in enumerate(lines) if line.startswith("memref.dealloc")]
    last = max(number for number, line in enumerate(lines) if "%v" in line)
    assert len(frees) == 2
    assert max(frees) > last
    assert not any("bufferization" in line or "scf.if" in line for line in lines)


@pytest.mark.parametrize("pipeline", EVERY)
def test_a_buffer_may_come_back_from_a_value_with_its_shape(pipeline: str) -> None:
    text = """
func.func @main(%f: f32, %i: index, %s: !shape.shape) -> f32 {
  %a = memref.alloc() : memref<2xf32>
  memref.store %f, %a[%i] : memref<2xf32>
  %w = shape.with_shape %a, %s : memref<2xf32>, !shape.shape
  %m = "shape.value_of"(%w) : (!shape.value_shape) -> memref<2xf32>
  %x = memref.load %m[%i] : memref<2xf32>
  return %x : f32
}
"""
    lines = str(ownlog.run_pipeline(ownlog.parse(text), pipeline)).splitlines()
    (load,) = (number for number, line in enumerate(lines) if "memref.load %m" in line)
    assert min(number for number, line in enumerate(lines) if "dealloc" in line) > load
