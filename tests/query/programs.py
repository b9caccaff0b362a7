"""Small modules for the tests of questions."""

from functools import cache

import ownlog
from ownlog.api.analysis import Analysis
from tests.shared import REPOSITORY

T = "memref<4xf32>"

TWO = f"""\
func.func @one(%c: i1, %x: {T}) -> {T} {{
  %a = memref.alloc() : {T}
  %s = arith.select %c, %a, %x : {T}
  return %s : {T}
}}
func.func @two(%x: {T}) {{
  %a = memref.alloc() : {T}
  %v = memref.cast %a : {T} to memref<?xf32>
  memref.copy %x, %a : {T} to {T}
  return
}}
memref.global "private" constant @g : {T} = dense<1.0>
"""
"""Two functions with values of the same names."""


def analysis(text: str = TWO) -> Analysis:
    """An analysis of its own, which nothing has been asked yet."""
    return ownlog.analyze(ownlog.parse(text))


@cache
def shared() -> Analysis:
    """The analysis of TWO; answers do not depend on what was asked before."""
    return analysis()


@cache
def diamond() -> Analysis:
    """The analysis of examples/diamond.mlir."""
    return analysis((REPOSITORY / "examples" / "diamond.mlir").read_text())


def big(count: int) -> str:
    """A function `@big` with three buffers for each of `count`, none of them fresh for certain, and a small one beside
    it.
    """
    lines = [f"func.func @big(%c: i1, %x: {T}) {{"]
    for number in range(count):
        lines.append(f"  %a{number} = memref.alloc() : {T}")
        lines.append(f"  %s{number} = arith.select %c, %a{number}, %x : {T}")
        lines.append(f"  %v{number} = memref.cast %a{number} : {T} to memref<?xf32>")
    return "\n".join(
        [
            *lines,
            "  return",
            "}",
            f"func.func @small(%a: {T}) {{",
            f"  %b = memref.cast %a : {T} to memref<?xf32>",
            "  return",
            "}",
            "",
        ]
    )
