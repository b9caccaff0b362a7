"""Which of many like cases `make test` runs, and which the slow tier.

A run that takes minutes is several cases: so the workers share it, and a small part of it stands in the first tier.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from _pytest.mark import ParameterSet

_SLOW = (pytest.mark.slow,)


def spans(count: int, size: int, *, first: int = 1) -> list[ParameterSet]:
    """`range(count)` in ranges of `size`, for `parametrize`; all but the first few are slow."""
    starts = range(0, count, size)
    return [
        pytest.param(range(start, min(start + size, count)), id=f"from-{start}", marks=() if number < first else _SLOW)
        for number, start in enumerate(starts)
    ]  # fmt: skip


def every(step: int, cases: Sequence[object]) -> list[ParameterSet]:
    """All cases (a tuple has the values of several parameters), for `parametrize`; all but each `step`th are slow."""
    values = [case if isinstance(case, tuple) else (case,) for case in cases]
    return [pytest.param(*case, marks=() if number % step == 0 else _SLOW) for number, case in enumerate(values)]


def parts(count: int) -> list[ParameterSet]:
    """The numbers of as many parts, for `parametrize`; all but the first are slow."""
    return [pytest.param(number, marks=() if number == 0 else _SLOW) for number in range(count)]
