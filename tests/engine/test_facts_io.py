"""Rows in files: what is written is read back, whatever the text holds."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ownlog.base.errors import EngineError
from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.facts_io import decode, encode, read_rows, write_csv, write_facts
from ownlog.rules.engine.program.program import Program
from ownlog.rules.engine.souffle import SouffleEngine
from tests.engine.programs import Facts, Row

PROGRAM = """.decl Op(name:symbol, line:number, text:symbol)
.decl Flag()
.decl Only(s:symbol)
.input Op, Flag, Only
.decl R(t:symbol, n:number)
.output R
R(t, n + 1) :- Op(_, n, t), Only(t).
.decl S()
.output S
S() :- Flag().
"""
HARD = ["", " ", "a\tb", "line\nline", "\r", "␉", "␛␛", "\\t", '"q" ', "é", "a\\", "#x", "//"]
ROWS: list[Row] = [(text, number, text) for number, text in enumerate(HARD)]


# Any character: hypothesis' own characters come with a table that takes seconds to make.
@given(st.text(st.integers(0, 0xD7FF).map(chr) | st.integers(0xE000, 0x10FFFF).map(chr)))
def test_encoding_is_undone_by_decoding(text: str) -> None:
    assert decode(encode(text)) == text
    assert not set("\t\n\r") & set(encode(text))


@pytest.mark.parametrize("text", ["memref<4xf32>", "affine_map<(d0) -> (d0)>", "back\\slash", '"\\22"'])
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert encode(text) == text


def test_facts_are_read_back(tmp_path: Path) -> None:
    program = Program.from_text(PROGRAM)
    write_facts(tmp_path, program, {"Op": ROWS, "Flag": [()]})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["Flag.facts", "Only.facts", "Op.facts"]
    assert (tmp_path / "Only.facts").read_bytes() == b""
    read = {name: read_rows(tmp_path / f"{name}.facts", program.relations[name]) for name in program.inputs}
    assert read == {"Op": set(ROWS), "Flag": {()}, "Only": set()}


def test_csv_is_tab_separated_and_sorted(tmp_path: Path) -> None:
    write_csv(tmp_path, Program.from_text(PROGRAM), {"R": [("b", 2), ("a", 10)], "S": [()]})
    assert (tmp_path / "R.csv").read_text() == "a\t10\nb\t2\n"
    assert (tmp_path / "S.csv").read_text() == "()\n"


def test_what_is_no_row_is_refused(tmp_path: Path) -> None:
    program = Program.from_text(PROGRAM)
    with pytest.raises(EngineError, match=r"cannot read .*Op.facts"):
        read_rows(tmp_path / "Op.facts", program.relations["Op"])
    write_facts(tmp_path, program, {})
    (tmp_path / "Op.facts").write_text("a\t1\tb\na\t1\n")
    with pytest.raises(EngineError, match=r"Op.facts:2: Op has 3 columns, this line has 2"):
        read_rows(tmp_path / "Op.facts", program.relations["Op"])
    (tmp_path / "Op.facts").write_text("a\tone\tb\n")
    with pytest.raises(EngineError, match=r"Op.facts:1: column line is not a number: one"):
        read_rows(tmp_path / "Op.facts", program.relations["Op"])
    with pytest.raises(EngineError, match=r"Op has 3 columns; a row with 1 was given"):
        write_facts(tmp_path, program, {"Op": [("a",)]})
    with pytest.raises(EngineError, match=r"no relation Nope"):
        write_facts(tmp_path, program, {"Nope": []})


@pytest.mark.souffle
def test_souffle_carries_every_text(tmp_path: Path) -> None:
    program = Program.from_text(PROGRAM)
    facts: Facts = {"Op": ROWS, "Flag": [()], "Only": [(text,) for text in HARD]}
    assert SouffleEngine().run(program, facts) == EmbeddedEngine().run(program, facts)
