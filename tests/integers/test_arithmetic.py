"""All passes compute with `backend/rewriting/integers.py` as mlir-opt's folders do, up to the limits of each type."""

import re
from itertools import product

import pytest

from ownlog.backend.rewriting import integers
from ownlog.frontend.text.literals import in_type, signed
from tests.integers.programs import PREDICATES, WIDTHS, ends
from tests.integers.running import folded

OPS = {
    "addi": "add", "subi": "sub", "muli": "mul", "andi": "and", "ori": "or", "xori": "xor", "maxsi": "maxs",
    "minsi": "mins",
    "maxui": "maxu", "minui": "minu",
    "shli": "shl", "shrsi": "shrs", "shrui": "shru", "divsi": "divs", "divui": "divu", "remsi": "rems", "remui": "remu",
    "ceildivsi": "ceildivs", "ceildivui": "ceildivu", "floordivsi": "floordivs",
}  # fmt: skip
SIGNED = ("divsi", "remsi", "ceildivsi", "floordivsi")
CASTS = {"extsi": "casts", "extui": "castu", "trunci": "casts", "index_cast": "casts", "index_castui": "castu"}


def results(expressions: list[tuple[str, str]]) -> list[int | None]:
    """What the results of ops on constants fold to; None for one that does not.

    In: the text of an op and its constants, and its type.
    """
    functions = []
    for number, (text, type) in enumerate(expressions):
        lines = text.splitlines()
        functions.append(f"func.func @f{number}() -> {type} {{\n" + "\n".join(lines) + f"\nreturn %r : {type}\n}}")
    found: list[int | None] = []
    for part in folded("\n".join(functions)).split("func.func ")[1:]:
        ops = [line.strip() for line in part.splitlines()[1:] if " = " in line]
        constant = re.fullmatch(r"%\S+ = arith\.constant (true|false|-?\d+)(?: : \w+)?", ops[-1]) if ops else None
        digits = "" if constant is None or len(ops) > 1 else {"true": "1", "false": "0"}.get(constant[1], constant[1])
        found.append(in_type(int(digits), expressions[len(found)][1]) if digits else None)
    assert len(found) == len(expressions)
    return found


def constants(type: str, *numbers: int) -> str:
    signed = [number - (1 << WIDTHS[type]) if number >> (WIDTHS[type] - 1) else number for number in numbers]
    return "\n".join(f"%c{place} = arith.constant {number} : {type}" for place, number in enumerate(signed))


@pytest.mark.parametrize("type", WIDTHS)
def test_operations(type: str) -> None:
    asked = [(op, one, other) for op in OPS for one, other in product(ends(WIDTHS[type]), repeat=2)]
    found = results(
        [(f"{constants(type, one, other)}\n%r = arith.{op} %c0, %c1 : {type}", type) for op, one, other in asked]
    )
    wrong = []
    for (op, one, other), expected in zip(asked, found, strict=True):
        got = integers.computed(OPS[op], [in_type(one, type), in_type(other, type)], type, type)
        # Where a division overflows, processors may stop, though mlir-opt folds some.
        overflows = op in SIGNED and (one, other) == (1 << (WIDTHS[type] - 1), (1 << WIDTHS[type]) - 1)
        if op == "ceildivsi" and expected is None and other:
            # mlir-opt folds none that it computes by way of a number that overflows; runs have the quotient.
            expected = in_type(-(-signed(one, type) // signed(other, type)), type)
        if got != (None if overflows else expected):
            wrong.append((op, one, other, got, expected))
    assert wrong == []


@pytest.mark.parametrize("type", WIDTHS)
def test_comparisons(type: str) -> None:
    asked = [(how, one, other) for how in PREDICATES for one, other in product(ends(WIDTHS[type]), repeat=2)]
    found = results(
        [
            (f"{constants(type, one, other)}\n%r = arith.cmpi {how}, %c0, %c1 : {type}", "i1")
            for how, one, other in asked
        ]
    )
    assert found == [
        int(integers.compare(how, (in_type(one, type), in_type(other, type)), type)) for how, one, other in asked
    ]


def test_casts() -> None:
    asked = []
    for source, target in product(WIDTHS, repeat=2):
        ways = ["index_cast", "index_castui"] if "index" in (source, target) else ["extsi", "extui"]
        if source != target and WIDTHS[source] > WIDTHS[target] and "index" not in (source, target):
            ways = ["trunci"]
        asked += [(how, source, target, number) for how in ways if source != target for number in ends(WIDTHS[source])]
    texts = [
        f"{constants(source, number)}\n%r = arith.{how} %c0 : {source} to {target}"
        for how, source, target, number in asked
    ]
    found = results(list(zip(texts, (target for _, _, target, _ in asked), strict=True)))
    assert found == [
        integers.computed(CASTS[how], [in_type(number, source)], source, target)
        for how, source, target, number in asked
    ]


@pytest.mark.parametrize("type", ["i1", "i8"])
@pytest.mark.parametrize("how", ["slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", "eq", "ne"])
def test_a_comparison_that_one_operand_decides(how: str, type: str) -> None:
    numbers = [in_type(number, type) for number in range(2 if type == "i1" else 256)]
    for number in numbers:
        for known in ((number, None), (None, number)):
            answers = {
                integers.compare(how, [other if part is None else part for part in known], type) for other in numbers
            }
            assert integers.compare_any(how, known, type) == (answers.pop() if len(answers) == 1 else None)
