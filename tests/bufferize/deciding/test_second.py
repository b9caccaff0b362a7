"""Another engine looks at what was decided, each pair of a read and a write by itself: it agrees, and does not where
all is in place.
"""

from __future__ import annotations

import pytest

from ownlog import rules
from ownlog.backend.bufferize.aliasing.classes import Classes
from ownlog.backend.bufferize.analysis.result import facts_of
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.registry import run_passes
from ownlog.base.errors import InputError
from ownlog.frontend import parse
from ownlog.rules.engine.clingo import ClingoEngine
from ownlog.rules.engine.program.engine import Engine
from tests.bufferize.deciding.marking import HEURISTICS, analyse
from tests.bufferize.programs.generator import program
from tests.bufferize.programs.parts import Parts
from tests.bufferize.programs.small import Small
from tests.shared import REPOSITORY
from tests.tiers import spans
from tests.tools import OwnlogFork

ownlog = OwnlogFork(("opt",))
OPTIONS = {"allow-return-allocs-from-loops": "true", "bufferize-function-boundaries": "true"}


def _wrong(text: str, heuristic: str, engine: Engine | None = None) -> tuple[set[str], bool]:
    """What is wrong with what is decided, and whether anything was refused, or would be if it could."""
    options = {**OPTIONS, "analysis-heuristic": heuristic}
    found = analyse(text, heuristic, options)
    rows = rules.derive(facts_of(found.naming, found.analysis), (), engine, ("wrongly_decided",))
    return {str(row[3]) for row in rows["wrongly_decided"]}, bool(found.analysis.refused or found.analysis.impossible)


def _texts(seed: int) -> list[str]:
    return [Parts(seed).text(), program(seed), Small(seed).text()]


@pytest.mark.parametrize("seeds", spans(120, 6))
def test_the_rules_agree_with_what_is_decided(seeds: range) -> None:
    for seed in seeds:
        for text in _texts(seed):
            for heuristic in ("fewest-copies", HEURISTICS[seed % 3]):
                wrong, _ = _wrong(text, heuristic)
                assert not wrong, (seed, heuristic)


def test_the_rules_notice_that_all_is_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where something is refused, something is wrong if it is not."""
    refused = [(text, seed) for seed in range(10) for text in _texts(seed) if _wrong(text, "bottom-up")[1]]
    monkeypatch.setattr(Classes, "clash", lambda *_: None)
    found = [_wrong(text, "bottom-up")[0] for text, _ in refused]
    assert len(found) > 15
    assert all(found), [seed for (_, seed), wrong in zip(refused, found, strict=True) if not wrong]
    assert set().union(*found) >= {"conflict", "read-only"}


def test_clingo_agrees() -> None:
    pytest.importorskip("clingo")
    for seed in range(4):
        for text in _texts(seed):
            wrong, _ = _wrong(text, "fewest-copies", ClingoEngine())
            assert not wrong, seed


def test_what_the_second_engine_refuses_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("clingo")
    text = (REPOSITORY / "examples" / "tensors" / "slices.mlir").read_text()
    step = Step("one-shot-bufferize", (("bufferize-function-boundaries", "true"),))
    context = Context(cross_check=ClingoEngine())
    run_passes(parse(text, "in.mlir"), [step], context)
    assert any("clingo agrees" in remark.message for remark in context.remarks)
    monkeypatch.setattr(Classes, "clash", lambda *_: None)
    with pytest.raises(
        InputError, match=r"clingo does not agree .* tensor.insert at line \d+ would overwrite what it reads"
    ):
        run_passes(parse(text, "in.mlir"), [step], Context(cross_check=ClingoEngine()))


def test_the_flag() -> None:
    pytest.importorskip("clingo")
    done = ownlog(
        ["--tensors-to-buffers", "--cross-check", "--stats"],
        (REPOSITORY / "examples" / "tensors" / "slices.mlir").read_text(),
    )
    assert done.status == 0, done.err
    assert "clingo agrees: none of 5 uses in place is in conflict" in done.err
