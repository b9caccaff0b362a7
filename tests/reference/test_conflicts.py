"""Decisions as mlir-opt makes them are what the definition of a conflict says: what is in place has no conflict, and
what is out of place would have one, but for a few reasons.
"""

from collections import Counter
from collections.abc import Iterator

import pytest

from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.ways import shape
from tests.bufferize.deciding.corpus import read
from tests.bufferize.deciding.marking import HEURISTICS, PRINTED, Analysed, analyse
from tests.bufferize.programs.generator import program
from tests.bufferize.programs.graphs import graph
from tests.bufferize.programs.moving import moving
from tests.reference.conflicts import Use, judge
from tests.reference.paths import name_of
from tests.shared import require_shared
from tests.tiers import spans

COSTLY = frozenset({261, 267, 444, 492, 750, 902, 928, 987})
"""Seeds of programs with copies for which the definition has no reason."""


def needless(found: Analysed) -> Iterator[tuple[Use, str]]:
    """The uses that are out of place without a conflict by the definition, and the reason; "" where none is known.

    "recursion": of functions that call each other, and of those that call such ones, nothing is known. "several
    entries": control enters a loop of blocks at several of them, so it need not pass any of them again.
    """
    unknown = _recursive(found)
    for use, conflicts in judge(found, PRINTED).out_of_place.items():
        if not conflicts:
            clash = found.analysis.refused.get(use)
            met = [other for other in (use, *(clash[:2] if clash is not None else ())) if other is not None]
            if any(_callee(found.naming.ops[op]) in unknown for op, _ in met):
                yield use, "recursion"
            else:
                yield use, "several entries" if _has_several_entries(found) else ""


def _callee(op: Op) -> str:
    return (op.attribute("callee") or "").strip('@"')


def _recursive(found: Analysed) -> set[str]:
    """The functions that call themselves, over any number of others, or call such ones."""
    reached = {name_of(function): {_callee(op) for op in function.walk()} for function in found.module.functions()}
    for _ in reached:
        for callees in reached.values():
            callees |= {name for callee in callees & reached.keys() for name in reached[callee]}
    loops = {name for name, callees in reached.items() if name in callees}
    return {name for name, callees in reached.items() if callees & loops}


def _has_several_entries(found: Analysed) -> bool:
    regions = (region for op in found.module.walk() for region in op.regions if len(region.blocks) > 1)
    return any(not loop.natural for region in regions for loop in shape(region).loops)


def differences(found: Analysed) -> Iterator[tuple[str, str]]:
    """What is decided otherwise than the definition says, in words, and the reason; "" where none is known."""
    yield from ((conflict.told(found), "") for conflict in judge(found, PRINTED).conflicts)
    for (op, operand), reason in needless(found):
        yield f"{found.naming.ops[op].name} at line {found.naming.ops[op].line}, operand {operand}: needless", reason


def wrong(text: str, reasons: tuple[str, ...]) -> list[str]:
    """What differs in any order of decisions, but for these reasons."""
    return [
        f"{heuristic}: {told}"
        for heuristic in HEURISTICS
        for told, reason in differences(analyse(text, heuristic, PRINTED))
        if reason not in reasons
    ]


@pytest.mark.parametrize("seeds", spans(1000, 10))
def test_decisions_about_programs_are_what_the_definition_says(seeds: range) -> None:
    found = {seed: told for seed in seeds if (told := wrong(program(seed), ("recursion",)))}
    assert {seed: told for seed, told in found.items() if seed not in COSTLY} == {}
    assert COSTLY.intersection(seeds) <= found.keys()
    assert all(each.endswith("needless") for told in found.values() for each in told)


@pytest.mark.parametrize("seeds", spans(3000, 40))
def test_decisions_about_graphs_of_blocks_are_what_the_definition_says(seeds: range) -> None:
    assert {seed: found for seed in seeds if (found := wrong(graph(seed), ("several entries",)))} == {}


@pytest.mark.parametrize("seeds", spans(300, 20))
def test_decisions_about_parts_that_move_are_what_the_definition_says(seeds: range) -> None:
    assert {seed: found for seed in seeds if (found := wrong(moving(seed), ("several entries",)))} == {}


@pytest.mark.parametrize("file", sorted({file for file, _ in read()}), ids=str)
def test_what_is_in_place_in_programs_of_compilers_has_no_conflict(file: str) -> None:
    """Those of which something is decided otherwise than by mlir-opt-22: what is more in place here is so by the
    definition.
    """
    text = require_shared("corpus-tensor", file).read_text()
    for heuristic in HEURISTICS:
        found = analyse(text, heuristic, PRINTED)
        assert [conflict.told(found) for conflict in judge(found, PRINTED).conflicts] == [], heuristic


def test_reasons_are_rare() -> None:
    """Without them the law says the same of nearly all uses, and there are many of either kind."""
    counts: Counter[str] = Counter()
    for seed in range(20):
        for text in (program(seed), graph(seed)):
            found = analyse(text, options=PRINTED)
            counts["in place"] += len(found.analysis.in_place)
            counts["out of place"] += len(judge(found, PRINTED).out_of_place)
            counts["differing"] += sum(1 for _ in differences(found))
    assert counts["in place"] > 1000
    assert counts["out of place"] > 250
    assert counts["differing"] < 5


def test_the_definition_has_each_kind_of_conflict() -> None:
    judged = [judge(analyse(program(seed), options=PRINTED), PRINTED) for seed in (*range(5), 33, 50)]
    kinds = {conflict.why for one in judged for found in one.out_of_place.values() for conflict in found}
    assert kinds == {"conflict", "read-only", "race", "held"}
