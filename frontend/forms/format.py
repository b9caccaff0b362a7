"""The format language: one line says how an op is read and how it is written.

A format is a list of pieces, then optionally `;` and rules.

    `word`              a fixed keyword or punctuation; with nothing (or a space) inside: no space (or one) here when
    written
    %a  %a...  %a?  %*  an operand, a list of operands, an optional operand, all operands
    type(%a)  type(%*)  the type (or types) of operands
    type(r)             of a result by its name; type(results...) of all results; type(*) the one type of all operands
    and the result type(r as d.name)   the same, where the type's name may be left out: `<8xi8>` for `!d.name<8xi8>`
    functional          `(operand types) -> result types`; functional(a -> r) of these operands and results, `*` for all
    $name:kind          a property
    attr-dict           the attribute dictionary; `attr-dict-with-keyword` after the word `attributes`
    prop-dict           the properties that nothing else shows, as `<{...}>`
    region(r)           a region; region(r...) regions separated by commas
    ^a  ^a...           a successor, successors separated by commas
    name(%a $b :c ...)  a directive (see `directives`)
    ( ... )?            present if its first piece is there; written if its anchor is there, the piece with `^` behind
    it
                        (where none has it: if any of its operands or properties is)
    ( ... ):( ... )?    the first, or else the second
    oilist( .. | .. )   clauses in any order, each at most once

Kinds of properties (`attributes`):

    sym  name  str      a symbol, a symbol that is the op's own name, a string
    attr  type          any attribute, any type; list, dict: one in brackets, one in braces
    i32  i64  index     an integer of this type; int(t) of any other; float(t) a number
    array(t)            `[1, 2]` for `array<t: 1, 2>`
    unit(word)          the word stands for the unit attribute; flag: the words around it do
    enum(t a b c=4)     a keyword for a number of type t
    word(d<n $> a b)    a keyword, in the generic form `#d<n keyword>`; without `a b`, any keyword
    flags(d<n $> |)     keywords separated by `|`; bits(t | a=1 b=2) keywords for the bits of a number of type t
    angle(d.n)          `<...>` for `#d.n<...>`; balanced(d<n$>) `{...}` for `#d<n{...}>`, so other brackets
    map                 `(d0) -> (d0)` for an affine map

Rules, separated by `,`:

    a = index           the type of operands or results: a type, the name of an operand, result or property for "the
    same", `element(a)`,
                        `bool(a)` for i1 in the shape of a, `i1*a` for one i1 per value of a, `each(a)` for the types of
                        a; see `typerules`
    a := text           what a property is where the text does not say it; a ?= text: what the text need not say, nor
    the generic form inherent a b        properties that stand in the attribute dictionary operands a b... c?  the order
    of the operands, where it is not that of the pieces; so `results` and `regions` segments            the op has
    operand segments; result-segments: result segments terminator op       what the regions may omit; block: a region is
    one block, also where it is empty isolated  graph     the regions see no values from outside; their ops stand in no
    order ends                the op is a terminator defaults dialect    the dialect whose name the regions may drop
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ownlog.frontend.forms.directives import directive
from ownlog.frontend.forms.language import pieces as make
from ownlog.frontend.forms.language.attributes import KINDS
from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.language.groups import clauses, optional
from ownlog.frontend.forms.language.resolve import form_of, unreadable
from ownlog.frontend.forms.language.state import Format, Parts, Piece, State
from ownlog.frontend.forms.language.typerules import rule
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.tokens import split_top_level

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader

_PIECE = re.compile(
    r"(?P<literal>`(?P<text>[^`]*)`)"
    r"|%(?P<operand>\w+|\*)(?P<many>\.\.\.|\?)?"
    r"|type\((?P<typed>%?\w+|%?\*)(?:\.\.\.)?(?: as (?P<prefix>[\w.]+))?\)"
    r"|(?P<functional>functional)(?:\((?P<inputs>\w+|\*) -> (?P<outputs>\w+|\*)\))?"
    r"|\$(?P<attribute>\w+):(?P<kind>\w+)(?:\((?P<parameter>[^()]*)\))?"
    r"|region\((?P<region>\w+)(?P<regions>\.\.\.)?\)"
    r"|\^(?P<successor>\w+)(?P<successors>\.\.\.|\?)?"
    r"|(?P<dictionary>attr-dict-with-keyword|attr-dict|prop-dict)(?![\w-])"
    r"|(?P<open>\(|oilist\()"
    r"|(?P<directive>[a-z][\w-]*)\((?P<arguments>[^()]*)\)"
    r"|(?P<anchor>\^)"
    r"|(?P<close>\)\?|\):\(|\||\))"
    r"|(?P<bad>\S+)"
)
_TYPED = re.compile(r"\$(\w+)")
_ARGUMENT = r'%(\w+)(\.\.\.|\?)?|([:$^])(\w+)|\{(\w+)(\.\.\.)?\}|"([^"]*)"'
_FLAGS = frozenset({"segments", "result-segments", "isolated", "graph", "ends", "block"})
_GROUP_KINDS = frozenset({"operands", "results", "regions", "successors"})


def compile_format(text: str, dialect: str = "") -> Form:
    """The form that a format describes. ValueError for a format that is not well formed."""
    pieces_text, _, rules_text = text.partition(" ; ")
    format = Format()
    for statement in split_top_level(rules_text):
        _add_rule(format, statement)
    if pieces_text.startswith("!"):
        return unreadable(format, pieces_text[1:].strip())
    matches = list(_PIECE.finditer(pieces_text))
    pieces, rest = _pieces(format, matches, 0, dialect)
    if rest != len(matches):
        raise ValueError(f"unbalanced {matches[rest][0]!r} in format {text!r}")
    return form_of(format, pieces)


def compile_group(text: str) -> tuple[Piece, frozenset[str]]:
    """A group of words and properties, present where the first of these is, and the names of its properties."""
    format = Format()
    pieces, _ = _pieces(format, list(_PIECE.finditer(text)), 0, "")
    return optional(pieces, []), frozenset(format.shown)


def _add_rule(format: Format, statement: str) -> None:
    words = statement.split()
    if words[0] == "inherent":
        format.inherent |= frozenset(words[1:])
    elif words[0] in _FLAGS:
        format.flags.add(words[0])
    elif words[0] in _GROUP_KINDS and (len(words) < 2 or words[1] != "="):
        format.fixed.add(words[0])
        setattr(format, words[0], [_group(word) for word in words[1:]])
    elif words[0] == "terminator":
        format.terminator = words[1]
    elif words[0] == "defaults":
        format.defaults = words[1]
    elif words[1:2] in ([":="], ["?="]):
        format.elided[words[0]] = statement.partition("=")[2].strip()
        if words[1] == ":=":
            format.missing[words[0]] = format.elided[words[0]]
    else:
        name, _, expression = statement.partition("=")
        format.typed += _TYPED.findall(expression)
        made, per = rule(expression.strip())
        format.rules.append((name.strip(), made, per))


def _group(word: str) -> tuple[str, str]:
    name = word.rstrip(".?")
    return name, word[len(name) :]


def _pieces(format: Format, matches: list[re.Match[str]], at: int, dialect: str) -> tuple[list[Piece], int]:
    """The pieces up to the end of the group (or of the format), and the number of what ends them."""
    pieces: list[Piece] = []
    while at < len(matches):
        found = matches[at]
        if found["close"]:
            break
        if found["anchor"]:
            pieces[-1] = pieces[-1]._replace(anchor=True)
        elif found["open"]:
            inner, at = _pieces(format, matches, at + 1, dialect)
            lists = [inner]
            while at < len(matches) and matches[at][0] == ("|" if found[0] == "oilist(" else "):("):
                inner, at = _pieces(format, matches, at + 1, dialect)
                lists.append(inner)
            if at == len(matches):
                raise ValueError(f"{found[0]!r} is not closed in a format")
            closing = ")" if found[0] == "oilist(" else ")?"
            if matches[at][0] != closing:
                raise ValueError(f"{found[0]!r} is closed by {matches[at][0]!r} in a format")
            pieces.append(
                clauses(lists) if found[0] == "oilist(" else optional(lists[0], lists[1] if len(lists) > 1 else [])
            )
        else:
            pieces.append(_piece(format, found, dialect))
        at += 1
    return pieces, at


def _piece(format: Format, found: re.Match[str], dialect: str) -> Piece:
    if found["literal"]:
        return make.literal(found["text"])
    if found["operand"]:
        return make.operand(format, found["operand"], found["many"] or "")
    if found["typed"]:
        return make.types(format, found["typed"], found["prefix"])
    if found["functional"]:
        return make.functional(format, found["inputs"] or "*", found["outputs"] or "*")
    if found["attribute"]:
        kind = KINDS.get(found["kind"])
        if kind is None:
            raise ValueError(f"{found['kind']!r} is no kind of property")
        return make.attribute(format, found["attribute"], kind(found["parameter"] or found["attribute"]))
    if found["region"]:
        return make.region(format, found["region"], found["regions"] or "")
    if found["successor"]:
        return make.successor(format, found["successor"], found["successors"] or "")
    if found["dictionary"]:
        return make.prop_dict(format) if found[0] == "prop-dict" else make.attr_dict(format, found[0] != "attr-dict")
    if found["directive"]:
        return _directive(format, found["directive"], found["arguments"], dialect)
    raise ValueError(f"{found[0]!r} is no piece of a format")


def _directive(format: Format, name: str, arguments: str, dialect: str) -> Piece:
    made = directive(dialect, name)
    names: list[str] = []
    groups: list[tuple[str, str]] = []
    for found in re.finditer(_ARGUMENT, arguments):
        operand, many, sign, other, region, regions, string = found.groups()
        names.append(operand or other or region or string or "")
        groups.append(("%" if operand else "{" if region else sign or '"', names[-1]))
        if operand:
            format.add("operands", operand, many or "")
        elif region:
            format.add("regions", region, regions or "")
        elif sign == "$":
            format.shown.add(other)
        elif sign == "^":
            format.add("successors", other, "...")
        elif sign == ":" and all(other != name for name, _ in format.operands):
            format.add("results", other, "")
    given = tuple(names)

    def present(op: Op, parts: Parts) -> bool:
        return any(_has(format, op, parts, sign, name) for sign, name in groups)

    def read(p: OpReader, op: Op, s: State) -> None:
        made.read(p, op, s, given)

    return Piece(read, lambda w, op, parts: made.write(w, op, parts, given), made.peek, present)


def _has(format: Format, op: Op, parts: Parts, sign: str, name: str) -> bool:
    if sign == "$":
        return name in op.properties and not format.is_default(op, name)
    if sign == "{":
        return any(region.blocks for region in parts.regions[name])
    return bool(parts.successors[name] if sign == "^" else parts.values.get(name)) if sign != '"' else False
