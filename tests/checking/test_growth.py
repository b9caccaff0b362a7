"""The work of the checker grows with the program, and not with its square."""

from __future__ import annotations

import pytest

import ownlog
from benchmarks.checking import GROWN, planned
from ownlog.backend.checking import check
from tests.effort import counted

SIZES = (30, 60)
EMPTY = "func.func @f() {\n  return\n}\n"


def effort(text: str) -> tuple[int, int]:
    """The calls that judging a clean program takes, and the states that are looked at."""
    module = ownlog.parse(text)
    verdict, calls = counted(lambda: check(module))
    assert verdict.status == "clean"
    return calls, verdict.states


def grown_text(name: str, size: int) -> str:
    text = GROWN[name].make(size)
    return planned(text) if GROWN[name].planned else text


@pytest.mark.parametrize("name", sorted(GROWN))
def test_twice_the_program_has_twice_the_states_and_takes_twice_the_work(name: str) -> None:
    effort(EMPTY)  # what is loaded is loaded
    always, _ = effort(EMPTY)
    (few, few_states), (many, many_states) = (effort(grown_text(name, size)) for size in SIZES)
    assert few - always > always / 8, "too small to tell"
    assert many - always < 2**1.15 * (few - always)
    assert many_states < 2**1.15 * few_states


def asking(count: int) -> str:
    """A deallocation of one buffer, `count` times under conditions that nobody knows, and once for certain."""
    names, types = ", ".join(["%a"] * (count + 1)), ", ".join(["memref<4xi32>"] * (count + 1))
    conditions = ", ".join([*(f"%c{number}" for number in range(count)), "%true"])
    lines = [
        "func.func private @ask() -> i1",
        "func.func @f() {",
        "  %true = arith.constant true",
        "  %a = memref.alloc() : memref<4xi32>",
    ]
    lines += [f"  %c{number} = func.call @ask() : () -> i1" for number in range(count)]
    return "\n".join([*lines, f"  bufferization.dealloc ({names} : {types}) if ({conditions})", "  return", "}", ""])


def test_conditions_that_do_not_count_are_not_told_apart() -> None:
    effort(asking(1))
    few, many = (effort(asking(count))[0] for count in (8, 16))
    assert many < 2**1.5 * few
