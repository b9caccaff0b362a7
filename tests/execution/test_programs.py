"""Programs that were written down: what other tools got wrong, what random tests found, and shapes that are easy to get
wrong.
"""

from functools import cache
from itertools import product
from pathlib import Path

import pytest

from tests.execution.executor import BATCH, Executor, Report
from tests.execution.soundness import PASS, PIPELINES, WHOLE_PIPELINES, Verdict, deallocate, judge
from tests.shared import require_shared, shared_dir

REGRESSIONS = sorted(Path(__file__).with_name("regressions").glob("*.mlir"))
EACH_PIPELINE = (*PIPELINES, *WHOLE_PIPELINES)
# As many as make one batch: the program as it is, and what each pipeline makes of it.
_TOGETHER = BATCH // (1 + len(EACH_PIPELINE))
_XFAIL = "// XFAIL: "


def _findings() -> list[str]:
    root = shared_dir()
    return sorted(path.name for path in (root / "upstream-findings").glob("*.mlir")) if root else []


def _parameter(path: Path) -> object:
    """The file, expected to fail if its first line says `// XFAIL: reason`."""
    first = path.read_text().partition("\n")[0]
    marks = [pytest.mark.xfail(strict=True, reason=first.removeprefix(_XFAIL))] if first.startswith(_XFAIL) else []
    return pytest.param(path, id=path.stem, marks=marks)


@cache
def _verdicts(executor: Executor, number: int) -> dict[tuple[Path, str], Verdict]:
    """The verdicts on some regressions, which run together."""
    paths = REGRESSIONS[number * _TOGETHER :][:_TOGETHER]
    pairs = product(paths, EACH_PIPELINE)
    return dict(zip(pairs, judge(executor, [path.read_text() for path in paths], EACH_PIPELINE), strict=True))


@pytest.mark.parametrize("pipeline", EACH_PIPELINE, ids=["default", "dynamic", "pipeline", "pipeline-at-end"])
@pytest.mark.parametrize("path", [_parameter(path) for path in REGRESSIONS])
def test_regression(executor: Executor, path: Path, pipeline: str) -> None:
    verdict = _verdicts(executor, REGRESSIONS.index(path) // _TOGETHER)[path, pipeline]
    assert not verdict.problem, str(verdict)


@pytest.mark.parametrize(
    "name", _findings() or [pytest.param("", marks=pytest.mark.skip(reason="no shared/upstream-findings"))]
)
def test_what_mlir_opt_gets_wrong(executor: Executor, name: str) -> None:
    text = require_shared("upstream-findings", name).read_text()
    if "func.func @main()" in text:
        for verdict in judge(executor, [text]):
            if (name, verdict.pipeline) in _NOT_LOWERED:
                assert _NOT_LOWERED[name, verdict.pipeline] in verdict.problem, str(verdict)
            else:
                assert not verdict.problem, str(verdict)
    else:
        for pipeline in PIPELINES:
            assert "bufferization.dealloc" in deallocate(text, pipeline)


# What mlir-opt cannot lower: the clone of a view that the default ABI takes.
_NOT_LOWERED = {
    ("clone_of_static_strided_layout.mlir", PASS): "failed to legalize operation 'bufferization.clone'",
}
_INSTEAD = {
    "clone_of_static_strided_layout.mlir": [f"{PASS}{{copy-op=alloc-copy}}"],
    "realloc_static_shrink.mlir": [f"expand-realloc,{PASS}", f"expand-realloc{{emit-deallocs=false}},{PASS}"],
}


@pytest.mark.parametrize("name", _INSTEAD)
def test_what_runs_by_another_way(executor: Executor, name: str) -> None:
    text = require_shared("upstream-findings", name).read_text()
    reports = executor.run([deallocate(text, pipeline) for pipeline in _INSTEAD[name]])
    assert all(report.clean for report in reports), reports


_LIBRARY = """\
func.func @buffer_and_view() -> (memref<4xi32>, memref<?xi32>) {
  %a = memref.alloc() : memref<4xi32>
  %v = memref.cast %a : memref<4xi32> to memref<?xi32>
  return %a, %v : memref<4xi32>, memref<?xi32>
}
func.func @block_arguments(%same: i1) -> (memref<4xi32>, memref<?xi32>) {
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  cf.cond_br %same, ^exit(%a, %a : memref<4xi32>, memref<4xi32>), ^exit(%a, %b : memref<4xi32>, memref<4xi32>)
^exit(%p: memref<4xi32>, %q: memref<4xi32>):
  %r = memref.cast %q : memref<4xi32> to memref<?xi32>
  return %p, %r : memref<4xi32>, memref<?xi32>
}
"""
# Compiled elsewhere, so it knows nothing but the function boundary ABI: both results are its own to free.
_CALLER = """
func.func @main() {{
  %same = arith.constant {same}
  %x:2 = func.call @{call} -> (memref<4xi32>, memref<?xi32>)
  memref.dealloc %x#0 : memref<4xi32>
  memref.dealloc %x#1 : memref<?xi32>
  return
}}
"""


@pytest.mark.parametrize("same", [False, True])
def test_block_arguments_that_may_be_the_same_buffer_are_each_the_callers(executor: Executor, same: bool) -> None:
    caller = _CALLER.format(same=str(same).lower(), call="block_arguments(%same) : (i1)")
    assert executor.run([deallocate(_LIBRARY, PASS) + caller]) == [Report()]


def test_a_buffer_and_a_view_of_it_are_each_the_callers(executor: Executor) -> None:
    assert executor.run([deallocate(_LIBRARY, PASS) + _CALLER.format(same="true", call="buffer_and_view() : ()")]) == [
        Report()
    ]
