"""Lines that differ in the names of values only say the same of their ops: what the first of them says is kept for the others.

A module of a compiler has many lines and few kinds of them (a transformer 100,000 and 98), so most ops need not be parsed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.base.later import pattern
from ownlog.frontend.ir.deferred import Deferred
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.tokens import SPACE, SUFFIX_ID

if TYPE_CHECKING:
    from ownlog.frontend.forms.parts.form import Form
    from ownlog.frontend.reading.scope import Scope
    from ownlog.frontend.text.types import Type

NAMES = pattern(rf"(%{SUFFIX_ID})")
# Where another op begins, or a region ends, the line before it is no part of an op that goes on.
_NEXT = pattern(rf"{SPACE}(?:%{SUFFIX_ID}[ ]*+=|[a-z_][a-z0-9_]*+\.[a-z]|\}})")


def may_end(text: str, at: int) -> bool:
    """Is it plain that an op which may be over before `at` is over there?"""
    return _NEXT.match(text, at) is not None


class Kind:
    """What the lines of one kind say; `named` if they name a result."""

    __slots__ = ("_attrs", "_form", "_location", "_named", "_properties", "_segments", "_types", "results")

    def __init__(self, form: Form, op: Op, named: bool) -> None:
        self._form = form
        self._named = named
        self._types = [value.type for value in op.operands]
        self.results: list[Type] = [value.type for value in op.results]
        self._attrs, self._properties = dict(op.attrs), dict(op.properties)
        self._segments = op.segments and list(op.segments)
        self._location = op.location

    def op(self, form: Form, names: list[str], parts: list[str], start: int, scope: Scope) -> Op | None:
        """The op that a line of this kind is, without results; None where it has to be read to say what is wrong, or where it may go on."""
        if form is not self._form or len(names) != len(self._types) + self._named or not may_end(scope.text, scope.pos):
            return None
        operands: list[Value] = []
        for name, type in zip(names[1:] if self._named else names, self._types, strict=True):
            value = scope.values.get(name)
            if value.__class__ is not Value:
                return None
            assert isinstance(value, Value)
            if value.type is not type and value.type.canonical != type.canonical:
                return None
            operands.append(value)
        op = Op(form.name, operands, self._attrs.copy(), properties=self._properties.copy())
        op.segments = self._segments and self._segments.copy()
        op.location = self._location
        if scope.distant:
            self._defer(op, names, parts, start, scope)
        return op

    def _defer(self, op: Op, names: list[str], parts: list[str], start: int, scope: Scope) -> None:
        for number, value in enumerate(op.operands, self._named):
            if names[number] in scope.distant:
                scope.deferred.append(Deferred(op, value, start + sum(map(len, parts[: 2 * number + 1]))))


def kind_of(form: Form, op: Op) -> Kind | None:
    """The kind of a line that was read; None where its op has more than what the line says, or the line names anything but operands."""
    assert op.source is not None
    parts = NAMES.split(op.source.text[op.start : op.end])
    named = not parts[0]
    operands = [value.name for value in op.operands]
    if op.regions or op.successors or parts[1 + 2 * named :: 2] != operands or len(set(operands)) < len(operands):
        return None
    if any(part.lstrip().startswith("#") for part in parts[2::2]):
        return None
    return Kind(form, op, named)
