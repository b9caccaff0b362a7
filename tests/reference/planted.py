"""Faults in the rules of the analysis: a premise left out, or a rule, so that it decides what a reference forbids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache

from ownlog import rules
from tests.reference.laws import laws
from tests.rules.changed import changed_program
from tests.rules.mutants import named

PLANTED: Mapping[str, str] = {
    "BF582: without !made_between(base, writer, reader, read)": "tensors: moving",
    "BF130: without !part_moves(reader, writer, reader, 1)": "tensors: moving",
    "BF127: without !block_loop_between(reader, read, _)": "tensors: graphs",
    "BF135: without !iterates_otherwise(op)": "tensors: maps",
    "BF26: without !slices_differ(extraction, insertion)": "tensors: parts",
    "BF30: without !covers_partly(op)": "tensors: parts",
    "BF548: without offset <= other_offset": "tensors: parts",
    "BF724: without !placed_alike(insertion, loop, _)": "tensors: instances",
    "BF725: without !meets_insertion(op, _)": "tensors: instances",
    "BF701: without !leaves_elements(op, operand)": "tensors: maps",
    "BF43: taken out": "tensors: statements",
    "BF72: taken out": "tensors: statements",
    "D8: taken out": "buffers: handovers",
    "D9: taken out": "buffers: handovers",
    "O21: taken out": "buffers: decisions",
    "O20: without ownership_at(block, value, state)": "buffers: decisions",
    "J34: without other_number <= number": "checker: constants",
    "J200: without other_number <= number": "checker: constants",
    "I12: without mirrored_predicate(predicate, mirrored)": "checker: constants",
    "J38: taken out": "checker: constants",
}
"""Which kind of program shows each."""


@contextmanager
def planted(name: str) -> Iterator[None]:
    """The analysis has this fault."""
    mutant = named(name)
    wrong = changed_program(mutant.original, mutant.changed, _public())
    right = rules.load
    rules.load = lambda models=(): wrong  # type: ignore[assignment,misc]
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
