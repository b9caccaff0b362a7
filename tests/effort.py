"""How much work a call is, in a number that is the same on every machine: timings live in `benchmarks/`."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

from ownlog.rules.engine.native import is_here

_Result = TypeVar("_Result")


def counted(work: Callable[[], _Result]) -> tuple[_Result, int]:
    """What `work` returns, and how many calls of functions (Python's and C's) it took, and rows that the native engine
    looked at.
    """
    count = 0

    def count_calls(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before, rows = sys.getprofile(), _rows()
    sys.setprofile(count_calls)
    try:
        result = work()
    finally:
        sys.setprofile(before)
    return result, count + _rows() - rows


def _rows() -> int:
    if not is_here():
        return 0
    from ownlog.rules.engine.native import joins

    return joins.rows_looked_at()
