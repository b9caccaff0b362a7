"""Tensors and addresses of buffers that go to other blocks, out of regions, or to callers: the buffers last as long, or
it is refused.
"""

from functools import cache
from pathlib import Path

import pytest

import ownlog
from tests.execution.executor import BATCH, LOWERING, Executor, Report
from tests.execution.soundness import PIPELINES, WHOLE, WHOLE_PIPELINES, deallocate

EACH_PIPELINE = (*PIPELINES, *WHOLE_PIPELINES)
# As many as make one batch: the program as it is, and what each pipeline makes of it.
_TOGETHER = BATCH // (1 + len(EACH_PIPELINE))
PROGRAMS = Path(__file__).with_name("tensors")
KEPT = sorted(PROGRAMS.glob("kept/*.mlir"))
REFUSED = sorted(PROGRAMS.glob("refused/*.mlir"))
STORED = sorted(PROGRAMS.glob("stored/*.mlir"))
USED_LATER = sorted(PROGRAMS.glob("used_later/*.mlir"))
# Some pipelines copy what is returned, others cannot.
BY_PIPELINE = sorted(PROGRAMS.glob("by_pipeline/*.mlir"))
_MESSAGE = "to where the buffer may be freed already"
# Not all that bufferization itself allocates is freed: it copies what `to_buffer` makes.
_COPIED = "bufferization.to_buffer"
_BUFFERIZED = ("--one-shot-bufferize=bufferize-function-boundaries allow-unknown-ops", *LOWERING)


@cache
def _reports(executor: Executor, number: int) -> dict[Path, list[Report]]:
    """What some of the programs did, which run together, each before all pipelines and after them."""
    paths = KEPT[number * _TOGETHER :][:_TOGETHER]
    texts = [
        [text, *(deallocate(text, pipeline) for pipeline in EACH_PIPELINE)]
        for text in (path.read_text() for path in paths)
    ]
    reports = executor.run([text for made in texts for text in made], _BUFFERIZED)
    size = 1 + len(EACH_PIPELINE)
    return {path: reports[size * place :][:size] for place, path in enumerate(paths)}


@pytest.mark.parametrize("path", KEPT, ids=[path.stem for path in KEPT])
def test_a_buffer_is_there_as_long_as_what_it_is_lent_to(executor: Executor, path: Path) -> None:
    check(path.read_text(), _reports(executor, KEPT.index(path) // _TOGETHER)[path])


@pytest.mark.parametrize("path", BY_PIPELINE, ids=[path.stem for path in BY_PIPELINE])
def test_a_buffer_is_there_as_long_or_the_pipeline_refuses(executor: Executor, path: Path) -> None:
    text = path.read_text()
    made: list[str] = []
    refusals: list[str] = []
    for pipeline in EACH_PIPELINE:
        try:
            made.append(deallocate(text, pipeline))
        except ownlog.InputError as refused:
            refusals.append(str(refused))
    assert refusals
    assert all(_MESSAGE in refusal for refusal in refusals)
    # The pipelines copy.
    assert len(made) >= len(WHOLE_PIPELINES)
    check(text, executor.run([text, *made], _BUFFERIZED))


def check(text: str, reports: list[Report]) -> None:
    """All that was made of `text`, whose report is the first, does what `text` does, without faults."""
    before, *after = reports
    for report in after:
        assert not report.cannot_run
        assert {kind: number for kind, number in report.faults.items() if kind != "leaks" or _COPIED not in text} == {}
        assert report.observed == before.observed


@pytest.mark.parametrize("pipeline", [*PIPELINES, WHOLE])
@pytest.mark.parametrize("path", REFUSED, ids=[path.stem for path in REFUSED])
def test_what_a_buffer_is_lent_to_does_not_go_where_the_buffer_is_not(path: Path, pipeline: str) -> None:
    with pytest.raises(ownlog.InputError, match=_MESSAGE) as refused:
        deallocate(path.read_text(), pipeline)
    (diagnostic, *_) = refused.value.diagnostics
    assert diagnostic.advice
    assert any(word in str(diagnostic).splitlines()[1] for word in ("yield", "return", "br", "condition"))


@pytest.mark.parametrize("pipeline", [*PIPELINES, WHOLE])
@pytest.mark.parametrize("path", STORED, ids=[path.stem for path in STORED])
def test_no_address_is_stored_where_the_buffer_is_not(path: Path, pipeline: str) -> None:
    with pytest.raises(
        ownlog.InputError, match="this stores the address of a buffer where the buffer may be freed already"
    ) as refused:
        deallocate(path.read_text(), pipeline)
    (diagnostic, *_) = refused.value.diagnostics
    assert diagnostic.advice
    assert any(word in str(diagnostic).splitlines()[1] for word in ("store", "call"))


@pytest.mark.parametrize("pipeline", [*PIPELINES, WHOLE])
@pytest.mark.parametrize("path", USED_LATER, ids=[path.stem for path in USED_LATER])
def test_what_a_buffer_is_lent_to_is_not_used_when_it_is_freed(path: Path, pipeline: str) -> None:
    text = path.read_text()
    with pytest.raises(ownlog.InputError, match=text.partition("\n")[0].removeprefix("// Refused: ")) as refused:
        deallocate(text, pipeline)
    (diagnostic, *_) = refused.value.diagnostics
    assert diagnostic.advice
    assert diagnostic.position is not None


@pytest.mark.parametrize("pipeline", [*PIPELINES, WHOLE])
def test_a_wait_covers_what_a_buffer_is_lent_to(pipeline: str) -> None:
    text = (PROGRAMS / "used_later" / "nobody_waits_for_a_tensor.mlir").read_text()
    freed = deallocate(text.replace("  return\n", "  async.await %token : !async.token\n  return\n"), pipeline)
    assert freed.index("async.await") < freed.index("dealloc")
