"""Broken input is refused with a diagnostic: no other exception, and in time that grows with the size of the input."""

import contextlib
import time

import pytest

import ownlog
from ownlog.base.errors import InputError, OwnlogError
from ownlog.frontend import parse
from ownlog.frontend.generic.generic import print_generic
from ownlog.frontend.ir.module import Module
from tests.fuzz.mutants import Nursery
from tests.tiers import parts

_CI = 100  # mutants of each seed
_SECONDS = 10
_DEPTH = 5_000


def attempt(text: str) -> Module | None:
    """The module, or None for a text that is refused with a message, a position and advice."""
    try:
        return parse(text)
    except InputError as error:
        refused = error.diagnostics[0]
    assert refused.message
    assert refused.position is not None
    assert refused.advice
    return None


def check(seed: int, count: int) -> int:
    """How many of the mutants are still read; those must be printed as they are, and passes must take or refuse
    them.
    """
    read = 0
    batch = Nursery().batch(seed, 0)
    for number in range(count):
        mutant = batch.mutant(number).data.decode("utf-8", "surrogateescape")
        start = time.process_time()
        try:
            module = attempt(mutant)
            taken = time.process_time() - start
            if module is not None:
                read += 1
                assert str(module) == mutant
                parse(print_generic(module))
                _run_passes(module)
        except Exception as error:
            raise AssertionError(f"seed {seed}, mutant {number}:\n{mutant}") from error
        assert taken < _SECONDS, number
    return read


def _run_passes(module: Module) -> None:
    with contextlib.suppress(OwnlogError):
        ownlog.run_pipeline(module, "ownership-based-buffer-deallocation")


@pytest.mark.parametrize("seed", parts(5))
def test_mutants(seed: int) -> None:
    read = check(seed, _CI)
    assert 0 < read < _CI


_NESTED: dict[str, tuple[str, str]] = {
    "regions": ('"t.a"() ({ ', "}) : () -> () "),
    "custom regions": ("module { ", "} "),
    "types": ("memref<", ">"),
    "function types": ("(", ")"),
    "tuples": ('"t.a"() : () -> tuple<' + "tuple<", ">"),
    "lists": ('"t.a"() {a = ' + "[", "]"),
    "dictionaries": ("{a = ", "}"),
    "dialect attributes": ("#d.a<", ">"),
    "locations": ("loc(fused[", "])"),
    "calls of locations": ("loc(callsite(", ")"),
    "affine": ("(", " + d0)"),
    "dense": ("[", "]"),
}
_AROUND = {
    "types": ("func.func private @f(", ")"),
    "function types": ('"t.a"() : () -> ', ""),
    "lists": ("", "} : () -> ()"),
    "dictionaries": ('"t.a"() ', " : () -> ()"),
    "dialect attributes": ('"t.a"() {a = ', "} : () -> ()"),
    "locations": ('"t.a"() : () -> () ', ""),
    "calls of locations": ('"t.a"() : () -> () ', ""),
    "affine": ('"t.a"() {a = affine_map<(d0) -> (', ")>} : () -> ()"),
    "dense": ('"t.a"() {a = dense<', "> : tensor<4xf32>} : () -> ()"),
}


@pytest.mark.parametrize("depth", [_DEPTH, pytest.param(10 * _DEPTH, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", _NESTED)
@pytest.mark.parametrize("closed", [True, False])
def test_deep_nesting(kind: str, closed: bool, depth: int) -> None:
    opening, closing = _NESTED[kind]
    before, after = _AROUND.get(kind, ("", ""))
    start = time.process_time()
    module = attempt(before + opening * depth + (closing * depth + after if closed else ""))
    assert time.process_time() - start < 20
    if module is not None:
        assert closed


_REPEATED = {
    "open brackets in types": "memref<", "quotes": '"', "slashes": "/ ", "commas": ", ", "spaces": " ",
    "comments": "// x\n",
    "results": "%a, ", "uses": '"t.a"(%x) : (i32) -> ()\n', "labels": "^bb0:\n", "numbers": "1", "angles": "<",
    "closings": "> ",
    "dashes": "-", "minus signs": "- ", "symbols": "@a::", "escapes": "\\\\",
}  # fmt: skip
_STARTS = (
    "",
    "func.func @f(%a: ",
    '"t.a"() {a = ',
    '"t.a"() : () -> ',
    'func.func @f() {\n"t.a"() {s = "',
    "%a = ",
    "#a = ",
    "@",
)


@pytest.mark.parametrize("kind", _REPEATED)
def test_time_is_linear_in_hostile_repetition(kind: str) -> None:
    for start_text in _STARTS:
        spent = []
        for times in (4_000, 16_000):
            start = time.process_time()
            attempt(start_text + _REPEATED[kind] * times)
            spent.append(time.process_time() - start)
        # Four times the text; sixteen times the time would be quadratic. Small times say nothing.
        assert spent[1] < 2 or spent[1] < 12 * spent[0], start_text
