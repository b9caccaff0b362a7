"""The benchmark programs are programs: mlir-opt reads them, and they grow."""

import subprocess
from collections.abc import Callable

import pytest

from benchmarks.inputs import diamonds, nested_loops, straight_line
from tests.shared import require_tool


@pytest.mark.parametrize("program", [diamonds, nested_loops, straight_line])
def test_benchmark_programs_are_valid_and_grow(program: Callable[[int], str]) -> None:
    mlir_opt = require_tool("mlir-opt-22")
    lines = []
    for size in (1, 4):
        done = subprocess.run([mlir_opt], input=program(size), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        lines.append(len(done.stdout.splitlines()))
    assert lines[0] < lines[1]
