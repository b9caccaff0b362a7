"""The naive references: Datalog programs beside those of the analysis, which tests hold its decisions against."""

from collections.abc import Collection, Iterable, Mapping
from functools import cache

from ownlog.rules.engine.choose import embedded_engine
from ownlog.rules.engine.program.engine import Row, Rows
from ownlog.rules.engine.program.program import Program
from tests.shared import REPOSITORY

FILES = {
    "bufferize": "bufferize/reference.dl",
    "checking": "checking/reference.dl",
    "ownership": "analysis/plan/reference.dl",
}


@cache
def program(name: str) -> Program:
    """A reference by its name."""
    return Program.load(REPOSITORY / "rules" / FILES[name])


def derive(name: str, facts: Mapping[str, Iterable[Row]], wanted: Collection[str]) -> Rows:
    """The rows of relations that follow by a reference from facts."""
    reference = program(name)
    known = {relation: rows for relation, rows in facts.items() if relation in reference.relations}
    return embedded_engine().run(reference, known, wanted)
