"""Programs of compilers, called with numbers: they return what mlir-opt-22 makes them return where it copies before
each write.
"""

from __future__ import annotations

from functools import cache

import pytest

from tests.bufferize.rewriting.test_rewritten_corpus import BYTES
from tests.bufferize.rewriting.test_road import freed
from tests.bufferize.running.bufferized import TENSORS, WHOLE, agree, observed, runnable
from tests.bufferize.running.calling import calling, without_module
from tests.execution.executor import Executor
from tests.shared import require_shared, require_tool, shared_programs
from tests.tiers import every
from tests.tools import Program

_LOOPS = TENSORS.index("--convert-linalg-to-loops") + 1
MATH = (
    "--lower-vector-multi-reduction",
    *TENSORS[:_LOOPS],
    "--convert-math-to-llvm",
    "--convert-math-to-libm",
    *TENSORS[_LOOPS:],
    "--convert-to-llvm",
    "--reconcile-unrealized-casts",
)
BATCH = 6
_FILES = shared_programs("corpus-tensor", largest=BYTES)


@cache
def _copying(text: str) -> str | None:
    """The program with buffers, as mlir-opt-22 makes them with a copy before each write; None where it refuses, or
    takes minutes.
    """
    made = Program((require_tool("mlir-opt-22"),), timeout=6)(
        ["-", f"--one-shot-bufferize={WHOLE} copy-before-write"], text
    )
    return without_module(made.out) if made.status == 0 else None


@pytest.mark.peer
@pytest.mark.parametrize("files", every(20, [(_FILES[k : k + BATCH],) for k in range(0, len(_FILES), BATCH)], slow=4))
def test_programs_of_compilers_return_the_same(executor: Executor, files: list[str]) -> None:
    """What is called without numbers of fixed types is left out, and what mlir-opt-22 does not do; nothing leaks in
    any.
    """
    texts = {
        file: text
        for file in files
        if (text := calling(require_shared("corpus-tensor", file).read_text(), 1)) is not None
    }
    reports = dict(zip(texts, executor.run([runnable(freed(text)) for text in texts.values()], MATH), strict=True))
    for file, report in reports.items():
        assert report.clean, (file, report)
    copying = {file: made for file, text in texts.items() if (made := _copying(text)) is not None}
    for file, other in zip(copying, executor.run([runnable(made) for made in copying.values()], MATH), strict=True):
        assert not other.cannot_run, (file, other.cannot_run)
        assert agree(observed(other), observed(reports[file])), file
