"""Broken input is refused with a diagnostic: no other exception, and in time that grows with the size of the input."""

import contextlib
import os
import random
import re
import time
from collections.abc import Callable, Iterator
from functools import cache

import pytest

import ownlog
from ownlog.errors import InputError, OwnlogError
from ownlog.frontend import parse
from ownlog.frontend.generic import print_generic
from ownlog.frontend.ir import Module
from tests.frontend.test_peers import pieces
from tests.shared import require_shared

_CI, _NIGHTLY = 500, 10_000
_LONGEST = 20_000  # characters of an input to mutate
_DEADLINE = 100  # times the clean parse, at least a second
_DEPTH = 5_000
_TOKEN = re.compile(r'"[^"\n]*"|[%@^#!]?[\w$.]+|->|\S|\s+')

Mutation = Callable[[random.Random, list[str]], list[str]]


@cache
def inputs() -> list[tuple[str, str]]:
    """The texts to mutate, with their names."""
    require_shared("corpus")
    return [(str(path), text) for path, text in pieces("corpus", "upstream") if 0 < len(text) <= _LONGEST]


def _delete(chance: random.Random, tokens: list[str]) -> list[str]:
    at = chance.randrange(len(tokens))
    return tokens[:at] + tokens[at + chance.randint(1, 4) :]


def _duplicate(chance: random.Random, tokens: list[str]) -> list[str]:
    at = chance.randrange(len(tokens))
    end = at + chance.choice((1, 1, 2, 8, 40))
    return tokens[:end] + tokens[at:]


def _swap(chance: random.Random, tokens: list[str]) -> list[str]:
    one, other = chance.randrange(len(tokens)), chance.randrange(len(tokens))
    swapped = list(tokens)
    swapped[one], swapped[other] = tokens[other], tokens[one]
    return swapped


def _truncate(chance: random.Random, tokens: list[str]) -> list[str]:
    return tokens[: chance.randrange(len(tokens))]


def _replace_with_own(chance: random.Random, tokens: list[str]) -> list[str]:
    """Put a token of the same kind in another one's place: this often stays readable, and means something else."""
    at = chance.randrange(len(tokens))
    kind = tokens[at][0]
    return [*tokens[:at], chance.choice([token for token in tokens if token[0] == kind]), *tokens[at + 1 :]]


def _cut_bytes(chance: random.Random, tokens: list[str]) -> list[str]:
    data = "".join(tokens).encode()
    at = chance.randrange(len(data))
    return [(data[:at] + data[at + chance.randint(1, 3) :]).decode(errors="replace")]


def _insert_byte(chance: random.Random, tokens: list[str]) -> list[str]:
    text = "".join(tokens)
    at = chance.randrange(len(text))
    return [text[:at], chance.choice('(){}[]<>"%@^#!:,=-/\\\0\n\x85\ufeff0aA.é'), text[at:]]


_MUTATIONS: tuple[Mutation, ...] = (
    _delete, _duplicate, _swap, _truncate, _replace_with_own, _replace_with_own, _cut_bytes, _insert_byte,
)  # fmt: skip


def mutants(seed: int, count: int) -> Iterator[tuple[str, str, str]]:
    """Name, clean text and mutant; the same for the same seed."""
    chance = random.Random(seed)
    for _ in range(count):
        name, text = chance.choice(inputs())
        tokens = _TOKEN.findall(text)
        for _ in range(chance.choice((1, 1, 1, 2, 3))):
            tokens = _TOKEN.findall("".join(chance.choice(_MUTATIONS)(chance, tokens))) or ["x"]
        yield name, text, "".join(tokens)


@cache
def clean_time(text: str) -> float:
    start = time.perf_counter()
    parse(text)
    return time.perf_counter() - start


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
    """How many of the mutants are still read; those must be printed as they are, and passes must take or refuse them."""
    read = 0
    for name, text, mutant in mutants(seed, count):
        try:
            allowed = max(1.0, _DEADLINE * clean_time(text))
        except InputError:
            allowed = 1.0
        start = time.perf_counter()
        try:
            module = attempt(mutant)
            taken = time.perf_counter() - start
            if module is not None:
                read += 1
                assert str(module) == mutant
                parse(print_generic(module))
                _run_passes(module)
        except Exception as error:
            raise AssertionError(f"{name}, seed {seed}:\n{mutant}") from error
        assert taken < allowed, name
    return read


def _run_passes(module: Module) -> None:
    with contextlib.suppress(OwnlogError):
        ownlog.run_pipeline(module, "ownership-based-buffer-deallocation")


@pytest.mark.parametrize("seed", range(5))
def test_mutants(seed: int) -> None:
    read = check(seed, _CI // 5)
    assert 0 < read < _CI // 5


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(100, 120))
def test_many_mutants(seed: int) -> None:
    first = int(os.environ.get("OWNLOG_SEED", "0"))
    assert check(first + seed, _NIGHTLY // 20) > 0


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


@pytest.mark.parametrize("kind", _NESTED)
@pytest.mark.parametrize("closed", [True, False])
def test_deep_nesting(kind: str, closed: bool) -> None:
    opening, closing = _NESTED[kind]
    before, after = _AROUND.get(kind, ("", ""))
    for depth in (_DEPTH, 10 * _DEPTH):
        start = time.perf_counter()
        module = attempt(before + opening * depth + (closing * depth + after if closed else ""))
        assert time.perf_counter() - start < 20
        if module is not None:
            assert closed


_REPEATED = {
    "open brackets in types": "memref<", "quotes": '"', "slashes": "/ ", "commas": ", ", "spaces": " ", "comments": "// x\n",
    "results": "%a, ", "uses": '"t.a"(%x) : (i32) -> ()\n', "labels": "^bb0:\n", "numbers": "1", "angles": "<", "closings": "> ",
    "dashes": "-", "minus signs": "- ", "symbols": "@a::", "escapes": "\\\\",
}  # fmt: skip
_STARTS = ("", "func.func @f(%a: ", '"t.a"() {a = ', '"t.a"() : () -> ', 'func.func @f() {\n"t.a"() {s = "', "%a = ", "#a = ", "@")


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
