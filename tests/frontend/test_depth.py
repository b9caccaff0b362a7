"""Regions nested 5,000 deep go through everything that programs go through."""

from __future__ import annotations

from itertools import product

import pytest

import ownlog
from ownlog.frontend import parse
from ownlog.frontend.generic.generic import print_generic
from ownlog.frontend.printing.printer import print_module
from tests.tiers import every
from tests.tools import OwnlogFork

DEPTH = 5_000


def nested(opening: str, closing: str) -> str:
    """A buffer in the innermost of many regions; `{}` in `opening` is the number of the region."""
    inside = "%a = memref.alloc() : memref<4xf32>\nmemref.store %z, %a[%i] : memref<4xf32>\nfunc.call @use(%a) : (memref<4xf32>) -> ()\n"
    before = "func.func private @use(memref<4xf32>)\nfunc.func @f(%c: i1) {\n%z = arith.constant 1.0 : f32\n%i = arith.constant 0 : index\n"
    return before + "".join(opening.format(i) for i in range(DEPTH)) + inside + closing * DEPTH + "return\n}\n"


FLAGS = ("--buffer-deallocation-pipeline", "--ownership-based-buffer-deallocation", "--canonicalize", "--cse")
PROGRAMS = {
    "scf.if": nested("%c{0} = \"test.condition\"() : () -> i1\nscf.if %c{0} {{\n", "}\n"),
    "scf.execute_region": nested("scf.execute_region {{\n", "scf.yield\n}\n"),
    "builtin.module": "module {\n" * DEPTH + "func.func @f() {\n%a = memref.alloc() : memref<4xf32>\nreturn\n}\n" + "}\n" * DEPTH,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_deep_regions_are_read_written_and_derived_from(name: str) -> None:
    text = PROGRAMS[name]
    module = parse(text)
    for op in module.walk():
        op.touched = True
    assert print_module(module) == text
    assert print_generic(module).count(f'"{name}"') >= DEPTH
    assert ownlog.analyze(module)["dominance"]


@pytest.mark.parametrize(("name", "flag"), every(5, [*product(PROGRAMS, FLAGS)]))
def test_passes_go_through_deep_regions(name: str, flag: str) -> None:
    run = OwnlogFork(timeout=300)([flag], PROGRAMS[name])
    assert run.status == 0, run.err[-500:]
