"""A reason as answers give it: in words, with the places that it names, and its derivation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from ownlog.base.errors import Position
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op
from ownlog.rules.explain.derivation import Derivation


@dataclass(frozen=True)
class Because:
    """One reason: in words, with the places that it names by their roles ("" for none), and its derivation."""

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


class Place(NamedTuple):
    """A place in the input, its line without the blanks around it, and the whole line."""

    position: Position
    text: str
    whole: str


def place_of(naming: Naming, name: str) -> Place | None:
    """The place of an op or value in the input, or of the op around one that the text leaves out."""
    if name in naming.ops:
        op: Op | None = naming.ops[name]
        while op is not None and op.source is None:
            op = op.parent_op
        source, at = (op.source, op.start) if op is not None else (None, -1)
    elif name in naming.values:
        value = naming.values[name]
        owner = value.owner if isinstance(value.owner, Op) else value.owner.parent_op
        source, at = owner.source if owner is not None else None, value.offset
    else:
        return None
    return (
        None if source is None or at < 0 else Place(source.position(at), source.line_at(at).strip(), source.line_at(at))
    )
