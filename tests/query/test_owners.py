"""The ownership states of the single pass: `ownlog owners -p ownership-based-buffer-deallocation`."""

import json

import pytest

from ownlog import InputError
from ownlog.query.answer import json_text
from tests.query.programs import T, analysis, diamond

ENDS = "ownership-based-buffer-deallocation"

SOURCE = f"""\
func.func private @make() -> {T}
memref.global "private" constant @g : {T} = dense<1.0>
func.func @f(%c: i1, %x: {T}) -> {T} {{
  %a = memref.alloc() : {T}
  %k = memref.alloca() : {T}
  %m = call @make() : () -> {T}
  %g = memref.get_global @g : {T}
  %v = memref.cast %a : {T} to memref<?xf32>
  %u = arith.select %c, %a, %x : {T}
  %r = scf.if %c -> {T} {{
    %n = memref.cast %m : {T} to {T}
    scf.yield %n : {T}
  }} else {{
    scf.yield %x : {T}
  }}
  return %r : {T}
}}
func.func @other() {{
  %a = memref.alloc() : {T}
  return
}}
"""


REFUSED = f"""\
func.func @f(%x: {T}) {{
  "my.op"(%x) : ({T}) -> ()
  return
}}
func.func @g(%x: {T}) {{
  return
}}
"""


def owned(text: str, function: str) -> dict[tuple[str, str], tuple[str, str, str]]:
    """Ownership, reason and end by short block and buffer."""
    answer = analysis(text).owners(function, passes=ENDS)
    return {(row[0].partition("/")[2], row[1].partition("/")[2]): tuple(row[2:]) for row in answer}


def test_where_ownership_comes_from() -> None:
    found = owned(SOURCE, "f")
    home = {buffer: row[:2] for (block, buffer), row in found.items() if block == "^entry"}
    assert home == {
        "%x": ("unique(false)", "a parameter stays the caller's"),
        "%a": ("unique(true)", "it is allocated here"),
        "%k": ("unique(false)", "it is allocated where nothing may free it"),
        "%m": ("unique(true)", "a call gives away what it returns"),
        "%g": ("unique(false)", "its op got no buffer that it could be"),
        "%v": ("unique(true)", "it may be %a: unique(true)"),
        "%u": ("unknown", "it may be %a: unique(true) or %x: unique(false)"),
        "%r": ("unique(result %r)", "an i1 comes out of the op with it"),
    }


def test_nested_blocks_own_nothing_around_them() -> None:
    found = owned(SOURCE, "f")
    assert found["^entry'2", "%m"] == ("unique(false)", "nested blocks own nothing of what is around them", "")
    assert found["^entry'2", "%n"][0] == "unique(false)"


def test_what_the_end_of_a_block_does() -> None:
    ends = {key: row[2] for key, row in owned(SOURCE, "f").items()}
    assert ends["^entry", "%a"] == "freed"
    assert ends["^entry", "%x"] == "left to its owner"
    assert ends["^entry", "%v"] == ""
    # What is returned and owned by an indicator is copied where it is not, and then freed like anything else.
    assert ends["^entry", "%r"] == "freed, if owned"


def test_ownership_that_a_deallocation_tells() -> None:
    answer = {(row[0], row[1]): row for row in diamond().owners("@diamond", passes=ENDS)}
    assert answer["@diamond/^narrow", "@diamond/%out"][2:] == (
        "unique(retained %out)",
        "the deallocation at the end of its own block retained it, and tells",
        "kept for ^join, if owned",
    )
    assert answer["@diamond/^narrow", "@diamond/%scratch"][4] == "freed on the way to ^join"
    assert answer["@diamond/^narrow", "@diamond/%small"][4] == "kept for ^join"
    assert answer["@diamond/^join", "@diamond/%result"][2:] == (
        "unique(argument %result)",
        "an i1 comes with the block argument",
        "freed, if owned",
    )


def test_every_row_of_ownership_in_functions_is_there() -> None:
    one = analysis(SOURCE)
    everything = {(row.block, row.value) for row in one["ownership_at"]}  # type: ignore[attr-defined]
    assert {(row[0], row[1]) for row in one.owners(passes=ENDS)} == everything
    assert {row[0] for row in one.owners("@other", passes=ENDS)} == {"@other/^entry"}


def test_blocks_and_buffers_stand_in_text_order() -> None:
    buffers = [row[1].partition("/")[2] for row in analysis(SOURCE).owners("f", passes=ENDS) if row[0] == "@f/^entry"]
    assert buffers == ["%x", "%a", "%k", "%m", "%g", "%v", "%u", "%r"]


def test_what_is_refused_is_noted() -> None:
    one = analysis(REFUSED)
    assert "the deallocation pass refuses @f/0:my.op" in one.owners("f", passes=ENDS).notes[0]
    assert one.owners("g", passes=ENDS).notes == ()


def test_an_unknown_function() -> None:
    with pytest.raises(InputError, match="there is no function called othr") as error:
        analysis(SOURCE).owners("othr", passes=ENDS)
    assert error.value.diagnostics[0].advice == "did you mean @other?"


def test_the_pass_that_is_spoken_of_is_named() -> None:
    answer = analysis(SOURCE).owners("other", passes=ENDS)
    assert answer.passes == "ownership-based-buffer-deallocation"
    assert str(answer).startswith("passes: ownership-based-buffer-deallocation\nblock ")
    assert answer._repr_html_().startswith(
        "<table><caption>passes: ownership-based-buffer-deallocation</caption><thead>"
    )
    assert json.loads(json_text(answer))["passes"] == answer.passes
    other = analysis(SOURCE).query("buffer(V)")
    assert "passes" not in f"{other}{other._repr_html_()}{json_text(other)}"
