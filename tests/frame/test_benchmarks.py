"""The benchmarks measure what they say: programs that grow, numbers that are counted, processes that are stopped."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import quality
from benchmarks.growth import exponent, worst_doubling
from benchmarks.large import transformer
from benchmarks.memory.traced import SOURCE, Excess, TracingRunner
from benchmarks.pairs import PAIRS
from benchmarks.peaks import CannotRun, Runner, driver
from benchmarks.process import Cost, run
from benchmarks.requirements import of_ratio
from benchmarks.shapes import SHAPES
from tests.shared import require_shared, require_tool

MAKERS = {**{name: shape.make for name, shape in SHAPES.items()}, **PAIRS}


@pytest.mark.parametrize("name", MAKERS)
def test_shapes_are_valid_programs_and_grow(name: str) -> None:
    small, large = MAKERS[name](4), MAKERS[name](8)
    assert len(small) < len(large)
    done = subprocess.run([require_tool("mlir-opt-22")], input=large, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert name not in SHAPES or list(SHAPES[name].sizes) == sorted(SHAPES[name].sizes)


def test_a_transformer_of_copies_is_one_chain() -> None:
    mlir_opt = require_tool("mlir-opt-22")
    text = transformer(require_shared("corpus-large"), 10_000)
    assert text.count("memref.alloc") == 10_000
    assert text.count("func.func") == 1
    assert subprocess.run([mlir_opt, "-o", "/dev/null"], input=text, text=True, check=False).returncode == 0
    # The second copy begins with what the first one ends with, and no longer reads the argument.
    first, second = text.split("%s1_", 1)
    assert "%arg0," in first
    assert "%arg0," not in second
    assert "%s0_alloc_4995" in second


def test_exponents_are_those_of_the_functions() -> None:
    sizes = (10, 100, 300, 1000)
    assert exponent([(n, 0.5 * n**1.5) for n in sizes]) == pytest.approx(1.5)
    # Smaller sizes than a tenth of the largest do not count.
    assert exponent([(n, 7.0 if n == 10 else 3.0 * n) for n in sizes]) == pytest.approx(1)
    assert exponent([(10, 1.0)]) is None
    assert worst_doubling([(100, 1.0), (200, 2.0), (800, 32.0)]) == pytest.approx(4)


def test_processes_are_measured_stopped_and_may_fail() -> None:
    cost = run([sys.executable, "-c", "x = bytearray(64 << 20)\nfor _ in range(10**6): pass"], 60)
    assert cost is not None
    assert cost.memory > 64
    assert cost.cpu > 0
    assert run([sys.executable, "-c", "import time; time.sleep(60)"], 0.2) is None
    assert run([sys.executable, "-c", "raise SystemExit(1)"], 60) is None


PROGRAM = """\
func.func @f(%a: memref<?xf32, strided<[?], offset: ?>>, %c: i1) -> memref<64xi8> {
  %0 = memref.alloc() : memref<1000xi8>
  %1 = memref.alloc() : memref<64xi8>
  scf.if %c {
    memref.dealloc %0 : memref<1000xi8>
  } else {
    memref.dealloc %0 : memref<1000xi8>
  }
  %2 = memref.alloc() : memref<500xi8>
  %3 = memref.extract_aligned_pointer_as_index %1 : memref<64xi8> -> index
  %4 = memref.extract_aligned_pointer_as_index %2 : memref<500xi8> -> index
  %5 = arith.cmpi eq, %3, %4 : index
  memref.dealloc %2 : memref<500xi8>
  return %1 : memref<64xi8>
}
"""


def test_what_is_left_to_run_time_is_counted() -> None:
    found = quality.count(PROGRAM, 1)
    assert (found["guards"], found["checks"], found["allocs"], found["clones"], found["helpers"]) == (2, 1, 2, 0, 0)
    assert found["bytes"] == len(PROGRAM)


def test_peaks_are_what_was_alive_at_once(tmp_path: Path) -> None:
    require_tool("mlir-runner-22")
    runner = Runner.build(tmp_path)
    assert runner is not None
    peak = runner.run(PROGRAM, driver(PROGRAM), "program")
    assert (peak.bytes, peak.allocations, peak.frees) == (1064, 3, 2)


SUNK = """\
func.func @f(%x: memref<4xf32>) -> memref<4xf32> {
  %early = memref.alloc() : memref<64xf32>
  %big = memref.alloc() : memref<64xf32>
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<4xf32>
  memref.store %v, %big[%c0] : memref<64xf32>
  %w = memref.load %big[%c0] : memref<64xf32>
  memref.store %w, %early[%c0] : memref<64xf32>
  %u = memref.load %early[%c0] : memref<64xf32>
  %r = memref.alloc() : memref<4xf32>
  memref.store %u, %r[%c0] : memref<4xf32>
  memref.dealloc %big : memref<64xf32>
  memref.dealloc %early : memref<64xf32>
  return %r : memref<4xf32>
}
"""


def test_the_bound_counts_from_first_to_last_access(tmp_path: Path) -> None:
    counting, tracing = Runner.build(tmp_path), TracingRunner.build(tmp_path, SOURCE)
    for tool in ("mlir-opt-22", "mlir-runner-22", "cc"):
        require_tool(tool)
    assert counting is not None
    assert tracing is not None
    assert counting.run(SUNK, driver(SUNK), "f").bytes == 528
    # One of the two large buffers after the other, and what is returned.
    assert tracing.run(SUNK, driver(SUNK), "f").bytes == 256
    assert tracing.excess(SUNK, driver(SUNK), "f") == Excess(never=0, later=16, no_more=512)
    strided = SUNK.replace("  memref.dealloc %big", """\
  %s = memref.subview %early[0] [4] [2] : memref<64xf32> to memref<4xf32, strided<[2]>>
  %t = memref.subview %big[0] [4] [2] : memref<64xf32> to memref<4xf32, strided<[2]>>
  memref.copy %s, %t : memref<4xf32, strided<[2]>> to memref<4xf32, strided<[2]>>
  memref.dealloc %big""", 1)  # fmt: skip
    assert tracing.run(strided, driver(strided), "f").bytes == 528
    # A copy needs both at one time.
    assert tracing.run(COPIED, driver(COPIED), "f").bytes == 32


COPIED = """\
func.func @f(%x: f32) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xf32>
  memref.store %x, %a[%c0] : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  return
}
"""


def test_what_cannot_be_run_says_why() -> None:
    with pytest.raises(CannotRun, match="without a body"):
        driver("func.func private @g()\nfunc.func @f() {\n  call @g() : () -> ()\n  return\n}\n")


def test_names_do_not_count_where_they_are_left_out() -> None:
    assert quality.count("func.func @f(%long_name: i1) {\n  return\n}\n", 0)["nameless"] == len(
        "func.func @f(%: i1) {\n  return\n}\n"
    )


def test_the_worst_ratio_counts() -> None:
    taken = {1: 3.0, 2: 5.0, 4: 9.0}, {1: 1.0, 2: 4.0}
    own, peer = ({size: Cost(seconds, seconds, 1.0) for size, seconds in costs.items()} for costs in taken)
    (found,) = of_ratio("x", own, peer)
    assert (found.measured, found.met) == ("3.00 (at 1)", False)
    assert list(of_ratio("x", own, {})) == []
    assert next(of_ratio("x", own, {1: Cost(2.0, 2.0, 1.0)})).met
