"""The rules of the ready questions are well-formed: numbers of their own, and relations that say what a row means."""

from functools import cache
from pathlib import Path

from ownlog import rules
from ownlog.query.layer import MEMBERSHIP, Layer
from ownlog.rules.engine.program.program import Program
from ownlog.rules.shipped.analysis import QUESTIONS
from tests.rules.clauses import clauses

FILES = sorted(Path(QUESTIONS).glob("*.dl"))


@cache
def program(file: Path) -> Program:
    """The rules of a file on top of the analysis; membership.dl is there in every query."""
    layer = Layer(rules.load()) if file == MEMBERSHIP else Layer(rules.load(), ready=file.name)
    return layer.program()


def test_rules_have_numbers_of_their_own() -> None:
    labels = [clause.label for path in FILES for clause in clauses(path) if clause.body]
    assert labels
    assert "" not in labels
    assert len(labels) == len(set(labels))


def test_every_relation_says_what_a_row_means() -> None:
    for file in FILES:
        own = [relation for relation in program(file).relations.values() if relation.position.file == file.name]
        assert own
        for relation in own:
            assert all(f"`{column.name}`" in relation.doc for column in relation.columns), relation.name
