"""affine.apply of repeated values and of constants: the same numbers come out of fewer operands."""

import itertools
import re
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ownlog
from ownlog.backend.rewriting.affine import Linear, read_linear
from ownlog.frontend.ir.ir import Op
from tests.backend.canonicalization.test_canonicalize import canonical
from tests.shared import require_tool

FUNCTION = """\
#map = affine_map<()[s0] -> (s0 * 2)>
func.func @f(%x: index, %y: index) -> index {{
  %c3 = arith.constant 3 : index
  %0 = affine.apply {}
  return %0 : index
}}
"""


def applied(text: str) -> str:
    """What is left of an affine.apply: its text, or the value returned in its place."""
    out = canonical(FUNCTION.format(text))
    found = re.search(r"= affine\.apply (.*)", out) or re.search(r"return (.*) : index", out)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("affine_map<()[s0, s1] -> (s0 + s1)>()[%x, %x]", "#map()[%x]"),
        ("affine_map<(d0, d1) -> (d0 + d1 * 2)>(%x, %x)", "affine_map<(d0) -> (d0 * 3)>(%x)"),
        ("affine_map<(d0)[s0] -> (d0 - s0 * 2)>(%x)[%x]", "affine_map<()[s0] -> (-s0)>()[%x]"),
        (
            "affine_map<(a, b)[n] -> (7 - n - (b - a) * 2)>(%x, %y)[%x]",
            "affine_map<(d0)[s0] -> (d0 * -2 + s0 + 7)>(%y)[%x]",
        ),
        ("affine_map<(d0, d1)[s0] -> (d1 - d0 * s0)>(%x, %y)[%c3]", "affine_map<(d0, d1) -> (d0 * -3 + d1)>(%x, %y)"),
        ("affine_map<(d0, d1)[s0] -> (d1 - d0 + s0)>(%x, %y)[%c3]", "affine_map<(d0, d1) -> (-d0 + d1 + 3)>(%x, %y)"),
        ("affine_map<(d0, d1) -> (d0)>(%x, %y)", "%x"),
        ("affine_map<(d0, d1) -> (d0 - d1)>(%x, %x)", "%c0"),
        ("affine_map<(d0) -> (d0 * 2 + 1)>(%c3)", "%c7"),
        ("affine_map<(d0, d1) -> (d0 - d1)>(%x, %y)", None),
        ("affine_map<(d0, d1) -> (d0 mod 2 + d1)>(%x, %x)", None),
        ("affine_map<(d0, d1) -> (d0 floordiv 2 + d1)>(%x, %x)", None),
        (
            f"affine_map<(d0, d1) -> ({' + '.join(['d0', *['d1'] * 400])})>(%x, %x)",
            "affine_map<(d0) -> (d0 * 401)>(%x)",
        ),
        (f"affine_map<(d0, d1) -> ({'(' * 2000}d0{')' * 2000} + d1)>(%x, %x)", "affine_map<(d0) -> (d0 * 2)>(%x)"),
        ("affine_map<(True, False) -> (True - False + 0x10)>(%x, %y)", None),
        ("affine_map<(True, None) -> (True + None)>(%x, %c3)", "affine_map<(d0) -> (d0 + 3)>(%x)"),
        ("affine_map<(mod, ceildiv) -> (mod + ceildiv ceildiv 2)>(%x, %c3)", "affine_map<(d0) -> (d0 + 2)>(%x)"),
        ("affine_map<(d0) -> (d0 * 4611686018427387904 * 4)>(%c3)", None),
        ("affine_map<(d0) -> (d0 mod -2)>(%c3)", None),
    ],
)
def test_apply(before: str, after: str | None) -> None:
    assert applied(before) == (before if after is None else after)


def _value(op: Op, given: dict[str, int]) -> int:
    """What an affine.apply gives; its map is taken apart here in a way of its own."""
    found = re.fullmatch(r"affine_map<\((.*?)\)(?:\[(.*?)\])? -> \((.*)\)>", op.properties["map"] or "")
    assert found is not None
    names = [name for group in found.groups()[:2] for name in (group or "").split(", ") if name]
    numbers = (given[value.name] for value in op.operands)
    return int(eval(found[3], {"__builtins__": {}}, dict(zip(names, numbers, strict=True))))


def test_the_same_number_comes_out() -> None:
    merged = 0
    for a, b, c, k in itertools.product((-2, 0, 1, 3), (-1, 1, 2), (-1, 5), (0, 9)):
        for operands in ("(%x, %x)[%y]", "(%x, %y)[%x]", "(%y, %x)[%c3]", "(%x, %x)[%x]"):
            text = FUNCTION.format(f"affine_map<(d0, d1)[s0] -> (d0 * {a} + d1 * {b} + s0 * {c} + {k})>{operands}")
            module = ownlog.parse(text)
            (before,) = (op for op in module.walk() if op.name == "affine.apply")
            given = {"%x": 11, "%y": -7, "%c3": 3}
            expected = _value(before, given)
            ownlog.run_pipeline(module, "canonicalize")
            (end,) = (op for op in module.walk() if op.name == "func.return")
            source = end.operands[0].owner
            if isinstance(source, Op) and source.name == "affine.apply":
                assert len(source.operands) < 3
                assert _value(source, given) == expected
                merged += 1
            else:
                assert (given | {f"%c{k}": k, "%c0": 0})[end.operands[0].name] == expected
    assert merged > 100


@pytest.mark.parametrize("text", ["", "d0 *", "d0 + 1 floordiv", "-", "(", "d0)", "2 2", "d0 (1)"])
def test_what_is_no_expression_is_none(text: str) -> None:
    assert read_linear(text, {"d0": Linear[str]({"x": 1})}) is None


LEAVES = st.one_of(st.sampled_from(["d0", "d1", "-d0"]), st.integers(0, 40).map(str))
EXPRESSIONS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds("{} {} {}".format, inner, st.sampled_from(["+", "-"]), inner),
        st.builds("({}) * {}".format, inner, st.integers(0, 9)),
        st.builds("({}) {} {}".format, inner, st.sampled_from(["mod", "floordiv", "ceildiv"]), st.integers(1, 9)),
        st.builds("-({})".format, inner),
    ),
    max_leaves=8,
)


@pytest.mark.peer
@settings(max_examples=8)
@given(st.lists(st.tuples(EXPRESSIONS, st.integers(-50, 50), st.integers(-50, 50)), min_size=10, max_size=40))
def test_what_is_known_is_computed_as_mlir_opt_does(cases: list[tuple[str, int, int]]) -> None:
    functions = [
        f"func.func @f{number}() -> index {{\n  %a = arith.constant {a} : index\n  %b = arith.constant {b} : index\n"
        f"  %r = affine.apply affine_map<(d0, d1) -> ({text})>(%a, %b)\n  return %r : index\n}}\n"
        for number, (text, a, b) in enumerate(cases)
    ]
    command = [require_tool("mlir-opt-22"), "--canonicalize"]
    printed = subprocess.run(command, input="".join(functions), capture_output=True, text=True, check=True).stdout
    expected = [int(number) for number in re.findall(r"arith\.constant (-?\d+) : index", printed)]
    found = [read_linear(text, {"d0": Linear[str]({}, a), "d1": Linear[str]({}, b)}) for text, a, b in cases]
    assert [linear and linear.constant for linear in found] == expected
