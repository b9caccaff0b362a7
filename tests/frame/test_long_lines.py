"""Lines that are longer than anybody reads are shown around the column that is pointed at."""

from hypothesis import given
from hypothesis import strategies as st

from ownlog import Diagnostic, Position


def shown(line: str, column: int) -> tuple[str, str]:
    """The line that a diagnostic shows, and that with the caret."""
    _, text, caret = str(Diagnostic("m", Position("f", 1, column), line)).split("\n")
    return text, caret


@given(st.text("abc \t<>", min_size=1, max_size=600), st.data())
def test_the_caret_points_at_what_it_did(line: str, data: st.DataObject) -> None:
    column = data.draw(st.integers(1, len(line) + 1))
    text, caret = shown(line, column)
    assert len(text) <= 200
    at = len(caret) - 1
    assert caret[at] == "^"
    assert caret[:at].replace("\t", "").strip() == ""
    assert text[at : at + 1] == line[column - 1 : column]
    around = text.removeprefix("...").removesuffix("...") if len(line) > 200 else text
    assert around in line
    assert len(around) >= min(len(line), 80)


def test_short_lines_are_whole_and_others_have_dots() -> None:
    assert shown("x" * 200, 7) == ("x" * 200, " " * 6 + "^")
    middle = "." * 300 + "%" + "." * 300
    text, caret = shown(middle, 301)
    assert text == f"...{'.' * 80}%{'.' * 79}..."
    assert text[len(caret) - 1] == "%"
    first, _ = shown("%" + "x" * 600, 1)
    assert (first[0], first[-3:]) == ("%", "...")
    last, _ = shown("x" * 600 + "%", 601)
    assert (last[:3], last[-1]) == ("...", "%")


def test_what_a_terminal_would_obey_is_not_shown_in_long_lines_either() -> None:
    text, _ = shown("x" * 300 + "\x1b[31m%\x00" + "y" * 300, 306)
    assert "\x1b" not in text
    assert "\x00" not in text
