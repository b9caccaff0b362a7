"""Spellings of other versions of LLVM: read without being told, kept, and written for the version that is asked for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ownlog
from ownlog.base.errors import InputError
from ownlog.frontend import parse
from ownlog.frontend.forms.versions import SPELLINGS, Spelling, write_for
from ownlog.frontend.generic.generic import print_generic
from tests.tools import OWNLOG

_HEAD = (
    "func.func @f(%m: memref<8xf32>, %i: index, %v: f32, %t: tensor<8x8xf32>, %p: tensor<4x4x2x2xf32>,"
    " %y: vector<4x4xf32>, %z: vector<2xf32>, %q: tensor<1x4x4x8xf32>, %o: tensor<1xf32>) {\n"
)
# Each line in the spelling of LLVM 22, and as another version writes it.
OLDER = [
    (14, "func.func private @g()", "func private @g()"),
    (
        18,
        "%0 = memref.expand_shape %m [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>",
        "%0 = memref.expand_shape %m [[0, 1]] : memref<8xf32> into memref<2x4xf32>",
    ),
    (
        19,
        "%0 = bufferization.to_tensor %m restrict : memref<8xf32> to tensor<8xf32>",
        "%0 = bufferization.to_tensor %m restrict : memref<8xf32>",
    ),
    (
        19,
        "%0 = bufferization.to_buffer %t read_only : tensor<8x8xf32> to memref<8x8xf32, 1>",
        "%0 = bufferization.to_memref %t read_only : memref<8x8xf32, 1>",
    ),
    (
        20,
        "%0 = bufferization.to_buffer %t : tensor<8x8xf32> to memref<8x8xf32>",
        "%0 = bufferization.to_memref %t : tensor<8x8xf32> to memref<8x8xf32>",
    ),
    (
        20,
        "%0 = linalg.pack %t inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %p : tensor<8x8xf32> ->"
        " tensor<4x4x2x2xf32>",
        "%0 = tensor.pack %t inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %p : tensor<8x8xf32> ->"
        " tensor<4x4x2x2xf32>",
    ),
]
NEWER = [
    (
        "%0 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>",
        "%0 = memref.alloc() alignment = 64 : memref<4xf32>",
    ),
    (
        "memref.store %v, %m[%i] {alignment = 16 : i64, nontemporal = true, x} : memref<8xf32>",
        "memref.store %v, %m[%i] alignment(16) nontemporal(true) {x} : memref<8xf32>",
    ),
    (
        "%0 = vector.load %m[%i] {alignment = 8 : i64, nontemporal = true} : memref<8xf32>, vector<8xf32>",
        "%0 = vector.load %m[%i] alignment = 8 nontemporal = true : memref<8xf32>, vector<8xf32>",
    ),
    (
        "%0 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>",
        "%0 = bufferization.alloc_tensor() <{memory_space = 1 : i64}> : tensor<4xf32>",
    ),
    (
        "%0 = vector.insert_strided_slice %z, %y {offsets = [0, 2], strides = [1]} : vector<2xf32> into"
        " vector<4x4xf32>",
        "%0 = vector.insert_strided_slice %z, %y offsets = [0, 2], strides = [1] : vector<2xf32> into vector<4x4xf32>",
    ),
    ("%0 = math.isnan %v {fastmath = #arith.fastmath<nnan>} : f32", "%0 = math.isnan %v fastmath<nnan> : f32"),
    (
        "%0 = tosa.transpose %t {perms = array<i32: 1, 0>} : (tensor<8x8xf32>) -> tensor<8x8xf32>",
        "%0 = tosa.transpose %t perms([1, 0]) : (tensor<8x8xf32>) -> tensor<8x8xf32>",
    ),
    (
        "%0 = tosa.argmax %q {axis = 1 : i32, nan_mode = IGNORE} : (tensor<1x4x4x8xf32>) -> tensor<1x4x8xi32>",
        "%0 = tosa.argmax %q axis(1) nan_mode<IGNORE> : (tensor<1x4x4x8xf32>) -> tensor<1x4x8xi32>",
    ),
    (
        "%0 = tosa.avg_pool2d %q, %o, %o {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>,"
        " stride = array<i64: 2, 2>} : (tensor<1x4x4x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x8xf32>",
        "%0 = tosa.avg_pool2d %q, %o, %o kernel([2, 2]) stride([2, 2]) pad([0, 0, 0, 0]) acc_type(f32) :"
        " (tensor<1x4x4x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x8xf32>",
    ),
    (
        '%0 = "tosa.const"() <{values = dense<1.0> : tensor<1xf32>}> : () -> tensor<1xf32>',
        "%0 = tosa.const values(dense<1.0> : tensor<1xf32>) : () -> tensor<1xf32>",
    ),
]
CASES = [*OLDER, *((24, today, other) for today, other in NEWER)]


def _program(line: str) -> str:
    return f"{_HEAD}  {line}\n  return\n}}\n" if "@g" not in line else f"{line}\n"


@pytest.mark.parametrize(("version", "today", "other"), CASES, ids=[other[:40] for _, _, other in CASES])
def test_a_spelling_of_another_version_is_read_kept_and_written(version: int, today: str, other: str) -> None:
    module = parse(_program(other))
    assert module.llvm == version
    assert str(module) == _program(other)
    write_for(module, 22)
    assert print_generic(module) == print_generic(parse(_program(today)))
    if not today.startswith('%0 = "'):
        assert str(module) == _program(today)
        module = parse(_program(today))
        assert module.llvm is None
        write_for(module, version)
        assert str(module) == _program(other)


def test_passes_write_as_the_input_is_written() -> None:
    text = """func.func @f(%t: tensor<8xf32>, %i: index, %v: f32) -> (tensor<8xf32>, f32) {
  %m = bufferization.to_memref %t : memref<8xf32>
  %l = memref.load %m[%i] : memref<8xf32>
  %0 = tensor.insert %v into %t[%i] : tensor<8xf32>
  return %0, %l : tensor<8xf32>, f32
}
"""
    module = ownlog.run_pipeline(ownlog.parse(text), "one-shot-bufferize{bufferize-function-boundaries=false}")
    assert "bufferization.to_memref %t : memref<8xf32" in str(module)
    assert "to_buffer" not in str(module)


def test_aliases_of_types_had_a_keyword() -> None:
    text = "!t = type memref<4xf32>\nfunc private @f(!t)\n"
    module = parse(text)
    assert str(module) == text
    write_for(module, 22)
    assert str(module) == "!t = memref<4xf32>\nfunc.func private @f(!t)\n"


def test_constructors_had_no_data() -> None:
    text = "llvm.func @f()\nllvm.mlir.global_ctors {ctors = [@f], priorities = [0 : i32]}\n"
    module = parse(text)
    assert str(module) == text
    write_for(module, 22)
    assert str(module).endswith("llvm.mlir.global_ctors ctors = [@f], priorities = [0 : i32], data = [#llvm.zero]\n")


def test_what_no_version_writes_is_refused_as_before() -> None:
    with pytest.raises(InputError, match="expected ':'"):
        parse(_program("%0 = bufferization.to_tensor %m memref<8xf32>"))
    with pytest.raises(InputError, match="expected '='"):
        parse(_program("%0 = memref.alloc() alignment : memref<4xf32>"))
    with pytest.raises(InputError, match="expected 'ctors'"):
        parse("llvm.mlir.global_ctors {priorities = []}")
    with pytest.raises(InputError, match="expected 'output_shape'"):
        parse(_program("%0 = tensor.expand_shape %t [[0, 1], [2]] : tensor<8x8xf32> into tensor<?x?x8xf32>"))


def test_the_command_writes_for_a_version(tmp_path: Path) -> None:
    path = tmp_path / "in.mlir"
    path.write_text("func.func @f() {\n  %0 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>\n  return\n}\n")
    done = OWNLOG(["opt", "--target-llvm=24", str(path)])
    assert "memref.alloc() alignment = 64 : memref<4xf32>" in done.out
    refused = OWNLOG(["opt", "--target-llvm=9", str(path)])
    assert "17<=x<=24" in refused.err


def _row(spelling: Spelling) -> str:
    format = re.sub(r"`` ?|`|\^", "", spelling.format.partition(" ; ")[0])
    shown = [f"named `{spelling.former}`"] if spelling.former else []
    shown += [f"`{format}`"] if format else []
    return f"| {spelling.versions} | {', '.join(spelling.ops)} | {', '.join(shown)} |"


def test_the_table_in_the_docs_is_that_of_the_code() -> None:
    docs = (Path(__file__).parents[2] / "docs" / "versions.md").read_text()
    rows = [line for line in docs.splitlines() if re.match(r"\| (up to|from) ", line)]
    assert rows == [_row(spelling) for spelling in SPELLINGS]
