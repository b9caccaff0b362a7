"""What somebody may have meant who wrote a name that nothing has."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Sequence

_LISTED = 3
_LIKENESS = 0.6


def similar(name: str, names: Iterable[str], at_most: int = _LISTED, likeness: float = _LIKENESS) -> list[str]:
    """The most similar of `names`, with a difflib ratio of at least `likeness`."""
    return difflib.get_close_matches(name, list(names), at_most, likeness)


def did_you_mean(near: Sequence[str]) -> str | None:
    """The advice that names what may be meant; None where that is nothing."""
    if not near:
        return None
    *others, last = near
    return f"did you mean {', '.join(others)} or {last}?" if others else f"did you mean {last}?"


def as_a_file(flag: str) -> str | None:
    """The advice how to name a file that is called as `flag` is; None where there is none."""
    return (
        f"the file is named ./{flag}, or {flag} behind a --" if flag.startswith("-") and os.path.lexists(flag) else None
    )
