"""How sharp the answers are: tiny functions with all answers written down, and long chains that must stay cheap."""

from functools import cache

import pytest

import ownlog
from ownlog.api.analysis import Analysis
from ownlog.frontend.facts.extract import extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.program.engine import Row
from ownlog.rules.engine.program.program import Program
from tests.laws.functions import FUNCTIONS, TYPE
from tests.laws.test_soundness import DYNAMIC
from tests.rules.changed import changed_program
from tests.rules.clauses import MAIN
from tests.rules.mutants import named

# Without these nothing is known about what goes in or out of some regions: the answers stay right and get less sharp.
SHARPER = ["program.regions#3", "program.regions#5"]
ORIGIN = ["alias_demand", "must_alias", "may_alias", "never_alias", "points_to", "points_to_demand"]


def _answer(analysis: Analysis, one: str, other: str) -> str:
    pair = (f"@f/{one}", f"@f/{other}")
    holds = [name for name in ("must_alias", "may_alias", "never_alias") if pair in analysis[name]]
    return {("must_alias", "may_alias"): "MUST", ("may_alias",): "MAY", ("never_alias",): "NEVER"}[tuple(holds)]


@cache
def _analysis(name: str) -> Analysis:
    function = FUNCTIONS[name]
    return ownlog.analyze(ownlog.parse(function.text), options={DYNAMIC: "true"} if function.dynamic else None)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_answers_are_as_sharp_as_they_were(name: str) -> None:
    function = FUNCTIONS[name]
    analysis = _analysis(name)
    pairs = {pair: tuple(pair.split()) for pair in function.answers}
    assert {pair: _answer(analysis, one, other) for pair, (one, other) in pairs.items()} == function.answers
    assert {pair: _answer(analysis, other, one) for pair, (one, other) in pairs.items()} == function.answers


@pytest.mark.parametrize("label", SHARPER)
def test_an_answer_gets_less_sharp_without_a_rule_that_describes_regions(label: str) -> None:
    rule = named(f"{label}: taken out").original
    program, engine = changed_program(rule, None, frozenset(ORIGIN)), EmbeddedEngine(keep=False)
    lost = set()
    for analysis in map(_analysis, FUNCTIONS):
        rows = engine.run(program, {name: set(found) for name, found in analysis.facts.items()}, ORIGIN)
        may = {(str(row[0]), str(row[1])) for row in rows["may_alias"]}
        lost |= {pair for pair in analysis["never_alias"] if tuple(pair) in may}
    assert lost


def chain(length: int) -> str:
    """A chain of diamonds: each makes an allocation and joins it with what came out of the one before."""
    lines = [f"func.func @f(%c: i1) -> {TYPE} {{", f"  %a0 = memref.alloc() : {TYPE}", f"  cf.br ^join0(%a0 : {TYPE})"]
    for number in range(1, length + 1):
        lines += [
            f"^join{number - 1}(%j{number - 1}: {TYPE}):",
            f"  %a{number} = memref.alloc() : {TYPE}",
            f"  cf.cond_br %c, ^join{number}(%a{number} : {TYPE}), ^join{number}(%j{number - 1} : {TYPE})",
        ]
    return "\n".join([*lines, f"^join{length}(%j{length}: {TYPE}):", f"  return %j{length} : {TYPE}", "}", ""])


def _derive(length: int, relation: str, given: set[Row]) -> dict[str, set[Row]]:
    """What follows for a chain when these rows of a relation are given beside its facts."""
    module = ownlog.parse(chain(length))
    facts = {name: set(rows) for name, rows in extract_facts(module, Naming(module), None).items()}
    facts[relation] = given
    rows = EmbeddedEngine().run(Program.load(MAIN), facts, ORIGIN)
    return {name: set(found) for name, found in rows.items()}


@pytest.mark.parametrize("length", [60, 120, 240])
def test_what_was_there_before_an_allocation_is_told_from_it_without_looking_at_roots(length: int) -> None:
    pairs = [(f"@f/%j{number - 1}", f"@f/%a{number}") for number in range(1, length + 1)]
    rows = _derive(length, "alias_demand", {*pairs, *((other, one) for one, other in pairs)})
    assert len(rows["alias_demand"]) == 2 * length
    assert rows["never_alias"] == rows["alias_demand"]
    assert rows["points_to"] == rows["points_to_demand"] == set()


def test_a_question_that_needs_roots_costs_no_more_than_each_root_for_each_join() -> None:
    for length in (60, 120):
        last = f"@f/%a{length}"
        rows = _derive(length, "alias_query", {(last,)})
        assert rows["may_alias"] == {(last, f"@f/%j{length}"), (f"@f/%j{length}", last)}
        assert len(rows["never_alias"]) == 4 * length
        assert len(rows["points_to_demand"]) <= 2 * length + 2
        assert len(rows["points_to"]) <= (length + 2) ** 2
