"""How much work a call is, in a number that is the same on every machine: timings live in `benchmarks/`."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

_Result = TypeVar("_Result")


def counted(work: Callable[[], _Result]) -> tuple[_Result, int]:
    """What `work` returns, and how many calls of functions (Python's and C's) it took."""
    count = 0

    def count_calls(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count_calls)
    try:
        return work(), count
    finally:
        sys.setprofile(before)
