"""The work of the comparison grows with the program, and not with its square."""

import pytest

import ownlog
from benchmarks.checking import GROWN, planned
from ownlog.backend.verifying import compare
from tests.effort import counted
from tests.tiers import every

SIZES = (30, 60)
GROWS_FASTER = {
    "flags": "each flag that is decided makes the states at all later places more general, one after the other",
}
GENERIC = """
linalg.generic {{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}}
    ins(%a : memref<8xf32>) outs(%b{0} : memref<8xf32>) {{
^bb0(%in: f32, %out: f32):
  %sum = arith.addf %in, %out : f32
  linalg.yield %sum : f32
}}
"""


def effort(text: str) -> int:
    """The calls that it takes to tell that what the pipeline makes of a program does the same."""
    before, after = ownlog.parse(text), ownlog.parse(planned(text))
    comparison, calls = counted(lambda: compare(before, after))
    assert comparison.status == "same"
    return calls


def generics(size: int) -> str:
    """Ops whose regions compute an element, in a row; what they write is read at the end."""
    made = [f"%b{number} = memref.alloc() : memref<8xf32>{GENERIC.format(number)}" for number in range(size)]
    read = [f"memref.copy %b{number}, %a : memref<8xf32> to memref<8xf32>" for number in range(size)]
    return "\n".join(["func.func @generics(%a: memref<8xf32>) {", *made, *read, "return", "}"])


MAKERS = {name: shape.make for name, shape in GROWN.items() if name not in GROWS_FASTER} | {"generics": generics}


@pytest.mark.parametrize("name", every(3, sorted(MAKERS)))
def test_twice_the_program_takes_twice_the_work(name: str) -> None:
    effort("func.func @f() {\n  return\n}\n")  # what is loaded is loaded
    always = effort("func.func @f() {\n  return\n}\n")
    few, many = (effort(MAKERS[name](size)) - always for size in SIZES)
    assert few > always / 8, "too small to tell"
    assert many < 2**1.15 * few
