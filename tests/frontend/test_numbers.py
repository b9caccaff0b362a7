"""Numbers that their type does not have are refused with mlir-opt's words, and the others are not."""

import pytest

from ownlog.base.errors import InputError
from ownlog.frontend import parse
from ownlog.frontend.generic.generic import print_generic
from tests.peer import mlir_opt_one

_ATTRIBUTES = """
0.0 : i32; 0.0 : index; 1.0 : si8; 1.0 : tensor<f32>; 1.0 : f32; 1.0 : bf16; 1.0
1 : f32; 0x10 : f32; -0x10 : f32; 5 : !llvm.ptr; 1 : vector<2xi32>; - 5 : i32; 5:i32; true
300 : i8; 256 : i8; 255 : i8; -128 : i8; -129 : i8; 2 : i1; 1 : i1; -1 : i1; -2 : i1; 0xFF : i8; 0x100 : i8
127 : si8; 128 : si8; -128 : si8; -129 : si8; 0xFF : si8; 255 : ui8; 256 : ui8; -1 : ui8; -0 : ui8
9223372036854775807 : index; 9223372036854775808 : index; -9223372036854775808 : index; -9223372036854775809 : index
18446744073709551615; 18446744073709551616; -9223372036854775808; -9223372036854775809; 0xFFFFFFFFFFFFFFFF
0 : i0; 1 : i0; -1 : i0; -2 : i0; -0 : i0
5 : i16777215; 5 : i16777216; [1, 300 : i8]; {b = 300 : i8}; memref<4xi16777216>; memref<9223372036854775808xf32>
memref<9223372036854775807xf32>; 5 : !small; 300 : !small
"""
ATTRIBUTES = [text.strip() for line in _ATTRIBUTES.splitlines() for text in line.split(";") if text.strip()]


def program(attribute: str) -> str:
    return f'!small = i8\n"test.a"() {{a = {attribute}}} : () -> ()\n'


@pytest.mark.peer
@pytest.mark.parametrize("attribute", ATTRIBUTES)
def test_numbers_fit_their_type(attribute: str) -> None:
    theirs = mlir_opt_one(tuple(map(program, ATTRIBUTES)), "--allow-unregistered-dialect")[program(attribute)]
    if theirs.status == 0:
        parse(program(attribute))
        return
    with pytest.raises(InputError) as caught:
        parse(program(attribute))
    diagnostic = caught.value.diagnostics[0]
    assert diagnostic.message in theirs.err
    assert diagnostic.advice
    assert diagnostic.position is not None
    assert diagnostic.position.line == 2


@pytest.mark.parametrize(
    "type", ["i" + "9" * 5_000, "memref<4xi999999999>", f"memref<{'9' * 5_000}xf32>", f"vector<4x{'9' * 30}xi8>"]
)
def test_types_with_very_long_numbers_are_refused(type: str) -> None:
    for text in (program(type), program(f"1 : {type}"), f'"test.a"() : () -> {type}\n'):
        with pytest.raises(InputError):
            parse(text)


_FLOATS = """
1.0e400; -1.0e400 : f64; 1.0e39 : f32; -1.0e39 : f32; 3.4e38 : f32; 70000.0 : f16; 1.0e400 : f16; 1.0e39 : bf16; \
3.39e38 : bf16
3.4028235e38 : bf16; 1.0e400 : bf16; dense<1.0e400> : tensor<2xf32>; dense<[1.0e39, 2.0]> : tensor<2xf32>
"""


FLOATS = [text.strip() for line in _FLOATS.splitlines() for text in line.split(";") if text.strip()]


@pytest.mark.peer
@pytest.mark.parametrize("attribute", FLOATS)
def test_floats_that_are_too_great_are_infinite(attribute: str) -> None:
    flags = ("--allow-unregistered-dialect", "--mlir-print-op-generic", "--mlir-print-local-scope")
    theirs = mlir_opt_one(tuple(map(program, FLOATS)), *flags)[program(attribute)]
    assert theirs.status == 0
    assert print_generic(parse(program(attribute))) == theirs.out
