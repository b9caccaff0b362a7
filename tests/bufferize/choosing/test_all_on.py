"""A thousand random programs with all that saves copies: moved, rewritten, chosen, looked at again, freed, executed and
compared.
"""

from __future__ import annotations

from collections import Counter

import pytest

from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.registry import run_passes
from ownlog.frontend import parse
from ownlog.rules.engine.clingo import ClingoEngine
from ownlog.rules.engine.embedded import EmbeddedEngine
from tests.bufferize.programs.generator import program
from tests.bufferize.programs.parts import Parts
from tests.bufferize.running.bufferized import TENSORS, agree, observed, runnable
from tests.bufferize.running.soundness import by_value
from tests.execution.executor import Executor

STEP = Step("tensors-to-buffers", (("allow-unknown-ops", "true"),))
KINDS = ("runs before", "runs once", "reads what was there before", "reads the element that", "agrees")
"""What remarks say of what was done to save copies."""


def _made(text: str, engine: ClingoEngine | EmbeddedEngine, told: Counter[str]) -> str:
    context, module = Context(cross_check=engine), parse(text, "in.mlir")
    run_passes(module, [STEP], context)
    said = " ".join(remark.message for remark in context.remarks)
    told.update(kind for kind in KINDS if kind in said)
    return runnable(str(module))


def _assert_right(executor: Executor, numbers: range) -> Counter[str]:
    """Each even number is that of a program about parts, each odd one that of another program; clingo looks at each
    fiftieth.
    """
    told = Counter[str]()
    texts = [(Parts(seed).text() if seed % 2 == 0 else program(seed)) for seed in numbers]
    made = [
        _made(text, ClingoEngine() if seed % 50 == 0 else EmbeddedEngine(), told)
        for seed, text in zip(numbers, texts, strict=True)
    ]
    for seed, text, report in zip(numbers, texts, executor.run(made, TENSORS), strict=True):
        assert report.clean, (seed, report)
        assert agree(by_value(text), observed(report)), seed
    return told


@pytest.mark.peer
def test_some_programs(executor: Executor) -> None:
    pytest.importorskip("clingo")
    assert _assert_right(executor, range(20000, 20020))["agrees"] == 20


@pytest.mark.peer
@pytest.mark.slow
def test_a_thousand_programs(executor: Executor) -> None:
    """It takes some four minutes of the processor (225 seconds where it was measured)."""
    pytest.importorskip("clingo")
    told = Counter[str]()
    for first in range(0, 1000, 50):
        told += _assert_right(executor, range(first, first + 50))
    assert told["agrees"] == 1000
    assert min(told[kind] for kind in KINDS) > 20, told
