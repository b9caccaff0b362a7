"""buffer-loop-swapping: which loops swap two buffers, and which go on allocating."""

from __future__ import annotations

import re

import pytest

import ownlog
from ownlog.backend.checking import check

PASS, WHOLE = "buffer-loop-swapping", "buffer-deallocation-pipeline"
A = "memref<4xi64>"
HEAD = f"func.func @f(%c: i1, %v: i64, %n: index, %m: index, %x: {A}) -> {A} {{\n"
MADE = f"  %a = memref.alloc() : {A}\n  memref.copy %x, %a : {A} to {A}\n"
NEW, USE, OLD = f"    %b = memref.alloc() : {A}\n", f"    memref.copy %p, %b : {A} to {A}\n", f"    memref.dealloc %p : {A}\n"


def passed(text: str, *passes: str) -> str:
    return str(ownlog.run_pipeline(ownlog.parse(text), ",".join(passes or (PASS,))))


def loop(*body: str, made: str = MADE, start: str = "%a") -> str:
    head = f"  %r = scf.for %i = %n to %m step %n iter_args(%p = {start}) -> ({A}) {{\n"
    return f"{HEAD}{made}{head}{''.join(body)}    scf.yield %b : {A}\n  }}\n  return %r : {A}\n}}\n"


def test_a_loop_swaps_two_buffers() -> None:
    after = passed(loop(NEW, USE, OLD))
    assert (
        after
        == f"""\
{HEAD}{MADE}  %spare = memref.alloc() : {A}
  %r:2 = scf.for %i = %n to %m step %n iter_args(%p = %a, %spare_0 = %spare) -> ({A}, {A}) {{
    memref.copy %p, %spare_0 : {A} to {A}
    scf.yield %spare_0, %p : {A}, {A}
  }}
  memref.dealloc %r#1 : {A}
  return %r : {A}
}}
"""
    )
    assert check(ownlog.parse(after)).status == "clean"


def test_the_pipeline_swaps_what_it_frees() -> None:
    after = passed(loop(NEW, USE), f"{WHOLE}{{placement=swapping}}")
    assert "iter_args(%p = %a, %spare_0 = %spare)" in after
    assert after.count("memref.alloc()") == 2


def test_affine_loops_swap_too() -> None:
    text = loop(NEW, USE, OLD).replace("scf.for %i = %n to %m step %n", "affine.for %i = 0 to 9").replace("scf.yield", "affine.yield")
    after = passed(text)
    assert "iter_args(%p = %a, %spare_0 = %spare)" in after
    assert check(ownlog.parse(after)).status == "clean"


def test_sizes_may_be_known_at_run_time_only() -> None:
    text = loop(NEW, USE, OLD).replace("memref<4xi64>", "memref<?xi64>").replace("alloc()", "alloc(%n)")
    after = passed(text)
    assert after.count("memref.alloc(%n)") == 2
    assert check(ownlog.parse(after)).status == "clean"


OTHER, GONE = "    %z = memref.alloc() : memref<9xi64>\n", "    memref.dealloc %z : memref<9xi64>\n"


def test_other_buffers_may_be_about_while_both_are() -> None:
    assert "%spare" in passed(loop(NEW, OTHER, USE, GONE, OLD))
    assert "%spare" in passed(loop(OTHER, NEW, GONE, USE, OLD))


def test_two_pairs_are_swapped_in_one_loop() -> None:
    head = f"  %r:2 = scf.for %i = %n to %m step %n iter_args(%p = %a, %q = %d) -> ({A}, {A}) {{\n"
    body = NEW + NEW.replace("%b", "%e") + USE + USE.replace("%p, %b", "%q, %e") + OLD + OLD.replace("%p", "%q")
    end = f"    scf.yield %b, %e : {A}, {A}\n  }}\n  memref.dealloc %r#1 : {A}\n  return %r#0 : {A}\n}}\n"
    after = passed(HEAD + MADE + MADE.replace("%a", "%d") + head + body + end)
    assert len(re.findall(r"^  %\S+ = memref.alloc", after, re.MULTILINE)) == 4
    assert not re.findall(r"^    .*(?:alloc|dealloc)", after, re.MULTILINE)
    assert check(ownlog.parse(after)).status == "clean"


@pytest.mark.parametrize(
    "body",
    [
        (OTHER, GONE, NEW, USE, OLD),
        (NEW, USE, OLD, OTHER, GONE),
        (NEW, USE, OLD, "    func.call @g() : () -> ()\n"),
        (OLD, NEW),
        (NEW, USE, "    scf.if %c {\n  ", OLD, "    } else {\n  ", OLD, "    }\n"),
        (NEW.replace("alloc()", "alloc() {alignment = 64 : i64}"), USE, OLD),
    ],
    ids=["other before", "other behind", "call behind", "never both", "freed in branches", "alignment"],
)
def test_what_would_take_more_memory_is_not_swapped(body: tuple[str, ...]) -> None:
    text = "func.func private @g()\n" + loop(*body)
    assert passed(text) == text


def test_what_the_first_round_gets_must_be_a_like_allocation() -> None:
    cast = f"  %d = memref.alloc() : memref<5xi64>\n  %a = memref.subview %d[0] [4] [1] : memref<5xi64> to {A}\n"
    text = loop(NEW, USE, OLD, made=cast)
    assert passed(text) == text
    aligned = loop(NEW, USE, OLD, made=MADE.replace("alloc()", "alloc() {alignment = 64 : i64}"))
    assert passed(aligned) == aligned


def test_sizes_that_are_not_the_same_are_not_swapped() -> None:
    text = loop(NEW, USE, OLD).replace("memref<4xi64>", "memref<?xi64>").replace("%a = memref.alloc()", "%a = memref.alloc(%m)")
    text = text.replace("%b = memref.alloc()", "%b = memref.alloc(%n)")
    assert passed(text) == text


def test_each_of_many_loops_swaps() -> None:
    inner = (
        loop(NEW, USE, OLD).removeprefix(HEAD).replace("  return %r", "  memref.dealloc %r").replace("}\n}\n", "}\n").rsplit("}\n", 1)[0]
    )
    parts = [re.sub(r"%([abrpi])\b", rf"%\g<1>{k}", inner) for k in range(20)]
    after = passed(HEAD + "".join(parts) + f"  %w = memref.alloc() : {A}\n  return %w : {A}\n}}\n")
    assert not re.findall(r"^    .*(?:alloc|dealloc)", after, re.MULTILINE)
    assert check(ownlog.parse(after)).status == "clean"
