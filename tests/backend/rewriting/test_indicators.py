"""The folds of `backend.indicators` are identities: checked for all truth values, with constants in every place."""

from collections.abc import Callable
from itertools import product

import pytest

import ownlog
from ownlog.backend.rewriting.indicators import Indicator, Indicators
from ownlog.frontend.ir.ir import Op, Value

FUNCTION = "func.func @f(%c: i1, %x: i1, %y: i1) {\n  return\n}\n"


@pytest.fixture
def indicators() -> Indicators:
    module = ownlog.parse(FUNCTION)
    return Indicators(next(module.functions()))


MEANING: dict[str, Callable[..., bool]] = {
    "arith.andi": lambda a, b: a and b,
    "arith.xori": lambda a, b: a != b,
    "arith.select": lambda c, a, b: a if c else b,
}


def evaluate(indicator: Indicator, new: list[Op], inputs: dict[Value, bool], indicators: Indicators) -> bool:
    """What an indicator is at run time, given the function's arguments."""
    known = dict(inputs)
    known |= {indicators.value(constant): constant for constant in (True, False)}
    for op in new:
        known[op.results[0]] = MEANING[op.name](*(known[value] for value in op.operands))
    return indicator if isinstance(indicator, bool) else known[indicator]


def arguments(indicators: Indicators) -> list[Value]:
    return indicators.function.regions[0].blocks[0].arguments


PLACES = ("true", "false", "x", "y")


def pick(place: str, x: Value, y: Value) -> Indicator:
    values: dict[str, Indicator] = {"true": True, "false": False, "x": x, "y": y}
    return values[place]


@pytest.mark.parametrize(("left", "right"), list(product(PLACES, PLACES)))
def test_conjunction(indicators: Indicators, left: str, right: str) -> None:
    _, x, y = arguments(indicators)
    a, b = pick(left, x, y), pick(right, x, y)
    new: list[Op] = []
    result = indicators.conjunction(a, b, new)
    for p, q in product((True, False), repeat=2):
        inputs = {x: p, y: q}
        expected = evaluate(a, [], inputs, indicators) and evaluate(b, [], inputs, indicators)
        assert evaluate(result, new, inputs, indicators) == expected


@pytest.mark.parametrize("place", PLACES)
def test_negation(indicators: Indicators, place: str) -> None:
    _, x, y = arguments(indicators)
    a = pick(place, x, y)
    new: list[Op] = []
    result = indicators.negation(a, new)
    for p in (True, False):
        inputs = {x: p, y: p}
        assert evaluate(result, new, inputs, indicators) != evaluate(a, [], inputs, indicators)


@pytest.mark.parametrize(("on_true", "on_false"), list(product(PLACES, PLACES)))
def test_choice(indicators: Indicators, on_true: str, on_false: str) -> None:
    c, x, y = arguments(indicators)
    a, b = pick(on_true, x, y), pick(on_false, x, y)
    new: list[Op] = []
    result = indicators.choice(c, a, b, new)
    for chosen, p, q in product((True, False), repeat=3):
        inputs = {c: chosen, x: p, y: q}
        expected = evaluate(a if chosen else b, [], inputs, indicators)
        assert evaluate(result, new, inputs, indicators) == expected


def test_z3_proves_every_fold(indicators: Indicators) -> None:
    z3 = pytest.importorskip("z3", reason="z3-solver is not installed (the extra `proofs`)")
    c, x, y = arguments(indicators)
    known = {value: z3.Bool(value.name) for value in (c, x, y)}
    known |= {indicators.value(constant): z3.BoolVal(constant) for constant in (True, False)}
    encode = {"arith.andi": z3.And, "arith.xori": z3.Xor, "arith.select": z3.If}

    def term(indicator: Indicator, new: list[Op]) -> object:
        for op in new:
            known[op.results[0]] = encode[op.name](*(known[value] for value in op.operands))
        return z3.BoolVal(indicator) if isinstance(indicator, bool) else known[indicator]

    def proved(made: Indicator, new: list[Op], meant: object) -> bool:
        solver = z3.Solver()
        solver.add(term(made, new) != meant)
        return bool(solver.check() == z3.unsat)

    for left, right in product(PLACES, PLACES):
        a, b = pick(left, x, y), pick(right, x, y)
        new: list[Op] = []
        assert proved(indicators.conjunction(a, b, new), new, z3.And(term(a, []), term(b, [])))
        assert not proved(indicators.conjunction(a, b, new), new, z3.Not(z3.And(term(a, []), term(b, []))))
        new = []
        assert proved(indicators.choice(c, a, b, new), new, z3.If(known[c], term(a, []), term(b, [])))
        new = []
        assert proved(indicators.negation(a, new), new, z3.Not(term(a, [])))


def test_constants_are_made_once_and_need_no_op_to_be_combined(indicators: Indicators) -> None:
    new: list[Op] = []
    assert indicators.conjunction(True, False, new) is False
    assert indicators.negation(False, new) is True
    assert new == []
    assert indicators.value(True) is indicators.value(True)
