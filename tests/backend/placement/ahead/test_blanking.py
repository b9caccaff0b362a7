"""buffer-blanking: which buffers that nobody writes to are others, and which stay."""

from __future__ import annotations

from functools import partial

import pytest

import ownlog
from ownlog.backend.checking import check
from tests.backend.placement.ahead.test_sinking import passed
from tests.effort import counted

BLANK, WHOLE = "buffer-blanking", "buffer-deallocation-pipeline"
A, D = "memref<4xi64>", "memref<?xi64>"
PAIR = f"({D}, {D})"
FUNCTION = f"""\
func.func private @g(%n: index, %v: i64) -> {PAIR} {{
  %a = memref.alloc() : {A}
  memref.store %v, %a[%n] : {A}
  %b = memref.alloc() : {A}
  %c = memref.cast %a : {A} to {D}
  %d = memref.cast %b : {A} to {D}
  return %c, %d : {D}, {D}
}}
"""
LOOK = f"func.func private @h(%n: index, %x: {D}) -> i64 {{\n  %l = memref.load %x[%n] : {D}\n  return %l : i64\n}}\n"
CALLS = f"""\
func.func @f(%n: index, %v: i64) -> i64 {{
  %u:2 = call @g(%n, %v) : (index, i64) -> {PAIR}
  %l = memref.load %u#0[%n] : {D}
  %m = call @h(%n, %u#1) : (index, {D}) -> i64
  %s = arith.addi %l, %m : i64
  return %s : i64
}}
"""
TEXT = FUNCTION + LOOK + CALLS


def test_a_buffer_that_nobody_writes_to_is_another_one_that_is_handed_out() -> None:
    out = passed(TEXT, BLANK)
    assert out.count("memref.alloc") == 1
    assert f"%d = memref.cast %a : {A} to {D}" in out


def test_the_buffer_is_freed_once() -> None:
    for options in ("blanking", "blanking,freeing", "all"):
        out = passed(TEXT, f"{WHOLE}{{placement={options}}}")
        assert check(ownlog.parse(out)).status == "clean"
        assert (out.count("memref.alloc"), out.count("memref.clone")) == (1, 0)


def test_of_several_it_is_the_last_one() -> None:
    other = f"  %o = memref.alloc() : {A}\n  memref.store %v, %o[%n] : {A}\n  %p = memref.cast %o : {A} to {D}\n"
    text = TEXT.replace("  %b = ", f"{other}  %b = ").replace(PAIR, f"({D}, {D}, {D})").replace("%u:2", "%u:3")
    text = text.replace(f"return %c, %d : {D}, {D}", f"return %c, %d, %p : {D}, {D}, {D}")
    assert f"%d = memref.cast %o : {A} to {D}" in passed(text, BLANK)


STORE = "  memref.store %v, {}[%n] : " + D + "\n"


@pytest.mark.parametrize(
    "change",
    [
        ("func.func private @g", "func.func @g"),
        ("  return %c, %d", f"{STORE.format('%d')}  return %c, %d"),
        ("  return %c, %d", f"{STORE.format('%c')}  return %c, %d"),
        ("  %l = memref.load %u#0", f"{STORE.format('%u#0')}  %l = memref.load %u#0"),
        ("  %l = memref.load %u#0", f"{STORE.format('%u#1')}  %l = memref.load %u#0"),
        ("  %l = memref.load %x", f"  %v = arith.constant 1 : i64\n{STORE.format('%x')}  %l = memref.load %x"),
        ("  return %l : i64", f"  memref.dealloc %x : {D}\n  return %l : i64"),
        (f"%b = memref.alloc() : {A}", "%b = memref.alloc() : memref<5xi64>"),
        (f"%b = memref.alloc() : {A}", f"%b = memref.alloc() {{alignment = 64 : i64}} : {A}"),
        ("  return %l : i64", f"  call @k(%x) : ({D}) -> ()\n  return %l : i64"),
        (f"memref.store %v, %a[%n] : {A}", "memref.store %v, %z[%n] : memref<9xi64>"),
    ],
    ids=[
        "anybody may call it", "written at once", "the other one is written behind it", "a caller writes to the other one",
        "a caller writes to it", "a function writes to it that is given it", "freed by hand", "of another size", "of another alignment",
        "given to somebody unknown", "no other one is written",
    ],
)  # fmt: skip
def test_other_buffers_stay(change: tuple[str, str]) -> None:
    assert change[0] in TEXT
    text = TEXT.replace(*change, 1)
    if "5xi64" in change[1]:
        text = text.replace(f"%d = memref.cast %b : {A}", "%d = memref.cast %b : memref<5xi64>")
    if "%z" in change[1]:
        text = text.replace("  %a = ", "  %z = memref.alloca() : memref<9xi64>\n  %a = ", 1)
    if "@k" in change[1]:
        text += f"func.func private @k({D})\n"
    assert passed(text, BLANK) == str(ownlog.parse(text))


def test_a_buffer_that_leaves_the_module_stays() -> None:
    calls = f"""\
func.func @f(%n: index, %v: i64) -> {PAIR} {{
  %u:2 = call @g(%n, %v) : (index, i64) -> {PAIR}
  return %u#0, %u#1 : {D}, {D}
}}
"""
    assert passed(FUNCTION + calls, BLANK) == str(ownlog.parse(FUNCTION + calls))


def test_the_work_grows_with_the_functions() -> None:
    def text(count: int) -> str:
        return "".join(TEXT.replace("@g", f"@g{k}").replace("@f", f"@f{k}").replace("@h", f"@h{k}") for k in range(count))

    small, large = (counted(partial(passed, text(count), BLANK))[1] for count in (25, 100))
    assert large < 4 * 1.3 * small
