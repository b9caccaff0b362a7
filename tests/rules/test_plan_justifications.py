"""A plan is justified by nothing but what docs/justifications.md has, with its claim and its proof."""

import re

from tests.rules.clauses import all_clauses
from tests.shared import REPOSITORY

_PAGE = (REPOSITORY / "docs" / "justifications.md").read_text(encoding="utf-8")
_SECTION = _PAGE.partition("\n## Deallocation\n")[2].partition("\n## ")[0]
_TABLE = re.findall(r"^\| ([a-z ]+) \| `(\w+)` \| \S.* \| \S.* \|$", _SECTION, re.M)
_RELATIONS = {"forward_justified", "end_justified", "edge_justified", "loan_justified"}
_FILE = REPOSITORY / "rules" / "analysis" / "plan" / "justified.dl"


def test_each_justification_that_a_rule_derives_is_in_the_table() -> None:
    derived = []
    for clause in all_clauses():
        if clause.relation in _RELATIONS:
            constant = re.search(r', "([^"]*)"\)$', clause.head)
            assert constant is not None, f"{clause.label} derives a justification that is no constant"
            derived.append((constant[1], clause.relation))
    assert sorted(derived) == sorted(_TABLE)


def test_all_relations_that_justify_are_looked_at() -> None:
    declared = re.findall(r"^\.decl (\w+)\(.*\bjustification: symbol\)", _FILE.read_text(encoding="utf-8"), re.M)
    assert set(declared) == _RELATIONS


def test_what_has_no_justification_is_undecided() -> None:
    """Each of these relations is denied where the obligation is open, and asked for nowhere else."""
    users = {
        relation: {
            clause.relation
            for clause in all_clauses()
            if any(re.search(rf"!{relation}\(", literal) for literal in clause.body)
        }
        for relation in _RELATIONS
    }
    assert users == {
        "forward_justified": {"forward_unjustified"},
        "end_justified": {"unplannable"},
        "edge_justified": {"unplannable"},
        "loan_justified": {"loan_unjustified"},
    }
