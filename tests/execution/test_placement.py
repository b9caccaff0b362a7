"""Programs whose buffers live elsewhere observe the same, and free every buffer once."""

import pytest

import ownlog
from ownlog.backend.placement.steps import ALL, PLACEMENT
from tests.execution.checking import check
from tests.execution.executor import Executor
from tests.execution.programs import (
    contents,
    covers,
    decisions,
    diamonds,
    fills,
    generator,
    handovers,
    repeats,
)
from tests.execution.programs.choices import Choices
from tests.execution.soundness import WHOLE, Maker, judge
from tests.shared import require_shared
from tests.tiers import spans

PIPELINES = (
    f"{WHOLE}{{dealloc-at-block-end=true}},optimize-allocation-liveness",
    f"buffer-hoisting,{WHOLE},buffer-loop-hoisting",
    f"buffer-loop-hoisting,buffer-hoisting,{WHOLE}",
    f"buffer-loop-hoisting,promote-buffers-to-stack,{WHOLE}",
    "buffer-deallocation",
    f"{WHOLE},buffer-hoisting,optimize-allocation-liveness",
    f"{WHOLE},static-memory-planner",
    f"{WHOLE},buffer-loop-hoisting,static-memory-planner{{algorithm=best-fit}}",
)
PLACED = tuple(f"{WHOLE}{{placement={name}}}" for name in (*PLACEMENT, ALL))
ALONE = (
    "buffer-hoisting",
    "buffer-loop-hoisting",
    "promote-buffers-to-stack",
    "optimize-allocation-liveness",
    "static-memory-planner",
    "buffer-reading",
    "buffer-splitting",
    "buffer-sinking",
    "buffer-keeping",
    "buffer-reuse",
)
MAKERS: tuple[Maker, ...] = (
    generator.generate,
    handovers.generate,
    decisions.generate,
    contents.generate,
    covers.generate,
    fills.generate,
    diamonds.generate,
    repeats.generate,
)
# Of each maker.
EVERY_RUN, PLACED_RUN, TOGETHER = 30, 42, 3


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__module__.rpartition(".")[2])
@pytest.mark.parametrize("seeds", spans(EVERY_RUN, TOGETHER))
def test_random_programs_stay_sound(executor: Executor, seeds: range, make: Maker) -> None:
    check(executor, seeds, PIPELINES, make)


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__module__.rpartition(".")[2])
@pytest.mark.parametrize("seeds", spans(PLACED_RUN, TOGETHER))
def test_random_programs_stay_sound_wherever_the_pipeline_places_buffers(
    executor: Executor, seeds: range, make: Maker
) -> None:
    check(executor, seeds, PLACED, make)


def test_programs_that_mlir_opt_gets_wrong(executor: Executor) -> None:
    found = [path.read_text() for path in sorted(require_shared("placement", "programs").glob("*.mlir"))]
    programs = [text for text in found if "func.func @main()" in text and "memref.dealloc" not in text]
    assert len(programs) >= 3
    assert [str(verdict) for verdict in judge(executor, programs, (*PIPELINES, *PLACED)) if verdict.problem] == []


def test_programs_that_free_what_they_allocate(executor: Executor) -> None:
    """What is freed by hand is freed once, wherever it lives, and no later pass looks after that."""
    found = [path.read_text() for path in sorted(require_shared("placement", "programs").glob("*.mlir"))]
    programs = [text for text in found if "func.func @main()" in text and "memref.dealloc" in text]
    assert len(programs) >= 3
    assert [str(verdict) for verdict in judge(executor, programs, ALONE) if verdict.problem] == []


def test_what_is_computed_from_parameters_sinks_in_some_programs() -> None:
    def without_allocations(text: str) -> list[str]:
        return [line.strip() for line in text.splitlines() if "memref.alloc" not in line and "linalg.fill" not in line]

    texts = [str(ownlog.parse(fills.generate(Choices(seed)))) for seed in range(40)]
    sunk = [str(ownlog.run_pipeline(ownlog.parse(text), "buffer-sinking")) for text in texts]
    assert (
        sum(
            without_allocations(before) != without_allocations(after) for before, after in zip(texts, sunk, strict=True)
        )
        >= 4
    )
