"""Elements between angle brackets: as many as their type has, of its kind, in lists of its shape; as mlir-opt-22 has
it.
"""

import pytest

from ownlog.base.errors import InputError
from ownlog.frontend import parse
from tests.peer import mlir_opt_one

LITERALS = """
dense<[1, 2]> : tensor<3xi32>
dense<true> : tensor<2xi32>
dense<1.0> : tensor<2xi32>
dense<300> : tensor<2xi8>
dense<1> : memref<2xi32>
dense<1> : tensor<?xi32>
dense<> : tensor<2xi32>
dense<> : tensor<0xi32>
dense<1> : tensor<0xi32>
dense<1> : i32
dense<[[1],[2,3]]> : tensor<2x1xi32>
dense<[1,[2]]> : tensor<2xi32>
dense<[[1],2]> : tensor<2xi32>
dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
dense<[[1, 2], [3, 4]]> : tensor<4xi32>
dense<[]> : tensor<0xi32>
dense<[[], []]> : tensor<2x0xi32>
dense<[]> : tensor<0x2xi32>
dense<-1> : tensor<2xi1>
dense<1> : tensor<*xi32>
dense<"0x00"> : tensor<1xi32>
dense<"0x00000000"> : tensor<1xi32>
dense<"0x0000000000000000"> : tensor<2xi32>
dense<"0x00000000"> : tensor<2xi32>
dense<"0x00"> : tensor<8xi1>
dense<"0x0000"> : tensor<8xi1>
dense<"0x01"> : tensor<16xi1>
dense<"0xFF"> : tensor<16xi1>
dense<(1.0,2.0)> : tensor<2xcomplex<f32>>
dense<[(1.0,2.0), (1.0, 3.0)]> : tensor<2xcomplex<f32>>
dense<[(1.0,2.0)]> : tensor<2xcomplex<f32>>
dense<(1,2)> : tensor<2xcomplex<i32>>
dense<0x7F800000> : tensor<2xf32>
dense<[0x7F800000, 1.0e+5, -2.]> : tensor<3xf32>
dense<1> : tensor<2xf32>
dense<-0x7F> : tensor<2xf32>
dense<- 1.0> : tensor<2xf32>
dense<-1> : tensor<2xui8>
dense<1> : vector<[4]xi32>
dense<[1, 2, 3, 4]> : vector<[4]xi32>
dense<"abc"> : tensor<2xi32>
dense<foo> : tensor<2xi32>
dense<[true, false]> : tensor<2xi1>
dense<1> : tensor<i32>
dense<[1]> : tensor<i32>
dense<1> : tensor<2xindex>
dense<1.0> : tensor<2xindex>
dense<1.0> : tensor<2xbf16>
dense<1.0> : vector<2xf8E4M3FN>
dense<"0x0000"> : tensor<2xf8E4M3FN>
dense<[1, 2,]> : tensor<2xi32>
dense<[1 2]> : tensor<2xi32>
dense<1, 2> : tensor<2xi32>
dense<[[1, 2], [3, 4]> : tensor<2x2xi32>
dense<0xFFFFFFFFFF> : tensor<2xi32>
dense<0xFFFFFFFFFFFF> : tensor<2xf32>
dense<4294967295> : tensor<2xi32>
dense<[]> : tensor<2xi32>
dense<[[1,2],[]]> : tensor<2x2xi32>
dense<[,1]> : tensor<2xi32>
dense<[1,,2]> : tensor<2xi32>
dense<[(1.0,2.0) (1.0,2.0)]> : tensor<2xcomplex<f32>>
""".strip().split("\n")


def _constant(literal: str) -> str:
    return f"func.func @f() {{\n  %a = arith.constant {literal}\n  return\n}}\n"


TEXTS = tuple(map(_constant, LITERALS))


@pytest.mark.peer
@pytest.mark.parametrize("literal", LITERALS)
def test_elements_are_taken_or_refused_as_mlir_opt_does(literal: str) -> None:
    theirs = mlir_opt_one(TEXTS)[_constant(literal)]
    if not theirs.status:
        parse(_constant(literal))
        return
    with pytest.raises(InputError) as refused:
        parse(_constant(literal))
    assert refused.value.diagnostics[0].advice


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("dense<[1, 2]>", "inferred shape of elements literal ([2]) does not match type ([4])"),
        ("dense<1.0>", "expected integer elements, but parsed floating-point"),
        ("dense<>", "parsed zero elements, but type ('tensor<4xi32>') expected at least 1"),
        ("dense<[[1, 2], [3]]>", "tensor literal is invalid; ranks are not consistent between elements"),
    ],
)
def test_what_initialises_a_global_fits_it(value: str, said: str) -> None:
    with pytest.raises(InputError) as refused:
        parse(f"memref.global @g : memref<4xi32> = {value}")
    assert refused.value.diagnostics[0].message == said


def test_of_several_layouts_the_last_one_counts() -> None:
    type = "memref<4x8xf32, strided<[?, ?], offset: ?>, affine_map<(d0, d1) -> (d0, d1)>>"
    function = next(iter(parse(f"func.func @f(%a: {type}) {{\n  return\n}}").functions()))
    assert function.regions[0].blocks[0].arguments[0].type.canonical == "memref<4x8xf32>"
