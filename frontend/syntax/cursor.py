"""A cursor over MLIR text: the tokens, types and attributes that every form is made of.

Types and attributes stay text. The common ones are found by one pattern; for the rest brackets are matched, so that
whatever a dialect writes between them is taken as it is.
"""

from __future__ import annotations

import re
from typing import NoReturn

from ownlog.base.errors import InputError
from ownlog.base.source import Source
from ownlog.frontend.syntax.advice import MAP_ADVICE, STRINGS, attribute_advice, type_advice
from ownlog.frontend.text import tokens as t
from ownlog.frontend.text.affinetext import map_problem
from ownlog.frontend.text.builtintypes import problem as type_problem
from ownlog.frontend.text.depth import MAX_NESTING
from ownlog.frontend.text.literals import number_of
from ownlog.frontend.text.numbers import elements_misfit, impossible, misfit
from ownlog.frontend.text.spelling import bodies, masked, normal_text, spelled, unmasked
from ownlog.frontend.text.types import Type
from ownlog.frontend.text.typetext import canonical_text

_EMPTY = r"(?:memref|tensor|vector|complex)\s*<\s*[>,]"
# For the places where nothing more to the point is known.
_ADVICE = "the syntax read is that of mlir-opt 22; its `--mlir-print-op-generic` output is always understood"
_NUMBERS = (
    "a number without a type is an i64 or, with a point, an f64; any other type follows it: `1 : i8`, `1.0 : f32`"
)
_ELEMENTS = "`dense<1> : tensor<2xi32>` is one number for all elements, `dense<[1, 2]>` one for each"
_NUMBERED = re.compile(r"[%^][0-9]+\Z")
_LIMIT = 1 << 63

Attributes = dict[str, str | None]


class Cursor:
    """Position `pos` in `text`. Methods that expect something raise InputError where it is not there."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        self.pos = 0
        self._nesting = 0
        self.aliases: dict[str, str] = {}  # types and attributes, by name with sigil
        self._types: dict[str, Type] = {}
        self._dictionaries: dict[str, Attributes] = {}

    # Errors and plain tokens

    def fail(
        self,
        message: str,
        advice: str | None = None,
        at: int | None = None,
        unsupported: str | None = None,
        first: int = -1,
    ) -> NoReturn:
        """Raise an InputError at offset `at` (by default the next token); `unsupported` is an op without a reader.

        `first` is the offset of the first of two definitions, for a note.
        """
        if at is None:
            at = self.next()
        if self.text[at : at + 1].isalpha() and _NUMBERED.search(self.text, max(0, at - 20), at):
            advice = "a name that starts with a digit has digits only: '%0a' reads as '%0' and 'a'"
        diagnostic = self.source.diagnostic(min(at, len(self.text)), message, advice or _ADVICE)
        notes = [self.source.diagnostic(first, "previously defined here", severity="note")] if first >= 0 else []
        raise InputError(diagnostic._replace(unsupported=unsupported), *notes)

    def next(self) -> int:
        """The offset of the next token (or the end of the text)."""
        found = t.SKIP.match(self.text, self.pos)
        assert found is not None
        return found.end()

    def accept(self, text: str) -> bool:
        """Step over a keyword or punctuation if it comes next."""
        found = t.literal(text).match(self.text, self.pos)
        if found is None:
            return False
        self.pos = found.end()
        return True

    def expect(self, text: str, advice: str | None = None) -> None:
        if not self.accept(text):
            self.fail(f"expected '{text}'", advice)

    def peek(self, text: str) -> bool:
        return t.literal(text).match(self.text, self.pos) is not None

    def take(self, pattern: re.Pattern[str]) -> str | None:
        """The next token if it is of this kind."""
        found = pattern.match(self.text, self.pos)
        if found is None:
            return None
        self.pos = found.end()
        return found[1]

    def need(self, pattern: re.Pattern[str], what: str, advice: str | None = None) -> str:
        """The next token, which must be of this kind."""
        found = self.take(pattern)
        if found is None:
            self.fail(f"expected {what}", advice)
        return found

    def keyword(self, what: str = "a keyword") -> str:
        return self.need(t.KEYWORD, what)

    def symbol(self) -> str:
        text = self.need(t.SYMBOL_TOKEN, "a symbol name such as '@f'")
        return spelled(normal_text(text), text)

    def symbol_name(self) -> str:
        """A plain symbol `@f`, as the text of its `sym_name`."""
        found = self.need(t.PLAIN_SYMBOL, "valid '@'-identifier for attribute 'sym_name'")
        return spelled(normal_text(found[1:]), found[1:]) if found[1] == '"' else f'"{found[1:]}"'

    def string(self) -> str:
        return self.need(t.STRING_TOKEN, "a string")

    def integer(self) -> int:
        """An integer of 64 bits: what custom forms write without a type has no more."""
        at = self.next()
        text = self.need(t.INTEGER, "an integer")
        number = number_of(text.lstrip("- "))
        number = -number if text[0] == "-" else number
        if not -_LIMIT <= number < _LIMIT:
            self.fail("integer value too large", "it has to fit in 64 bits with its sign", at=at)
        return number

    def balanced(self, body: bool = False) -> str:
        """The text of a bracketed piece, brackets included, at the cursor.

        `body`: of a dialect's type or attribute, which MLIR reads as strings, brackets and arrows.
        """
        start = self.next()
        if self.text[start : start + 1] not in t.CLOSING:
            self.fail("expected an opening bracket", at=start)
        stack: list[str] = []
        at, brackets = start, t.BODY_BRACKETS if body else t.BRACKETS
        while (found := brackets.search(self.text, at)) is not None:
            c, at = found[0], found.end()
            if c == '"':
                self.fail("expected '\"' in string literal", STRINGS, at=found.start())
            if c[0] in "#!":
                self.pos = at - 1
                self.balanced(body=True)
                at = self.pos
            elif c in t.CLOSING:
                stack.append(t.CLOSING[c])
            elif c in ")]}>" and len(c) == 1:
                if not stack:
                    break
                if c != stack[-1]:
                    if body:
                        self.fail(f"unbalanced '{c}' character in pretty dialect name", at=found.start())
                    if c == ">":
                        continue
                    self.fail(f"expected '{stack[-1]}'", f"the '{self.text[start]}' it belongs to opens here", at=start)
                stack.pop()
                if not stack:
                    self.pos = at
                    return self.text[start : self.pos]
            if not stack:
                break
        return self.fail(f"unbalanced '{self.text[start : start + 1]}'", at=start)

    def _enter(self) -> None:
        """Count a bracket that is read by recursion."""
        self._nesting += 1
        if self._nesting > MAX_NESTING:
            self.fail(
                f"brackets are nested more than {MAX_NESTING:,} deep",
                "this is deeper than any tool writes: is a bracket missing?",
            )

    # Types

    def type(self) -> Type:
        found = t.TYPE.match(self.text, self.pos)
        if found is not None:
            self.pos = found.end()
            return self._types.get(found[1]) or self._new_type(found[1], found.start(1))
        return self._long_type()

    def _long_type(self) -> Type:
        start = self.next()
        found = t.TYPE_START.match(self.text, self.pos)
        if found is not None:
            self.pos = found.end()
            self.balanced(body=self.text[start] == "!")
        elif self.text.startswith("(", start):
            self._enter()
            self.function_type()
            self._nesting -= 1
        else:
            self.fail("expected non-function type", type_advice(self.text, start))
        text = self.text[start : self.pos]
        return self._types.get(text) or self._new_type(text, start)

    def optional_type(self) -> Type | None:
        """A type if one comes next."""
        if t.TYPE.match(self.text, self.pos) or t.TYPE_START.match(self.text, self.pos) or self.peek("("):
            return self.type()
        return None

    def _new_type(self, text: str, at: int) -> Type:
        if re.match(_EMPTY, text):
            advice = "a shape and an element type stand there: memref<4x?xf32>"
            self.fail("expected a shape or an element type between '<' and '>'", advice, at=at)
        if (problem := impossible(text)) is not None:
            self.fail(problem, "dimensions have 63 bits", at=at)
        resolved = self.resolved(text, at)
        if (problem := type_problem(masked(resolved)[0])) is not None:
            self.fail(problem, type_advice(self.text, at), at=at)
        made = self._types[text] = Type.get(text, canonical_text(resolved))
        return made

    def make_type(self, text: str) -> Type:
        """The type that `text` (of a part of a type that was read) names."""
        return self._types.get(text) or self._new_type(text, self.pos)

    def resolved(self, text: str, at: int) -> str:
        """`text` with aliases replaced by what they stand for. InputError for an alias that is not defined (yet)."""
        if "#" not in text and "!" not in text:
            return text

        def substitute(found: re.Match[str]) -> str:
            name = found[1]
            if name is None or "." in name or text.startswith("<", found.end()):
                return found[0]
            if name not in self.aliases:
                if any(start <= found.start() < end for start, end in bodies(text)):
                    return found[0]
                kind = "type" if name[0] == "!" else "attribute"
                # Text that was put together of parts does not stand in the source: then where it is used is the nearest
                # place.
                place = at + found.start(1) if self.text.startswith(text, at) else at
                self.fail(
                    f"undefined symbol alias id '{name[1:]}'", f"define the {kind} alias above its first use", at=place
                )
            meaning = self.aliases[name]
            return (
                meaning[len("loc(") : -1]
                if meaning.startswith("loc(") and _in_location(text, found.start())
                else meaning
            )

        return t.ALIAS_USE.sub(substitute, text)

    def types(self) -> list[Type]:
        """One type or more, separated by commas."""
        found = [self.type()]
        while self.accept(","):
            found.append(self.type())
        return found

    def type_list(self) -> list[Type]:
        """`(t, t)`, possibly empty."""
        self.expect("(")
        if self.accept(")"):
            return []
        found = self.types()
        self.expect(")")
        return found

    def result_types(self) -> list[Type]:
        """What follows `->`: one type, or a list in parentheses."""
        return self.type_list() if self.peek("(") else [self.type()]

    def function_type(self) -> tuple[list[Type], list[Type]]:
        if not self.peek("("):
            self.fail("expected function type", "write the types of operands and results: `: (t, t) -> t`")
        inputs = self.type_list()
        self.expect("->")
        return inputs, self.result_types()

    def aliased_function_type(self) -> tuple[Type, list[Type], list[Type]]:
        """A function type or an alias of one: as one type, and the types of what goes in and out."""
        start = self.next()
        if self.text.startswith("!", start):
            type = self.type()
            inner = Cursor(Source(type.canonical))
            try:
                return type, *inner.function_type()
            except InputError:
                self.fail("expected function type", "the alias stands for another type", at=start)
        inputs, results = self.function_type()
        return self.make_type(self.text[start : self.pos]), inputs, results

    # Attributes

    def attribute(self) -> str:
        """Any attribute with its type: the text with aliases resolved, which remembers its spelling (`spelling.py`)."""
        found = t.PLAIN_ATTRIBUTE.match(self.text, self.pos)
        if found is not None:
            self.pos = found.end()
            text = found[1]
            if (problem := misfit(text)) is not None:
                self.fail(problem, _NUMBERS, at=found.start(1))
            return spelled(normal_text(text), text) if "\\" in text or '@"' in text else text
        start = self.next()
        if self.take(t.TYPED_LITERAL) is not None:
            if self.accept(":"):
                literal = self.text[start : self.pos - 1]
                if (problem := misfit(f"{literal} : {self.type().canonical}")) is not None:
                    self.fail(problem, _NUMBERS, at=start)
        elif self.text.startswith("[", start):
            self._list()
        elif self.text.startswith("{", start):
            self.dictionary()
        elif (name := self.take(t.HASH_ATTRIBUTE)) is not None:
            self._hash_attribute(name, start)
        elif (name := self.take(t.BRACKETED_ATTRIBUTE)) is not None:
            body = self.balanced()
            if name in ("affine_map", "affine_set"):
                self._check_map(f"{name}{body}", self.pos - len(name) - len(body))
            elif name == "distinct":
                self.balanced()
            elif name in ("dense", "dense_resource", "sparse", "opaque") and self.accept(":"):
                type = self.type().canonical
                if name == "dense" and (problem := elements_misfit(t.without_comments(body)[1:-1], type)) is not None:
                    self.fail(problem, _ELEMENTS, at=start)
        elif self.optional_type() is None:
            self.fail("expected attribute value", attribute_advice(self.text, start))
        return self.spelled(self.text[start : self.pos], start)

    def _check_map(self, text: str, at: int) -> None:
        """InputError if `text`, an affine map or set that was written at `at`, has a mistake."""
        if (problem := map_problem(t.without_comments(text))) is not None:
            message, place = problem
            self.fail(message, MAP_ADVICE, at=at + place if "//" not in text else at)

    def spelled(self, text: str, at: int) -> str:
        """What `text`, an attribute that was written at `at`, means."""
        outside, hidden = masked(text) if "//" in text else (text, [])
        return spelled(normal_text(self.resolved(unmasked(t.without_comments(outside), hidden), at)), text)

    def _hash_attribute(self, name: str, start: int) -> None:
        if self.text.startswith("<", self.pos):
            self.balanced(body=True)
        elif "." not in name and name not in self.aliases:
            self.fail(
                f"undefined symbol alias id '{name[1:]}'", "define the attribute alias above its first use", at=start
            )
        if (self.text[self.pos - 1] == ">" or "." in name) and self.accept(":"):
            self.type()

    def _list(self) -> None:
        self.expect("[")
        self._enter()
        if not self.accept("]"):
            self.attribute()
            while self.accept(","):
                self.attribute()
            self.expect("]")
        self._nesting -= 1

    def dictionary(self) -> Attributes:
        """`{key = value, ...}`."""
        found = t.DICTIONARY.match(self.text, self.pos)
        if found is not None and found[1] in self._dictionaries:
            self.pos = found.end()
            return self._dictionaries[found[1]].copy()
        start = self.next()
        entries = self.entries("{", "}")
        self._dictionaries[self.text[start : self.pos]] = entries
        return entries.copy()

    def entries(self, opening: str, closing: str) -> Attributes:
        self.expect(opening)
        entries: Attributes = {}
        if self.accept(closing):
            return entries
        self._enter()
        while True:
            at = self.next()
            key = self.need(t.KEY, "attribute name")
            if key[0] == '"':
                key = key[1:-1]
            if key in entries:
                self.fail(f"duplicate key '{key}' in dictionary attribute", at=at)
            entries[key] = self.attribute() if self.accept("=") else None
            if not self.accept(","):
                self.expect(closing)
                self._nesting -= 1
                return entries

    def optional_dictionary(self) -> Attributes:
        return self.dictionary() if self.peek("{") else {}

    def optional_dictionary_text(self) -> str | None:
        """The text of `{...}` if it comes next."""
        if not self.peek("{"):
            return None
        start = self.next()
        self.dictionary()
        return self.spelled(self.text[start : self.pos], start)

    def parse_dictionary(self, text: str, at: int) -> Attributes:
        """The entries of `{...}` in `text`, which an alias used at `at` stands for."""
        try:
            return Cursor(Source(text)).dictionary()
        except InputError:
            self.fail("expected a dictionary attribute", at=at)

    def optional_location(self) -> str | None:
        """`loc(...)` if it comes next. Location aliases may be defined later, so nothing in it is looked up."""
        found = t.LOCATION.match(self.text, self.pos)
        if found is None:
            return None
        self.pos = found.end()
        return "loc" + self.balanced()


def _in_location(text: str, at: int) -> bool:
    """Does what stands at `at` belong to a `loc(...)` in the text?"""
    start = text.rfind("loc(", 0, at)
    return start >= 0 and text.count("(", start, at) > text.count(")", start, at)
