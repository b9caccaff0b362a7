"""Cache of parsed ops, by the text of a line without the names of values, for the reader in C (`frontend/native`).

A module of a compiler has many lines of few kinds (a transformer 100,000 of 98). Lines that also differ in the sizes of
memrefs, or in one symbol, are the same kind with other types, or another symbol.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ownlog.frontend.ir.ir import Op
from ownlog.frontend.reading.sizes import TYPES, is_size_free, sizes_left_out
from ownlog.frontend.text.tokens import ID, SUFFIX_ID

if TYPE_CHECKING:
    from ownlog.frontend.forms.language.form import Form
    from ownlog.frontend.syntax.scope import Scope
    from ownlog.frontend.text.types import Type

NAMES = re.compile(rf"(%{SUFFIX_ID})")
_SYMBOL = rf"@{ID}(?!::)"


class Kind:
    """What the lines of one kind say."""

    __slots__ = ("_attrs", "_form", "_location", "_properties", "_results", "_segments", "_types")

    def __init__(self, form: Form, op: Op) -> None:
        self._form = form
        self._types = [value.type for value in op.operands]
        self._results: list[Type] = [value.type for value in op.results]
        self._attrs, self._properties = dict(op.attrs), dict(op.properties)
        self._segments = op.segments and list(op.segments)
        self._location = op.location

    def respelled(self, types: dict[Type, Type], symbols: dict[str | None, str]) -> Kind:
        """The kind with other types and another symbol in place of some."""
        kind = object.__new__(Kind)
        kind._form, kind._location, kind._segments = self._form, self._location, self._segments
        kind._attrs = {key: symbols.get(text, text) for key, text in self._attrs.items()}
        kind._properties = {key: symbols.get(text, text) for key, text in self._properties.items()}
        kind._types = [types.get(type, type) for type in self._types]
        kind._results = [types.get(type, type) for type in self._results]
        return kind

    def plan(self) -> tuple[object, ...]:
        """The kind for the native reader: op, types of operands and results, attributes, properties, segments,
        location.
        """
        types, results = tuple(self._types), tuple(self._results)
        return self._form.name, types, results, self._attrs, self._properties, self._segments, self._location


class Kinds:
    """The kinds of a file's lines, by text without names; made when a second line has the same text."""

    def __init__(self) -> None:
        self._found: dict[str, Kind | Op | None] = {}
        self.plans: dict[str, tuple[object, ...]] = {}
        """Of the kinds of which ops were made."""
        # by the text without its words too, the first op and these words
        self._models: dict[str, tuple[Op, _Words]] = {}
        self._free: dict[Op, Kind | None] = {}  # of such an op, its kind if other words change nothing else about it

    def find(self, text: str, form: Form, scope: Scope) -> Kind | None:
        """The kind of a line whose text without names is `text`; None where it has to be read."""
        kind = self._found.get(text)
        if isinstance(kind, Op):
            kind = self._found[text] = kind_of(form, kind)
            if kind is not None:
                self.plans[text] = kind.plan()
        elif kind is None and text not in self._found and (kind := self._respelled(text, form, scope)) is not None:
            self._found[text] = kind
        return kind

    def see(self, text: str) -> None:
        """Keep that an op of the kind was made."""
        kind = self._found[text]
        assert isinstance(kind, Kind)
        self.plans[text] = kind.plan()

    def add(self, text: str, op: Op) -> None:
        """Keep an op that was read."""
        if text not in self._found:
            self._found[text] = op
            key, words = _without_words(text)
            if words.types or words.symbol:
                self._models.setdefault(key, (op, words))

    def _respelled(self, text: str, form: Form, scope: Scope) -> Kind | None:
        """The kind of a line that has other sizes, or another symbol, than one that was read."""
        key, words = _without_words(text)
        if key not in self._models:
            return None
        model, before = self._models[key]
        if model not in self._free:
            self._free[model] = kind_of(form, model) if _is_free(model, before, text) else None
        kind = self._free[model]
        now = {
            scope.spelled_type(old): scope.spelled_type(new) for old, new in zip(before.types, words.types, strict=True)
        }
        known = {old: new for old, new in now.items() if old is not None and new is not None}
        return (
            kind.respelled(known, {before.symbol: words.symbol})
            if kind is not None and len(known) == len(now)
            else None
        )


class _Words(NamedTuple):
    """Parts in which lines of one kind may differ: memrefs with sizes, and the symbol ("" if it must not)."""

    types: list[str]
    symbol: str


def _without_words(text: str) -> tuple[str, _Words]:
    """`text` without the sizes of memrefs and its one symbol, but with which types are equal; and these words."""
    symbol = ""
    # A name of one table, which is no part of a string.
    if text.count("@") == 1 and '"' not in text and (found := re.search(_SYMBOL, text)) is not None:
        symbol, text = found[0], f"{text[: found.start()]}@{text[found.end() :]}"
    pieces = TYPES.split(text)
    types = pieces[1::2]
    # A text that has just the mark in the place of a symbol is none of these lines.
    key = "\n".join([*pieces[::2], sizes_left_out(types), *[str(types.index(type)) for type in types], symbol and "@"])
    return key, _Words(types, symbol)


def _is_free(op: Op, words: _Words, text: str) -> bool:
    """Do other words in the line `text` change nothing about `op` but these types and this symbol?"""
    if words.types and not is_size_free(op, (value.type for value in (*op.operands, *op.results)), words.types, text):
        return False
    if not words.symbol:
        return True
    # The symbol may be a part of a type, and an alias hides what it is.
    if "#" in text or "!" in text or any("@" in value.type.canonical for value in (*op.operands, *op.results)):
        return False
    # One attribute is the symbol, and nothing else is made of its name: not what the op defines by that, for one.
    named = [told for told in (*op.attrs.values(), *op.properties.values()) if words.symbol[1:] in (told or "")]
    return named == [words.symbol]


def kind_of(form: Form, op: Op) -> Kind | None:
    """The kind of a line; None if its op has more than the line, or the line names other things than operands."""
    assert op.source is not None
    if op.name != form.name:  # the text leaves out the dialect, which was another one there
        return None
    parts = NAMES.split(op.source.text[op.start : op.end])
    named = not parts[0]
    operands = [value.name for value in op.operands]
    if op.regions or op.successors or parts[1 + 2 * named :: 2] != operands or len(set(operands)) < len(operands):
        return None
    if any(part.lstrip().startswith("#") for part in parts[2::2]):
        return None
    return Kind(form, op)
