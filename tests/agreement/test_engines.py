"""Every relation comes out equal from every engine: on examples, upstream's tests, the corpus and random programs."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

import pytest

import ownlog
from ownlog import rules
from ownlog.base.errors import InputError
from ownlog.frontend import split_input
from ownlog.frontend.facts.extract import Facts
from ownlog.rules.engine.clingo import ClingoEngine
from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.native import is_here
from ownlog.rules.engine.program import engine as engine_api
from ownlog.rules.engine.program.engine import Engine
from ownlog.rules.engine.program.program import Program
from ownlog.rules.engine.souffle import SouffleEngine
from tests.execution.programs.choices import Choices
from tests.execution.programs.generator import generate
from tests.laws.programs import program
from tests.shared import REPOSITORY, require_shared
from tests.tiers import NIGHTLY, parts, spans

EXAMPLES = sorted((REPOSITORY / "examples").glob("*.mlir"))
# As many facts as clingo grounds in a fraction of a second.
LARGEST = 30_000 if NIGHTLY else 3_000
SAMPLE = 300 if NIGHTLY else 60
# In the first tier the first part of each.
UPSTREAM_PARTS, CORPUS_PARTS = 60, 30


@cache
def analysis() -> Program:
    return rules.load()


@cache
def embedded() -> EmbeddedEngine:
    return EmbeddedEngine()


def facts_of(text: str, name: str) -> Facts | None:
    """The facts about a module; None where it is not read."""
    try:
        return ownlog.analyze(ownlog.parse(text, name)).facts
    except InputError:
        return None


def is_small(facts: Facts) -> bool:
    return sum(map(len, facts.values())) <= LARGEST


def assert_agreement(engine: Engine, facts: Facts, name: str) -> int:
    """The engine and the embedded one derive the same rows; the number of rows."""
    names = analysis().stored
    ours, theirs = embedded().run(analysis(), facts, names), engine.run(analysis(), facts, names)
    different = {
        relation: ours[relation] ^ theirs[relation] for relation in names if ours[relation] != theirs[relation]
    }
    assert different == {}, f"{name}: in one of the engines only"
    return sum(map(len, ours.values())) - sum(map(len, facts.values()))


class Forgetful(EmbeddedEngine):
    """Leaves out one row."""

    def run(self, program: Program, facts: engine_api.Facts, outputs: Collection[str] | None = None) -> engine_api.Rows:
        rows = super().run(program, facts, outputs)
        return {**rows, "live_in": rows["live_in"] - {("@diamond/^join", "@diamond/%out")}}


@cache
def pieces() -> list[tuple[str, str]]:
    """The pieces of upstream's tests, with names."""
    files = sorted(require_shared("upstream").rglob("*.mlir"))
    return [
        (f"{path}#{number}", text) for path in files for number, (text, _) in enumerate(split_input(path.read_text()))
    ]


def upstream(part: int) -> Iterator[tuple[str, Facts]]:
    """The pieces of upstream's tests that are read and small, with a name: every so-many-th."""
    for name, text in pieces()[part::UPSTREAM_PARTS]:
        facts = facts_of(text, name)
        if facts is not None and is_small(facts):
            yield name, facts


def corpus(part: int) -> Iterator[tuple[str, Facts]]:
    """A sample of the corpus, the same in each run, of files that are small."""
    files = sorted(require_shared("corpus").rglob("*.mlir"))
    random.Random(0).shuffle(files)
    found, wanted = 0, SAMPLE // CORPUS_PARTS
    for path in files[part::CORPUS_PARTS]:
        if found < wanted and path.stat().st_size < 100 * LARGEST:
            facts = facts_of(path.read_text(), str(path))
            assert facts is not None, f"{path} is not read"
            if is_small(facts):
                found += 1
                yield str(path), facts
    assert found == wanted, "the corpus has not enough small files"


@pytest.fixture(scope="module", params=["interpreter", "clingo", pytest.param("souffle", marks=pytest.mark.souffle)])
def engine(request: pytest.FixtureRequest) -> Engine:
    """The engines to compare with; the embedded one runs natively, where it was built to, and is compared with the
    interpreter.
    """
    if request.param == "interpreter":
        if not is_here():
            pytest.skip("the native engine was not built: the interpreter is what is compared with the others")
        return EmbeddedEngine(native=False)
    if request.param == "souffle":
        return SouffleEngine()
    pytest.importorskip("clingo")
    return ClingoEngine()


def skip_more(engine: Engine, part: int) -> None:
    """Soufflé gets the first part only, outside of nightly runs: it starts a process for each case."""
    if part and isinstance(engine, SouffleEngine) and not NIGHTLY:
        pytest.skip("native Soufflé runs the other parts in nightly runs")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples(engine: Engine, path: Path) -> None:
    facts = facts_of(path.read_text(), path.name)
    assert facts is not None
    assert assert_agreement(engine, facts, path.name) > 100


def test_a_missing_row_is_noticed() -> None:
    path = REPOSITORY / "examples" / "diamond.mlir"
    facts = facts_of(path.read_text(), path.name)
    assert facts is not None
    with pytest.raises(AssertionError, match=r"diamond.mlir: in one of the engines only[\s\S]*@diamond/%out"):
        assert_agreement(Forgetful(), facts, path.name)


@pytest.mark.parametrize("part", parts(UPSTREAM_PARTS, slow=15))
def test_upstream(engine: Engine, part: int) -> None:
    skip_more(engine, part)
    compared = 0
    for name, facts in upstream(part):
        assert_agreement(engine, facts, name)
        compared += 1
    assert compared > 240 // UPSTREAM_PARTS


@pytest.mark.parametrize("part", parts(CORPUS_PARTS, slow=8))
def test_corpus(engine: Engine, part: int) -> None:
    skip_more(engine, part)
    for name, facts in corpus(part):
        assert assert_agreement(engine, facts, name) > 100


@pytest.mark.parametrize("seeds", spans(40, 2))
def test_random_programs(engine: Engine, seeds: range) -> None:
    skip_more(engine, seeds.start)
    for seed in seeds:
        facts = facts_of((program, generate)[seed % 2](Choices(seed)), str(seed))
        assert facts is not None, "random programs are valid"
        assert_agreement(engine, facts, str(seed))
