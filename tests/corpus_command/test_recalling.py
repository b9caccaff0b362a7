"""What was derived for the data set is the answer where a pipeline asks the same about the same facts, and nowhere
else.
"""

from collections.abc import Collection
from pathlib import Path

import pytest

from ownlog import rules
from ownlog.backend.ownership.strategy import NEEDED
from ownlog.corpus.data.outcome import PIPELINE, Options, Outcome, Request
from ownlog.corpus.examine import Laboratory, examine
from ownlog.corpus.recalling import RecallingEngine
from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.program.engine import Facts, Rows
from ownlog.rules.engine.program.program import Program
from tests.corpus_command.sets import CALLS, GOOD


class Counting(EmbeddedEngine):
    """An engine that counts what it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, ...]] = []

    def run(self, program: Program, facts: Facts, outputs: Collection[str] | None = None) -> Rows:
        self.asked.append(tuple(outputs or ()))
        return super().run(program, facts, outputs)


SMALL = ".decl e(x: symbol, y: symbol)\n.input e\n.decl f(x: symbol)\n.input f\n"
SMALL += ".decl r(x: symbol, y: symbol)\n.output r\nr(x, y) :- e(x, y).\n.decl s(x: symbol)\n.output s\ns(x) :- f(x).\n"


@pytest.mark.parametrize(
    ("facts", "outputs", "again"),
    [
        ({"e": [("a", "b")], "f": [("a",)]}, ["r"], False),
        ({"e": [("a", "b")], "f": [("b",)]}, ["r"], False),
        ({"e": [("a", "b")], "f": [("b",)]}, ["s"], True),
        ({"e": [("b", "a")], "f": [("a",)]}, ["r"], True),
        ({"e": [], "f": [("a",)]}, ["r"], True),
        ({"e": [("a", "b")], "f": [("a",)], "r": [("c", "d")]}, ["r"], True),
    ],
    ids="same other-than-asked other one-other none given".split(),
)
def test_the_same_question_about_the_same_facts_is_not_asked_again(
    facts: Facts, outputs: list[str], again: bool
) -> None:
    program, engine = Program.from_text(SMALL), Counting()
    recalling = RecallingEngine(engine)
    recalling.learn(program, {"e": [("a", "b")], "f": [("a",)]}, ["r", "s"])
    assert recalling.run(program, facts, outputs) == EmbeddedEngine().run(program, facts, outputs)
    assert len(engine.asked) == (2 if again else 1)


def test_what_was_not_learned_is_asked() -> None:
    program, engine = Program.from_text(SMALL), Counting()
    recalling = RecallingEngine(engine)
    recalling.learn(program, {"e": [("a", "b")]}, ["r"])
    assert recalling.run(program, {"e": [("a", "b")]}, ["s"]) == {"s": set()}
    assert len(engine.asked) == 2


def test_a_plan_for_a_file_that_is_left_alone_is_derived_once(tmp_path: Path) -> None:
    engine = Counting()
    laboratory = Laboratory(Options(PIPELINE), rules.load(), engine, Laboratory.equip(Options(PIPELINE)).steps)
    for name, text in {"line.mlir": GOOD["line.mlir"], "calls.mlir": CALLS}.items():
        path = tmp_path / name
        path.write_text(text)
        assert examine(Request(name, str(path)), laboratory, lambda report: None).report.outcome is Outcome.OK
    assert len(engine.asked) >= 2
    assert tuple(NEEDED) not in engine.asked
