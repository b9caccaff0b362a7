"""What is in place has no conflict by the definition, and what is out of place has one, but for three reasons: random
programs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from ownlog.frontend.ir.ways import shape
from tests.bufferize.deciding.corpus import read
from tests.bufferize.deciding.marking import HEURISTICS, PRINTED, Analysed, analyse
from tests.bufferize.definition.meanings import element_by_element
from tests.bufferize.definition.replay import Question, questions
from tests.bufferize.programs.generator import program
from tests.bufferize.programs.graphs import graph
from tests.bufferize.programs.moving import moving
from tests.shared import require_shared
from tests.tiers import spans


def differing(text: str, heuristic: str) -> Iterator[tuple[Analysed, Question]]:
    """The decisions about a program that are not what the definition says."""
    found = analyse(text, heuristic, PRINTED)
    for question in questions(found, heuristic):
        if question.in_place == (question.conflict is not None):
            yield found, question


def reason(found: Analysed, question: Question) -> str:
    """Why a use is out of place though there is no conflict by the definition.

    "other buffers": an op that takes element by element reads one buffer and writes another, and it is not asked
    whether they are two; mlir-opt 22 does not ask, either. "copied back": the write copies what the read sees to where
    that would be if the use were in place, and so changes nothing; only copies between what is in one buffer anyway are
    known for that. "several entries": control enters a loop of blocks at several of them, so it need not pass any of
    them again.
    """
    op, operand = question.use
    clash = found.analysis.refused.get((found.naming.op(op), operand))
    if question.in_place or clash is None or clash.read is None or clash.write is None:
        return ""
    (reader, read), (writer, written) = clash.read, clash.write
    if reader == writer and read != written and element_by_element(found.naming.ops[reader], read, written):
        return "other buffers"
    writing, reading = found.naming.ops[writer], found.naming.ops[reader]
    if writing.name == "linalg.copy" and writing.operands[0] is reading.operands[read]:
        return "copied back"
    regions = (region for inner in question.judge.function.walk() for region in inner.regions if len(region.blocks) > 1)
    return "several entries" if any(not loop.natural for region in regions for loop in shape(region).loops) else ""


@pytest.mark.parametrize("seeds", spans(200, 10))
def test_decisions_about_programs_are_what_the_definition_says(seeds: range) -> None:
    for seed in seeds:
        for heuristic in HEURISTICS:
            for found, question in differing(program(seed), heuristic):
                assert reason(found, question) in ("other buffers", "copied back"), (seed, heuristic, question.told())


@pytest.mark.parametrize("seeds", spans(400, 20))
def test_decisions_about_graphs_of_blocks_are_what_the_definition_says(seeds: range) -> None:
    for seed in seeds:
        for heuristic in HEURISTICS:
            for found, question in differing(graph(seed), heuristic):
                assert reason(found, question) == "several entries", (seed, heuristic, question.told())


@pytest.mark.parametrize("seeds", spans(150, 10))
def test_decisions_about_parts_that_move_are_what_the_definition_says(seeds: range) -> None:
    for seed in seeds:
        for heuristic in HEURISTICS:
            for found, question in differing(moving(seed), heuristic):
                assert reason(found, question) == "several entries", (seed, heuristic, question.told())


@pytest.mark.parametrize("file", sorted({file for file, _ in read()}), ids=str)
def test_what_is_in_place_in_programs_of_compilers_has_no_conflict(file: str) -> None:
    """Those of which something is decided otherwise than by mlir-opt-22: what is more in place here is so by the
    definition.
    """
    text = require_shared("corpus-tensor", file).read_text()
    for heuristic in HEURISTICS:
        for _, question in differing(text, heuristic):
            assert not question.in_place, (heuristic, question.told())


def test_reasons_are_rare() -> None:
    """Without them the law says the same of nearly all uses, and there are many of either kind."""
    counts: Counter[str] = Counter()
    for seed in range(20):
        for text in (program(seed), graph(seed)):
            found = analyse(text, options=PRINTED)
            for question in questions(found, "bottom-up"):
                counts["in place" if question.in_place else "out of place"] += 1
            counts["differing"] += sum(1 for _ in differing(text, "bottom-up"))
    assert counts["in place"] > 1000
    assert counts["out of place"] > 250
    assert counts["differing"] < 5


def test_the_definition_has_each_kind_of_conflict() -> None:
    kinds: Counter[str] = Counter()
    texts = [program(seed) for seed in (*range(5), 33, 50)]
    for found in map(analyse, texts):
        kinds.update(
            question.conflict.kind for question in questions(found, "bottom-up") if question.conflict is not None
        )
    assert kinds.keys() == {"overwritten", "read-only", "race", "held"}
