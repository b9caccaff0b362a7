"""Ops with regions that equal earlier ones up to names, symbols and sizes of memrefs are made from templates.

A template is the tree of an op, in which each value and type is a number, each symbol the number of a word, and each
offset a distance from a word in the text: the names and types that may differ. It makes an op only if parsing would
give the same: else (names defined twice, used before their definition, or of another type) the parser reads it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate, compress
from typing import TYPE_CHECKING, NamedTuple

from ownlog.frontend.forms import registry
from ownlog.frontend.ir.ir import NEW, Block, Op, Region, Value
from ownlog.frontend.ir.walking import ops_in
from ownlog.frontend.reading.sizes import NAMED, WORDS, is_size_free, is_type
from ownlog.frontend.reading.symbols import Symbol, free_symbols

if TYPE_CHECKING:
    from ownlog.frontend.forms.language.form import Form
    from ownlog.frontend.syntax.scope import Scope
    from ownlog.frontend.text.types import Type

# a part of the text (words are the odd ones), and the distance from its start; the part -1 is no place
_Place = tuple[int, int]

_NOWHERE: _Place = (-1, 0)


class _Misfit(Exception):
    """No template can be made."""


class _Made(NamedTuple):
    """A value defined in the op's regions: the word of its name, its type's number, and the rest as in `Value`."""

    name: int
    type: int
    attrs: str | None
    location: str | None


class _Block(NamedTuple):
    """A block. Places: of its lead, start and end of the head."""

    label: str | None
    arguments: list[_Made]
    ops: list[_Op]
    places: tuple[_Place, _Place, _Place]


class _Region(NamedTuple):
    """A region. Places: of its start, tail and end."""

    blocks: list[_Block]
    places: tuple[_Place, _Place, _Place]


class _Op(NamedTuple):
    """An op; its successors are blocks of its region.

    Places: of its lead, start and end; none if the text omits it.
    """

    like: Op
    operands: list[int]
    results: list[_Made]
    regions: list[_Region]
    places: tuple[_Place, _Place, _Place] | None
    symbols: list[Symbol]
    successors: list[int]


class Template:
    """What the ops of one text, but for names, sizes and symbols, are."""

    def __init__(self, op: Op, parts: list[str], form: Form) -> None:
        """Of an op that was read, whose text is cut into `parts`. Raises _Misfit."""
        self._form = form
        self._starts = list(accumulate(map(len, parts), initial=op.start))
        self._names = parts[1::2]
        self._numbers: dict[Value, int] = {}
        self._types: dict[Type, int] = {}
        self._blocks: dict[Block, int] = {}  # which block of its region each is
        self._used: list[int] = [0] * len(self._names)
        self._first = {name: slot for slot, name in reversed(list(enumerate(self._names)))}
        # which name each value is that the op uses and does not define, and its type
        self._outer: list[tuple[int, int]] = []
        # the names that the op's regions define, each once: regions side by side may define the same
        self._inner: list[int] = []
        self._definitions: set[int] = set()
        self._results = [self._type(value.type) for value in op.results]
        self._symbols, fixed = free_symbols(op, self._names, "".join(parts))
        for nested in op.walk():
            self._number_outer(nested, op)
        self._defining = [slot for value in op.results if value.name and (slot := self._slot(value)) is not None]
        self._tree = self._op(op, top=True)
        self._check_names()
        repeated = [(slot, first) for slot, name in enumerate(self._names) if (first := self._first[name]) != slot]
        sized = [slot for slot, word in enumerate(self._names) if is_type(word)]
        own = self._inner + self._defining
        self._slots = [slot for slot, _ in repeated], [first for _, first in repeated], self._inner, own, sized, fixed
        self._same = tuple(self._names[slot] for slot in fixed)  # the words that are symbols which have to be the same
        self._count = len(self._names)
        self._number_types(op, "".join(parts))
        del self._starts, self._names, self._numbers, self._types, self._blocks
        del self._used, self._first, self._definitions, self._symbols

    # Making a template

    def _number_outer(self, op: Op, top: Op) -> None:
        """Give numbers to the values from outside that `op` uses."""
        if op.because or (op.successors if op is top else not _is_closed(op)):
            raise _Misfit
        for value in op.operands:
            if value.pack != 1:
                raise _Misfit
            slot = self._first.get(value.name)
            if slot is None:
                raise _Misfit
            self._used[slot] += 1
            if value not in self._numbers and not (value.offset >= self._starts[0] and value.offset < self._starts[-1]):
                self._numbers[value] = len(self._numbers)
                self._outer.append((slot, self._type(value.type)))

    def _type(self, type: Type) -> int:
        return self._types.setdefault(type, len(self._types))

    def _number_types(self, op: Op, text: str) -> None:
        """Which of the types the text spells, so that they may have other sizes in another one."""
        spelled = list(filter(is_type, self._names))
        self._sized = [(number, self._first[type.text]) for type, number in self._types.items() if type.text in spelled]
        self._known = {tuple(spelled): list(self._types)}  # the types, by how the words spell them
        self._sizeless = [
            not any(type.text in spelled for type in _types_within(nested))
            and self._symbols.keys().isdisjoint(nested.walk())
            for nested in op.walk()
        ]
        if spelled and not is_size_free(op, self._types, spelled, text):
            raise _Misfit

    def _slot(self, value: Value) -> int:
        """The number of the name that defines the value."""
        part, distance = self._place(value.offset)
        if part % 2 == 0 or distance or self._names[part // 2] != value.name or value.pack != 1:
            raise _Misfit
        self._definitions.add(part // 2)
        return part // 2

    def _place(self, offset: int) -> _Place:
        if offset == NEW:
            return _NOWHERE
        part = bisect_right(self._starts, offset) - 1
        distance = offset - self._starts[part]
        if part < 0 or part >= len(self._starts) or (part % 2 and distance and part < len(self._starts) - 1):
            raise _Misfit
        return part, distance

    def _made(self, value: Value) -> _Made:
        if not value.name or value.because or value.pack != 1:
            raise _Misfit
        slot = self._slot(value)
        if self._first[value.name] == slot:
            self._inner.append(slot)
        self._numbers[value] = len(self._numbers)
        return _Made(slot, self._type(value.type), value.attrs, value.location)

    def _op(self, op: Op, top: bool = False) -> _Op:
        if any(value not in self._numbers for value in op.operands):
            raise _Misfit
        operands = [self._numbers[value] for value in op.operands]
        regions = [self._region(region) for region in op.regions]
        results = [] if top else [self._made(value) for value in op.results]
        places = None
        if not top and op.source is not None:
            places = self._place(op.lead_start), self._place(op.start), self._place(op.end)
        like = Op(op.name, [], op.attrs.copy(), properties=op.properties.copy(), form=op.form)
        like.segments = None if op.segments is None else op.segments.copy()
        like.location = op.location
        successors = [self._blocks[block] for block in op.successors]
        return _Op(like, operands, results, regions, places, self._symbols.get(op, []), successors)

    def _region(self, region: Region) -> _Region:
        self._blocks |= {block: number for number, block in enumerate(region.blocks)}
        blocks = [self._block(block) for block in region.blocks]
        return _Region(blocks, (self._place(region.start), self._place(region.tail_start), self._place(region.end)))

    def _block(self, block: Block) -> _Block:
        # An op before that uses what this block defines has no number for it: that is left to the parser.
        arguments = [self._made(value) for value in block.arguments]
        ops = [self._op(op) for op in block.ops]
        return _Block(
            block.label,
            arguments,
            ops,
            (self._place(block.lead_start), self._place(block.start), self._place(block.head_end)),
        )

    def _check_names(self) -> None:
        """Every name in the text defines a value, or is an operand: none stands in a string or a comment."""
        defined = self._definitions
        if not {*self._inner}.isdisjoint(self._defining) or any(slot in defined for slot, _ in self._outer):
            raise _Misfit
        count = [0] * len(self._names)
        for slot, name in enumerate(self._names):
            if slot not in defined and name[0] == "%":
                count[self._first[name]] += 1
        if count != self._used:
            raise _Misfit

    # Making ops

    def plan(self) -> tuple[object, ...]:
        """The template for the native reader.

        The op's name, how many words there are, which are equal to which, those that the regions define, those that
        have to be different, those that are types, those that have to be the same, which these are, the values from
        outside with their types, all types by how they are spelled, those of the results, the tree, what finds the
        types of another spelling, and the ops then that are as one above.
        """
        about = self._same, tuple(self._outer), self._known, tuple(self._results), self._tree
        return self._form.name, self._count, *map(tuple, self._slots), *about, self._resized, self._sizeless_in

    def _sizeless_in(self, op: Op) -> list[Op]:
        """This template's op and inner ops without types and symbols that the text spells."""
        return list(compress(ops_in(op), self._sizeless))

    def _resized(self, spelled: tuple[str, ...], names: list[str], scope: Scope) -> list[Type] | None:
        """The types for words with other sizes; None if a name is in the place of a type, or is invalid."""
        if not all(map(is_type, spelled)):
            return None
        types = next(iter(self._known.values())).copy()
        for number, slot in self._sized:
            type = scope.spelled_type(names[slot])
            if type is None:
                return None
            types[number] = type
        return types


def template_of(op: Op, form: Form, like: list[str]) -> Template | None:
    """The template for the text of `op`, cut at words as `like` is; None if the words do not determine it."""
    assert op.source is not None
    if op.name != form.name:
        return None
    sized = any(map(is_type, like[1::2]))
    parts = (WORDS if sized else NAMED).split(op.source.text[op.start : op.end])
    if any(part.lstrip().startswith("#") for part in parts[2::2]):
        return None
    try:
        return Template(op, parts, form)
    except _Misfit:
        return None


def _types_within(op: Op) -> Iterator[Type]:
    """The types of all values that the op and those in it use and define."""
    for nested in op.walk():
        yield from (value.type for value in (*nested.operands, *nested.results))
        yield from (value.type for region in nested.regions for block in region.blocks for value in block.arguments)


def _is_closed(op: Op) -> bool:
    form = registry.lookup(op.name)
    return form is not None and (form.plain or form.closed)
