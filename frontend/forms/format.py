"""The format language: one line says how an op is read and how it is written.

A format is a list of pieces, then optionally `;` and rules.

    `word`              a fixed keyword or punctuation; with nothing (or a space) inside: no space (or one) here when written
    %a  %a...  %a?      an operand, a list of operands, an optional operand
    type(%a)            the type (or types) of operands; type(result), type(results...) of results; type(*) the one type of all of them
    functional          `(operand types) -> result types`
    mixed(offsets)      `[%a, 4, ?]`: operands `offsets` and property `static_offsets`
    attr-dict           the attribute dictionary
    $name:kind          a property: kinds sym, str, attr, i32, i64, unit (a keyword, maybe absent), tag(word,type), map, enum(table)
    region              a region
    ( ... )?            present if its first piece is there; written if any of its operands or properties is there

Rules, separated by `,`:

    a = index           the type of operands or results: `index`, `i1`, `witness`, the name of an operand or result for "the same",
                        `element(a)`, `bool(a)` for i1 in the shape of a, `i1*a` for one i1 per value of a, `each(a)` for the types of a
    inherent a b        properties that stand in the attribute dictionary
    segments            the op has operand segments
    terminator op       what the region may omit
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ownlog.frontend import tokens as t
from ownlog.frontend.forms.attributes import KINDS, Kind, read_mixed, write_mixed
from ownlog.frontend.forms.registry import Form
from ownlog.frontend.forms.typerules import Make, rule
from ownlog.frontend.ir import Op
from ownlog.frontend.scope import Use
from ownlog.frontend.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.parser import Parser
    from ownlog.frontend.writer import Writer

_PIECE = re.compile(
    r"`([^`]*)`|%(\w+)(\.\.\.|\?)?|type\((%?\w+|\*)(?:\.\.\.)?\)|mixed\((\w+)\)|\$(\w+):(\w+)(?:\(([^)]*)\))?"
    r"|(\(|\)\?|[\w-]+)|(\S)"
)

Uses = dict[str, list[Use]]
Types = dict[str, list[Type]]
Read = Callable[["Parser", Op, Uses, Types], None]
Write = Callable[["Writer", Op, "Groups"], None]
Groups = dict[str, slice]
Present = Callable[[Op, Groups], bool]


@dataclass(slots=True)
class _Piece:
    read: Read
    write: Write
    peek: Callable[[Parser], bool] | None = None
    present: Present | None = None


@dataclass
class _Format:
    """What compiling collects: the operand groups in order, and which properties the pieces show."""

    groups: list[tuple[str, str]] = field(default_factory=list)  # name, "" or "..." or "?"
    results: list[tuple[str, bool]] = field(default_factory=list)  # name, is it a list
    shown: set[str] = field(default_factory=set)
    spelled: set[str] = field(default_factory=set)  # operand and result names whose types the text shows
    rules: list[tuple[str, Make, str | None]] = field(default_factory=list)
    inherent: frozenset[str] = frozenset()
    segments: bool = False
    functional: bool = False
    uniform: bool = False
    terminator: str | None = None

    def slices(self, op: Op) -> Groups:
        """Where in the operands each group is."""
        if self.segments and op.segments is not None:
            sizes = op.segments
        else:
            fixed = sum(kind == "" for _, kind in self.groups)
            rest = len(op.operands) - fixed
            sizes = [1 if kind == "" else rest for _, kind in self.groups]
        found, at = {}, 0
        for (name, _), size in zip(self.groups, sizes, strict=False):
            found[name] = slice(at, at + size)
            at += size
        return found


def compile_format(text: str) -> Form:
    """The form that a format describes. ValueError for a format that is not well formed."""
    pieces_text, _, rules_text = text.partition(" ; ")
    format = _Format()
    for statement in filter(None, (piece.strip() for piece in re.split(r",(?![^(]*\))", rules_text))):
        _add_rule(format, statement)
    matches = list(_PIECE.finditer(pieces_text))
    pieces, rest = _pieces(format, matches, 0)
    if rest != len(matches):
        raise ValueError(f"unbalanced ')?' in format {text!r}")
    if not format.results and any(name.startswith("result") for name, _, _ in format.rules):
        name = next(name for name, _, _ in format.rules if name.startswith("result"))
        format.results.append((name, name == "results"))
    format.inherent |= format.shown
    reads = [piece.read for piece in pieces]
    writes = [piece.write for piece in pieces]

    def parse(p: Parser, op: Op) -> list[Type]:
        uses: Uses = {}
        types: Types = {}
        for read in reads:
            read(p, op, uses, types)
        return _resolve(format, p, op, uses, types)

    def write(w: Writer, op: Op) -> None:
        groups = format.slices(op)
        for piece in writes:
            piece(w, op, groups)

    return Form(parse, write, format.inherent, format.terminator)


def _add_rule(format: _Format, statement: str) -> None:
    words = statement.split()
    if words[0] == "inherent":
        format.inherent |= frozenset(words[1:])
    elif words[0] == "segments":
        format.segments = True
    elif words[0] == "terminator":
        format.terminator = words[1]
    else:
        name, _, expression = statement.partition("=")
        made, per = rule(expression.strip())
        format.rules.append((name.strip(), made, per))


def _resolve(format: _Format, p: Parser, op: Op, uses: Uses, types: Types) -> list[Type]:
    """Types for all operands and results, the operands looked up."""
    if format.functional:
        return _resolve_functional(format, p, op, uses, types)
    if format.uniform:
        type = types["*"][0]
        op.operands = [p.resolve(use, type) for name, _ in format.groups for use in uses[name]]
        return [type]
    for name, make, per in format.rules:
        types[name] = make(types, len(uses.get(name, (None,)) if per is None else uses.get(per, ())))
    if format.segments:
        op.segments = [len(uses.get(name, ())) for name, _ in format.groups]
    operands = op.operands
    for name, _ in format.groups:
        group = uses.get(name)
        if group:
            of = types[name]
            if len(of) != len(group):
                p.fail(f"number of operands and types do not match: got {len(group)} operands and {len(of)} types", at=group[0].start(1))
            for use, type in zip(group, of, strict=True):
                operands.append(p.resolve(use, type))
    if not format.results:
        return []
    if len(format.results) == 1:
        return types.get(format.results[0][0], [])
    return [type for name, _ in format.results for type in types.get(name, ())]


def _resolve_functional(format: _Format, p: Parser, op: Op, uses: Uses, types: Types) -> list[Type]:
    every = [use for name, _ in format.groups for use in uses.get(name, ())]
    inputs = types["("]
    if len(every) != len(inputs):
        message = f"{len(every)} operands present, but expected {len(inputs)}"
        p.fail(message, "the types in parentheses are those of the operands", at=op.start)
    op.operands = p.resolve_all(every, inputs)
    if format.segments:
        op.segments = [len(uses.get(name, ())) for name, _ in format.groups]
    return types[")"]


def _pieces(format: _Format, matches: list[re.Match[str]], at: int) -> tuple[list[_Piece], int]:
    """The pieces up to the end of the group (or of the format), and the number of the piece after it."""
    pieces: list[_Piece] = []
    while at < len(matches):
        word = matches[at][9]
        if word == ")?":
            return pieces, at
        if word == "(":
            inner, at = _pieces(format, matches, at + 1)
            if at == len(matches):
                raise ValueError("'(' without ')?' in a format")
            pieces.append(_optional(inner))
        else:
            pieces.append(_piece(format, matches[at]))
        at += 1
    return pieces, at


def _piece(format: _Format, found: re.Match[str]) -> _Piece:
    text, name, many, typed, mixed, attribute, kind, parameter, word, bad = found.groups()
    if text is not None:
        return _literal(text)
    if name:
        return _operand(format, name, many or "")
    if typed:
        return _type(format, typed)
    if mixed:
        return _mixed(format, mixed)
    if attribute:
        format.shown.add(attribute)
        return _attribute(attribute, KINDS[kind](attribute, parameter))
    if word == "functional":
        return _functional(format)
    if word == "region":
        return _region(format)
    if word == "attr-dict":
        return _attr_dict(format)
    raise ValueError(f"{word or bad!r} is no piece of a format")


def _literal(text: str) -> _Piece:
    if not text.strip():
        return _Piece(lambda p, op, uses, types: None, lambda w, op, groups: w.raw(text, glue=True))
    pattern = t.literal(text)

    def read(p: Parser, op: Op, uses: Uses, types: Types) -> None:
        found = pattern.match(p.text, p.pos)
        if found is None:
            p.fail(f"expected '{text}'", _MISSING.get(text))
        p.pos = found.end()

    return _Piece(read, lambda w, op, groups: w.word(text), lambda p: pattern.match(p.text, p.pos) is not None)


_MISSING = {":": "the op's types follow a ':'", "to": "conversions are written `: t to t`", "into": "written `: t into t`"}


def _operand(format: _Format, name: str, many: str) -> _Piece:
    format.groups.append((name, many))
    read: Read
    if many == "...":

        def read(p: Parser, op: Op, uses: Uses, types: Types) -> None:
            uses[name] = p.operands()

    elif many == "?":

        def read(p: Parser, op: Op, uses: Uses, types: Types) -> None:
            use = p.optional_operand()
            uses[name] = [] if use is None else [use]

    else:

        def read(p: Parser, op: Op, uses: Uses, types: Types) -> None:
            uses[name] = [p.operand()]

    return _Piece(
        read,
        lambda w, op, groups: w.operands(op.operands[groups[name]]),
        lambda p: t.OPERAND.match(p.text, p.pos) is not None,
        lambda op, groups: groups[name].stop > groups[name].start,
    )


def _type(format: _Format, name: str) -> _Piece:
    if name == "*":
        format.uniform = True

        def read(p: Parser, op: Op, uses: Uses, types: Types) -> None:
            types["*"] = [p.type()]

        return _Piece(read, lambda w, op, groups: w.type((op.results or op.operands)[0].type))
    if name.startswith("%"):
        return _operand_types(format, name[1:])
    many = name == "results"
    format.results.append((name, many))
    number = len(format.results) - 1

    def read_result(p: Parser, op: Op, uses: Uses, types: Types) -> None:
        types[name] = p.types() if many else [p.type()]

    def write_result(w: Writer, op: Op, groups: Groups) -> None:
        w.types([result.type for result in (op.results if many else op.results[number : number + 1])])

    return _Piece(read_result, write_result)


def _operand_types(format: _Format, name: str) -> _Piece:
    many = dict(format.groups)[name] == "..."

    def read(p: Parser, op: Op, uses: Uses, types: Types) -> None:
        types[name] = p.types() if many else [p.type()]

    return _Piece(read, lambda w, op, groups: w.types([value.type for value in op.operands[groups[name]]]))


def _functional(format: _Format) -> _Piece:
    format.functional = True

    def read(p: Parser, op: Op, uses: Uses, types: Types) -> None:
        types["("], types[")"] = p.function_type()

    return _Piece(read, lambda w, op, groups: w.functional_type(op))


def _mixed(format: _Format, name: str) -> _Piece:
    format.groups.append((name, "..."))
    property = f"static_{name}"
    format.shown.add(property)
    format.rules.append((name, *rule("index")))

    def read(p: Parser, op: Op, uses: Uses, types: Types) -> None:
        uses[name], op.properties[property] = read_mixed(p)

    return _Piece(read, lambda w, op, groups: write_mixed(w, op.operands[groups[name]], op.properties.get(property)))


def _attribute(name: str, kind: Kind) -> _Piece:
    def read(p: Parser, op: Op, uses: Uses, types: Types) -> None:
        kind.read(p, op)

    def write(w: Writer, op: Op, groups: Groups) -> None:
        if name in op.properties:
            kind.write(w, op)

    return _Piece(read, write, kind.peek, lambda op, groups: name in op.properties)


def _region(format: _Format) -> _Piece:
    def read(p: Parser, op: Op, uses: Uses, types: Types) -> None:
        p.region(op, terminator=format.terminator)

    return _Piece(read, lambda w, op, groups: w.region(op.regions[0], labelled=True))


def _attr_dict(format: _Format) -> _Piece:
    curly = t.literal("{")

    def read(p: Parser, op: Op, uses: Uses, types: Types) -> None:
        if curly.match(p.text, p.pos) is not None:
            p.add_attributes(op, p.dictionary(), format.inherent)

    return _Piece(read, lambda w, op, groups: w.attr_dict(op, format.shown))


def _optional(pieces: list[_Piece]) -> _Piece:
    peek = next((piece.peek for piece in pieces if piece.peek is not None), None)
    if peek is None:
        raise ValueError("an optional group of a format starts with a word, an operand or a property")

    def read(p: Parser, op: Op, uses: Uses, types: Types) -> None:
        if peek(p):
            for piece in pieces:
                piece.read(p, op, uses, types)

    def present(op: Op, groups: Groups) -> bool:
        return any(piece.present is not None and piece.present(op, groups) for piece in pieces)

    def write(w: Writer, op: Op, groups: Groups) -> None:
        if present(op, groups):
            for piece in pieces:
                piece.write(w, op, groups)

    return _Piece(read, write, peek, present)
