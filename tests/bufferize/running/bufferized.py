"""Programs rewritten to buffers, what they allocate and copy, and what they do when they run."""

import re
import struct
from collections.abc import Sequence
from math import isnan
from typing import NamedTuple

from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.registry import run_passes
from ownlog.frontend import parse
from tests.execution.executor import LOWERING, Report

WHOLE = "bufferize-function-boundaries allow-return-allocs-from-loops"
# Vectors become loops and LLVM's vectors beside what LOWERING does.
TENSORS = (
    "--lower-vector-mask", "--convert-vector-to-scf", "--convert-linalg-to-loops", "--scf-forall-to-for",
    "--lower-affine",
    *LOWERING[: LOWERING.index("--finalize-memref-to-llvm=use-generic-functions")], "--convert-vector-to-llvm",
    *LOWERING[LOWERING.index("--finalize-memref-to-llvm=use-generic-functions") :],
)  # fmt: skip
_BITS = {"i1": 1, "i8": 8, "ui8": 8, "i16": 16, "f16": 16, "bf16": 16, "i32": 32, "f32": 32}
_TYPE = re.compile(r"memref<((?:(?:\d+|\?)x)*)([a-z]\w*)")


class Counts(NamedTuple):
    """Allocations and copies in a program, and the bytes of those whose size is known."""

    allocations: int
    allocated: int
    copies: int
    copied: int


def bufferized(text: str, options: str = WHOLE, name: str = "in.mlir") -> str:
    """The program with buffers in place of tensors. Raises InputError."""
    module = parse(text, name)
    pairs = [option.partition("=") for option in options.split()]
    run_passes(module, [Step("one-shot-bufferize", tuple((key, value) for key, _, value in pairs))])
    return str(module)


def counts(text: str) -> Counts:
    """What a program as mlir-opt prints it allocates and copies."""
    lines = [line.strip() for line in text.splitlines()]
    allocated = [_size(line.rpartition(" : ")[2]) for line in lines if " = memref.alloc(" in line]
    copied = [_size(line.partition(" : ")[2]) for line in lines if line.startswith("memref.copy")]
    return Counts(len(allocated), sum(allocated), len(copied), sum(copied))


def _size(type: str) -> int:
    found = _TYPE.match(type)
    assert found is not None, type
    size = max(_BITS.get(found[2], 64) // 8, 1)
    for dim in found[1].split("x")[:-1]:
        size *= 0 if dim == "?" else int(dim)
    return size


def runnable(text: str) -> str:
    """The program, with the function that the run-time library has for what is observed."""
    return re.sub(r"@observe\b", "@observe_f32", text)


def observed(report: Report) -> list[float]:
    """What a program let others observe when it ran."""
    values = (line.split() for line in report.observed)
    return [
        struct.unpack("f", struct.pack("I", int(bits, 16)))[0] if type == "f32" else int(bits, 16)
        for type, bits in values
    ]


def agree(expected: Sequence[float | bool | None], found: Sequence[float]) -> bool:
    """Is what was observed what should be? None stands for what nobody wrote."""
    return len(expected) == len(found) and all(
        a is None or _same(float(a), b) for a, b in zip(expected, found, strict=True)
    )


def _same(a: float, b: float) -> bool:
    return a == b or (isnan(a) and isnan(b))
