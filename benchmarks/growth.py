"""How time grows with size: the slope of a straight line through the points of the last decade, both axes
logarithmic.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

Points = Sequence[tuple[int, float]]


def exponent(points: Points) -> float | None:
    """The least-squares exponent over sizes from a tenth of the largest on; None of fewer than two."""
    last = [(math.log(size), math.log(taken)) for size, taken in points if size * 10 >= max(size for size, _ in points)]
    if len(last) < 2:
        return None
    x, y = (sum(values) / len(last) for values in zip(*last, strict=True))
    slope: float = sum((a - x) * (b - y) for a, b in last) / sum((a - x) ** 2 for a, _ in last)
    return slope


def worst_doubling(points: Points) -> float | None:
    """The largest factor between two neighbours, taken to what a doubling of the size is; None of fewer than two."""
    ordered = sorted(points)
    factors = [
        (after / before) ** (math.log(2) / math.log(larger / size))
        for (size, before), (larger, after) in pairwise(ordered)
    ]
    return max(factors, default=None)
