"""A write is in place only by a justification that docs/justifications.md has, with its claim and its proof."""

import re

from ownlog import rules
from ownlog.backend.bufferize.aliasing import uses
from ownlog.backend.bufferize.analysis import forward_reads, hoist, recompute
from tests.rules.clauses import all_clauses
from tests.shared import REPOSITORY

_PAGE = (REPOSITORY / "docs" / "justifications.md").read_text(encoding="utf-8")
_SECTION = _PAGE.partition("\n## Read-after-write conflicts\n")[2].partition("\n## ")[0]
_JUSTIFICATIONS = dict(re.findall(r"^\| ([a-z ]+) \| `(\w+)` \| \S.* \| \S.* \|$", _SECTION, re.M))
_REWRITINGS = set(re.findall(r"^\| `(\w+)` \| \S.* \| \S.* \|$", _SECTION, re.M))
_OBLIGATIONS = {
    *("bufferized", "held", "intervening", "must_be_in_place", "races", "read_only", "reading", "results_share"),
    *("shares", "tensor", "tensor_use", "there_at", "writes"),
}
"""What the decisions read beside justifications: which uses there are, and which pairs need one."""


def _derived(relation: str) -> set[str]:
    """The justifications that the rules of a relation derive: all of them are constants."""
    heads = [clause.head for clause in all_clauses() if clause.relation == relation]
    found = {re.search(r', (?:"([^"]*)"|(\w+))\)$', head) for head in heads}
    return {match[1] or match[2] for match in found if match is not None}


def test_each_justification_that_a_rule_derives_is_in_the_table() -> None:
    for relation in ("justified", "justified_by_part"):
        listed = {name for name, own in _JUSTIFICATIONS.items() if own == relation}
        assert _derived(relation) == listed, relation


def test_the_second_look_has_just_the_justifications_of_the_table() -> None:
    assert _derived("write_justified") - {"by"} == {
        name for name, relation in _JUSTIFICATIONS.items() if relation not in ("justified", "justified_by_part")
    }
    bodies = {
        atom
        for clause in all_clauses()
        if clause.relation == "write_justified"
        for literal in clause.body
        for atom in re.findall(r"(?<!!)\b(\w+)\(", literal)
    }
    assert bodies - {"write_met", "op", "op_order", "tensor_use", "there_at"} == set(_JUSTIFICATIONS.values())


def test_decisions_go_by_nothing_else() -> None:
    assert set(uses.DERIVED) - _OBLIGATIONS == set(_JUSTIFICATIONS.values())


def test_each_rewriting_that_saves_copies_is_in_the_table() -> None:
    outputs = {name for name in _REWRITINGS if rules.load().relations[name].is_output}
    assert outputs == _REWRITINGS
    derived = {*forward_reads.DERIVED, *hoist.DERIVED, *recompute.DERIVED, "may_come_before"}
    assert {name for name in derived if re.match(r"may_|reads_", name)} <= _REWRITINGS
