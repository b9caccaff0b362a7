"""Words, operands, types, regions and successors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ownlog.frontend.forms.language.attributes import Kind
from ownlog.frontend.forms.language.form import SEGMENT_NAMES
from ownlog.frontend.forms.language.state import Format, Parts, Piece, Read, State
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text import tokens as t
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import Argument, OpReader
    from ownlog.frontend.syntax.writer import Writer

ALL = "*"
_MISSING = {
    ":": "the op's types follow a ':'",
    "to": "conversions are written `: t to t`",
    "into": "written `: t into t`",
}
_CURLY = t.literal("{")


def literal(text: str) -> Piece:
    """A fixed keyword or punctuation; blank text is about spaces only."""
    if not text.strip():
        return Piece(lambda p, op, s: None, lambda w, op, parts: w.raw(text, glue=True))
    pattern = t.literal(text)

    def read(p: OpReader, op: Op, s: State) -> None:
        found = pattern.match(p.text, p.pos)
        if found is None:
            p.fail(f"expected '{text}'", _MISSING.get(text))
        p.pos = found.end()

    return Piece(read, lambda w, op, parts: w.word(text), lambda p: pattern.match(p.text, p.pos) is not None)


def operand(format: Format, name: str, many: str) -> Piece:
    """`%a`, `%a?`, `%a...`; `%*` is all operands."""
    if name == ALL:
        many = "..."
    else:
        format.add("operands", name, many)
    read: Read
    if many == "...":

        def read(p: OpReader, op: Op, s: State) -> None:
            s.uses[name] = p.operands()

    elif many == "?":

        def read(p: OpReader, op: Op, s: State) -> None:
            use = p.optional_operand()
            s.uses[name] = [] if use is None else [use]

    else:

        def read(p: OpReader, op: Op, s: State) -> None:
            s.uses[name] = [p.operand()]

    if name == ALL:
        return Piece(
            read, lambda w, op, parts: w.operands(op.operands), _peek_operand, lambda op, parts: bool(op.operands)
        )
    return Piece(
        read,
        lambda w, op, parts: w.operands(parts.values[name]),
        _peek_operand,
        lambda op, parts: bool(parts.values[name]),
    )


def _peek_operand(p: OpReader) -> bool:
    return t.OPERAND.match(p.text, p.pos) is not None


def types(format: Format, name: str, prefix: str | None) -> Piece:
    """`type(..)`: of operands `%a` (`%*` all), of results by name, `*` the one type of all of them."""
    if name == ALL:
        format.uniform = True
        return Piece(_read_uniform, lambda w, op, parts: w.type((op.results or op.operands)[0].type))
    if name == "%*":
        return Piece(
            _read_all,
            lambda w, op, parts: w.types([value.type for value in op.operands]),
            None,
            lambda op, _: bool(op.operands),
        )
    if name.startswith("%"):
        name = name[1:]
        many = dict(format.operands).get(name, "")
    elif name == "results" and "results" not in dict(format.results) and "results" in format.fixed:
        return Piece(
            _read_results,
            lambda w, op, parts: w.types([v.type for v in op.results]),
            None,
            lambda op, _: bool(op.results),
        )
    else:
        format.add("results", name, "..." if name == "results" else "")
        many = dict(format.results).get(name, "")
    read: Read
    if many == "...":

        def read(p: OpReader, op: Op, s: State) -> None:
            s.types[name] = p.types()

    elif prefix is not None:

        def read(p: OpReader, op: Op, s: State) -> None:
            s.types[name] = [short_type(p, prefix)]

    else:

        def read(p: OpReader, op: Op, s: State) -> None:
            s.types[name] = [p.type()]

    return Piece(
        read,
        lambda w, op, parts: w.types([value.type for value in parts.values[name]]),
        None,
        lambda op, parts: bool(parts.values[name]),
    )


def short_type(p: OpReader, prefix: str) -> Type:
    """A type of one class, which may stand there without its name: `<8xi8>` for `!amx.tile<8xi8>`."""
    if p.peek("<"):
        return p.make_type(f"!{prefix}{p.balanced()}")
    return p.type()


def _read_uniform(p: OpReader, op: Op, s: State) -> None:
    s.types[ALL] = [p.type()]


def _read_all(p: OpReader, op: Op, s: State) -> None:
    s.types["%*"] = p.types()


def _read_results(p: OpReader, op: Op, s: State) -> None:
    s.types["->"] = p.types()


def functional(format: Format, inputs: str, outputs: str) -> Piece:
    """`(operand types) -> result types`, of all operands and results (`*`), or of one group of each."""
    for name in (outputs,) if outputs != ALL else ():
        format.add("results", name, "...")

    def read(p: OpReader, op: Op, s: State) -> None:
        s.types["%*" if inputs == ALL else inputs], s.types["->" if outputs == ALL else outputs] = p.function_type()

    def write(w: Writer, op: Op, parts: Parts) -> None:
        if inputs == outputs == ALL:
            w.functional_type(op)
            return
        of = [value.type.text for value in (op.operands if inputs == ALL else parts.values[inputs])]
        to = [value.type.text for value in (op.results if outputs == ALL else parts.values[outputs])]
        w.piece(
            f"({', '.join(of)}) -> {to[0] if len(to) == 1 and not to[0].startswith('(') else '(' + ', '.join(to) + ')'}"
        )

    return Piece(read, write)


def attribute(format: Format, name: str, kind: Kind) -> Piece:
    """`$name:kind`."""
    format.shown.add(name)

    def read(p: OpReader, op: Op, s: State) -> None:
        op.properties[name] = kind.take(p)

    def write(w: Writer, op: Op, parts: Parts) -> None:
        text = op.properties[name] if name in op.properties else format.elided.get(name, "")
        if text != "":
            kind.show(w, text or "unit")

    return Piece(read, write, kind.peek, lambda op, parts: name in op.properties and not format.is_default(op, name))


def region(format: Format, name: str, many: str) -> Piece:
    """`region(name)`, `region(name...)`."""
    format.add("regions", name, many)

    def read_one(p: OpReader, op: Op) -> None:
        flags = format.flags
        arguments: list[Argument] | None = [] if "block" in flags or format.terminator is not None else None
        p.region(op, arguments, terminator=format.terminator, isolated="isolated" in flags, defaults=format.defaults)

    def read(p: OpReader, op: Op, s: State) -> None:
        at = len(op.regions)
        if many != "..." or p.peek("{"):
            read_one(p, op)
            while many == "..." and p.accept(","):
                read_one(p, op)
        s.regions[name] = op.regions[at:]

    def write(w: Writer, op: Op, parts: Parts) -> None:
        for number, found in enumerate(parts.regions[name]):
            if number:
                w.raw(",")
            w.region(found, labelled=True)

    return Piece(
        read,
        write,
        lambda p: _CURLY.match(p.text, p.pos) is not None,
        lambda op, parts: any(found.blocks for found in parts.regions[name]),
    )


def successor(format: Format, name: str, many: str) -> Piece:
    """`^name`, `^name...`."""
    format.add("successors", name, many)

    def read(p: OpReader, op: Op, s: State) -> None:
        found = [] if many and t.LABEL.match(p.text, p.pos) is None else [p.successor()]
        while found and many == "..." and p.accept(","):
            found.append(p.successor())
        s.successors[name] = found

    def write(w: Writer, op: Op, parts: Parts) -> None:
        for number, block in enumerate(parts.successors[name]):
            if number:
                w.raw(",")
            w.successor(block, [])

    return Piece(
        read, write, lambda p: t.LABEL.match(p.text, p.pos) is not None, lambda op, parts: bool(parts.successors[name])
    )


def attr_dict(format: Format, keyword: bool) -> Piece:
    """The attribute dictionary, after the word `attributes` if `keyword`."""

    def read(p: OpReader, op: Op, s: State) -> None:
        if not _TYPES.match(p.text, p.pos):
            p.attr_dict(op, format.inherent, keyword)

    def write(w: Writer, op: Op, parts: Parts) -> None:
        if "prop-dict" in format.flags:
            w.attr_dict(op, op.properties.keys(), keyword)
        elif op.properties or op.attrs:
            hidden = format.shown.union(name for name in format.missing if format.is_default(op, name))
            w.attr_dict(op, hidden, keyword)

    return Piece(read, write)


_TYPES = t.literal(":")
_OPEN = re.compile(t.literal("<").pattern + r"(?=" + t.SPACE + r"\{)")


def prop_dict(format: Format) -> Piece:
    """The properties that nothing else shows, as `<{...}>`."""
    format.flags.add("prop-dict")

    def read(p: OpReader, op: Op, s: State) -> None:
        if _OPEN.match(p.text, p.pos) is not None:
            p.expect("<")
            op.properties.update(p.dictionary())
            p.expect(">")

    def write(w: Writer, op: Op, parts: Parts) -> None:
        skip = format.shown | SEGMENT_NAMES
        entries = {
            key: text for key, text in op.properties.items() if key not in skip and not format.is_default(op, key)
        }
        if entries:
            w.piece(f"<{w.dictionary(entries)}>")

    return Piece(read, write)
