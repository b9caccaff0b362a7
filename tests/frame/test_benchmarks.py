"""The benchmarks measure what they say: programs that grow, numbers that are counted, processes that are stopped."""

from __future__ import annotations

import math
import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from benchmarks import asked, quality, scale
from benchmarks.growth import exponent, worst_doubling
from benchmarks.large import transformer
from benchmarks.memory.kept import Kept
from benchmarks.memory.measuring import Row
from benchmarks.memory.page import mean, page, ratio
from benchmarks.memory.traced import SOURCE, Excess, TracingRunner
from benchmarks.pairs import PAIRS
from benchmarks.peaks import CannotRun, Peak, Runner, driver
from benchmarks.plots import plot
from benchmarks.process import Cost, run
from benchmarks.requirements import of_ratio
from benchmarks.shapes import SHAPES
from benchmarks.tables import markdown, write_between
from tests.shared import require_shared, require_tool


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_are_valid_programs_and_grow(name: str) -> None:
    mlir_opt = require_tool("mlir-opt-22")
    lines = []
    for size in (4, 8):
        done = subprocess.run([mlir_opt], input=SHAPES[name].make(size), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        lines.append(len(done.stdout.splitlines()))
    assert lines[0] < lines[1]
    assert list(SHAPES[name].sizes) == sorted(SHAPES[name].sizes)


@pytest.mark.parametrize("name", PAIRS)
def test_shapes_of_pairs_are_valid_programs_and_grow(name: str) -> None:
    mlir_opt = require_tool("mlir-opt-22")
    lines = []
    for size in (4, 8):
        done = subprocess.run([mlir_opt], input=PAIRS[name](size), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        lines.append(len(done.stdout))
    assert lines[0] < lines[1]


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


def test_a_plot_shows_every_point() -> None:
    root = ElementTree.fromstring(plot("a < b", {"one": [(10, 0.5), (1000, 2.0)], "two": [(10, 0.1)]}))
    circles = root.findall("{*}circle")
    assert len(circles) == 3
    assert len({circle.get("cx") for circle in circles}) == 2
    assert any(text.text is not None and text.text.startswith("a < b") for text in root.findall("{*}text"))


def test_processes_are_measured_stopped_and_may_fail() -> None:
    cost = run([sys.executable, "-c", "x = bytearray(64 << 20)\nfor _ in range(10**6): pass"], 60)
    assert cost is not None
    assert cost.memory > 64
    assert cost.cpu > 0
    assert run([sys.executable, "-c", "import time; time.sleep(60)"], 0.2) is None
    assert run([sys.executable, "-c", "raise SystemExit(1)"], 60) is None


def test_tables_go_where_a_page_has_a_place(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A\n<!-- measured: b -->\nold\n<!-- end -->\nrest\n")
    write_between(page, "b", markdown(("what", "n"), [("x", "1,000"), ("y", "-")]))
    assert (
        page.read_text()
        == "# A\n<!-- measured: b -->\n| what | n |\n| --- | ---: |\n| x | 1,000 |\n| y | - |\n<!-- end -->\nrest\n"
    )
    write_between(page, "c", "nowhere")
    assert "nowhere" not in page.read_text()


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


def test_files_are_held_against_the_bound_and_the_best_order(tmp_path: Path) -> None:
    row = Row(
        "a.mlir",
        Peak(40, 3, 3),
        Peak(20, 2, 2),
        Peak(30, 3, 3),
        Peak(16, 3, 3),
        16,
        Excess(1, 0, 3),
        [(20, 20), (12, 10)],
    )
    kept = Kept(tmp_path / "rows")
    for known in (row, Row("b.mlir", problem="cannot be lowered")):
        kept.add("One", known)
    again = Kept(tmp_path / "rows")
    rows = [found for name in ("a.mlir", "b.mlir", "c.mlir") if (found := again.get("One", name)) is not None]
    assert rows == [row, Row("b.mlir", problem="cannot be lowered")]
    assert "2 of 3 files were measured" in page("One", rows, 3)
    text = page("One", rows, 2)
    assert "2 files; 1 were run, not run: 1 (cannot be lowered)" in text
    assert "| geometric mean to the bound | at most 1.02 | 1.250 | **not met** |" in text
    assert "| files above 1.3 of the bound | 0 | 0 | met |" in text
    assert "| files that take more than with mlir-opt-22's best | 0 | 1 | **not met** |" in text
    assert "| a.mlir | 16 | 20 | 16 | 1.250 | 1 | 0 | 3 |" in text
    assert "| never | 1 | 0 | 1.000 |" in text
    assert "| no more | 3 | 1 | 1.250 |" in text
    assert "| a.mlir | 12 | 10 |" in text
    assert (ratio(0, 0), ratio(4, 0) > 1000, mean([2.0, 0.5])) == (1.0, True, 1.0)


def test_what_cannot_be_run_says_why() -> None:
    with pytest.raises(CannotRun, match="without a body"):
        driver("func.func private @g()\nfunc.func @f() {\n  call @g() : () -> ()\n  return\n}\n")


def test_a_larger_number_without_a_reason_is_seen() -> None:
    row = quality.Row("no/such.mlir", Counter(guards=2, bytes=9, nameless=5), Counter(guards=1, bytes=8, nameless=5))
    guards, size = quality.larger([row]).splitlines()[-2:]
    assert "not looked into yet" in guards
    assert "nothing but names" in size
    assert "5 and 5 without names" in size


def test_names_do_not_count_where_they_are_left_out() -> None:
    assert quality.count("func.func @f(%long_name: i1) {\n  return\n}\n", 0)["nameless"] == len(
        "func.func @f(%: i1) {\n  return\n}\n"
    )


def test_rows_that_are_measured_replace_those_about_the_same_work() -> None:
    rows = [asked.Row("one", "key", "1", "2", False), asked.Row("two, and more", "key", "1 of it", "0.5 (1 s)", True)]
    page = asked.section("", rows)
    again = asked.section(page, [asked.Row("one", "key", "1", "0.9", True), asked.Row("three", "key", "1", "3", False)])
    table = [line for line in again.splitlines() if line.startswith("| ")][2:]
    assert table == [
        "| one | 1 | - | 0.9 | yes |",
        "| two, and more | 1 of it | - | 0.5 (1 s) | yes |",
        "| three | 1 | - | 3 | no |",
    ]


def test_what_is_not_met_has_its_reason_as_long_as_it_is_not() -> None:
    switch = asked.Row("shape: switch", "switch", "1", "2", False)
    page = asked.section("", [switch, asked.Row("shape: recursive", "recursive", "2", "1.9", True)])
    assert "\n- shape: switch: " in page
    assert "- shape: recursive: " not in page
    again = asked.section(page, [switch._replace(measured="1", met=True)])
    assert "Why some are not met" not in again
    assert again.count("| shape: switch |") == 1


def test_shapes_that_are_measured_again_replace_what_the_page_says_of_them() -> None:
    growth = markdown(("shape", "exponent", "worst doubling"), [("one", "1.00", "2.00"), ("two", "1.00", "-")])
    required = markdown(("what", "required"), [("one: exponent", "1"), ("two: exponent", "1")])
    page = f"# T\n\n{scale.REQUIRED}\n\n{required}\n{scale.GROWTH}\n\n{growth}\n## one\n\nold\n\n## two\n\nstays\n"
    assert scale.worst_doublings(page) == {"one": 2.0, "two": math.inf}
    more = markdown(("shape", "exponent", "worst doubling"), [("two", "1.00", "3.00"), ("three", "1.00", "1.00")])
    again = scale.with_rows(page, scale.GROWTH, more)
    assert scale.worst_doublings(again) == {"one": 2.0, "two": 3.0, "three": 1.0}
    again = scale.with_rows(again, scale.REQUIRED, markdown(("what", "required"), [("one: exponent", "0.9")]))
    again = scale.with_section(scale.with_section(again, "## one", "## one\n\nnew\n"), "## three", "## three\n\nmore\n")
    assert again.startswith("# T\n")
    assert [line for line in again.splitlines() if ": exponent |" in line] == [
        "| one: exponent | 0.9 |",
        "| two: exponent | 1 |",
    ]
    assert "old" not in again
    assert again.endswith("## one\n\nnew\n\n## two\n\nstays\n\n## three\n\nmore\n")


def test_the_worst_ratio_counts() -> None:
    taken = {1: 3.0, 2: 5.0, 4: 9.0}, {1: 1.0, 2: 4.0}
    own, peer = ({size: Cost(seconds, seconds, 1.0) for size, seconds in costs.items()} for costs in taken)
    (found,) = of_ratio("x", own, peer)
    assert (found.measured, found.met) == ("3.00 (at 1)", False)
    assert list(of_ratio("x", own, {})) == []
    assert next(of_ratio("x", own, {1: Cost(2.0, 2.0, 1.0)})).met


def test_help_about_what_is_asked_measures_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.asked", "--help"], capture_output=True, text=True, check=True
    )
    assert "--row" in done.stdout
    refused = subprocess.run(
        [sys.executable, "-m", "benchmarks.asked", "--part", "none"], capture_output=True, text=True, check=False
    )
    assert refused.returncode == 2
