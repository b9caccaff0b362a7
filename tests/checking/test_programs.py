"""Outputs of Ownlog are clean; of programs with planted faults none that runs into one is called clean."""

from __future__ import annotations

import random

import pytest

import ownlog
from ownlog.backend.checking import check
from tests.checking.campaign import judged, outputs
from tests.execution.executor import Executor
from tests.execution.soundness import WHOLE, deallocate
from tests.shared import require_shared
from tests.tiers import spans

EVERY = 12


@pytest.mark.parametrize("seeds", spans(60, 6))
def test_outputs_for_random_programs_are_clean(seeds: range) -> None:
    texts = list(outputs(seeds))
    assert texts
    assert [verdict.findings for text in texts if (verdict := check(ownlog.parse(text))).status != "clean"] == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_outputs_for_the_corpus_are_clean(part: int) -> None:
    files = sorted(require_shared("corpus").rglob("*.mlir"))[:: EVERY]
    wrong = []
    for path in files[part::4]:
        try:
            text = deallocate(path.read_text(), WHOLE)
        except ownlog.OwnlogError:
            continue
        if check(ownlog.parse(text)).status != "clean":
            wrong.append(path.name)
    assert files
    assert wrong == []


@pytest.mark.parametrize("seeds", spans(30, 3))
def test_no_fault_that_runs_is_called_clean(executor: Executor, seeds: range) -> None:
    planted = list(judged(executor, outputs(seeds), 5, random.Random(seeds.start)))
    faulty = [one for one in planted if one.report.faults]
    assert faulty
    assert [f"{one.operator} at {one.line}: {one.report.faults}\n{one.text}" for one in faulty if one.verdict.status == "clean"] == []
