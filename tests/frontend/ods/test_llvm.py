"""LLVM's own dialects: what mlir-opt-22 prints of their ops is read by the forms that their definitions make."""

from functools import cache
from pathlib import Path

import pytest

from ownlog.frontend.ods.records import Definition, definitions, read_records
from ownlog.frontend.ods.tblgen import dump, find_tblgen
from tests.frontend.ods.judge import Sweep, lines_of, sweep_of
from tests.shared import require_tool

_FOLDER = Path("/usr/lib/llvm-22/include/mlir/Dialect")
FILES = """
    AMDGPU/IR/AMDGPU AMX/AMX Affine/IR/AffineOps Arith/IR/ArithOps ArmNeon/ArmNeon ArmSVE/IR/ArmSVE
    Async/IR/AsyncOps Bufferization/IR/BufferizationOps Complex/IR/ComplexOps ControlFlow/IR/ControlFlowOps
    EmitC/IR/EmitC Func/IR/FuncOps GPU/IR/GPUOps IRDL/IR/IRDLOps Index/IR/IndexOps LLVMIR/LLVMIntrinsicOps
    LLVMIR/LLVMOps LLVMIR/NVVMOps LLVMIR/ROCDLOps LLVMIR/XeVMOps Linalg/IR/LinalgOps
    Linalg/TransformOps/LinalgTransformOps MLProgram/IR/MLProgramOps MPI/IR/MPIOps Math/IR/MathOps
    MemRef/IR/MemRefOps NVGPU/IR/NVGPUOps OpenACC/OpenACCOps OpenMP/OpenMPOps PDL/IR/PDLOps
    PDLInterp/IR/PDLInterpOps Ptr/IR/PtrOps Quant/IR/QuantOps SCF/IR/SCFOps SMT/IR/SMTOps SPIRV/IR/SPIRVOps
    Shape/IR/ShapeOps Shard/IR/ShardOps SparseTensor/IR/SparseTensorOps Tensor/IR/TensorOps Tosa/IR/TosaOps
    Transform/IR/TransformOps UB/IR/UBOps Vector/IR/VectorOps WasmSSA/IR/WasmSSAOps X86Vector/X86Vector
    XeGPU/IR/XeGPUOps
""".split()
# Refused: pointers and structs that are written without the name of their dialect, as `<3>`. Read wrongly: the type
# that custom<ShuffleType> computes, of an op that Ownlog has a form of itself.
_KNOWN = {
    "rocdl.make.buffer.rsrc", "rocdl.permlane16.swap", "rocdl.permlane32.swap", "rocdl.ds.read.tr16.b64",
    "rocdl.ds.read.tr6.b96", "rocdl.ds.read.tr8.b64", "rocdl.ds.read.tr4.b64", "llvm.shufflevector",
}  # fmt: skip
_SAMPLE = {"UB/IR/UBOps", "Index/IR/IndexOps"}
_IN_CPP = ("custom<", "computed in C++", "read by C++")


@cache
def _ops(file: str) -> list[Definition]:
    require_tool("mlir-opt-22")
    if find_tblgen() is None:
        pytest.skip("llvm-tblgen is not installed (Debian package llvm-22)")
    path = _FOLDER / f"{file}.td"
    if not path.is_file():
        pytest.skip("LLVM's .td files are not installed (Debian package libmlir-22-dev)")
    return definitions(read_records(dump(str(path), [str(_FOLDER.parent.parent)]), file))


@pytest.mark.peer
@pytest.mark.parametrize(
    "file", [pytest.param(file, marks=[] if file in _SAMPLE else pytest.mark.slow, id=file) for file in FILES]
)
def test_what_mlir_opt_prints_is_read_by_the_forms_of_definitions(file: str) -> None:
    sweep = sweep_of(_ops(file), tries=4)
    assert {name: fault for name, fault in sweep.wrong.items() if name not in _KNOWN} == {}
    assert sweep.tried or file not in _SAMPLE


@pytest.mark.slow
def test_nearly_all_declarative_formats_are_translated() -> None:
    sweep, count = Sweep(), 0
    for file in FILES:
        count += len(lines_of(_ops(file), sweep))
    left = {name: why for name, why in sweep.refused.items() if not any(word in why for word in _IN_CPP)}
    assert count > 1700
    assert len(left) < 0.02 * count, left
