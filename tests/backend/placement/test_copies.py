"""buffer-deallocation: copies where control comes together, no i1s, and no copies where somebody could tell."""

import pytest

import ownlog
from ownlog.backend.checking import check
from ownlog.backend.context import Context
from ownlog.backend.passes.pipeline_text import parse_pipeline
from ownlog.backend.passes.registry import run_passes

PASS = "buffer-deallocation"
A = "memref<4xi64>"
HEAD = f"func.func @f(%c: i1, %n: index, %v: i64, %x: {A}, %out: {A})"


def passed(text: str) -> tuple[str, list[str]]:
    """What the pass makes, and its remarks."""
    module, context = ownlog.parse(text), Context()
    run_passes(module, parse_pipeline(PASS), context)
    assert check(module).status == "clean"
    return str(module), [remark.message for remark in context.remarks]


def function(body: str, result: str = "") -> str:
    return f"{HEAD}{result} {{\n{body}}}\n"


JOINED = f"""\
  cf.cond_br %c, ^one, ^two
^one:
<0>  cf.br ^join(%y : {A})
^two:
  %a = memref.alloc() : {A}
  memref.store %v, %a[%n] : {A}
<1>  cf.br ^join(%b : {A})
^join(%z: {A}):
  memref.copy %z, %out : {A} to {A}
<2>  return
"""
CLONE = "  %{} = bufferization.clone %{} : memref<4xi64> to memref<4xi64>\n"


def filled(text: str, *parts: str) -> str:
    for number, part in enumerate(parts):
        text = text.replace(f"<{number}>", part)
    return text


def test_all_ways_to_a_block_copy() -> None:
    before = filled(JOINED, "", "", "").replace("%y", "%x").replace("%b :", "%a :")
    after = filled(
        JOINED,
        CLONE.format(0, "x"),
        CLONE.format(1, "a") + f"  memref.dealloc %a : {A}\n",
        f"  memref.dealloc %z : {A}\n",
    )
    assert passed(function(before)) == (function(after.replace("%y", "%0").replace("%b", "%1")), [])


def test_what_dominates_all_its_names_is_freed_behind_them() -> None:
    body = f"""\
  %a = memref.alloc() : {A}
  memref.store %v, %a[%n] : {A}
  cf.cond_br %c, ^one, ^join(%x : {A})
^one:
  cf.br ^join(%a : {A})
^join(%z: {A}):
  memref.copy %z, %out : {A} to {A}
"""
    assert passed(function(body + "  return\n")) == (function(f"{body}  memref.dealloc %a : {A}\n  return\n"), [])


def test_a_loop_copies_what_goes_round() -> None:
    body = f"""\
  %r = scf.for %i = %n to %n step %n iter_args(%k = %x) -> ({A}) {{
    %a = memref.alloc() : {A}
    memref.copy %k, %a : {A} to {A}
    scf.yield %a : {A}
  }}
  %l = memref.load %r[%n] : {A}
  return
"""
    out, remarks = passed(function(body))
    assert remarks == []
    assert out.count("bufferization.clone") == 2
    assert out.count("memref.dealloc") == 3
    assert "i1," not in out.partition("{")[2]


def test_regions_copy_what_they_yield() -> None:
    arms = (
        f"  %r = scf.if %c -> ({A}) {{\n    %a = memref.alloc() : {A}\n    memref.copy %x, %a : {A} to {A}\n   "
        f" scf.yield %a : {A}\n"
    )
    out, remarks = passed(
        function(f"{arms}  }} else {{\n    scf.yield %x : {A}\n  }}\n  memref.copy %r, %out : {A} to {A}\n  return\n")
    )
    assert remarks == []
    assert out.count("bufferization.clone") == 2
    assert out.count("memref.dealloc") == 2


def test_a_write_that_somebody_would_not_see_keeps_copies_away() -> None:
    written = (
        filled(JOINED, "", "", "")
        .replace("%y", "%x")
        .replace("%b :", "%a :")
        .replace("memref.copy %z, %out", "memref.copy %out, %z")
    )
    out, (remark,) = passed(function(written))
    assert "bufferization.clone" not in out
    assert "scf.if" in out
    assert (
        remark
        == "@f: nothing is copied where control comes together, because somebody may see that; i1s say who owns what"
    )


def test_what_is_returned_is_given_away() -> None:
    body = (
        f"  %r = scf.if %c -> ({A}) {{\n    scf.yield %a : {A}\n  }} else {{\n    scf.yield %a : {A}\n  }}\n  return %r"
        f" : {A}\n"
    )
    text = function(f"  %a = memref.alloc() : {A}\n{body}", f" -> {A}")
    assert passed(text) == (text, [])


def test_loops_of_blocks_copy_too() -> None:
    out, remarks = passed(
        function(f"""\
  cf.br ^head(%x : {A})
^head(%k: {A}):
  cf.cond_br %c, ^body, ^end
^body:
  %a = memref.alloc() : {A}
  memref.copy %k, %a : {A} to {A}
  cf.br ^head(%a : {A})
^end:
  %l = memref.load %k[%n] : {A}
  return
""")
    )
    assert remarks == []
    assert out.count("bufferization.clone") == 2


@pytest.mark.parametrize(
    "late",
    [
        f"memref.copy %x, %out : {A} to {A}\n  memref.copy %z, %out : {A} to {A}",
        f"memref.copy %z, %out : {A} to {A}\n  func.call @other() : () -> ()",
        f"func.call @writes(%z) : ({A}) -> ()",
        f"memref.copy %z, %out : {A} to {A}\n  memref.store %v, %x[%n] : {A}",
    ],
    ids=["a write in between", "a call", "a callee", "a write to what was copied"],
)
def test_copies_that_may_show_are_not_made(late: str) -> None:
    declared = f"func.func private @other()\nfunc.func private @writes({A})\n"
    body = filled(JOINED, "", "", "").replace("%y", "%x").replace("%b :", "%a :")
    out, remarks = passed(declared + function(body.replace(f"memref.copy %z, %out : {A} to {A}", late)))
    assert "bufferization.clone" not in out
    assert len(remarks) == 1


def test_a_write_to_the_allocation_after_it_was_copied() -> None:
    body = f"""\
  %a = memref.alloc() : {A}
  scf.for %i = %n to %n step %n {{
    memref.store %v, %a[%n] : {A}
  }}
  cf.cond_br %c, ^one, ^two
^one:
  %b = memref.alloc() : {A}
  memref.store %v, %b[%n] : {A}
  cf.br ^join(%b : {A})
^two:
  cf.br ^join(%a : {A})
^join(%z: {A}):
  memref.store %v, %a[%n] : {A}
  memref.copy %z, %out : {A} to {A}
  return
"""
    out, _ = passed(function(body))
    assert "bufferization.clone" not in out


def test_what_has_no_plan_is_refused_as_by_the_pipeline() -> None:
    with pytest.raises(ownlog.InputError, match="No deallocation operations must be present"):
        passed(function(f"  %a = memref.alloc() : {A}\n  bufferization.dealloc (%a : {A}) if (%c)\n  return\n"))
