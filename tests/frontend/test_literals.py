"""Integer attributes as numbers: every spelling of a number is that number, as mlir-opt-22 prints it."""

import re

import pytest

from ownlog.frontend import parse
from ownlog.frontend.text.literals import (
    Elements,
    Integer,
    digits_of,
    in_type,
    integer_elements,
    integer_literal,
    number_of,
)
from tests.peer import mlir_opt_one

INTEGERS = (
    "5",
    "-5 : i32",
    "- 5 : i8",
    "0x10",
    "-0x10 : i16",
    "0xFF : i8",
    "255 : i8",
    "0000012 : i8",
    "true",
    "false",
    "1 : i1",
    "-1 : i1",
    "0 : i1",
    "18446744073709551615 : i64",
    "9223372036854775807 : index",
    "-9223372036854775808 : index",
    "-3 : si4",
    "255 : ui8",
    f"{'9' * 5000} : i17000",
    f"-0x{'F' * 5000} : i20001",
)
ELEMENTS = (
    "dense<[0x10, 3]> : tensor<2xi32>",
    "dense<-1> : vector<4xi8>",
    "dense<[[1, - 2], [0x3, 255]]> : tensor<2x2xi8>",
    "dense<[true, false, true]> : vector<3xi1>",
    "dense<true> : tensor<3xi1>",
    "dense<> : tensor<0x2xi32>",
    "dense<[-1, 0]> : tensor<2xi1>",
    'dense<"0x10000000FFFFFFFF"> : tensor<2xi32>',
    'dense<"0x05"> : tensor<8xi1>',
    'dense<"0x0100"> : tensor<9xi1>',
    'dense<"0xFF"> : tensor<9xi1>',
    'dense<"0x2A"> : tensor<3xi8>',
    'dense<"0x01000208"> : tensor<2xi12>',
    "dense<[ 1 ,\n 2 ]> : tensor< 2 x i64>",
    "array<i8: -1, 0x10, 255>",
    "array<i1: true, false>",
    "array<i32>",
    "[1, -2, 0x3]",
    "[]",
)


@pytest.mark.parametrize("text", INTEGERS, ids=lambda text: text[:30])
@pytest.mark.peer
def test_integers_are_what_mlir_opt_reads(text: str) -> None:
    mine = integer_literal(text)
    assert mine is not None
    shown = _judged(text)
    if mine.type == "i1":
        assert shown == ("true" if mine.value else "false")
    else:
        assert shown.partition(" : ")[0] == digits_of(mine.value)
        assert mine.type == (shown.partition(" : ")[2] or "i64")


@pytest.mark.parametrize("text", ELEMENTS)
@pytest.mark.peer
def test_elements_are_what_mlir_opt_reads(text: str) -> None:
    mine = integer_elements(text)
    assert mine is not None
    shown = _judged(text)
    body = re.sub(r"^\w*<?(?:i\d+:?)?|>?(?: : .*)?$", "", shown)
    values = [
        {"true": 1, "false": 0}.get(word) if word[0] in "tf" else int(word)
        for word in re.findall(r"-?\d+|true|false", body)
    ]
    values = values * mine.count if len(values) == 1 else values
    assert mine.all() == values
    assert mine.count == len(values)


def _judged(text: str) -> str:
    """The attribute as mlir-opt-22 prints it."""
    sources = {text: f'"test.op"() {{value = {text}}} : () -> ()' for text in (*INTEGERS, *ELEMENTS)}
    run = mlir_opt_one(tuple(sources.values()), "--allow-unregistered-dialect")[sources[text]]
    found = re.search(r"\{value = (.*)\} :", run.out)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    "text", ["1.5", '"5"', "5 : f32", "true : i1", "[1]", "", None, "0x", "1 2", "affine_map<() -> (1)>", "5x"]
)
def test_what_is_no_integer(text: str | None) -> None:
    assert integer_literal(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "dense<1.0> : tensor<2xf32>",
        "dense<[1, 2]> : tensor<3xi32>",
        "dense<(1, 2)> : tensor<complex<i32>>",
        'dense<"0x01"> : tensor<9xi1>',
        'dense<"0x010203"> : tensor<2xi16>',
        "dense_resource<name> : tensor<2xi8>",
        "array<f32: 1.0>",
        "[1, 2 : i32]",
        '["1"]',
        "5",
        None,
    ],
)
def test_what_is_no_list_of_integers(text: str | None) -> None:
    assert integer_elements(text) is None


def test_numbers_are_those_of_the_width() -> None:
    assert (
        integer_literal("255 : i8") == integer_literal("-1 : i8") == integer_literal("0xFF : i8") == Integer(-1, "i8")
    )
    assert in_type(1, "i1") == in_type(-1, "i1") == 1
    assert integer_elements("dense<7> : tensor<1000000000xi32>") == Elements((7,), 1_000_000_000, "i32")


def test_digits_and_numbers_are_inverse_at_any_length() -> None:
    for length in (1, 3_999, 4_000, 4_001, 20_000):
        digits = "9" + "0" * (length - 1)
        assert digits_of(number_of(digits)) == digits
        assert digits_of(-number_of(digits)) == "-" + digits
    assert number_of("0" * 5_000 + "12") == 12


def test_a_null_byte_is_white_space_in_types_too() -> None:
    text = "func.func @f() {\n  %a = memref.alloc() : memref<2\0x8xf32>\n  return\n}\n"
    (alloc,) = [op for op in parse(text).walk() if op.name == "memref.alloc"]
    assert alloc.results[0].type.canonical == "memref<2x8xf32>"
    assert alloc.results[0].type.memref_parts == (["2", "8"], "f32", [])
