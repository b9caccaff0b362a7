"""Programs that are rewritten to buffers, lowered by mlir-opt-22 and run: they let others observe the same as if tensors were values."""

from __future__ import annotations

import pytest

from tests.bufferize.programs.generator import program
from tests.bufferize.running.bufferized import TENSORS, WHOLE, agree, bufferized, observed, runnable
from tests.bufferize.running.soundness import by_value
from tests.execution.executor import Executor
from tests.shared import require_shared, shared_dir
from tests.tiers import spans

UNKNOWN = f"{WHOLE} allow-unknown-ops"
_HEURISTICS = ("bottom-up", "top-down", "bottom-up-from-terminators")


def _wrong(executor: Executor, texts: list[str], expected: list[list[float | bool | None]], options: str = UNKNOWN) -> list[int]:
    """The numbers of the programs that do something else, or write where nothing may be written."""
    reports = executor.run([runnable(bufferized(text, options)) for text in texts], TENSORS)
    wrong = []
    for number, (values, report) in enumerate(zip(expected, reports, strict=True)):
        assert not report.cannot_run, (number, report.cannot_run)
        if not agree(values, observed(report)) or set(report.faults) - {"leaks"}:
            wrong.append(number)
    return wrong


@pytest.mark.peer
@pytest.mark.parametrize("seeds", spans(3000, 20, first=1))
def test_random_programs(executor: Executor, seeds: range) -> None:
    texts = [program(seed) for seed in seeds]
    assert _wrong(executor, texts, [by_value(text) for text in texts]) == []


@pytest.mark.peer
@pytest.mark.slow
@pytest.mark.parametrize("options", ["copy-before-write", *(f"analysis-heuristic={name}" for name in _HEURISTICS[1:])])
def test_other_ways_to_decide(executor: Executor, options: str) -> None:
    texts = [program(seed) for seed in range(40)]
    assert _wrong(executor, texts, [by_value(text) for text in texts], f"{UNKNOWN} {options}") == []


@pytest.mark.peer
@pytest.mark.slow
@pytest.mark.parametrize("layouts", ["identity-layout-map", "fully-dynamic-layout-map"])
def test_other_layouts_at_the_boundaries_of_functions(executor: Executor, layouts: str) -> None:
    texts = [program(seed) for seed in range(40)]
    assert _wrong(executor, texts, [by_value(text) for text in texts], f"{UNKNOWN} function-boundary-type-conversion={layouts}") == []


def _shared() -> list[str]:
    root = shared_dir()
    folder = root / "bufferization" / "findings-executed" if root is not None else None
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.mlir")) if folder is not None else []


@pytest.mark.peer
@pytest.mark.parametrize("name", _shared())
def test_what_mlir_opt_gets_wrong(executor: Executor, name: str) -> None:
    path = require_shared("bufferization", "findings-executed", name)
    expected: list[float | bool | None] = [float(line.split()[1]) for line in path.with_suffix(".expect").read_text().splitlines()]
    assert _wrong(executor, [path.read_text()], [expected]) == []
