"""buffer-copy-sharing: which copies of what a select gives are that itself, and which stay."""

from __future__ import annotations

import pytest

import ownlog
from ownlog.backend.checking import check
from tests.backend.placement.ahead.test_sinking import passed

SHARE, WHOLE = "buffer-copy-sharing", "buffer-deallocation-pipeline"
A = "memref<4xi64>"
MADE = f"  %a = memref.alloc() : {A}\n  memref.store %v, %a[%n] : {A}\n"
COPIED = f"  %s = arith.select %c, %a, %x : {A}\n  %b = memref.alloc() : {A}\n  memref.copy %s, %b : {A} to {A}\n"
STORE = f"  memref.store %v, %b[%n] : {A}\n"


def function(*parts: str, head: str = "@f", result: str = "%b") -> str:
    return f"func.func {head}(%c: i1, %n: index, %v: i64, %x: {A}) -> {A} {{\n{''.join(parts)}  return {result} : {A}\n}}\n"


def test_a_copy_of_what_is_picked_is_that_itself() -> None:
    assert passed(function(MADE, COPIED), SHARE) == function(MADE, COPIED.partition("\n")[0] + "\n", result="%s")


def test_a_copy_of_a_copy_is_looked_at_again() -> None:
    again = COPIED.replace("%b", "%d").replace("%s", "%t").replace("%x", "%b")
    out = passed(function(MADE, COPIED, again, result="%d"), SHARE)
    assert "memref.copy" not in out
    assert "%t = arith.select %c, %a, %s" in out


STAYS = {
    "the copy is written": function(MADE, COPIED, STORE),
    "what was copied is written": function(MADE, COPIED, STORE.replace("%b", "%s")),
    "what was picked from is written": function(MADE, COPIED, STORE.replace("%b", "%a")),
    "a parameter is written": function(MADE, COPIED, STORE.replace("%b", "%x")),
    "a call": function(MADE, COPIED, "  func.call @g() : () -> ()\n") + "func.func private @g()\n",
    "calls in sight get it": function(MADE, COPIED, head="private @f"),
    "nothing is picked": function(MADE, f"  %b = memref.alloc() : {A}\n  memref.copy %a, %b : {A} to {A}\n"),
    "something is freed": function(MADE, f"  %e = memref.alloc() : {A}\n  memref.dealloc %e : {A}\n", COPIED),
}


@pytest.mark.parametrize("text", STAYS.values(), ids=STAYS)
def test_a_copy_stays(text: str) -> None:
    assert "memref.copy" in passed(text, SHARE)


PICK = f"""\
func.func private @pick(%c: i1, %a: {A}, %b: {A}) -> {A} {{
  %s = arith.select %c, %a, %b : {A}
  %r = memref.alloc() : {A}
  memref.copy %s, %r : {A} to {A}
  return %r : {A}
}}
"""
CALL = f"  %b = call @pick(%c, %a, %x) : (i1, {A}, {A}) -> {A}\n"


def test_a_function_that_returns_a_copy_of_an_argument_stands_in_place_of_its_calls() -> None:
    out = passed(function(MADE, CALL) + PICK, "buffer-call-inlining", SHARE).partition("func.func private")[0]
    assert "call @pick" not in out
    assert "memref.copy" not in out


@pytest.mark.parametrize("placement", ["sharing", "inlining,sharing,freeing", "all"])
@pytest.mark.parametrize("text", [*STAYS.values(), function(MADE, COPIED), function(MADE, CALL) + PICK])
def test_what_is_shared_is_freed(text: str, placement: str) -> None:
    assert check(ownlog.parse(passed(text, f"{WHOLE}{{placement={placement}}}"))).findings == []


def test_a_select_does_not_end_a_buffer_that_is_used_behind_it() -> None:
    """The select is read for the last time before one of its sides is written to."""
    text = function(MADE, MADE.replace("%a", "%k"), COPIED.replace("%x", "%k"), STORE.replace("%b", "%a"))
    notices: list[ownlog.Diagnostic] = []
    out = str(ownlog.run_pipeline(ownlog.parse(text), f"{WHOLE}{{placement=freeing,keeping}}", notices=notices))
    assert [notice for notice in notices if notice.severity == "warning"] == []
    assert "memref.copy" in out


def test_a_select_that_another_one_chooses_from_is_no_mere_name() -> None:
    text = function(
        MADE,
        MADE.replace("%a", "%k"),
        f"  %t = arith.select %c, %a, %k : {A}\n  %d = arith.cmpi eq, %v, %v : i64\n  %e = memref.load %t[%n] : {A}\n",
        f"  %g = arith.cmpi eq, %e, %v : i64\n  %s = arith.select %g, %k, %t : {A}\n  %b = memref.alloc() : {A}\n",
        f"  memref.copy %s, %b : {A} to {A}\n  %o = memref.load %a[%n] : {A}\n  memref.store %o, %b[%n] : {A}\n",
    )
    notices: list[ownlog.Diagnostic] = []
    ownlog.run_pipeline(ownlog.parse(text), f"{WHOLE}{{placement=freeing}}", notices=notices)
    assert [notice for notice in notices if notice.severity == "warning"] == []
