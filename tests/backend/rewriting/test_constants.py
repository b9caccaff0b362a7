"""Constants are values of their type's width, and comparisons of them give what mlir-opt-22 says."""

import re
import subprocess
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ownlog
from ownlog.backend.rewriting.constants import integer, truth
from tests.shared import require_tool

PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
WIDTHS = {"i1": 1, "i2": 2, "i3": 3, "i8": 8, "i32": 32, "i64": 64, "index": 64, "i129": 129}

CONSTANT = re.compile(r"arith\.constant (true|false|-?\w+)(?= : i1$|$)", re.MULTILINE)

Comparison = tuple[str, str, str, str]
"""A predicate, two literals and their type."""


def compared(comparisons: list[Comparison]) -> tuple[list[bool], list[bool]]:
    """What the comparisons are after canonicalize: here, and in mlir-opt."""
    text = "".join(
        f"func.func @f{number}() -> i1 {{\n  %a = arith.constant {a} : {type}\n  %b = arith.constant {b} : {type}\n"
        f"  %r = arith.cmpi {by}, %a, %b : {type}\n  return %r : i1\n}}\n"
        for number, (by, a, b, type) in enumerate(comparisons)
    )
    peer = subprocess.run(
        [require_tool("mlir-opt-22"), "--canonicalize"], input=text, capture_output=True, text=True, check=True
    ).stdout
    ours = str(ownlog.run_pipeline(ownlog.parse(text), "canonicalize"))
    return constants(ours), constants(peer)


def constants(printed: str) -> list[bool]:
    """What the functions of a module return, all of them an i1 constant."""
    assert "arith.cmpi" not in printed
    return [
        bool({"true": 1, "false": 0}[word] if word in ("true", "false") else int(word, 0))
        for word in CONSTANT.findall(printed)
    ]


def spelled(number: int, width: int, how: str) -> str:
    """The number, by its low bits, in one of the ways that MLIR reads."""
    low = number % 2**width
    signed = low - 2**width if low >> (width - 1) else low
    return {"unsigned": str(low), "signed": str(signed), "hexadecimal": hex(low)}[how]


@pytest.mark.peer
@pytest.mark.parametrize("type", ["i1", "i2"])
def test_all_comparisons_of_a_narrow_type(type: str) -> None:
    width = WIDTHS[type]
    literals = [
        spelled(number, width, how) for number in range(2**width) for how in ("unsigned", "signed", "hexadecimal")
    ]
    ours, peer = compared([(by, a, b, type) for by in PREDICATES for a, b in product(literals, repeat=2)])
    assert ours == peer


@st.composite
def comparisons(draw: st.DrawFn) -> Comparison:
    type, width = draw(st.sampled_from(sorted(WIDTHS.items())))
    edges = st.sampled_from([0, 1, -1, 2 ** (width - 1), 2 ** (width - 1) - 1, 2**width - 2])
    numbers = [draw(st.one_of(edges, st.integers(0, 2**width - 1)))]
    numbers.append(draw(st.one_of(st.just(numbers[0]), edges, st.integers(0, 2**width - 1))))
    # mlir-opt reads an index as a signed number only.
    hows = st.sampled_from(["signed"] if type == "index" else ["unsigned", "signed", "hexadecimal"])
    return draw(st.sampled_from(PREDICATES)), *(spelled(number, width, draw(hows)) for number in numbers), type  # type: ignore[return-value]


@pytest.mark.peer
@settings(max_examples=8)
@given(st.lists(comparisons(), min_size=20, max_size=60))
def test_comparisons_of_any_type(cases: list[Comparison]) -> None:
    ours, peer = compared(cases)
    assert ours == peer


@pytest.mark.parametrize(
    ("literal", "type", "number"),
    [
        ("255 : i8", "i8", -1),
        ("0xff : i8", "i8", -1),
        ("-0x80 : i8", "i8", -128),
        ("true", "i1", 1),
        ("-1 : i1", "i1", 1),
        ("18446744073709551615 : i64", "i64", -1),
        ("7 : index", "index", 7),
        ("1" + "0" * 5999 + "5 : i20000", "i20000", 10**6000 + 5),
        ("2.0 : f32", "f32", None),
        ("0x10 : f32", "f32", None),
        ("dense<1> : vector<2xi8>", "vector<2xi8>", None),
    ],
    ids=lambda text: str(text)[:20] if isinstance(text, str) else "",
)
def test_a_constant_is_a_value_of_its_type(literal: str, type: str, number: int | None) -> None:
    module = ownlog.parse(f"func.func @f() -> {type} {{\n  %c = arith.constant {literal}\n  return %c : {type}\n}}\n")
    (value,) = next(op for op in module.walk() if op.name == "arith.constant").results
    assert integer(value) == number
    assert truth(value) == (bool(number) if type == "i1" else None)


@pytest.mark.parametrize("written", ["1", "0x1", "0x01"])
def test_a_predicate_is_a_number(written: str) -> None:
    text = (
        f'func.func @f(%x: i8) -> i1 {{\n  %r = "arith.cmpi"(%x, %x) <{{predicate = {written} : i64}}> : (i8, i8) ->'
        " i1\n  return %r : i1\n}\n"
    )
    assert "arith.constant false" in str(ownlog.run_pipeline(ownlog.parse(text), "canonicalize"))
