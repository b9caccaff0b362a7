"""What the checker says of a function's body."""

import ownlog
from ownlog.backend.checking import Verdict, check


def judged(body: str, arguments: str = "", results: str = "") -> Verdict:
    """The verdict of a function `@f` with this body; its first line is line 2."""
    head = f"func.func @f({arguments}){' -> ' + results if results else ''} {{\n"
    return check(ownlog.parse(f"{head}{body.strip()}\n}}\n"))


def lines(verdict: Verdict) -> list[tuple[str, list[int], bool]]:
    """The kind of each finding, the lines of its path, and whether it is certain."""
    return [(finding.kind, [step.line for step in finding.steps], finding.certain) for finding in verdict.findings]


LOWERING = "bufferization-lower-deallocations"
SELECTED = """func.func @f(%c: i1) -> memref<4xi32> {
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  %s = arith.select %c, %a, %b : memref<4xi32>
  %t = arith.constant true
  %o = bufferization.dealloc (%a, %b : memref<4xi32>, memref<4xi32>) if (%t, %t) retain (%s : memref<4xi32>)
  return %s : memref<4xi32>
}
"""
"""Returns one of two buffers, and frees the other one."""


def lowered() -> str:
    """The same with a call of the library function that compares lists of buffers."""
    return str(ownlog.run_pipeline(ownlog.parse(SELECTED), LOWERING))
