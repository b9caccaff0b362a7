"""What things are called where people read answers, and how tables fit a terminal."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ownlog import InputError
from ownlog.base.screen import Screen
from ownlog.query.answer import Answer, Heading, fitting, table
from ownlog.query.people import for_people
from tests.query.programs import analysis, shared
from tests.shared import REPOSITORY
from tests.tools import OwnlogFork

ownlog = OwnlogFork(())

LOOP = """\
func.func @main(%c: i1, %n: index, %m: memref<4xf32>) -> memref<4xf32> {
  %r = scf.while (%arg4 = %m) : (memref<4xf32>) -> memref<4xf32> {
    scf.condition(%c) %arg4 : memref<4xf32>
  } do {
  ^bb0(%arg4: memref<4xf32>):
    %x = memref.alloc() : memref<4xf32>
    scf.yield %x : memref<4xf32>
  }
  return %r : memref<4xf32>
}
"""
"""Two values of one name in one function."""


@pytest.mark.parametrize("name", ["%arg4:5", "arg4:5", "%arg4'2", "@main/%arg4'2", "@main/%arg4:5"])
def test_a_line_tells_values_of_one_name_apart(name: str) -> None:
    loop = analysis(LOOP)
    assert loop.questions.value(name) == "@main/%arg4'2"
    assert loop.questions.value(name.removeprefix("@main/"), "@main") == "@main/%arg4'2"
    assert list(loop.query(f'value_type("{name}", T)')) == [("memref<4xf32>",)]
    assert loop.explain(f'buffer("{name}")')[0].cells == ("@main/%arg4'2",)


def test_the_message_about_several_names_their_lines() -> None:
    for asked in ("%arg4", "arg4"):
        with pytest.raises(InputError, match=f"several values are called {asked}") as error:
            analysis(LOOP).alias(asked, "main")
        assert error.value.diagnostics[0].advice == "name one: %arg4:2, %arg4:5"


def test_a_line_on_which_nothing_of_the_name_begins() -> None:
    for name in ("%arg4:3", "%r:1", "%r:"):
        with pytest.raises(InputError, match=f"there is no value called {name}"):
            analysis(LOOP).alias(name)


def test_names_without_their_signs() -> None:
    assert shared().questions.value("s") == "@one/%s"
    assert list(shared().query('live_in("two", "entry", V)')) == list(shared().query('live_in("@two", "^entry", V)'))


def test_labels_lead_back_to_what_they_name() -> None:
    for one in (analysis(LOOP), shared()):
        names = one.questions.names
        for kind in ("Value", "Block", "Op"):
            for name in names.known[kind]:
                assert names.find(kind, names.label(name, kind)) == [name]


def test_names_are_as_short_as_they_can_be_and_have_lines() -> None:
    loop = analysis(LOOP)
    said = for_people(loop.query("candidate(B, V, _)"), loop.questions.names)
    assert [heading.name for heading in said.headings] == ["B", "V", "line"]
    flows = for_people(loop.query('value_flow("%arg4:2", V)'), loop.questions.names)
    assert {tuple(row) for row in flows} == {("%arg4:5", 5), ("%r", 2)}
    both = for_people(shared().query("value_flow(V, W)"), shared().questions.names)
    assert ("@one/%a", 2, "@one/%s") in {tuple(row) for row in both}
    lines = for_people(loop.query("where(V, Line) :- buffer(V), Line = 1"), loop.questions.names)
    assert [heading.name for heading in lines.headings] == ["V", "Line"]


def test_other_formats_have_full_names(tmp_path: Path) -> None:
    path = tmp_path / "in.mlir"
    path.write_text(LOOP)
    query = ["query", str(path), 'value_flow("%arg4:2", V)']
    assert ownlog([*query, "--format", "tsv"]).out == "V\n@main/%arg4'2\n@main/%r\n"
    assert ownlog([*query, "--format", "ndjson"]).out == '{"V": "@main/%arg4\'2"}\n{"V": "@main/%r"}\n'


# Tables on a terminal


@given(st.lists(st.integers(1, 300), min_size=1, max_size=8), st.integers(10, 200))
def test_columns_fit_and_use_the_room(widths: list[int], available: int) -> None:
    fitted = fitting(widths, available)
    room = max(available - 2 * (len(widths) - 1), len(widths))
    assert all(1 <= fit <= width for fit, width in zip(fitted, widths, strict=True))
    assert sum(fitted) == min(sum(widths), room)
    # No column gives way before a wider one.
    assert all(fit == width or fit >= max(fitted) - 1 for fit, width in zip(fitted, widths, strict=True))


def test_cells_go_on_in_the_next_line() -> None:
    answer = Answer.of(
        [Heading("name", "symbol"), Heading("n", "number", True)], [("a b c d e f g h", 7), ("i", 12345)]
    )
    lines = table(answer, Screen(12, 40, False)).split("\n")
    assert lines == ["name       n", "-----  -----", "a b c      7", "d e f", "g h", "i      12345", "(2 rows)"]
    assert table(answer, Screen(80, 40, False)) == table(answer)
    assert "\x1b" in table(answer, Screen(80, 40, True))


def on_terminal(arguments: list[str], **environment: str) -> str:
    """What `ownlog` prints on a terminal."""
    ours, theirs = pty.openpty()
    given = {name: text for name, text in os.environ.items() if name != "NO_COLOR"} | {
        "TERM": "xterm",
        "LINES": "1000",
        **environment,
    }
    command = [sys.executable, "-m", "ownlog", *arguments]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=given, close_fds=True) as process:
        os.close(theirs)
        seen = b""
        try:
            while piece := os.read(ours, 65536):
                seen += piece
        except OSError:
            pass  # the terminal is closed
    os.close(ours)
    assert process.returncode == 0
    return seen.decode().replace("\r\n", "\n")


def test_a_terminal_gets_what_fits_it() -> None:
    words = ["relations", "--search", "released"]
    shown = on_terminal(words, COLUMNS="60")
    assert max(len(re.sub("\x1b\\[[0-9]m", "", line)) for line in shown.split("\n")) <= 60
    assert "\x1b[1m" in shown
    assert "\x1b" not in on_terminal(words, COLUMNS="60", NO_COLOR="1")
    piped = ownlog(words).out
    assert "\x1b" not in piped
    assert max(map(len, piped.split("\n"))) > 100


def test_what_is_longer_than_the_terminal_goes_through_the_pager() -> None:
    diamond = str(REPOSITORY / "examples" / "diamond.mlir")
    for lines, pages in (("5", True), ("100", False)):
        shown = on_terminal(["query", diamond, "live_in(B, V)"], LINES=lines, PAGER="sed s/line/paged/", NO_COLOR="1")
        assert ("paged" in shown) == pages
