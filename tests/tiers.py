"""Which of many like cases `make test` runs, which the slow tier, and which only the nightly run.

A run that takes minutes is several cases: so the workers share it, and a small part of it stands in the first tier.
"""

import os
from collections.abc import Callable, Sequence
from typing import TypeVar

import pytest
from _pytest.mark import ParameterSet
from hypothesis import settings

Case = TypeVar("Case")

NIGHTLY = os.environ.get("OWNLOG_NIGHTLY", "") not in ("", "0")
_SLOW = (pytest.mark.slow,)
_FIRST_SEED = int(os.environ.get("OWNLOG_SEED", "0"))
_PROGRAMS = int(os.environ.get("OWNLOG_PROGRAMS", "0"))
_TIMES = 10 if NIGHTLY else 1


def spans(count: int, size: int, *, first: int = 1) -> list[ParameterSet]:
    """Seeds in ranges of `size`, for `parametrize`; all but the first few ranges are slow.

    They are `range(count)`, ten times as many in the nightly run, or the `OWNLOG_PROGRAMS` seeds from `OWNLOG_SEED` on,
    where the environment asks for others.
    """
    end = _FIRST_SEED + (_PROGRAMS or _TIMES * count)
    return [
        pytest.param(range(start, min(start + size, end)), id=f"from-{start}", marks=() if number < first else _SLOW)
        for number, start in enumerate(range(_FIRST_SEED, end, size))
    ]


def every(
    step: int, cases: Sequence[Case], name: Callable[[Case], str] | None = None, *, slow: int = 1
) -> list[ParameterSet]:
    """Cases (a tuple has the values of several parameters), for `parametrize`: each `step`th, each `slow`th in the slow
    tier, all in the nightly run.

    `name` makes ids.
    """
    found = []
    for number, case in enumerate(cases):
        if number % step == 0 or number % slow == 0 or NIGHTLY:
            values = case if isinstance(case, tuple) else (case,)
            marks = () if number % step == 0 else _SLOW
            found.append(pytest.param(*values, id=None if name is None else name(case), marks=marks))
    return found


def examples(few: int) -> pytest.MarkDecorator:
    """Gives a test `examples`, which it hands on to hypothesis: a few, and in the slow tier as many as the profile
    says.
    """
    return pytest.mark.parametrize("examples", [few, pytest.param(settings().max_examples, marks=_SLOW)])


def parts(count: int, slow: int | None = None) -> list[ParameterSet]:
    """The numbers of as many parts, for `parametrize`: the first, the first `slow` (or all) in the slow tier, all in
    the nightly run.
    """
    several = range(count if slow is None or NIGHTLY else slow)
    return [pytest.param(number, marks=() if number == 0 else _SLOW) for number in several]
