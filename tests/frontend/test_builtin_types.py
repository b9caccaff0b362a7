"""Builtin types and slices are refused where mlir-opt refuses them, in its words."""

import subprocess

import pytest

import ownlog
from ownlog import InputError
from ownlog.frontend.text.spelling import DIALECTS
from tests.peer import mlir_opt_each
from tests.shared import require_tool

# Of dialects that are not MLIR's own nothing is known here: their types and attributes are taken.
_TAKEN = ("memref<4x!foo.bar>", "memref<4xf32, unit>", "memref<4xf32, #foo.bar>", "vector<[4x4]xf32>")

TYPES = [
    "memref<4xf32, strided<[1,1]>>",
    "memref<4xf32, affine_map<(d0,d1)->(d0)>>",
    "tensor<4xtensor<2xf32>>",
    "vector<0xf32>",
    "vector<?xf32>",
    "memref<4xnone>",
    "tensor<4xnone>",
    "memref<4xtuple<>>",
    "tensor<4xmemref<2xf32>>",
    "complex<memref<2xf32>>",
    "tensor<4xf32, 1, 2>",
    "memref<*xf3>",
    "vector<4xmemref<2xi1>>",
    'memref<4xf32, "x">',
    "memref<4xf32, strided<[1]>, strided<[1]>>",
    "memref<4xf32, 1, strided<[1]>>",
    "memref<04xf32>",
    "memref<0x4xf32>",
    "memref<4xf8E4M3FN>",
    "memref<4xi0>",
    "memref<4xsi8>",
    "memref<0x10xf32>",
    "memref<4 x f32>",
    "memref<4x?xindex, #gpu.address_space<workgroup>>",
    "vector<[4]xi1>",
    "memref<4xf32, affine_map<(d0)->(d0,d0)>>",
    "memref<4xcomplex<f32>>",
    "complex<index>",
    "complex<i32>",
    "tuple<i32, memref<4xf3>>",
    "tuple<>",
    "memref<4x!llvm.ptr>",
    "tensor<4xvector<2xf3>>",
    "!foo.bar<memref<4xf3>>",
    "vector<f32>",
    "vector<4xindex>",
    "vector<4x!llvm.ptr>",
    "vector<4xcomplex<f32>>",
    "tensor<*xf32>",
    "tensor<f32>",
    "memref<f32>",
    "tensor<4x!foo.bar>",
    "memref<4x!foo.bar>",
    "memref<memref<4xf32>>",
    "memref<4xmemref<*xf32>>",
    'tensor<4xf32, "enc">',
    "tensor<4xf32, {a = 1}>",
    "tensor<*xf32, 1>",
    "memref<4xvector<4xf32>>",
    "memref<4xf3>",
    "memref<4xfoo>",
    "memref<4x>",
    "memref<xf32>",
    "memref<4xindx>",
    "memref<-4xf32>",
    "memref<4xf32, strided<[1]>, 1, 2>",
    "memref<4xf32,>",
    "memref<4x4>",
    "tensor<4>",
    "vector<4>",
    "memref<*xf32, 1>",
    "memref<*xf32, strided<[1]>>",
    "memref<4xf32, {a}>",
    "memref<4xf32, unit>",
    "memref<4xf32, #foo.bar>",
    "memref<?x?xf32, strided<[?, 1], offset: ?>, 3 : i32>",
    "memref<4xf32, affine_map<(d0)[s0]->(d0 + s0)>, 2>",
    "memref<4xf32, affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>>",
    "memref<4xf8E5M2>",
    "memref<4xf8E9M9>",
    "memref<4xf4E2M1FN>",
    "memref<4xf6E3M2FN>",
    "memref<4xf8E8M0FNU>",
    "memref<4xf80>",
    "memref<4xf128>",
    "memref<4xtf32>",
    "memref<4xbf16>",
    "memref<4xf16>",
    "f3",
    "f8E9M9",
    "i0",
    "vector<4x4x[4]xf32>",
    "vector<4x[4]x4xf32>",
    "vector<[4x4]xf32>",
    "vector<-1xf32>",
    "tensor<?x0xf32>",
    "tensor<4x4 xf32>",
    "memref<?x?x?xf32, strided<[1, 2]>>",
    "memref<4xf32, strided<[0]>>",
    "memref<4xf32, strided<[-1]>>",
    "memref<4xf32, strided<[a]>>",
    "complex<f32, f32>",
    "complex<>",
    "tensor<4xcomplex<index>>",
]

FOREIGN = """!llvm.ptr !llvm.ptr<1> !llvm.struct<(i32)> !llvm.token !llvm.ppc_fp128 !llvm.x86_amx !quant.any<i8:f32>
!quant.uniform<i8:f32,0.0156> !async.token !async.value<i32> !gpu.async.token !gpu.mma_matrix<16x16xf16,"AOp">
!emitc.ptr<i32> !emitc.opaque<"x"> !emitc.size_t !shape.shape !transform.any_op !pdl.operation !spirv.ptr<i32,Function>
!spirv.struct<(i32)>
!nvgpu.mbarrier.token !omp.map_bounds_ty !acc.data_bounds_ty !amx.tile<16x16xf32> !smt.bool !smt.bv<8> !ml_program.token
!tosa.shape<4> !irdl.attribute !mpi.comm !xegpu.nbarrier !xegpu.tensor_desc<8x16xf32> !ptr.ptr<#ptr.generic_space>
!ptr.ptr<#llvm.address_space<0>> !ptr.ptr_metadata<memref<f32>> !amdgpu.tdm_base<i32>""".split()

_F = "func.func @f(%a: memref<4xf32>, %t: tensor<4xf32>, %i: index) {\n  %c = {}\n  return\n}\n"
SLICES = [
    "memref.subview %a[2] [4] [1] : memref<4xf32> to memref<4xf32, strided<[1], offset: 2>>",
    "memref.subview %a[4] [1] [1] : memref<4xf32> to memref<1xf32, strided<[1], offset: 4>>",
    "memref.subview %a[0] [3] [2] : memref<4xf32> to memref<3xf32, strided<[2]>>",
    "memref.subview %a[0] [2] [2] : memref<4xf32> to memref<2xf32, strided<[2]>>",
    "memref.subview %a[0] [-1] [1] : memref<4xf32> to memref<?xf32, strided<[1]>>",
    "memref.subview %a[-1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: -1>>",
    "memref.subview %a[%i] [8] [1] : memref<4xf32> to memref<8xf32, strided<[1], offset: ?>>",
    "memref.subview %a[4] [0] [1] : memref<4xf32> to memref<0xf32, strided<[1], offset: 4>>",
    "memref.subview %a[0] [2] [-1] : memref<4xf32> to memref<2xf32, strided<[-1]>>",
    "tensor.extract_slice %t[2] [4] [1] : tensor<4xf32> to tensor<4xf32>",
    "tensor.extract_slice %t[2] [2] [1] : tensor<4xf32> to tensor<2xf32>",
    "tensor.insert_slice %t into %t[2] [4] [1] : tensor<4xf32> into tensor<4xf32>",
    "tensor.insert_slice %t into %t[5] [4] [1] : tensor<4xf32> into tensor<4xf32>",
    "tensor.insert_slice %t into %t[0] [4] [1] : tensor<4xf32> into tensor<4xf32>",
]


def ours(text: str) -> str:
    """The message about a program; "" where it is taken."""
    try:
        ownlog.parse(text)
    except InputError as error:
        return error.diagnostics[0].message
    return ""


def theirs(text: str) -> str:
    tool = [require_tool("mlir-opt-22"), "--allow-unregistered-dialect"]
    run = subprocess.run(tool, input=text, capture_output=True, text=True, check=False)
    return (
        ""
        if run.returncode == 0
        else next(line.partition("error: ")[2] for line in run.stderr.splitlines() if "error: " in line)
    )


@pytest.mark.peer
@pytest.mark.parametrize("written", TYPES)
def test_types(written: str) -> None:
    text = f"func.func private @f({written})\n"
    if written in _TAKEN:
        assert ours(text) == ""
    else:
        assert bool(ours(text)) == bool(theirs(text)), (ours(text), theirs(text))


@pytest.mark.peer
@pytest.mark.parametrize("kind", ["memref", "tensor", "vector", "complex"])
def test_types_of_mlirs_dialects_as_elements(kind: str) -> None:
    texts = [f"func.func private @f({kind}<{'' if kind == 'complex' else '4x'}{element}>)\n" for element in FOREIGN]
    found = zip(FOREIGN, texts, mlir_opt_each(texts), strict=True)
    assert [(element, peer.err) for element, text, peer in found if bool(ours(text)) != bool(peer.status)] == []


@pytest.mark.peer
def test_mlirs_dialects_are_known() -> None:
    run = subprocess.run([require_tool("mlir-opt-22"), "--show-dialects"], capture_output=True, text=True, check=True)
    listed = run.stdout.partition(": ")[2].strip().split(",")
    assert {name for name in listed if not name.startswith("test")} == DIALECTS


def test_tensors_of_what_no_memref_may_hold_are_refused_at_their_place() -> None:
    for element in ("!quant.any<i8:f32>", "!llvm.struct<(i32)>"):
        function = f"func.func @f(%t: tensor<4x{element}>) {{\n  return\n}}\n"
        made = f"func.func @f() {{\n  %t = tensor.empty() : tensor<4x{element}>\n  return\n}}\n"
        for text, line in ((function, 1), (made, 2)):
            with pytest.raises(InputError, match="invalid memref element type: a tensor of") as refused:
                ownlog.run_pipeline(ownlog.parse(text, "in.mlir"), "one-shot-bufferize{bufferize-function-boundaries}")
            assert f"in.mlir:{line}:" in str(refused.value)
    text = "func.func @f(%t: tensor<4x!my.tile>) -> tensor<4x!my.tile> {\n  return %t : tensor<4x!my.tile>\n}\n"
    out = str(ownlog.run_pipeline(ownlog.parse(text), "one-shot-bufferize{bufferize-function-boundaries}"))
    assert "memref<4x!my.tile" in out


@pytest.mark.peer
@pytest.mark.parametrize("written", SLICES)
def test_slices(written: str) -> None:
    text = _F.replace("{}", written)
    assert ours(text) == theirs(text)


def test_what_is_wrong_is_shown() -> None:
    with pytest.raises(InputError) as error:
        ownlog.parse("func.func @f(%a: memref<4xf3>) {\n  return\n}\n", "in.mlir")
    found = error.value.diagnostics[0]
    assert (found.message, found.position.line if found.position else 0) == ("expected non-function type", 1)
    assert found.advice is not None


@pytest.mark.peer
def test_values_that_are_missing() -> None:
    numbers = (
        "static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 4>, static_strides ="
        " array<i64: 1>"
    )
    slice_ = (
        f'"tensor.extract_slice"(%t) <{{operandSegmentSizes = array<i32: 1, 0, 0, 0>, {numbers}}}> : (tensor<4xf32>) ->'
        " tensor<4xf32>"
    )
    text = _F.replace("{}", slice_)
    assert ours(text) == theirs(text) != ""
