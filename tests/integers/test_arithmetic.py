"""All passes compute with `backend/rewriting/integers.py` as mlir-opt's folders do, up to the limits of each type."""

import re
from itertools import product

import pytest

import ownlog
from ownlog.backend.checking.graph import FACTS
from ownlog.backend.checking.index_maps import index_maps
from ownlog.backend.checking.rows import Rows
from ownlog.backend.rewriting import integers
from ownlog.frontend.facts.extract import extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.text.literals import in_type, signed
from ownlog.rules import relations as rel
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


def rows_of(text: str) -> Rows:
    module = ownlog.parse(text)
    return Rows(extract_facts(module, Naming(module), wanted=FACTS), (), None, (rel.ConstantInteger, rel.IndexMap))


@pytest.mark.parametrize("type", ["i8", "i32", "index"])
def test_rules_compute_constants_as_passes_do(type: str) -> None:
    lines, expected = [], {}
    numbers = sorted({-128, -7, -2, -1, 0, 1, 2, 7, 127, *([1_000_000_000, -1_000_000_000] if type != "i8" else [])})
    names = {number: f"%c{place}" for place, number in enumerate(numbers)}
    lines += [f"{name} = arith.constant {number} : {type}" for number, name in names.items()]
    for place, (op, one, other) in enumerate(product(OPS, numbers, numbers)):
        lines.append(f"%r{place} = arith.{op} {names[one]}, {names[other]} : {type}")
        expected[f"%r{place}"] = integers.computed(OPS[op], [one, other], type, type)
    for place, (how, number) in enumerate(product(CASTS, numbers)):
        target = {"trunci": "i4"}.get(how, "i64")
        if ("index" in how) == (type == "index"):
            source = f"{how} {names[number]} : {type} to {'i64' if type == 'index' else target}"
            if how != "trunci" or type != "index":
                lines.append(f"%k{place} = arith.{source}")
                expected[f"%k{place}"] = integers.computed(CASTS[how], [number], type, source.split()[-1])
    rows = rows_of("func.func @f() {\n" + "\n".join(lines) + "\nreturn\n}\n")
    found = {row.value.partition("/")[2]: int(row.digits) for row in rows(rel.ConstantInteger)}
    told = {name: number for name, number in found.items() if name in expected}
    assert told == {name: expected[name] for name in told}
    assert len(told) > 0.5 * len(expected)


def test_rules_compute_affine_maps_as_passes_do() -> None:
    expressions = [
        "d0 + s0", "d0 - s0 * 3", "d0 floordiv 3", "d0 mod 5", "s0 ceildiv 2", "-(d0 * 2) + 7", "d0 floordiv s0",
        "d0 mod s0", "d0 ceildiv s0", "4",
    ]  # fmt: skip
    numbers = [-128, -7, -1, 0, 1, 2, 7, 127]
    lines = [f"%c{place} = arith.constant {number} : index" for place, number in enumerate(numbers)]
    for (one, _), (other, _) in product(enumerate(numbers), repeat=2):
        for at, (how, expression) in enumerate(product(("apply", "min", "max"), expressions)):
            results = expression if how == "apply" else f"{expression}, s0"
            lines.append(f"%r{one}_{other}_{at} = affine.{how} affine_map<(d0)[s0] -> ({results})>(%c{one})[%c{other}]")
    rows = rows_of("func.func @f() {\n" + "\n".join(lines) + "\nreturn\n}\n")
    found = {row.value.partition("/")[2]: int(row.digits) for row in rows(rel.ConstantInteger)}
    names_of = {row.op: row.value.partition("/")[2] for row in rows(rel.Result)}
    maps = {names_of[op]: map for op, map in index_maps(rows).items()}
    expected = {
        name: map.of([numbers[int(at)] for at in name.removeprefix("%r").split("_")[:2]]) for name, map in maps.items()
    }
    assert {name: number for name, number in found.items() if name in expected} == {
        name: number for name, number in expected.items() if number is not None
    }
    assert len(expected) == 3 * len(expressions) * len(numbers) ** 2
