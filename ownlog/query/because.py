"""A reason as answers give it: in words, with the places that it names, and its derivation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ownlog.query.places import Place
from ownlog.rules.explain.derivation import Derivation


@dataclass(frozen=True)
class Because:
    """One reason: in words, with the places that it names, each with what it is there ("" where that needs no word),
    and its derivation.
    """

    meaning: str
    places: tuple[tuple[str, Place], ...]
    derivation: Derivation


def reason_lines(because: Because, depth: int, indent: str) -> Iterator[str]:
    """A reason as lines of text, its derivation with at most `depth` levels (0: all of them)."""
    yield f"{indent}{because.meaning}"
    width = max((len(role) for role, _ in because.places), default=0)
    for role, place in because.places:
        what = f"{role.replace('_', '-').ljust(width)}  " if width else ""
        yield f"{indent}  {what}{place.position.file}:{place.position.line}: {place.text}"
    lines = because.derivation.text().split("\n")
    shown = [line for line in lines if not depth or len(line) - len(line.lstrip()) < 2 * depth]
    yield from (f"{indent}  {line}" for line in shown)
    if len(shown) < len(lines):
        yield f"{indent}  ({len(lines) - len(shown)} more lines: --depth 0 shows all)"


def place_json(place: Place) -> dict[str, Any]:
    """A place as JSON."""
    return {
        "file": place.position.file,
        "line": place.position.line,
        "column": place.position.column,
        "text": place.text,
    }
