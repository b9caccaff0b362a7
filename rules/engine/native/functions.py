"""What plans call by name: functors and tests that are too rare to be written in C."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ownlog.rules.engine.planning.functors import matcher, strlen, substr, to_number


def _cat(*texts: str) -> str:
    return "".join(texts)


def _contains(part: str, text: str) -> bool:
    return part in text


def _matches(pattern: str, text: str) -> bool:
    return matcher(pattern)(text) is not None


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "cat": _cat,
    "contains": _contains,
    "match": _matches,
    "strlen": strlen,
    "substr": substr,
    "to_number": to_number,
    "to_string": str,
}
