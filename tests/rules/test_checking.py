"""The checker judges what the planner made: what it reads is derived without any relation that has a part in planning.

What proves its verdicts reads no more than that, and has no code in common with the planner or with the search.
"""

from collections.abc import Iterable
from typing import Any

import pytest

from ownlog.backend.certificates.program import Program as Proved
from ownlog.backend.checking import graph
from ownlog.backend.verifying import program as verified
from ownlog.rules import relations as rel
from ownlog.rules.engine.language.stratify import dependencies
from ownlog.rules.engine.program.program import Program
from ownlog.rules.typed_rows import Relation, relation_names
from tests.frame.test_imports import MODULES, imported
from tests.rules.clauses import clauses, is_reference
from tests.shared import REPOSITORY

ANALYSIS = REPOSITORY / "rules" / "analysis"

_STATED = "what the text of the module says, in other words"
_MODEL = "what the model of an op says, by op and operand"

NEUTRAL_FILES = {
    "program/structure.dl": "which block is in which op, and which values are buffers: " + _STATED,
    "program/control_flow.dl": "edges and forwarded operands: " + _MODEL,
    "program/conditions.dl": (
        "constants, what i1 values are made of, and where control comes only by one side of a branch: " + _MODEL
    ),
    "program/speculation.dl": "what does not trap wherever it runs, and which sizes are never negative: " + _MODEL,
    "program/calls.dl": "which function a call calls: " + _STATED,
    "program/views.dl": "which results are views of operands, and whether they may begin elsewhere: " + _MODEL,
    "program/asynchronous.dl": "what goes on after control has passed it, and what waits for it: " + _MODEL,
}
"""The files of the analysis that the checker may read, and why: they say what a module is, and nothing of who owns
what.
"""

CHECKER = [path for path in (REPOSITORY / "rules" / "checking").glob("*.dl") if not is_reference(path)]

NEUTRAL_RELATIONS = {
    "entry_position": _MODEL,
    "exit_position": _MODEL,
    "op_flow": _MODEL,
    "region_input": _MODEL,
    "global_buffer": _MODEL,
    "modelled": _MODEL,
    "acts": _MODEL,
    "just_computes": _MODEL,
}
"""The relations of other files that the checker may read, and why."""


def read_for(program: Program, wanted: Iterable[str]) -> set[str]:
    """The relations, and all that they are derived from."""
    graph_of = dependencies(program.relations, program.core.clauses)
    found: set[str] = set()
    work = list(wanted)
    while work:
        name = work.pop()
        if name not in found:
            found.add(name)
            work += graph_of[name]
    return found


def read_by_checker() -> list[str]:
    """The derived relations that the checker, and the comparison of two programs, ask for."""
    return [*relation_names(*{*graph.DERIVED, *verified.DERIVED})]


def of_planner() -> dict[str, str]:
    """The relations that rules of the analysis derive and that are not neutral, with their files."""
    return {
        clause.relation: file.relative_to(ANALYSIS).as_posix()
        for file in sorted(ANALYSIS.rglob("*.dl"))
        if file.relative_to(ANALYSIS).as_posix() not in NEUTRAL_FILES and not is_reference(file)
        for clause in clauses(file)
        if clause.relation not in NEUTRAL_RELATIONS
    }


def test_the_checker_reads_nothing_that_the_planner_derives(program: Program) -> None:
    planner = of_planner()
    assert {name: planner[name] for name in read_for(program, read_by_checker()) if name in planner} == {}


def test_no_rule_of_the_checker_reads_what_the_planner_derives(program: Program) -> None:
    heads = {clause.relation for file in CHECKER for clause in clauses(file)}
    assert read_for(program, heads) & of_planner().keys() == set()


def test_the_planner_reads_nothing_that_the_checker_derives(program: Program) -> None:
    heads = {clause.relation for file in CHECKER for clause in clauses(file)}
    assert read_for(program, of_planner()) & heads == set()


def test_what_is_neutral_is_read(program: Program) -> None:
    read = read_for(program, read_by_checker())
    assert NEUTRAL_RELATIONS.keys() <= read, "a reason that none needs"
    for name in NEUTRAL_FILES:
        assert {clause.relation for clause in clauses(ANALYSIS / name)} & read, name


def test_the_checker_is_given_all_facts_that_it_goes_by(program: Program) -> None:
    read = read_for(program, relation_names(*graph.DERIVED))
    assert {name for name in read if program.relations[name].is_input} == set(graph.FACTS)


@pytest.mark.parametrize("name", ["owner", "ownership", "release_after", "freed_operand"])
def test_the_relations_of_the_planner_would_be_noticed(name: str, program: Program) -> None:
    assert name in of_planner()
    assert name in read_for(program, [name])


def read_by_proofs() -> set[type[Relation]]:
    """The relations that obligations are made from."""
    asked: set[type[Relation]] = set()

    def rows(relation: type[Any]) -> list[Any]:
        asked.add(relation)
        return []

    program = Proved(rows)
    for read in (program.made_of, program.truths, program.about, program.used_by):
        assert not read
    return asked


def test_proofs_read_what_the_search_is_given(program: Program) -> None:
    derived = {name for name, sources in dependencies(program.relations, program.core.clauses).items() if sources}
    read = {relation for relation in read_by_proofs() if relation_names(relation)[0] in derived}
    assert rel.Ends in read
    assert read <= {*graph.DERIVED}


def reached_from(start: str) -> set[str]:
    """The modules that one imports, over however many steps.

    That the modules of their folders run as well is left out.
    """
    found: set[str] = set()
    work = [start]
    while work:
        for module in set(imported(work.pop())) - found:
            found.add(module)
            work.append(module)
    return found


FORBIDDEN = ("checking", "planned", "actions", "block_ends", "verifying", "passes", "dealloc_op")


def test_proofs_share_no_code_with_the_search_or_the_planner() -> None:
    rooms = tuple(f"ownlog.backend.{room}" for room in FORBIDDEN)
    own = [module for module in MODULES if module.startswith("ownlog.backend.certificates")]
    assert len(own) > 5
    assert {module for start in own for module in reached_from(start) if module.startswith(rooms)} == set()
    assert any(
        module.startswith("ownlog.backend.checking") for module in reached_from("ownlog.backend.ownership.strategy")
    )
