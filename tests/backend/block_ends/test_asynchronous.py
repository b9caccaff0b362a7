"""Ops that go on using buffers after control has passed them: nothing is freed before the wait that is known to cover
them.
"""

from __future__ import annotations

import re

import pytest

import ownlog
from ownlog.base.errors import InputError
from tests.execution.soundness import PIPELINES, WHOLE_PIPELINES

EVERY = [*PIPELINES, *WHOLE_PIPELINES]
MESSAGE = "the op may still use its buffers when they are freed"
TYPE = "memref<8xf32>"
COPY = f'"gpu.memcpy"({{}}) : ({{}}!gpu.async.token, {TYPE}, {TYPE}) -> !gpu.async.token'


def _after(text: str, pipeline: str) -> str:
    return str(ownlog.run_pipeline(ownlog.parse(text), pipeline))


def _main(body: str) -> str:
    return f"""
func.func @main(%out: {TYPE}, %c: i1) {{
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %8 = arith.constant 8 : index
  %b = memref.alloc() : {TYPE}
  %begin = gpu.wait async
  {body}
  return
}}
"""


MEMCPY = f'"gpu.memcpy"(%begin, %out, %b) : (!gpu.async.token, {TYPE}, {TYPE}) -> !gpu.async.token'
LAUNCH = (
    '"gpu.launch_func"(%begin, %1, %1, %1, %1, %1, %1, %b) <{kernel = @k::@f, operandSegmentSizes = array<i32: 1, 1,'
    f" 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0>}}> : (!gpu.async.token, index, index, index, index, index, index, {TYPE}) ->"
    " !gpu.async.token"
)
MEMSET = f'"gpu.memset"(%begin, %b, %x) : (!gpu.async.token, {TYPE}, f32) -> !gpu.async.token'
REGION = f"""\
"async.execute"() <{{operandSegmentSizes = array<i32: 0, 0>}}> ({{
    memref.store %x, %b[%0] : {TYPE}
    "async.yield"() : () -> ()
  }}) : () -> !async.token"""
NUMBER = "%x = arith.constant 1.0 : f32\n  "
WAIT = "gpu.wait [%t]"
AWAIT = '"async.await"(%t) : (!async.token) -> ()'

COVERED = {
    "a copy": f"%t = {MEMCPY}\n  {WAIT}",
    "a kernel": f"%t = {LAUNCH}\n  {WAIT}",
    "a memset": f"{NUMBER}%t = {MEMSET}\n  {WAIT}",
    "through what begins after it": f"%s = {MEMCPY}\n  %t = gpu.wait async [%s]\n  {WAIT}",
    "by an op that does not go on": f'%t = {MEMCPY}\n  "gpu.memcpy"(%t, %out, %out) : (!gpu.async.token, {TYPE}, '
                                    f'{TYPE}) -> ()',
    "a region": f"{NUMBER}%t = {REGION}\n  {AWAIT}",
    "used through a view": (
        f"%v = memref.cast %b : {TYPE} to memref<?xf32>\n  "
        f'%t = "gpu.memcpy"(%begin, %v, %v) : (!gpu.async.token, memref<?xf32>, memref<?xf32>) -> !gpu.async.token\n  '
        f'{WAIT}'
    ),
    "a transfer": (
        "%tag = memref.alloc() : memref<1xi32>\n  "
        f'"memref.dma_start"(%b, %0, %out, %0, %8, %tag, %0) : ({TYPE}, index, {TYPE}, index, index, memref<1xi32>, '
        f'index) -> ()\n  '
        '"memref.dma_wait"(%tag, %0, %8) : (memref<1xi32>, index, index) -> ()'
    ),
    "copies to shared memory": (
        f"%s = memref.alloca() : memref<8xf32, #gpu.address_space<workgroup>>\n  "
        f"%u = nvgpu.device_async_copy %b[%0], %s[%0], 4 : {TYPE} to memref<8xf32, #gpu.address_space<workgroup>>\n  "
        '%t = "nvgpu.device_async_create_group"(%u) : (!nvgpu.device.async.token) -> !nvgpu.device.async.token\n  '
        '"nvgpu.device_async_wait"(%t) : (!nvgpu.device.async.token) -> ()'
    ),
}  # fmt: skip


def _generic(text: str) -> str:
    copy = r"nvgpu.device_async_copy (%b)\[(%0)\], (%s)\[(%0)\], 4 : (.*) to (.*)"
    return re.sub(
        copy,
        r'"nvgpu.device_async_copy"(\3, \4, \1, \2) <{dstElements = 4 : index, operandSegmentSizes = array<i32: 1, 1,'
        r" 1, 1, 0>}> :"
        r" (\6, index, \5, index) -> !nvgpu.device.async.token",
        text,
    )


@pytest.mark.parametrize("pipeline", EVERY)
@pytest.mark.parametrize("case", COVERED)
def test_it_is_freed_after_the_wait(case: str, pipeline: str) -> None:
    body = _generic(COVERED[case])
    waiter = body.rpartition("\n")[2].strip()
    lines = [line.strip() for line in _after(_main(body), pipeline).splitlines()]
    frees = [number for number, line in enumerate(lines) if "dealloc" in line]
    assert frees
    assert min(frees) > lines.index(waiter)


NOT_COVERED = {
    "no wait": f"%t = {MEMCPY}",
    "a wait that may not run": f"%t = {MEMCPY}\n  scf.if %c {{\n    {WAIT}\n  }}",
    "a wait for something else": f"%t = {MEMCPY}\n  gpu.wait [%begin]",
    "a stream": (
        "%stream = llvm.mlir.zero : !llvm.ptr\n  "
        '"gpu.launch_func"(%1, %1, %1, %1, %1, %1, %b, %stream) <{kernel = @k::@f, operandSegmentSizes = array<i32: '
        f"0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, "
        f"1>}}> : (index, index, index, index, index, index, {TYPE}, !llvm.ptr) -> ()"
    ),
    "by what goes on, on a stream": (
        f"%stream = llvm.mlir.zero : !llvm.ptr\n  %t = {MEMCPY}\n  "
        '"gpu.launch_func"(%t, %1, %1, %1, %1, %1, %1, %stream) <{kernel = @k::@f, operandSegmentSizes = array<i32: '
        "1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, "
        "1>}> : (!gpu.async.token, index, index, index, index, index, index, !llvm.ptr) -> ()"
    ),
    "a region": f"{NUMBER}%t = {REGION}",
    "another element of the tag": COVERED["a transfer"].replace('wait"(%tag, %0', 'wait"(%tag, %1'),
    "a tag that somebody else has, too": COVERED["a transfer"] + '\n  memref.prefetch %tag[%0], read, locality<3>, '
                                                                 'data : memref<1xi32>',
    "only some groups": COVERED["copies to shared memory"].replace('async_wait"(%t) :',
    'async_wait"(%t) <{numGroups = 1 : i32}> :'),
}  # fmt: skip


@pytest.mark.parametrize("pipeline", EVERY)
@pytest.mark.parametrize("case", NOT_COVERED)
def test_what_is_not_known_to_be_done_is_refused(case: str, pipeline: str) -> None:
    with pytest.raises(InputError) as caught:
        _after(_main(_generic(NOT_COVERED[case])), pipeline)
    assert {diagnostic.message for diagnostic in caught.value.diagnostics} == {MESSAGE}


def test_a_buffer_in_an_async_value_is_refused() -> None:
    region = f'({{\n "async.yield"(%b) : ({TYPE}) -> ()\n }}) : () -> (!async.token, !async.value<{TYPE}>)'
    execute = f'%t:2 = "async.execute"() <{{operandSegmentSizes = array<i32: 0, 0>}}> {region}'
    with pytest.raises(InputError, match="no buffer can leave this region"):
        _after(_main(f"{execute}\n  {AWAIT.replace('%t', '%t#0')}"), EVERY[0])


@pytest.mark.parametrize("pipeline", EVERY)
def test_what_is_being_made_is_not_freed_before_it_is_there(pipeline: str) -> None:
    segments = "<{operandSegmentSizes = array<i32: 1, 0, 0>}>"
    text = _main(
        f'%m, %t = "gpu.alloc"(%begin) {segments} : (!gpu.async.token) -> ({TYPE}, !gpu.async.token)\n  {WAIT}'
    )
    lines = _after(text, pipeline).splitlines()
    frees = [number for number, line in enumerate(lines) if "dealloc" in line]
    assert max(frees) > lines.index(f"  {WAIT}")
