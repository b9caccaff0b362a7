"""Tensors and addresses of buffers that go to other blocks, out of regions, or to callers: the buffers last as long, or it is refused."""

from pathlib import Path

import pytest

import ownlog
from tests.execution.executor import LOWERING, Executor
from tests.execution.soundness import PIPELINES, WHOLE, WHOLE_PIPELINES, deallocate

PROGRAMS = Path(__file__).with_name("tensors")
KEPT = sorted(PROGRAMS.glob("kept/*.mlir"))
REFUSED = sorted(PROGRAMS.glob("refused/*.mlir"))
# Not all that bufferization itself allocates is freed: it copies what `to_buffer` makes.
_COPIED = "bufferization.to_buffer"
_BUFFERIZED = ("--one-shot-bufferize=bufferize-function-boundaries allow-unknown-ops", *LOWERING)


@pytest.mark.parametrize("path", KEPT, ids=[path.stem for path in KEPT])
def test_a_buffer_is_there_as_long_as_what_it_is_lent_to(executor: Executor, path: Path) -> None:
    text = path.read_text()
    before, *after = executor.run([text, *(deallocate(text, pipeline) for pipeline in (*PIPELINES, *WHOLE_PIPELINES))], _BUFFERIZED)
    for report in after:
        assert not report.cannot_run
        assert {kind: number for kind, number in report.faults.items() if kind != "leaks" or _COPIED not in text} == {}
        assert report.observed == before.observed


@pytest.mark.parametrize("pipeline", [*PIPELINES, WHOLE])
@pytest.mark.parametrize("path", REFUSED, ids=[path.stem for path in REFUSED])
def test_what_a_buffer_is_lent_to_does_not_go_where_the_buffer_is_not(path: Path, pipeline: str) -> None:
    with pytest.raises(ownlog.InputError, match="to where the buffer may be freed already") as refused:
        deallocate(path.read_text(), pipeline)
    (diagnostic, *_) = refused.value.diagnostics
    assert diagnostic.advice
    assert any(word in str(diagnostic).splitlines()[1] for word in ("yield", "return", "br", "condition"))
