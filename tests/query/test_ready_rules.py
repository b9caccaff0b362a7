"""The rules of the ready questions are well-formed: their relations say what a row means."""

from functools import cache
from pathlib import Path

from ownlog import rules
from ownlog.query.layer import MEMBERSHIP, Layer
from ownlog.rules.engine.program.program import Program
from ownlog.rules.shipped.analysis import QUESTIONS

FILES = sorted(Path(QUESTIONS).glob("*.dl"))


@cache
def program(file: Path) -> Program:
    """The rules of a file on top of the analysis; membership.dl is there in every query."""
    layer = Layer(rules.load()) if file == MEMBERSHIP else Layer(rules.load(), ready=file.name)
    return layer.program()


def test_every_relation_says_what_a_row_means() -> None:
    for file in FILES:
        own = [relation for relation in program(file).relations.values() if relation.position.file == file.name]
        assert own
        for relation in own:
            assert all(f"`{column.name}`" in relation.doc for column in relation.columns), relation.name
