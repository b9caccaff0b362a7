"""`ownlog why` at an op with tensors: which operands are in place, and what keeps the others from that."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ownlog.base.errors import Diagnostic, InputError
from ownlog.base.words import counted
from ownlog.derived.tensors import Tensors, is_tensor
from ownlog.frontend.ir.ir import Op, Value
from ownlog.query.because import Place, place_json, place_of, reason_lines
from ownlog.query.reports.tensor_uses import Use, Uses
from ownlog.query.reports.tensor_words import Words
from ownlog.rules.explain.names import short_name

_LISTED = 8
"""Tensors that are listed, in a text, of those that may share memory with one."""


@dataclass(frozen=True)
class Result:
    """A tensor that an op makes, those that it may share memory with, and why nothing may be written to it, or ""."""

    value: str
    shares_with: tuple[str, ...]
    read_only: str

    def text(self) -> str:
        """The same in words."""
        rest = len(self.shares_with) - _LISTED
        listed = ", ".join(self.shares_with[:_LISTED]) + (f" and {counted(rest, 'more tensor')}" if rest > 0 else "")
        shares = f"may share memory with {listed}" if listed else "has a buffer of its own"
        return f"{shares}; nothing may be written to it: {self.read_only}" if self.read_only else shares


@dataclass(frozen=True)
class Asked:
    """An op that is asked about."""

    name: str
    place: Place
    uses: tuple[Use, ...]
    results: tuple[Result, ...]


@dataclass(frozen=True)
class WhyInPlace:
    """The answer about the ops at one place; `passes` is the deciding pass with its options."""

    passes: str
    ops: tuple[Asked, ...]
    notes: tuple[str, ...]

    def text(self, depth: int = 0) -> str:
        """The answer as a person reads it, with derivations of at most `depth` levels (0: all of them)."""
        return "\n".join(
            [f"passes: {self.passes}", *(line for op in self.ops for line in _lines(op, depth)), *self.notes]
        )

    def json_text(self) -> str:
        return json.dumps(
            {"passes": self.passes, "ops": [_op_json(op) for op in self.ops], "notes": list(self.notes)}, indent=1
        )


class InPlace(Uses):
    """Answers for the uses of a module's tensors, and for places in its text. In: what was decided about these."""

    def __init__(self, tensors: Tensors) -> None:
        super().__init__(tensors)
        self._tensors = tensors

    def at(self, line: int, column: int | None = None) -> WhyInPlace | None:
        """The decisions about the ops on a line, or the innermost one at a column; None if they have no tensors.

        Raises InputError for a line that does not exist.
        """
        asked = [op for op in self._ops(line, column) if any(map(is_tensor, (*op.operands, *op.results)))]
        found = [about for about in map(self._asked, asked) if about.uses or about.results]
        if not found:
            return None
        lines = {op.place.position.line for op in found}
        rewritten = (note for note in self._tensors.rewritten if note.position and note.position.line in lines)
        notes = (f"{note.position}: {note.message}" for note in (*rewritten, *self._tensors.refusals()))
        return WhyInPlace(self._tensors.passes, tuple(found), tuple(notes))

    def about(self, value: Value) -> Result:
        """What a tensor may share memory with, and whether it may be written to."""
        return self._result(self.naming.value(value))

    def operands(self, op: Op, value: Value) -> list[Use]:
        """What was decided about the operands of an op that are `value`."""
        name, wanted = self.naming.op(op), self.naming.value(value)
        rows = self._tensors.explanations.explainer.store.matching("tensor_use", (name, None, wanted))
        return [self.use(name, int(str(row[1])), wanted) for row in rows]

    def _ops(self, line: int, column: int | None) -> list[Op]:
        source = self._tensors.module.source
        last = source.first_line + len(source.text.splitlines()) - 1
        if not source.first_line <= line <= last:
            advice = f"lines are counted from {source.first_line} to {last}"
            raise InputError(Diagnostic(f"there is no line {line} in {source.name}", advice=advice))
        written = [op for op in self._tensors.module.walk() if op.start >= 0 and op.source is not None]
        if column is None:
            here = [op for op in written if source.position(op.start).line == line]
            return here or _innermost(
                [op for op in written if source.position(op.start).line <= line <= source.position(op.end).line]
            )
        at = (line, column)
        places = ((op, source.position(op.start), source.position(op.end)) for op in written)
        return _innermost(
            [op for op, first, end in places if (first.line, first.column) <= at < (end.line, end.column)]
        )

    def _asked(self, op: Op) -> Asked:
        name = self.naming.op(op)
        store = self._tensors.explanations.explainer.store
        place = place_of(self.naming, name)
        assert place is not None
        uses = [
            self.use(name, int(str(row[1])), str(row[2])) for row in store.matching("tensor_use", (name, None, None))
        ]
        results = [self._result(str(row[2])) for row in store.matching("tensor_result", (name, None, None))]
        return Asked(op.name, place, tuple(uses), tuple(results))

    def _result(self, value: str) -> Result:
        store = self._tensors.explanations.explainer.store
        firsts = [row[1] for row in store.matching("buffer_class", (value, None))]
        others = [
            str(row[0]) for first in firsts for row in store.matching("buffer_class", (None, first)) if row[0] != value
        ]
        order = {name: number for number, name in enumerate(self.naming.values)}
        causes = [row[1] for row in store.matching("read_only_because", (value, None))]
        why = "; ".join(Words(self._tensors).read_only(value, str(cause)) for cause in causes)
        return Result(short_name(value), tuple(short_name(name) for name in sorted(others, key=order.__getitem__)), why)


def _innermost(ops: list[Op]) -> list[Op]:
    """The op that begins last, of those that lie around one place."""
    return [max(ops, key=lambda op: op.start)] if ops else []


def _lines(op: Asked, depth: int) -> Iterator[str]:
    yield f"{op.place.position}: {op.place.text}"
    for use in op.uses:
        yield f"  operand {use.operand}, {use.value}: {use.verdict}{f', {use.meaning}' if use.meaning else ''}"
        for because in use.reasons:
            yield from reason_lines(because, depth, "    ")
    for result in op.results:
        yield f"  result {result.value}: {result.text()}"


def _op_json(op: Asked) -> dict[str, Any]:
    uses = [
        {
            "operand": use.operand,
            "value": use.value,
            "verdict": use.verdict,
            "meaning": use.meaning,
            "reasons": [
                {
                    "meaning": because.meaning,
                    **{role: place_json(place) for role, place in because.places},
                    "relation": because.derivation.relation,
                    "derivation": because.derivation.to_json(),
                }
                for because in use.reasons
            ],
        }
        for use in op.uses
    ]
    results = [
        {"value": made.value, "shares_with": list(made.shares_with), "read_only": made.read_only} for made in op.results
    ]
    return {"op": op.name, **place_json(op.place), "operands": uses, "results": results}
