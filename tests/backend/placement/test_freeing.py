"""placement=freeing: buffers are freed on the way that goes without them, for an i1 where somebody else may own what goes on."""

from __future__ import annotations

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
    """How many buffers a text has allocated at once at most if each free counts that stands before the next allocation."""
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
