"""Programs that hand buffers over again and again go through the whole pipeline; see handovers.py for what they aim
at.
"""

import re
from functools import cache

import pytest

from tests.execution.checking import EVERY_RUN, check
from tests.execution.executor import BATCH, Executor
from tests.execution.programs.choices import Choices
from tests.execution.programs.handovers import generate
from tests.execution.soundness import WHOLE, WHOLE_PIPELINES
from tests.tiers import spans


@pytest.mark.parametrize("seeds", spans(EVERY_RUN, BATCH // 4))
def test_handovers_stay_sound(executor: Executor, seeds: range) -> None:
    check(executor, seeds, [WHOLE], generate)


@pytest.mark.parametrize("seeds", spans(BATCH, BATCH // 4))
def test_handovers_stay_sound_when_deallocated_at_the_ends_of_blocks(executor: Executor, seeds: range) -> None:
    check(executor, seeds, WHOLE_PIPELINES[1:], generate)


@cache
def _programs() -> list[str]:
    return [generate(Choices(seed)) for seed in range(EVERY_RUN)]


@pytest.mark.parametrize(
    "pattern",
    [
        # Two selects of one pair, by the same condition, swapped; a select of a select.
        r"select (%\w+), (%[\w#]+), (%[\w#]+) :.*\n.*select \1, \3, \2 :",
        r"(%s\d+) = arith\.select.*\n(?:.*\n)*?.*select %\w+, .*\1",
        # The same buffer sent twice, along an edge, into a loop, out of a region, to a function.
        r"\^b\d+\((%[\w#]+), \1 :", r"iter_args\(%\w+ = (%[\w#]+), %\w+ = \1\)", r"scf\.yield (%[\w#]+), \1 :",
        r"call @\w+\(%\w+, %\w+, (%[\w#]+), \1\)",
        # A region that yields what is outside of it, three deep.
        r"(%a\d+) = memref\.alloc(?s:.*?)\n      +scf\.yield \1 :",
        # Functions that give back what they are given, in one position or another, and their recursion.
        r"call @either\(", r"call @swap\(", r"call @twice\(", r"call @again\(", r"call @odd\(", r"call @fork\(",
        r"call @maybe\(",
        r"cf\.cond_br %\w+, (\^\w+)\(.*\), \1\(", r"extract_aligned_pointer_as_index", r"memref\.dealloc %[acr]\d",
        r"memref\.realloc",
    ],
)  # fmt: skip
def test_the_generator_makes_every_kind_of_handover(pattern: str) -> None:
    found = sum(bool(re.search(pattern, program)) for program in _programs())
    assert found >= EVERY_RUN // 40
