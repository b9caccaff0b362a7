"""Regions nested some thousands deep go through everything that programs go through."""

from collections.abc import Callable
from functools import partial
from itertools import product

import pytest

import ownlog
from ownlog.frontend import parse
from ownlog.frontend.generic.generic import print_generic
from ownlog.frontend.printing.printer import print_module
from tests.tiers import every
from tests.tools import OwnlogFork

# Deeper than Python calls functions in one another.
DEPTH, DEEPER = 1_500, 5_000


def nested(opening: str, closing: str, depth: int) -> str:
    """A buffer in the innermost of many regions; `{}` in `opening` is the number of the region."""
    inside = (
        "%a = memref.alloc() : memref<4xf32>\nmemref.store %z, %a[%i] : memref<4xf32>\nfunc.call @use(%a) :"
        " (memref<4xf32>) -> ()\n"
    )
    before = (
        "func.func private @use(memref<4xf32>)\nfunc.func @f(%c: i1) {\n%z = arith.constant 1.0 : f32\n%i ="
        " arith.constant 0 : index\n"
    )
    return before + "".join(opening.format(i) for i in range(depth)) + inside + closing * depth + "return\n}\n"


FUNCTION = "func.func @f() {\n%a = memref.alloc() : memref<4xf32>\nreturn\n}\n"
FLAGS = ("--buffer-deallocation-pipeline", "--ownership-based-buffer-deallocation", "--canonicalize", "--cse")
PROGRAMS: dict[str, Callable[[int], str]] = {
    "scf.if": partial(nested, '%c{0} = "test.condition"() : () -> i1\nscf.if %c{0} {{\n', "}\n"),
    "scf.execute_region": partial(nested, "scf.execute_region {{\n", "scf.yield\n}\n"),
    "builtin.module": lambda depth: "module {\n" * depth + FUNCTION + "}\n" * depth,
}
DEPTHS = pytest.mark.parametrize("depth", [DEPTH, pytest.param(DEEPER, marks=pytest.mark.slow)])


@DEPTHS
@pytest.mark.parametrize("name", PROGRAMS)
def test_deep_regions_are_read_written_and_derived_from(name: str, depth: int) -> None:
    text = PROGRAMS[name](depth)
    module = parse(text)
    for op in module.walk():
        op.touched = True
    assert print_module(module) == text
    assert print_generic(module).count(f'"{name}"') >= depth
    assert ownlog.analyze(module)["dominance"]


@DEPTHS
@pytest.mark.parametrize(("name", "flag"), every(5, [*product(PROGRAMS, FLAGS)]))
def test_passes_go_through_deep_regions(name: str, flag: str, depth: int) -> None:
    run = OwnlogFork(timeout=300)([flag], PROGRAMS[name](depth))
    assert run.status == 0, run.err[-500:]
