"""placement=freeing: buffers are freed on the way that goes without them, for an i1 where somebody else may own what
goes on.
"""

import re
from itertools import pairwise

import pytest

import ownlog
from ownlog.backend.checking import check

PLAIN = "buffer-deallocation-pipeline"
A = "memref<4xi64>"


def chain(length: int, link: str) -> str:
    """Each link makes a new buffer of one, or hands it on; the first one is the caller's."""
    values = [f"%v{number}" for number in range(length + 1)]
    links = "".join(link.replace("OLD", old).replace("NEW", new).replace("#", old[2:]) for old, new in pairwise(values))
    conditions = ", ".join(f"%c{number}: i1" for number in range(length))
    return f"func.func @f(%v0: {A}, {conditions}) -> {A} {{\n{links}  return %v{length} : {A}\n}}\n"


BRANCH = f"""\
  NEW = scf.if %c# -> ({A}) {{
    %n = memref.alloc() : {A}
    memref.copy OLD, %n : {A} to {A}
    scf.yield %n : {A}
  }} else {{
    scf.yield OLD : {A}
  }}
"""
SELECT = f"""\
  %n# = memref.alloc() : {A}
  memref.copy OLD, %n# : {A} to {A}
  NEW = arith.select %c#, %n#, OLD : {A}
"""


def passed(text: str, placement: str) -> str:
    return str(ownlog.run_pipeline(ownlog.parse(text), f"{PLAIN}{{placement={placement}}}"))


def most(text: str) -> int:
    """How many buffers a text has allocated at once at most if each free counts that stands before the next
    allocation.
    """
    live = peak = 0
    for line in text.splitlines():
        live += line.count("memref.alloc(") - line.count("memref.dealloc %")
        peak = max(peak, live)
    return peak


@pytest.mark.parametrize("link", [BRANCH, SELECT])
def test_a_chain_frees_each_buffer_at_the_link_that_goes_without_it(link: str) -> None:
    long, longer = chain(4, link), chain(8, link)
    assert most(passed(long, "freeing")) == most(passed(longer, "freeing")) < most(passed(long, "sinking"))
    assert most(passed(long, "sinking")) < most(passed(longer, "sinking"))
    assert [check(ownlog.parse(passed(longer, name))).status for name in ("freeing", "all")] == ["clean", "clean"]


@pytest.mark.parametrize("link", [BRANCH, SELECT])
def test_what_goes_out_is_copied_only_where_it_is_the_callers(link: str) -> None:
    assert "  %0 = scf.if" not in (soon := passed(chain(3, link), "freeing"))
    assert soon.count("bufferization.clone") == passed(chain(3, link), "sinking").count("bufferization.clone") == 1


SHARED = f"""\
func.func @f(%x: {A}, %c: i1, %d: i1, %i: index) -> ({A}, i64) {{
  %a = memref.alloc() : {A}
  memref.copy %x, %a : {A} to {A}
  %v = scf.if %c -> ({A}) {{
    scf.yield %a : {A}
  }} else {{
    %n = memref.alloc() : {A}
    memref.copy %a, %n : {A} to {A}
    scf.yield %n : {A}
  }}
  %w = scf.if %d -> ({A}) {{
    scf.yield %a : {A}
  }} else {{
    %m = memref.alloc() : {A}
    memref.copy %v, %m : {A} to {A}
    scf.yield %m : {A}
  }}
  %r = memref.load %w[%i] : {A}
  return %w, %r : {A}, i64
}}
"""


def test_a_branch_frees_what_was_chosen_before_if_its_regions_are_the_last_to_use_that() -> None:
    out = passed(SHARED, "freeing")
    assert re.search(r"memref.copy %v(?:#0)?, %m .*\n    memref.dealloc %a : .*\n    scf.yield %m", out)
    assert "scf.yield %a : memref<4xi64>\n" in out
    assert check(ownlog.parse(out)).status == "clean"


BEHIND = SHARED.replace("  return", f'  %t = memref.load %v[%i] : {A}\n  "test.use"(%t) : (i64) -> ()\n  return')
OUT = SHARED.replace("  %w = scf.if %d -> (", f"  %w, %o = scf.if %d -> ({A}, ")
OUT = OUT.replace(f"scf.yield %m : {A}", f"scf.yield %m, %x : {A}, {A}").replace(
    f"scf.yield %a : {A}\n  }} else {{\n    %m", f"scf.yield %a, %v : {A}, {A}\n  }} else {{\n    %m"
)
OUT = OUT.replace("  return", f'  %t = memref.load %o[%i] : {A}\n  "test.use"(%t) : (i64) -> ()\n  return')


@pytest.mark.parametrize("text", [BEHIND, OUT], ids=["behind", "out"])
def test_a_branch_keeps_what_was_chosen_before_if_that_is_needed_behind_it(text: str) -> None:
    out = passed(text, "freeing")
    assert not re.search(r"memref.dealloc %a : .*\n    scf.yield %m", out)
    assert check(ownlog.parse(out)).status == "clean"


def test_a_branch_that_hands_on_nothing_is_planned_as_ever() -> None:
    text = f"""\
func.func @f(%c: i1) {{
  %a = memref.alloc() : {A}
  scf.if %c {{
    "test.memref_user"(%a) : ({A}) -> ()
  }}
  return
}}
"""
    assert passed(text, "freeing") == str(ownlog.run_pipeline(ownlog.parse(text), PLAIN))


def test_a_private_function_frees_what_no_caller_needs_behind_its_last_use() -> None:
    text = f"""\
func.func @main(%x: {A}) -> {A} {{
  %a = memref.alloc() : {A}
  memref.copy %x, %a : {A} to {A}
  %b = call @next(%a) : ({A}) -> {A}
  %c = call @next(%b) : ({A}) -> {A}
  return %c : {A}
}}
func.func private @next(%p: {A}) -> {A} {{
  %n = memref.alloc() : {A}
  memref.copy %p, %n : {A} to {A}
  %m = memref.alloc() : {A}
  memref.copy %n, %m : {A} to {A}
  return %m : {A}
}}
"""
    plain, soon = passed(text, "sinking"), passed(text, "freeing")
    before, _, callee = soon.partition("func.func private @next")
    assert "dealloc" in plain.partition("func.func private @next")[0]
    assert "dealloc" not in before
    lines = [line.strip() for line in callee.splitlines()]
    assert lines.index(f"memref.dealloc %p : {A}") < lines.index(f"%m = memref.alloc() : {A}")


def test_a_private_function_is_told_whether_it_gets_a_buffer_for_good() -> None:
    text = f"""\
func.func @main(%x: {A}, %i: index) -> i64 {{
  %a = memref.alloc() : {A}
  memref.copy %x, %a : {A} to {A}
  %b = call @sum(%a, %i) : ({A}, index) -> i64
  %c = call @sum(%x, %i) : ({A}, index) -> i64
  %d = arith.addi %b, %c : i64
  return %d : i64
}}
func.func private @sum(%p: {A}, %i: index) -> i64 {{
  %n = memref.load %p[%i] : {A}
  return %n : i64
}}
"""
    soon = passed(text, "freeing")
    told = {name: re.search(rf"call @sum\(%{name}, (.*?)\)", soon) for name in "ax"}
    assert {name: found[1].count("%true") - found[1].count("%false") for name, found in told.items() if found} == {
        "a": 1,
        "x": -1,
    }
    assert check(ownlog.parse(soon)).status == "clean"
