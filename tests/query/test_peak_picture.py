"""The memory of a function as a picture: `ownlog peak --svg`."""

from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import ownlog
from ownlog.backend.context import Context
from ownlog.backend.passes.pipeline_text import parse_pipeline
from ownlog.query.reports.peak_picture import Shape, picture, svg
from ownlog.query.reports.peak_plans import Story, stories
from ownlog.query.reports.peak_sizes import Assumptions
from tests.tools import OWNLOG

TEXT = """\
func.func @f(%out: memref<64xf32>) {
  %a = memref.alloc() : memref<64xf32>
  memref.copy %out, %a : memref<64xf32> to memref<64xf32>
  %b = memref.alloc() : memref<16xf32>
  %c = memref.alloc() : memref<64xf32>
  memref.copy %a, %c : memref<64xf32> to memref<64xf32>
  %v = memref.cast %b : memref<16xf32> to memref<?xf32>
  %i = arith.constant 0 : index
  %x = memref.load %v[%i] : memref<?xf32>
  memref.store %x, %c[%i] : memref<64xf32>
  memref.copy %c, %out : memref<64xf32> to memref<64xf32>
  return
}
func.func @"<none>"() {
  return
}
"""


def told(passes: str = "buffer-deallocation-pipeline") -> list[Story]:
    return stories(ownlog.parse(TEXT), parse_pipeline(passes), Context(), Assumptions())


def boxes(shapes: list[Shape]) -> list[tuple[float, float, float, float]]:
    """Left, right, upper and lower edge of each part."""
    found = (shape.attributes for shape in shapes if shape.tag == "rect")
    numbers = ([float(box[name]) for name in ("x", "width", "y", "height")] for box in found)
    return [(x, x + width, y, y + height) for x, width, y, height in numbers]


def test_parts_of_an_arena_are_boxes_that_do_not_overlap() -> None:
    story, other = told()
    found = boxes(picture(story))
    assert len(found) == len(story.parts) == 3
    for (a, b, c, d), (e, f, g, h) in combinations(found, 2):
        assert b <= e + 0.1 or f <= a + 0.1 or d <= g + 0.1 or h <= c + 0.1
    # From first to last use: %b is not needed while %a is.
    assert (story.size, story.bound) == (512, 512)
    assert picture(other) == []


def test_what_passes_plan_is_drawn_with_their_options() -> None:
    story, _ = told("buffer-deallocation-pipeline,static-memory-planner{algorithm=trivial}")
    assert (story.size, story.bound) == (576, 576)
    assert sorted(part.offset for part in story.parts) == [0, 256, 320]


def test_a_curve_has_the_bytes_that_are_taken() -> None:
    story, _ = told()
    assert max(taken for _, taken in story.curve) == 576
    assert story.curve[-1][1] == 0


def test_without_an_arena_the_curve_alone_is_drawn() -> None:
    text = TEXT.replace("  return\n", "  memref.dealloc %a : memref<64xf32>\n  return\n", 1)
    (story, _) = stories(ownlog.parse(text), (), Context(), Assumptions())
    kept = [shape.attributes.get("class") for shape in picture(story)]
    assert "taken" in kept
    assert len(boxes(picture(story))) == len(story.parts) == 1


def test_the_file_is_an_svg_whatever_names_are(tmp_path: Path) -> None:
    path, drawn = tmp_path / "in.mlir", tmp_path / "plan.svg"
    path.write_text(TEXT.replace("@f", '@"<f & g>"'))
    assert OWNLOG(["peak", str(path), "--svg", str(drawn)]).status == 0
    root = ElementTree.fromstring(drawn.read_text())
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "@<f & g>" in texts or '@"<f & g>"' in texts
    assert len([*root.iter("{http://www.w3.org/2000/svg}rect")]) == 3
    assert ElementTree.fromstring(svg([])).tag.endswith("svg")


def test_a_module_that_passes_refuse_is_not_drawn(tmp_path: Path) -> None:
    path = tmp_path / "in.mlir"
    path.write_text('func.func @f(%a: memref<4xf32>) {\n  "my.op"(%a) : (memref<4xf32>) -> ()\n  return\n}\n')
    refused = OWNLOG(["peak", str(path), "--svg", str(tmp_path / "plan.svg")])
    assert refused.status == 1
    assert "error" in refused.err
