"""The work of the checker grows with the program, and not with its square."""

from __future__ import annotations

import pytest

import ownlog
from benchmarks.checking import GROWN, planned
from ownlog.backend.checking import check
from tests.effort import counted

SIZES = (30, 60)
GROWS_FASTER = {
    "live through": "each buffer is followed through each block that it lives through",
    "nested loops": "what the innermost loop makes is followed through all that are around it, with what each of them knows",
}
EMPTY = "func.func @f() {\n  return\n}\n"


def effort(text: str) -> int:
    """The calls that judging a clean program takes."""
    module = ownlog.parse(text)
    verdict, calls = counted(lambda: check(module))
    assert verdict.status == "clean"
    return calls


@pytest.mark.parametrize("name", sorted(GROWN.keys() - GROWS_FASTER.keys()))
def test_twice_the_program_takes_twice_the_work(name: str) -> None:
    grown = GROWN[name]
    effort(EMPTY)  # what is loaded is loaded
    always = effort(EMPTY)
    texts = [grown.make(size) for size in SIZES]
    few, many = (effort(planned(text) if grown.planned else text) - always for text in texts)
    assert few > always / 8, "too small to tell"
    assert many < 2**1.15 * few
