"""How deep regions may nest: as deep as the text goes, far beyond what mlir-opt's stack holds.

Reading, writing and changing regions are recursions of plain Python functions, because the forms of ops call each other
through the parser and the writer; with explicit stacks each form would be a state machine. Python keeps the frames of
such calls on the heap, so that only its own limit stands in the way. It is raised here, and nowhere else, to what a
text can need.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

MAX_DEPTH = 100_000  # nested regions: some 100 MB of frames
MAX_NESTING = 10_000  # lists and dictionaries in attributes, function types in types

_FRAMES = 20
_RESERVE = 5_000  # for whoever calls, and for what a form calls


def allow_depth_of(text: str) -> None:
    """Let regions and brackets nest as deep as the brackets of `text` can."""
    brackets = min(text.count("{"), MAX_DEPTH) + min(text.count("[") + text.count("("), MAX_NESTING)
    needed = _RESERVE + _FRAMES * brackets
    if sys.getrecursionlimit() < needed:
        sys.setrecursionlimit(needed)


@contextmanager
def shallow() -> Iterator[None]:
    """Python's own limit, for recursions in C (as in `json`): those take the stack of the process."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(min(limit, _RESERVE))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
