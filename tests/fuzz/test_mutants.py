"""Broken input through the pipeline: no traceback, nothing that hangs, no output that mlir-opt refuses where it takes
the input.
"""

import os
from collections import Counter
from collections.abc import Callable

import pytest

import ownlog.api.process
from tests.fuzz import attempt as attempts
from tests.fuzz.attempt import prepared
from tests.fuzz.campaign import BATCH, PIPELINE, Fault, Report, run, run_batch
from tests.fuzz.judge import Judge
from tests.fuzz.mutants import Batch, Nursery
from tests.shared import find_tool, require_tool
from tests.tiers import parts

_CI, _NIGHTLY = 2 * BATCH, 100_000
_FREED = """func.func @f(%n: index) {
  %a = memref.alloc(%n) : memref<?xf32>
  return
}
"""


def campaign(seed: int, count: int, judge: Judge | None) -> Report:
    total = Report()
    for part in run(seed, count, judge):
        total.counts += part.counts
        total.faults += part.faults
    return total


def shown(faults: list[Fault]) -> str:
    """The kinds of fault with how often they came, and one mutant of each."""
    counts = Counter(fault.signature for fault in faults)
    first = {fault.signature: fault for fault in reversed(faults)}
    return "\n\n".join(
        f"{counts[kind]} times {': '.join(kind)}, first in batch {fault.batch}, mutant {fault.mutant.number}\n"
        f"ownlog opt {' '.join(fault.command)}\n"
        f"{fault.mutant.data.decode(errors='backslashreplace')}\n{fault.err[-2_000:]}"
        for kind, fault in first.items()
    )


@pytest.fixture(scope="module")
def judge() -> Judge | None:
    tool = find_tool("mlir-opt-22")
    return Judge(tool) if tool else None


@pytest.fixture(scope="module", params=parts(3))
def report(judge: Judge | None, request: pytest.FixtureRequest) -> Report:
    return campaign(request.param, _CI, judge)


def test_no_mutant_breaks_anything(report: Report) -> None:
    assert report.total == _CI
    assert not report.faults, shown(report.faults)


def test_mutants_of_each_kind_are_accepted_and_refused(report: Report) -> None:
    # Else they would say nothing about the passes, or nothing about diagnostics.
    kinds = {kind for kind, _ in report.counts}
    assert all(report.counts[kind, outcome] for kind in kinds for outcome in ("accepted", "refused"))


@pytest.mark.nightly
def test_no_mutant_of_very_many_breaks_anything(judge: Judge | None) -> None:
    report = campaign(int(os.environ.get("OWNLOG_SEED", "1")), _NIGHTLY, judge)
    assert report.total == _NIGHTLY
    assert not report.faults, shown(report.faults)


def test_the_same_seed_gives_the_same_mutants() -> None:
    one, other = (Nursery().batch(3, 1) for _ in range(2))
    mutants = [one.mutant(number) for number in range(40)]
    assert mutants == [other.mutant(number) for number in reversed(range(40))][::-1]
    assert len({mutant.data for mutant in mutants}) > 30


def _raise() -> str:
    raise KeyError("planted")


def _end() -> str:
    os._exit(3)


def _go_on() -> str:
    while True:
        pass


@pytest.mark.parametrize(("fault", "kind"), [(_raise, "traceback"), (_end, "died"), (_go_on, "too long")])
def test_faults_are_noticed(fault: Callable[[], str], kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # A run that breaks, ends its process or does not come back costs none of those after it.
    with prepared([PIPELINE]):
        monkeypatch.setattr(ownlog.api.process, "_run_chunk", lambda *_: fault())
        monkeypatch.setattr(attempts, "SECONDS", 0.05)
        report = run_batch(Batch("planted", [_FREED]), range(4), None)
    assert [fault.kind for fault in report.faults] == [kind] * 4


@pytest.mark.peer
@pytest.mark.parametrize("wrong", ["func.func @f( {", "func.func @f() {\n  memref.dealloc %a : memref<?xf32>\n}\n"])
def test_wrong_outputs_are_noticed(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    judge, count = Judge(require_tool("mlir-opt-22")), 8
    batch = Batch("planted", [_FREED])
    refused = judge.refused([batch.mutant(number).data.decode(errors="surrogateescape") for number in range(count)])
    with prepared([PIPELINE]):
        monkeypatch.setattr(ownlog.api.process, "_run_chunk", lambda *_: wrong)
        report = run_batch(batch, range(count), judge)
    assert 0 < len(refused) < count
    assert {fault.mutant.number for fault in report.faults} == set(range(count)) - set(refused)
    assert {fault.kind for fault in report.faults} == {"invalid"}


@pytest.mark.peer
def test_mlir_opt_is_understood() -> None:
    """The judge names the very texts that mlir-opt refuses alone, wherever the errors say they are."""
    judge = Judge(require_tool("mlir-opt-22"))
    elsewhere = 'func.func @f() { return }\nfunc.func @f() { return } loc("x.mlir":1:2)\n'
    texts = [_FREED, "func.func @f( {", _FREED, '"test.a"() : () -> ()', elsewhere, "// -----\nx", "\udcff", _FREED, ""]
    assert judge.refused(texts).keys() == {1, 4, 5, 6}
