from pathlib import Path

import pytest

import ownlog
from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.program.engine import Row
from ownlog.rules.engine.program.program import Program
from tests.rules.laws import LAWS, Apart, Ascending, Covered, Functional, Idempotent, Inside, Law, Symmetric, Transitive
from tests.rules.notation import check_against, read_facts

PROGRAMS = sorted((Path(__file__).parent / "programs").iterdir())
STATES = {"true", "false", "unknown"}


def facts_of(path: Path, program: Program) -> dict[str, set[Row]]:
    """The facts of a program: written down as such, or what the frontend says about a text."""
    if path.suffix == ".mlir":
        extracted = ownlog.analyze(ownlog.parse(path.read_text(encoding="utf-8"))).facts
        return {name: set(rows) for name, rows in extracted.items()}
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("//")]
    atoms = [atom for line in lines for atom in read_facts(line)]
    check_against(program, atoms)
    assert {atom.relation for atom in atoms} <= set(program.inputs), "a program consists of what the frontend says"
    facts: dict[str, set[Row]] = {}
    for atom in atoms:
        facts.setdefault(atom.relation, set()).add(atom.args)
    return facts


@pytest.fixture(scope="module", params=PROGRAMS, ids=lambda path: path.stem)
def rows(request: pytest.FixtureRequest, program: Program, engine: EmbeddedEngine) -> dict[str, set[Row]]:
    facts = facts_of(request.param, program)
    return engine.run(program, facts, program.stored)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_a_law_holds(law: Law, program: Program, rows: dict[str, set[Row]]) -> None:
    assert sorted(law.broken(program, rows)) == []


def test_every_law_has_rows_to_speak_of(program: Program, engine: EmbeddedEngine) -> None:
    seen: set[str] = set()
    for path in PROGRAMS:
        seen |= {name for name, found in engine.run(program, facts_of(path, program), program.stored).items() if found}
    assert {name for law in LAWS for name in law.relations()} <= seen


def test_every_state_is_a_constant_or_an_indicator(rows: dict[str, set[Row]]) -> None:
    known = STATES | {name for name, _, _ in rows["indicator"]}
    for relation in ("ownership", "ownership_after", "ownership_at", "condition"):
        assert {row[-1] for row in rows[relation]} <= known


def test_every_buffer_of_a_function_has_an_ownership(rows: dict[str, set[Row]]) -> None:
    inside = {block for block, _ in rows["in_function"]}
    assert {value for value, block in rows["defining_block"] if block in inside} == {
        value for value, _ in rows["ownership"]
    }


def test_what_is_live_on_exit_is_what_the_successors_need(rows: dict[str, set[Row]]) -> None:
    needed = {
        (block, value) for block, _, target in rows["edge"] for other, value in rows["live_in"] if other == target
    }
    assert rows["live_out"] == needed


def test_a_law_notices_what_breaks_it(program: Program) -> None:
    twice: dict[str, set[Row]] = {"ownership": {("v", "true"), ("v", "false"), ("w", "true")}}
    assert list(Functional("ownership", ("value",)).broken(program, twice)) == [("v",)]
    stray: dict[str, set[Row]] = {"retained_on_edge": {("b", 0, "v"), ("b", 1, "w")}, "buffer": {("v",)}}
    assert list(Inside("retained_on_edge", ("value",), "buffer", ("value",)).broken(program, stray)) == [("w",)]
    both: dict[str, set[Row]] = {"live_in": {("b", "v"), ("c", "v")}, "defining_block": {("v", "b")}}
    assert list(Apart("live_in", ("block", "value"), "defining_block", ("block", "value")).broken(program, both)) == [
        ("b", "v")
    ]
    pairs: dict[str, set[Row]] = {
        "must_alias": {("a", "b"), ("b", "c"), ("b", "a")},
        "alias_demand": {("a", "c"), ("a", "a"), ("c", "a")},
    }
    assert list(Symmetric("must_alias").broken(program, pairs)) == [("b", "c")]
    assert sorted(Transitive("must_alias", "alias_demand").broken(program, pairs)) == [("a", "a"), ("a", "c")]
    assert sorted(Covered("alias_demand", ("value", "other"), ("must_alias",)).broken(program, pairs)) == sorted(
        pairs["alias_demand"]
    )
    step: dict[str, set[Row]] = {"alias_class_leader": {("a", "b"), ("b", "c"), ("c", "c")}}
    assert list(Idempotent("alias_class_leader", ("value", "leader")).broken(program, step)) == [("a", "b")]
    numbers: dict[str, set[Row]] = {"dominance": {("v", 1, 1), ("w", 3, 2)}}
    assert list(Ascending("dominance", "enter", "exit").broken(program, numbers)) == [(3, 2)]
