"""buffer-select-joining: which selects come out of the branch behind them, and what that saves."""

from __future__ import annotations

import pytest

import ownlog
from ownlog.backend.checking import check
from tests.backend.placement.ahead.test_sinking import passed

JOIN, WHOLE = "buffer-select-joining", "buffer-deallocation-pipeline"
A = "memref<64xi64>"
HEAD = f"""func.func @f(%c: i1, %v: i64, %n: index) -> i64 {{
  %a = memref.alloc() : {A}
  %b = memref.alloc() : {A}
  linalg.fill ins(%v : i64) outs(%b : {A})
"""
FILL = f"    linalg.fill ins(%v : i64) outs(%a : {A})\n"
SELECT = f"  %s = arith.select %c, %a, %b : {A}\n"
TAIL = f"  %r = memref.load %s[%n] : {A}\n  return %r : i64\n}}\n"
REGIONS = f"{HEAD}{SELECT}  scf.if %c {{\n{FILL}  }}\n{TAIL}"
BOTH = f"{HEAD}{SELECT}  scf.if %c {{\n{FILL}  }} else {{\n    memref.store %v, %s[%n] : {A}\n  }}\n{TAIL}"
BLOCKS = f"{HEAD}{SELECT}  cf.cond_br %c, ^bb1, ^bb2\n^bb1:\n{FILL}  cf.br ^bb2\n^bb2:\n{TAIL}"
AGAIN = f"{HEAD}{SELECT}  cf.cond_br %c, ^bb1, ^bb2\n^bb1:\n{FILL}  cf.br ^bb2\n^bb2:\n  cf.cond_br %c, ^bb2, ^bb3\n^bb3:\n{TAIL}"
OTHER = REGIONS.replace("%c: i1", "%c: i1, %d: i1").replace("scf.if %c", "scf.if %d")
PARTLY = f"    memref.store %v, %a[%n] : {A}\n"
PICKED_ONLY = REGIONS.replace(FILL, PARTLY)
USED_BEFORE = PICKED_ONLY.replace(HEAD, f"{HEAD}{PARTLY}")
WRONG_WAY = REGIONS.replace("select %c, %a, %b", "select %c, %b, %a")
BEHIND = f"{HEAD}  scf.if %c {{\n{FILL}  }}\n{SELECT}{TAIL}"


@pytest.mark.parametrize("text", [REGIONS, BOTH, PICKED_ONLY])
def test_a_select_becomes_a_result(text: str) -> None:
    out = passed(text, JOIN)
    assert "arith.select" not in out
    assert f"= scf.if %c -> ({A})" in out
    assert f"scf.yield %a : {A}" in out
    assert f"scf.yield %b : {A}" in out


def test_a_way_that_knows_the_condition_has_the_side() -> None:
    assert f"memref.store %v, %b[%n] : {A}" in passed(BOTH, JOIN)


def test_a_select_becomes_an_argument_where_the_ways_meet() -> None:
    out = passed(BLOCKS, JOIN)
    assert "arith.select" not in out
    assert f"cf.cond_br %c, ^bb1, ^bb2(%b : {A})" in out
    assert f"cf.br ^bb2(%a : {A})" in out


STAYS = {"other": OTHER, "used before": USED_BEFORE, "wrong way": WRONG_WAY, "behind": BEHIND, "again": AGAIN}


@pytest.mark.parametrize("text", STAYS.values(), ids=STAYS)
def test_a_select_stays(text: str) -> None:
    assert "arith.select" in passed(text, JOIN)


@pytest.mark.parametrize("text", [REGIONS, BOTH, BLOCKS, PICKED_ONLY, USED_BEFORE])
@pytest.mark.parametrize("placement", ["joining", "joining,splitting,sinking,freeing", "all"])
def test_what_comes_out_is_freed(text: str, placement: str) -> None:
    assert check(ownlog.parse(passed(text, f"{WHOLE}{{placement={placement}}}"))).findings == []
