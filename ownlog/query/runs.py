"""What a pass went by: the facts, the names in them, and the reasons that it gave for what it made."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ownlog.backend.context import Context
from ownlog.derived.explanations import Explanations
from ownlog.frontend.facts.extract import Facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Block, Op, Reason, Value
from ownlog.query.because import Because, Place, place_of
from ownlog.rules.engine.program.engine import Row
from ownlog.rules.engine.program.relations import Relation
from ownlog.rules.explain.names import short_name
from ownlog.rules.explain.notation import Pattern

_MEANINGS = {
    "candidate": "the end of {0} may own {1}, and has to free it then",
    "condition": "the end of {0} has to free {1} if it owns it, and that is told by: {2}",
    "edge": "control leaves {0} for its successor number {1}",
    "entry_indicator": "{2} goes into a region of the op, which does not own what it is given",
    "function_indicator": "result number {1} of {0} comes with an i1 that tells whether the caller owns it",
    "indicator_argument": "an i1 comes with {1}, to tell {0} whether it owns it",
    "indicator_result": "an i1 comes out of the op with {1}, to tell who owns it",
    "manual_free": "{2} is freed by hand, which is only right where nobody else owns it",
    "passes_indicator": "{3} goes on from here, and with it an i1 that tells who owns it",
    "release_after": "{2} is released in {0}, where nothing needs it any more",
    "retained_on_edge": "{2} is still needed after {0}, so that nothing that aliases it may be freed",
    "retained_on_exit": "{1} is handed out at the end of {0}, so that nothing that aliases it may be freed",
    "return_compare": "operand number {1} may be handed out already, as operand number {2}",
    "return_copy": (
        "{2} is returned, so that the caller gets to own it; it is copied unless owned already, as told by: {3}"
    ),
    "selected": "who owns {0} follows from which side was selected",
}


class Run:
    """One run of a pass. In: the facts that it went by, the names in them, and the context that it ran in."""

    def __init__(self, facts: Facts, naming: Naming, context: Context) -> None:
        self.naming = naming
        self._explanations: Explanations | None = None
        self.given = (facts, context.models, context.engine)

    @property
    def explanations(self) -> Explanations:
        if self._explanations is None:
            self._explanations = Explanations(*self.given)
        return self._explanations

    def because(self, reason: Reason, line: int | None = None) -> Iterator[Because]:
        """The rows of a reason, if this run knows its names; with `line`, those about that line of the input."""
        relation, cells = reason
        pattern = self._pattern(cells)
        if pattern is None:
            return
        for row in self.explanations.explainer.store.matching(relation, pattern):
            if line is None or line in {place.position.line for place in self.sources(row)}:
                yield from self.said(relation, row)

    def said(self, relation: str, row: Row) -> Iterator[Because]:
        """A row as reasons."""
        places = tuple(("", place) for place in self.sources(row))
        words = meaning(self.explanations.program.relations[relation], row)
        yield Because(words, places, self.explanations.explainer.explain(relation, row))

    def _pattern(self, cells: Iterable[Op | Block | Value | int | str | None]) -> Pattern | None:
        """The cells by name; None where something has none, because a pass made it later."""
        pattern: list[str | int | None] = []
        names = self.naming
        for cell in cells:
            if isinstance(cell, (Op, Block, Value)):
                name = names.find(cell)
                if name is None:
                    return None
                pattern.append(name)
            else:
                pattern.append(cell)
        return tuple(pattern)

    def sources(self, row: Row) -> tuple[Place, ...]:
        """The lines of the input that define what a row names."""
        found: dict[int, Place] = {}
        for cell in row:
            place = place_of(self.naming, str(cell))
            if place is not None:
                found.setdefault(place.position.line, place)
        return tuple(found[line] for line in sorted(found))


def meaning(relation: Relation, row: Row) -> str:
    """A row in words; where this module has none for it, in those of the relation's comment."""
    if relation.name in _MEANINGS:
        return _MEANINGS[relation.name].format(*map(_shown, row))
    text = re.split(r"(?<=[.;:]) ", " ".join(relation.doc.split()), maxsplit=1)[0].rstrip(".:;")
    for column, cell in zip(relation.columns, row, strict=True):
        if cell == "":
            # The row names nothing there, so that a condition about it says nothing.
            text = re.sub(rf", (?:if|unless) [^,;]*`{column.name}`[^,;]*", "", text)
        text = text.replace(f"`{column.name}`", _shown(cell))
    return text


def _shown(cell: str | int) -> str:
    text = str(cell)
    kind, space, value = text.partition(" ")
    if space and kind in ("argument", "result", "retained", "selected"):
        return f'the i1 "{kind} {short_name(value)}"'
    return short_name(text) or text
