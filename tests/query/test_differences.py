"""What is decided otherwise: `ownlog diff`."""

from pathlib import Path

from ownlog.query.reports.differences import differences
from tests.frame.programs import assert_refused
from tests.query.programs import analysis
from tests.shared import REPOSITORY
from tests.tools import OwnlogFork

diff = OwnlogFork(("diff",))
DIAMOND = (REPOSITORY / "examples" / "diamond.mlir").read_text()
MOVED = "  cf.br ^join(%small : memref<16xf32>)\n"
FREED = "  memref.copy %small, %out : memref<16xf32> to memref<16xf32>\n  cf.br ^join(%given : memref<16xf32>)\n"
LONGER = """func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %y : memref<4xf32> to memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  return
}
"""
AT_ENDS = "buffer-deallocation-pipeline{dealloc-at-block-end}"


def rows(before: str, after: str) -> list[tuple[str, str, str]]:
    answer = differences(analysis(before).planned(), analysis(after).planned())
    return [(row[1], row[3], row[4]) for row in answer]


def test_names_lines_and_comments_are_no_difference() -> None:
    renamed = (
        DIAMOND.replace("%scratch", "%tmp")
        .replace("^narrow", "^left")
        .replace("func.func", "// a comment\n\nfunc.func")
    )
    assert renamed != DIAMOND
    assert rows(DIAMOND, DIAMOND) == rows(DIAMOND, renamed) == []


def test_another_decision_is_told() -> None:
    assert MOVED in DIAMOND
    found = rows(DIAMOND, DIAMOND.replace(MOVED, FREED))
    assert ("%small", "owned; moves to %result, line 17", "owned; freed after line 17") in found
    assert {row[0] for row in found} == {"%small", "%result"}


def test_an_op_that_comes_renames_no_other() -> None:
    one = "func.func @f(%x: memref<4xf32>) {\n  %0 = memref.alloc() : memref<8xf32>\n"
    one += "  memref.copy %0, %0 : memref<8xf32> to memref<8xf32>\n"
    new = one.replace("%0", "%1").replace(
        "{\n", "{\n  %0 = memref.alloc() : memref<4xf32>\n  memref.copy %x, %0 : memref<4xf32> to memref<4xf32>\n", 1
    )
    assert rows(f"{one}  return\n}}\n", f"{new}  return\n}}\n") == [("%0", "", "only here: owned; freed after line 3")]


def test_the_command(tmp_path: Path) -> None:
    one, other = tmp_path / "a.mlir", tmp_path / "b.mlir"
    one.write_text(DIAMOND)
    other.write_text(DIAMOND.replace(MOVED, FREED))
    assert diff([str(one), str(one)]).status == 0
    changed = diff([str(one), str(other)])
    assert (changed.status, "%small" in changed.out) == (1, True)
    one.write_text(LONGER)
    ends = diff([str(one), "-p", "buffer-deallocation-pipeline", "-p", AT_ENDS])
    assert (ends.status, "freed at the end of its block" in ends.out) == (1, True)
    assert_refused(diff([str(one)]), usage=True)
    assert_refused(diff([str(one), "-p", "cse", "-p", "cse", "-p", "cse"]), usage=True)


def test_passes_without_a_plan_are_not_compared() -> None:
    single = "ownership-based-buffer-deallocation"
    for named in ([single, "buffer-deallocation-pipeline"], [single, single]):
        run = diff(["-", *(word for name in named for word in ("-p", name))], DIAMOND)
        assert (run.status, run.out) == (2, "")
        assert run.err.startswith(f"error: {single} decides at the ends of blocks, and has no plan to compare")
