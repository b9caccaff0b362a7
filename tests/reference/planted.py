"""Faults in the rules of the analysis: a premise left out, or a rule, so that it decides what a reference forbids."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache

from ownlog import rules
from tests.reference.laws import laws
from tests.rules.changed import changed_program
from tests.rules.mutants import named

PLANTED: Mapping[str, tuple[str, int]] = {
    "BF26: without !slices_differ(extraction, insertion)": ("tensors: parts", 20),
    "BF30: without !covers_partly(op)": ("tensors: parts", 5),
    "BF43: taken out": ("tensors: plain", 5),
    "BF72: taken out": ("tensors: plain", 10),
    "BF127: without !block_loop_between(reader, read, _)": ("tensors: graphs", 5),
    "BF130: without !part_moves(reader, writer, reader, 1)": ("tensors: moving", 15),
    "BF135: without !iterates_otherwise(op)": ("tensors: maps", 20),
    "BF548: without offset <= other_offset": ("tensors: parts", 5),
    "BF582: without !made_between(base, writer, reader, read)": ("tensors: moving", 30),
    "BF724: without !placed_alike(insertion, loop, _)": ("tensors: instances", 30),
    "BF725: without !meets_insertion(op, _)": ("tensors: instances", 5),
    "B4: taken out": ("buffers: handovers", 5),
    "B6: taken out": ("buffers: handovers", 10),
    "B7: taken out": ("buffers: handovers", 5),
    "O20: without ownership_at(block, value, state)": ("buffers: decisions", 10),
    "O21: taken out": ("buffers: decisions", 5),
    "J34: without other_number <= number": ("checker: constants", 25),
    "J200: without other_number <= number": ("checker: constants", 15),
}
"""The kind of program that shows each, and how many of them are tried."""


@contextmanager
def planted(name: str) -> Iterator[None]:
    """The analysis has this fault."""
    mutant = named(name)
    wrong = changed_program(mutant.original, mutant.changed, _public())
    right = rules.load
    rules.load = lambda models=(): wrong
    try:
        yield
    finally:
        rules.load = right


@cache
def _public() -> frozenset[str]:
    return frozenset(rules.load().relations)


def first(name: str, kind: str, most: int) -> int | None:
    """The first seed whose program is in disagreement with a reference, of so many."""
    law = laws()[kind]
    with planted(name):
        return next((seed for seed in range(most) if next(law(seed), None) is not None), None)
