"""`ownlog why` tells the row that each placement in the pipeline comes from."""

import pytest

import ownlog
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.query.reports.why import Transformed

A = "memref<4xi64>"
HEAD = f"func.func @f(%c: i1, %v: i64, %n: index, %m: index, %x: {A}) {{\n"
MADE, USE = f"  %a = memref.alloc() : {A}\n", f"  memref.store %v, %a[%n] : {A}\n"
WAY, FILL = "  scf.if %c {\n", f"  linalg.fill ins(%v : i64) outs(%a : {A})\n"
LOOP = "  scf.for %i = %n to %n step %n {\n"
PICKED = f"""\
{MADE}  %r = func.call @pick(%c, %a, %x) : (i1, {A}, {A}) -> {A}
  memref.store %v, %r[%n] : {A}
  return
}}
func.func private @pick(%c: i1, %a: {A}, %b: {A}) -> {A} {{
  %s = arith.select %c, %a, %b : {A}
  return %s : {A}
}}
func.func @g() {{
"""

POINTS = (
    "linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types ="
    ' ["parallel"]}'
)
SAME = """\
  ^bb0(%p: i64, %q: i64):
    linalg.yield %p : i64
  }
"""
READ = f"""\
{MADE}  {POINTS} ins(%x : {A}) outs(%a : {A}) {{
{SAME}{MADE.replace("%a", "%b")}  {POINTS} ins(%a : {A}) outs(%b : {A}) {{
{SAME}  %r = memref.load %b[%n] : {A}
  %t = memref.alloc() : {A}
  memref.store %r, %t[%n] : {A}
"""


@pytest.mark.parametrize(
    ("placement", "body", "line", "row"),
    [
        ("inlining", PICKED, 3, 'inlined("'),
        ("reading", READ, 3, 'read_through("'),
        ("sinking", f"{MADE}  memref.store %v, %x[%n] : {A}\n{USE}", 3, 'sunk("'),
        ("splitting", MADE + (WAY + FILL + "  }\n") * 2, 3, 'split_off("'),
        ("hoisting", f"{LOOP}  {MADE}  {USE}  }}\n", 2, 'lifted("'),
        ("reuse", MADE + USE + (MADE + USE).replace("%a", "%b"), 2, 'takes_over("'),
        ("stack", MADE + USE, 2, 'pair_on_stack("'),
    ],
)
def test_a_reason_is_a_row_that_follows(placement: str, body: str, line: int, row: str) -> None:
    module = ownlog.parse(f"{HEAD}{body}  return\n}}\n")
    run = Transformed(module, [Step("buffer-deallocation-pipeline", (("placement", placement),))], Context())
    assert row in run.why(line).text()
