"""What the API reads, what it shows, and the page about it."""

import doctest
import io
import pydoc
from pathlib import Path
from typing import Any

import pytest

import ownlog
from tests.shared import REPOSITORY

TEXT = "func.func @f(%a: memref<4xf32>) {\n  %b = memref.alloc() : memref<4xf32>\n  return\n}\n"
BROKEN = TEXT.replace("return", "retrun")


def test_a_module_is_read_from_text_paths_and_files(tmp_path: Path) -> None:
    path = tmp_path / "in.mlir"
    path.write_text(TEXT)
    sources = (TEXT, TEXT.encode(), path, str(path), io.StringIO(TEXT), io.BytesIO(TEXT.encode()))
    assert [str(ownlog.parse(source)) for source in sources] == [TEXT] * 6
    with path.open() as text, path.open("rb") as data:
        assert str(ownlog.parse(text)) == str(ownlog.parse(data)) == TEXT
    assert str(ownlog.parse("")) == ""
    assert str(ownlog.parse("module {}")) == "module {}"


def test_diagnostics_have_the_name_of_what_was_read(tmp_path: Path) -> None:
    path = tmp_path / "in.mlir"
    path.write_text(BROKEN)
    with path.open() as opened:
        named: list[tuple[Any, str]] = [
            (BROKEN, "<string>"),
            (path, str(path)),
            (str(path), str(path)),
            (opened, str(path)),
        ]
        named.append((io.StringIO(BROKEN), "<file>"))
        for source, name in named:
            with pytest.raises(ownlog.InputError) as error:
                ownlog.parse(source)
            place = error.value.diagnostics[0].position
            assert place is not None
            assert (place.file, place.line) == (name, 3)
    with pytest.raises(ownlog.InputError, match="mine:3:"):
        ownlog.parse(BROKEN, "mine")


def test_what_cannot_be_read_says_what_it_was_taken_for(tmp_path: Path) -> None:
    for source in ("nowhere.mlir", str(tmp_path / "nowhere"), tmp_path / "nowhere"):
        with pytest.raises(ownlog.InputError, match="cannot open input file") as error:
            ownlog.parse(source)
        advice = error.value.diagnostics[0].advice or ""
        assert ("taken for a path" in advice) == isinstance(source, str)
    with pytest.raises(ownlog.InputError, match="a int cannot be read as MLIR"):
        ownlog.parse(5)  # type: ignore[arg-type]
    with pytest.raises(ownlog.InputError, match="a Module cannot be read as MLIR"):
        ownlog.parse(ownlog.parse(TEXT))  # type: ignore[arg-type]


def test_an_analysis_of_a_module_text_or_path(tmp_path: Path) -> None:
    path = tmp_path / "in.mlir"
    path.write_text(TEXT)
    module = ownlog.parse(TEXT)
    assert ownlog.analyze(module).module is module
    for source in (TEXT, path, str(path)):
        assert list(ownlog.analyze(source).query("heap_allocation(_, _, V)")) == [("@f/%b",)]


def test_reprs_are_short() -> None:
    many = "".join(TEXT.replace("@f", f"@f{number}") for number in range(3))
    assert repr(ownlog.parse(many, "x.mlir")) == "<Module x.mlir: 3 functions, 9 ops>"
    assert repr(ownlog.analyze(many)) == "<Analysis of <string>: 3 functions, 6 buffers>"


def test_the_package_shows_what_it_hands_out() -> None:
    assert {name for name in dir(ownlog) if not name.startswith("_")} == {
        name for name in ownlog.__all__ if not name.startswith("_")
    }
    shown = pydoc.plain(pydoc.render_doc(ownlog))
    assert "class Analysis" in shown
    assert "class Module" in shown


def test_why_leaves_the_module_as_it_is() -> None:
    used = TEXT.replace("  return", "  memref.copy %a, %b : memref<4xf32> to memref<4xf32>\n  return")
    analysis = ownlog.analyze(used)
    (thing,) = analysis.why(4).things
    assert thing.made.text == "memref.dealloc %b : memref<4xf32>"
    assert [thing.made.line for thing in analysis.why(2, of_input=True).things] == [4]
    assert analysis.why(4, passes="canonicalize").things == ()
    assert str(analysis.module) == used
    with pytest.raises(ownlog.InputError, match="there is no line 77"):
        analysis.why(77)


def test_a_notebook_shows_fifty_rows() -> None:
    many = "".join(TEXT.replace("@f", f"@f{number}") for number in range(60))
    answer = ownlog.analyze(many).query("has_body(F)")
    shown = answer._repr_html_()
    assert shown.count("<tr>") == 51
    assert "60 rows, 10 of them not shown" in shown
    assert "not shown" not in ownlog.analyze(TEXT).query("has_body(F)")._repr_html_()


def test_the_page_about_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)
    page = str(REPOSITORY / "docs" / "python.md")
    outcome = doctest.testfile(page, module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert outcome.attempted > 15
    assert outcome.failed == 0
