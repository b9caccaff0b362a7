"""`ownlog why` tells the row that each placement in the pipeline comes from."""

from __future__ import annotations

import pytest

import ownlog
from ownlog.backend.context import Context
from ownlog.backend.passes.registry import Step
from ownlog.query.ready.why import Transformed

A = "memref<4xi64>"
HEAD = f"func.func @f(%c: i1, %v: i64, %n: index, %m: index, %x: {A}) {{\n"
MADE, USE = f"  %a = memref.alloc() : {A}\n", f"  memref.store %v, %a[%n] : {A}\n"
WAY, FILL = "  scf.if %c {\n", f"  linalg.fill ins(%v : i64) outs(%a : {A})\n"
LOOP = "  scf.for %i = %n to %n step %n {\n"
CARRIED = f"""\
{MADE}  %r = scf.for %i = %n to %n step %n iter_args(%p = %a) -> ({A}) {{
    %b = memref.alloc() : {A}
    memref.copy %p, %b : {A} to {A}
    scf.yield %b : {A}
  }}
"""

IDLE = f"""\
  scf.for %i = %n to %m step %n {{
    %l = memref.load %x[%i] : {A}
    %t = arith.index_cast %l : i64 to index
    scf.for %j = %i to %t step %n {{
    {USE}    }}
  }}
"""
RETURNED = f"""\
{MADE}  func.call @late(%a) : ({A}) -> ()
  return
}}
func.func private @late(%a: {A}) {{
  %b = memref.alloc() : {A}
  memref.copy %b, %a : {A} to {A}
  return
}}
func.func @g() {{
"""

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

MERGED = f"""\
{MADE}  %d = arith.cmpi eq, %n, %m : index
  %t = arith.select %d, %a, %x : {A}
  %s = arith.select %c, %t, %a : {A}
{USE.replace("%a", "%s")}"""


SHARED = f"""\
{MADE}{USE}  %s = arith.select %c, %a, %x : {A}
  %b = memref.alloc() : {A}
  memref.copy %s, %b : {A} to {A}
  %r = memref.load %b[%n] : {A}
  %t = memref.alloc() : {A}
  memref.store %r, %t[%n] : {A}
"""

BLANK = f"""\
  %r:2 = func.call @two(%n, %v) : (index, i64) -> ({A}, {A})
  %l = memref.load %r#0[%n] : {A}
  return
}}
func.func private @two(%n: index, %v: i64) -> ({A}, {A}) {{
{MADE}  memref.store %v, %a[%n] : {A}
  %b = memref.alloc() : {A}
  return %a, %b : {A}, {A}
}}
func.func @g() {{
"""

POINTS = 'linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}'
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
        ("returning", RETURNED, 7, 'returned_instead("'),
        ("inlining", PICKED, 3, 'inlined("'),
        ("sharing", SHARED, 4, 'shared_copy("'),
        ("reading", READ, 3, 'read_through("'),
        ("merging", MERGED, 5, 'merged("'),
        ("sinking", f"{MADE}  memref.store %v, %x[%n] : {A}\n{USE}", 3, 'sunk("'),
        ("blanking", BLANK, 7, 'filled_in_by("'),
        ("splitting", MADE + (WAY + FILL + "  }\n") * 2, 3, 'split_off("'),
        ("skipping", MADE + IDLE, 3, 'begins_later("'),
        ("guarding", MADE + LOOP.replace("to %n", "to %m") + f"  {USE}" + "  }\n", 3, 'guarded("'),
        ("hoisting", f"{LOOP}  {MADE}  {USE}  }}\n", 2, 'lifted("'),
        ("swapping", CARRIED, 3, 'swapped("'),
        ("reuse", MADE + USE + (MADE + USE).replace("%a", "%b"), 2, 'takes_over("'),
        ("stack", MADE + USE, 2, 'pair_on_stack("'),
    ],
)
def test_a_reason_is_a_row_that_follows(placement: str, body: str, line: int, row: str) -> None:
    module = ownlog.parse(f"{HEAD}{body}  return\n}}\n")
    run = Transformed(module, [Step("buffer-deallocation-pipeline", (("placement", placement),))], Context())
    assert row in run.why(line).text()
