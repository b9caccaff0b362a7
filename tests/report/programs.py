"""Programs that the tests of the report show, and what the page says about them."""

import json
import re
from html.parser import HTMLParser
from typing import cast

import ownlog
from ownlog.api.analysis import Analysis
from ownlog.report import PIPELINE, ask, page
from ownlog.report.page.model import Model
from tests.shared import REPOSITORY

EXAMPLES = sorted(path.stem for path in (REPOSITORY / "examples").glob("*.mlir"))

# The second end tag needs no `>` of its own to end the element it stands in, and `<!--<script` keeps one from ending.
ATTACK = "</script><script>window.hacked = 1</script ><!--<script><img src=x onerror='window.hacked = 1'>"

HOSTILE = f"""\
// {ATTACK} <!-- &lt;
memref.global "private" @"{ATTACK}" : memref<4xf32>
func.func @"{ATTACK}&amp;"(%out: memref<4xf32>) {{
  %buffer = memref.get_global @"{ATTACK}" : memref<4xf32>
  memref.copy %buffer, %out {{note = "{ATTACK}", tag = "\\E2\\80\\A8 \u2028 ]]>"}} : memref<4xf32> to memref<4xf32>
  return
}}
"""

GRAPH = """\
func.func @graph(%cond: i1, %given: memref<4xf32>, %out: memref<4xf32>) {
  %kept = memref.alloc() : memref<4xf32>
  %view = memref.cast %kept : memref<4xf32> to memref<?xf32>
  cf.cond_br %cond, ^loop(%kept : memref<4xf32>), ^end(%given : memref<4xf32>)
^loop(%turn: memref<4xf32>):
  %next = memref.alloc() : memref<4xf32>
  memref.copy %turn, %next : memref<4xf32> to memref<4xf32>
  cf.cond_br %cond, ^loop(%next : memref<4xf32>), ^end(%turn : memref<4xf32>)
^end(%last: memref<4xf32>):
  memref.copy %last, %out : memref<4xf32> to memref<4xf32>
  %size = memref.alloca() : memref<4xf32>
  memref.copy %view, %size : memref<?xf32> to memref<4xf32>
  return
}
"""


def example(name: str) -> str:
    """The text of one of the project's examples."""
    return (REPOSITORY / "examples" / f"{name}.mlir").read_text()


DIAMOND = example("diamond")


def long_function(buffers: int) -> str:
    """One function with that many buffers and about four lines for each: a chain, with a view of every fourth."""
    lines = ["func.func @long(%in: memref<8xf32>, %out: memref<8xf32>) {"]
    last, kind = "%in", "memref<8xf32>"
    for i in range(buffers - 2):
        if i % 4 == 3:
            lines.append(f"  %v{i} = memref.cast {last} : {kind} to memref<?xf32>")
            last, kind = f"%v{i}", "memref<?xf32>"
            continue
        lines += [
            f"  // step {i}",
            f"  %b{i} = memref.alloc() : memref<8xf32>",
            f"  linalg.exp ins({last} : {kind}) outs(%b{i} : memref<8xf32>)",
            "",
        ]
        last, kind = f"%b{i}", "memref<8xf32>"
    return "\n".join([*lines, f"  memref.copy {last}, %out : {kind} to memref<8xf32>", "  return", "}", ""])


def analysis_of(text: str, name: str = "test.mlir") -> Analysis:
    """The analysis that the command would make the page of."""
    analysis = ownlog.analyze(ownlog.parse(text, name))
    ask(analysis)
    return analysis


AT_ENDS = "expand-realloc,ownership-based-buffer-deallocation"
"""Passes that decide at the ends of blocks."""


def page_of(text: str, name: str = "test.mlir", pipeline: str = PIPELINE) -> str:
    """The page about a program."""
    return page(analysis_of(text, name), pipeline)


def embedded(html: str) -> Model:
    """The data in a page, as an HTML parser finds it."""
    finder = _DataFinder()
    finder.feed(html)
    return cast(Model, json.loads(finder.data))


class _DataFinder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.data = ""
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag == "script" and dict(attrs).get("type") == "application/json"

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.data += data


def buffer_number(model: Model, name: str) -> int:
    """The number of the buffer that the source calls `name`."""
    return next(i for i, buffer in enumerate(model["buffers"]) if buffer["name"] == name)


def elements(html: str) -> list[str]:
    """The names of all elements in a page's own markup (what its script makes is not there)."""
    return re.findall(r"<([a-z]+)[\s>]", re.sub(r"(?s)<(script|style)\b.*?</\1>", "<\\1>", html))
