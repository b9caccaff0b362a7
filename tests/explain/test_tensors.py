"""Why tensors are in conflict is explained from the rules, down to facts and what was decided."""

import json

import pytest

import ownlog
from tests.bufferize.deciding.asked import PROGRAMS
from tests.explain.checking import Checker
from tests.shared import REPOSITORY
from tests.tools import OwnlogFork

EXAMPLE = REPOSITORY / "examples" / "tensors" / "update.mlir"
explain = OwnlogFork(("explain",))


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_step_is_an_instance_of_its_rule(name: str) -> None:
    tensors = ownlog.analyze(ownlog.parse(PROGRAMS[name], "in.mlir")).tensors
    explainer, program = tensors.explanations.explainer, tensors.program
    checker = Checker(
        program, tensors.facts, {relation: set(explainer.store.rows(relation)) for relation in program.stored}
    )
    explained = 0
    for relation in ("out_of_place", "conflict", "race", "written_read_only", "in_place", "buffer_class"):
        for row in explainer.store.rows(relation):
            checker.check(explainer.explain(relation, row))
            explained += 1
    assert explained > 0


def test_a_conflict_rests_on_a_window_and_a_definition() -> None:
    run = explain([str(EXAMPLE), "conflict(_, _, _, _, _, _, _)", "--format", "json"])
    assert (run.status, run.err) == (0, "")
    (derivation,) = json.loads(run.out)["derivations"]
    parts = {(part["relation"], part.get("rule", "")) for part in derivation["parts"]}
    assert {
        ("conflict", "bufferize.conflicts#6"),
        ("overwrites", "bufferize.conflicts#7"),
        ("intervening", "bufferize.intervening_writes#8"),
        ("seen_definition", "bufferize.intervening_writes#6"),
    } <= parts


def test_the_sentences_and_places_are_there() -> None:
    out = explain([str(EXAMPLE), 'written_read_only(_, _, _, _, "%zeros")']).out
    assert "[bufferize.uses#34: Nothing may be written to the buffer of `value`" in out
    assert (
        'assume_unwritable("@update/1:tensor.insert", 1, "@update/1:tensor.insert", 1, "@update/%zeros") '
        f" [{EXAMPLE}:11:3]" in out
    )


def test_options_of_the_pass_change_what_is_explained() -> None:
    atom = 'read_only_because("%given", _)'
    assert "does not hold" in explain([str(EXAMPLE), atom]).out
    assert (
        "[bufferize.uses#37: "
        in explain([str(EXAMPLE), atom, "--one-shot-bufferize=bufferize-function-boundaries=false"]).out
    )


def test_why_a_conflict_is_not_there() -> None:
    out = explain([str(EXAMPLE), 'conflict("@refill/0:linalg.fill", _, _, _, _, _, _)']).out
    assert "missing: assume_conflict(" in out
