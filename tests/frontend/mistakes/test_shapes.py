"""Shapes of operands that do not fit each other, in ops of linalg, tensor, memref and vector: what mlir-opt-22 says of
each.
"""

import pytest

import ownlog
from ownlog import InputError
from tests.peer import mlir_opt_each

_A, _B = "memref<2x3xf32>", "memref<2x4xf32>"

WRONG = {
    "matmul": (
        "linalg.matmul ins(%a, %b : memref<2x3xf32>, memref<4x5xf32>) outs(%c : memref<2x5xf32>)",
        "%a: memref<2x3xf32>, %b: memref<4x5xf32>, %c: memref<2x5xf32>",
        "'linalg.matmul' op inferred input/output operand #1 has shape's dimension #0 to be 3, but found 4",
    ),
    "matmul, rank": (
        "linalg.matmul ins(%a, %b : memref<2x3xf32>, memref<3xf32>) outs(%a : memref<2x3xf32>)",
        "%a: memref<2x3xf32>, %b: memref<3xf32>",
        "'linalg.matmul' op expected operand #1 rank (1) to match the result rank of indexing_map (2)",
    ),
    "elementwise": (
        f"linalg.add ins(%a, %b : {_A}, {_B}) outs(%b : {_B})",
        f"%a: {_A}, %b: {_B}",
        "'linalg.add' op inferred input/output operand #1 has shape's dimension #1 to be 3, but found 4",
    ),
    "window": (
        "linalg.conv_1d ins(%a, %b : memref<8xf32>, memref<3xf32>) outs(%c : memref<7xf32>)",
        "%a: memref<8xf32>, %b: memref<3xf32>, %c: memref<7xf32>",
        (
            "'linalg.conv_1d' op inferred input/output operand #0 has shape's dimension #0 to be greater than or equal"
            " to 9, but found 8"
        ),
    ),
    "fill": (
        "linalg.fill ins(%a : memref<2xf32>) outs(%a : memref<2xf32>)",
        "%a: memref<2xf32>",
        "expected op with scalar input",
    ),
    "result": (
        "%0 = linalg.fill ins(%v : f32) outs(%t : tensor<8xf32>) -> tensor<8x3xf32>",
        "%v: f32, %t: tensor<8xf32>",
        (
            "'linalg.fill' op expected type of operand #1 ('tensor<8xf32>') to match type of corresponding result"
            " ('tensor<8x3xf32>')"
        ),
    ),
    "transpose": (
        f"linalg.transpose ins(%a : {_A}) outs(%b : {_A}) permutation = [1, 0]",
        f"%a: {_A}, %b: {_A}",
        "'linalg.transpose' op dim(result, 0) = 2 doesn't match dim(input, permutation[0]) = 3",
    ),
    "transpose, twice": (
        f"linalg.transpose ins(%a : {_A}) outs(%b : {_A}) permutation = [1, 1]",
        f"%a: {_A}, %b: {_A}",
        "'linalg.transpose' op permutation is not valid",
    ),
    "broadcast": (
        f"linalg.broadcast ins(%a : {_A}) outs(%b : memref<2x3x5xf32>) dimensions = [1]",
        f"%a: {_A}, %b: memref<2x3x5xf32>",
        "'linalg.broadcast' op input dim 1 should match init dim 2. input: 3, init: 5",
    ),
    "reduce": (
        f"linalg.reduce {{ arith.addf }} ins(%b : memref<2x3x5xf32>) outs(%a : {_A}) dimensions = [1]",
        f"%a: {_A}, %b: memref<2x3x5xf32>",
        "'linalg.reduce' op init dimensions [2, 3] doesn't match input dimensions after reduction [2, 5]",
    ),
    "reduce, order": (
        "linalg.reduce { arith.addf } ins(%b : memref<2x3x5xf32>) outs(%a : memref<2xf32>) dimensions = [2, 1]",
        "%a: memref<2xf32>, %b: memref<2x3x5xf32>",
        (
            "'linalg.reduce' op attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute should"
            " be in increasing order"
        ),
    ),
    "map": (
        f"linalg.map {{ arith.addf }} ins(%a, %b : {_A}, {_B}) outs(%b : {_B})",
        f"%a: {_A}, %b: {_B}",
        "'linalg.map' op expected shape of input (2, 3) to match shape of output (2, 4)",
    ),
    "softmax": (
        f"linalg.softmax dimension(1) ins(%a : {_A}) outs(%b : {_B})",
        f"%a: {_A}, %b: {_B}",
        "'linalg.softmax' op incompatible output shape",
    ),
    "pad, element": (
        (
            "%0 = tensor.pad %t low[0] high[1] {\n  ^bb0(%i: index):\n    tensor.yield %v : f32\n  } : tensor<8xi32> to"
            " tensor<9xi32>"
        ),
        "%t: tensor<8xi32>, %v: f32",
        "'tensor.pad' op expected yield type to match shape element type",
    ),
    "pad, size": (
        (
            "%0 = tensor.pad %t low[0] high[1] {\n  ^bb0(%i: index):\n    tensor.yield %v : f32\n  } : tensor<8xf32> to"
            " tensor<10xf32>"
        ),
        "%t: tensor<8xf32>, %v: f32",
        "specified type 'tensor<10xf32>' does not match the inferred type 'tensor<9xf32>'",
    ),
    "pad, block": (
        (
            "%0 = tensor.pad %t low[0] high[1] {\n  ^bb0(%i: index, %j: index):\n    tensor.yield %v : f32\n  } "
            ": tensor<8xf32> to tensor<9xf32>"
        ),
        "%t: tensor<8xf32>, %v: f32",
        "expected the block to have 1 arguments",
    ),
    "generate": (
        "%0 = tensor.generate %n {\n  ^bb0(%i: index):\n    tensor.yield %v : f32\n  } : tensor<?xi32>",
        "%n: index, %v: f32",
        "'tensor.generate' op body must be terminated with a `yield` operation of the tensor element type",
    ),
    "expand": (
        "%0 = memref.expand_shape %a [[0], [1, 2]] output_shape [4, 2, 5] : memref<4x8xf32> into memref<4x2x4xf32>",
        "%a: memref<4x8xf32>",
        "'memref.expand_shape' op invalid output shape provided at pos 2",
    ),
    "layout": (
        (
            "%0 = memref.subview %a[0, 0] [2, 4] [1, 1] : memref<4x8xf32> to memref<2x4xf32, affine_map<(d0, d1) -> (d0"
            " floordiv 2, d1)>>"
        ),
        "%a: memref<4x8xf32>",
        (
            "expected result type to be 'memref<2x4xf32, strided<[8, 1]>>' or a rank-reduced version. (mismatch of"
            " result layout), but got 'memref<2x4xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1)>>'"
        ),
    ),
    "transfer, indices": (
        "%0 = vector.transfer_read %t[%c], %v : tensor<8x8xf32>, vector<4xf32>",
        "%t: tensor<8x8xf32>, %c: index, %v: f32",
        "'vector.transfer_read' op requires 2 indices",
    ),
    "transfer, bounds": (
        "%0 = vector.transfer_read %t[%c], %v {in_bounds = [1]} : tensor<8xf32>, vector<4xf32>",
        "%t: tensor<8xf32>, %c: index, %v: f32",
        "'vector.transfer_read' op attribute 'in_bounds' failed to satisfy constraint: 1-bit boolean array attribute",
    ),
    "transfer, map": (
        (
            "%0 = vector.transfer_read %t[%c], %v {permutation_map = affine_map<(d0) -> (d0 + 1)>} : tensor<8xf32>,"
            " vector<4xf32>"
        ),
        "%t: tensor<8xf32>, %c: index, %v: f32",
        (
            "'vector.transfer_read' op requires a projected permutation_map (at most one dim or the zero constant can"
            " appear in each result)"
        ),
    ),
}

RIGHT = {
    "an open size tells nothing of its loop": (
        "linalg.add ins(%a, %b : memref<2x?xf32>, memref<3x4xf32>) outs(%b : memref<3x4xf32>)",
        "%a: memref<2x?xf32>, %b: memref<3x4xf32>",
    ),
    "a scalar goes with any shape": ("linalg.exp ins(%v : f32) outs(%a : memref<2xf32>)", "%v: f32, %a: memref<2xf32>"),
    "a window may stop short of the end": (
        "linalg.conv_1d ins(%a, %b : memref<8xf32>, memref<3xf32>) outs(%c : memref<5xf32>)",
        "%a: memref<8xf32>, %b: memref<3xf32>, %c: memref<5xf32>",
    ),
    "steps of two": (
        (
            "linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} "
            "ins(%a, %b : memref<1x8x8x3xf32>, memref<2x2xf32>) outs(%c : memref<1x4x4x3xf32>)"
        ),
        "%a: memref<1x8x8x3xf32>, %b: memref<2x2xf32>, %c: memref<1x4x4x3xf32>",
    ),
    "maps of its own": (
        (
            "linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>,"
            " affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a, %b : memref<3x2xf32>, memref<3x5xf32>) outs(%c :"
            " memref<2x5xf32>)"
        ),
        "%a: memref<3x2xf32>, %b: memref<3x5xf32>, %c: memref<2x5xf32>",
    ),
    "an empty dimension": (
        "linalg.add ins(%a, %a : memref<0x4xf32>, memref<0x4xf32>) outs(%a : memref<0x4xf32>)",
        "%a: memref<0x4xf32>",
    ),
    "a layout of strides, as a map": (
        (
            "%0 = memref.subview %a[0, 0] [2, 4] [1, 1] : memref<4x8xf32> to memref<2x4xf32, affine_map<(d0, d1) -> (d0"
            " * 8 + d1)>>"
        ),
        "%a: memref<4x8xf32>",
    ),
    "padding that is not known": (
        (
            "%0 = tensor.pad %t low[0] high[%n] {\n  ^bb0(%i: index):\n    tensor.yield %v : f32\n  } : tensor<8xf32>"
            " to tensor<10xf32>"
        ),
        "%t: tensor<8xf32>, %v: f32, %n: index",
    ),
    "one element everywhere": (
        (
            "%0 = vector.transfer_read %t[%c], %v {permutation_map = affine_map<(d0) -> (0)>} : tensor<8xf32>,"
            " vector<4xf32>"
        ),
        "%t: tensor<8xf32>, %c: index, %v: f32",
    ),
}


def _program(op: str, arguments: str) -> str:
    return f"func.func @f({arguments}) {{\n  {op}\n  return\n}}\n"


@pytest.mark.parametrize("name", WRONG)
def test_what_does_not_fit_is_refused(name: str) -> None:
    op, arguments, said = WRONG[name]
    with pytest.raises(InputError) as refused:
        ownlog.parse(_program(op, arguments))
    [found] = refused.value.diagnostics
    assert found.message == said
    assert found.advice
    assert found.position is not None
    assert found.position.line == 2


@pytest.mark.parametrize("name", RIGHT)
def test_what_fits_is_read(name: str) -> None:
    ownlog.parse(_program(*RIGHT[name]))


@pytest.mark.peer
def test_mlir_opt_says_the_same() -> None:
    texts = [_program(op, arguments) for op, arguments, *_ in (*WRONG.values(), *RIGHT.values())]
    wanted = [*(said for _, _, said in WRONG.values()), *("" for _ in RIGHT)]
    for text, said, found in zip(texts, wanted, mlir_opt_each(texts), strict=True):
        assert bool(found.status) == bool(said), text
        assert said in found.err
