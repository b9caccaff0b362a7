"""Faults in the rules of the analysis: a premise left out, or a rule, so that it decides what a reference forbids."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache

from ownlog import rules
from tests.reference.laws import laws
from tests.rules.changed import changed_program
from tests.rules.mutants import named

PLANTED: Mapping[str, tuple[str, int]] = {
    "bufferize.apart#36: without !slices_differ(extraction, insertion)": ("tensors: parts", 20),
    "bufferize.slices#6: without !covers_partly(op)": ("tensors: parts", 5),
    "bufferize.uses#9: taken out": ("tensors: plain", 5),
    "bufferize.uses#34: taken out": ("tensors: plain", 10),
    "bufferize.justified#1: without reached_once(reader, read)": ("tensors: graphs", 5),
    "bufferize.justified#4: without !part_moves(reader, writer, reader, 1)": ("tensors: moving", 15),
    "bufferize.justified#9: without !iterates_otherwise(op)": ("tensors: maps", 20),
    "bufferize.apart#19: without offset <= other_offset": ("tensors: parts", 5),
    "bufferize.parts#22: without !parts_vary(reader, read, looked, writer, changed, basis)": ("tensors: moving", 30),
    "bufferize.instances#17: without (!placed_alike(insertion, loop, _); !reading(op, 0, _))": (
        "tensors: instances",
        30,
    ),
    "bufferize.instances#18: without !meets_insertion(op, _)": ("tensors: instances", 5),
    "block_ends.boundary#4: taken out": ("buffers: handovers", 5),
    "block_ends.boundary#6: taken out": ("buffers: handovers", 10),
    "block_ends.boundary#7: taken out": ("buffers: handovers", 5),
    "block_ends.ownership#6: without ownership_at(block, value, state)": ("buffers: decisions", 60),
    "block_ends.ownership#7: taken out": ("buffers: decisions", 5),
    "checking.counting#22: without other_number <= number": ("checker: constants", 25),
    "checking.counting#16: without other_number <= number": ("checker: constants", 15),
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
