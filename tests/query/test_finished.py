"""Questions about programs that have their deallocations already: who frees what, where, and under which condition."""

from __future__ import annotations

import subprocess

import pytest

import ownlog
from tests.query.test_differences import rows as differences
from tests.shared import REPOSITORY, require_shared, require_tool, shared_programs
from tests.tiers import every

EXAMPLES = REPOSITORY / "examples"
BY_HAND = """func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %y : memref<4xf32> to memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  return
}
"""
FREE = "  memref.dealloc %a : memref<4xf32>\n"


def ends(text: str) -> dict[str, tuple[str, str]]:
    """Who owns each buffer that is no parameter, and what becomes of it."""
    rows = ownlog.analyze(ownlog.parse(text)).owners()
    return {row[1]: (row[2], row[4]) for row in rows if row[2] != "the caller's"}


def by_pipeline(text: str) -> str:
    return str(ownlog.run_pipeline(ownlog.parse(text), "buffer-deallocation-pipeline"))


def test_a_free_by_hand_has_its_line() -> None:
    assert ends(BY_HAND) == {"@f/%a": ("owned", "freed by the program, line 5")}


def test_a_free_under_a_flag_has_its_condition_for_all_that_it_may_free() -> None:
    found = ends(by_pipeline((EXAMPLES / "diamond.mlir").read_text()))
    assert {name: until for name, (_, until) in found.items()} == {
        "@diamond/%scratch": "freed by the program, line 19",
        "@diamond/%small": "freed by the program, line 28, if %0 (line 25)",
        "@diamond/%result": "freed by the program, line 28, if %0 (line 25)",
    }
    assert found["@diamond/%result"][0] == "holds %given or %small"


def test_what_a_loop_frees_is_not_what_it_gives() -> None:
    found = ends(by_pipeline((EXAMPLES / "loop.mlir").read_text()))
    assert found["@smooth/%last#0"][1].startswith("returned, line ")
    assert "freed" in found["@smooth/%current"][1]


def test_what_a_callee_frees_is_freed_for_its_caller() -> None:
    text = """func.func private @take(%a: memref<4xf32>, %c: i1) {
  scf.if %c {
    memref.dealloc %a : memref<4xf32>
  } else {
    memref.dealloc %a : memref<4xf32>
  }
  return
}
func.func private @make() -> memref<4xf32> {
  %m = memref.alloc() : memref<4xf32>
  return %m : memref<4xf32>
}
func.func @f(%c: i1) {
  %b = func.call @make() : () -> memref<4xf32>
  func.call @take(%b, %c) : (memref<4xf32>, i1) -> ()
  return
}
"""
    found = ends(text)
    assert found["@make/%m"] == ("owned", "returned, line 11")
    assert found["@f/%b"][1] == (
        "freed by the program, line 3, if %c (line 1); freed by the program, line 5, unless %c (line 1)"
    )


def test_a_free_that_moves_is_a_difference() -> None:
    later = BY_HAND.replace(FREE, "").replace("  return", f"{FREE}  return")
    assert differences(BY_HAND, later) == [
        ("%a", "owned; freed by the program, line 5", "owned; freed by the program, line 6")
    ]
    renamed = BY_HAND.replace("%a", "%b").replace("  memref.copy", "\n  memref.copy")
    assert differences(BY_HAND, renamed) == []


@pytest.mark.parametrize("name", ["diamond", "loop"])
def test_frees_of_two_tools_at_the_same_uses_are_no_difference(name: str) -> None:
    text = (EXAMPLES / f"{name}.mlir").read_text()
    peer = subprocess.run(
        [require_tool("mlir-opt-22"), "--buffer-deallocation-pipeline"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    if name == "diamond":
        assert differences(by_pipeline(text), peer.stdout) == []
    assert all(until for _, until in ends(peer.stdout).values())


def unanswered(text: str) -> list[str]:
    """The allocations of a program without leaks of which nothing is said, and the frees that no answer names."""
    module = ownlog.parse(text)
    told = {row[1]: row[4] for row in ownlog.analyze(module).owners()}
    silent = [name for name, until in told.items() if not until and name.rpartition("%")[2].startswith("alloc")]
    lines = {f"line {op.position.line}" for op in module.walk() if op.name == "memref.dealloc" and op.position}
    return silent + sorted(line for line in lines if not any(line in until for until in told.values()))


@pytest.mark.parametrize("name", every(100, shared_programs("corpus", largest=20_000), slow=10))
def test_every_free_of_the_output_for_a_real_program_is_an_answer(name: str) -> None:
    assert unanswered(by_pipeline(require_shared("corpus", name).read_text())) == []


@pytest.mark.parametrize("name", ["calls", "diamond", "loop"])
def test_every_free_of_an_output_is_an_answer(name: str) -> None:
    assert unanswered(by_pipeline((EXAMPLES / f"{name}.mlir").read_text())) == []


def test_a_function_that_the_passes_refuse_has_no_plan_but_what_the_program_does() -> None:
    """Deallocations with conditions are refused; the checker knows them."""
    text = str(
        ownlog.run_pipeline(
            ownlog.parse((EXAMPLES / "diamond.mlir").read_text()), "ownership-based-buffer-deallocation"
        )
    )
    found = ends(text)
    assert {owner for owner, _ in found.values()} == {
        "no plan, since its function is refused",
        "another name for %result",
    }
    assert found["@diamond/%scratch"][1].startswith("freed by the program, line ")
    assert found["@diamond/%result"][1].endswith(", under its own condition")
