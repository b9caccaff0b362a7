"""SSA names: which value a name means, what is redefined or undefined, and which uses need a dominance check.

One table holds all visible names, because MLIR lets no name shadow another. Leaving a region forgets what it defined. A
use before the definition makes the value early (`owner` is filled in by the definition), so that no operand has to be
patched later.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple, NoReturn

from ownlog.base.errors import InputError
from ownlog.base.source import Source
from ownlog.frontend.ir.ir import Block, Op, Value
from ownlog.frontend.syntax.cursor import Cursor
from ownlog.frontend.syntax.structure import MODULE
from ownlog.frontend.text.builtintypes import problem as type_problem
from ownlog.frontend.text.literals import digits_of, number_of
from ownlog.frontend.text.numbers import impossible
from ownlog.frontend.text.tokens import OPERAND, Use
from ownlog.frontend.text.types import Type
from ownlog.frontend.text.typetext import canonical_text


class Deferred(NamedTuple):
    """A use that may not be dominated by its definition; `at` is its offset."""

    op: Op
    value: Value
    at: int


_NOWHERE = Block()


class Scope(Cursor):
    """The cursor plus the table of SSA names."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.op = Op(MODULE)  # the op that is being read
        self.values: dict[str, Value | list[Value]] = {}
        self.defined: list[str] = []  # in order of definition, to forget them in
        self.early: dict[str, dict[int, Value]] = {}  # used, not yet defined
        # Names whose definition is in a finished block, or outside of an op that must not look out: seen, but dominance
        # is to be checked.
        self.distant: set[str] = set()
        self.deferred: list[Deferred] = []

    def operand(self) -> Use:
        found = OPERAND.match(self.text, self.pos)
        if found is None:
            self.fail("expected SSA operand")
        self.pos = found.end()
        return found

    def optional_operand(self) -> Use | None:
        found = OPERAND.match(self.text, self.pos)
        if found is not None:
            self.pos = found.end()
        return found

    def operands(self) -> list[Use]:
        """Operands separated by commas, possibly none."""
        first = self.optional_operand()
        if first is None:
            return []
        found = [first]
        while self.accept(","):
            found.append(self.operand())
        return found

    def spelled_type(self, text: str) -> Type | None:
        """The type that a text without aliases spells; None where it spells none."""
        found = self._types.get(text)
        if found is None and impossible(text) is None and type_problem(text) is None:
            found = self._types[text] = Type.get(text, canonical_text(text))
        return found

    def resolve(self, use: Use, type: Type) -> Value:
        """The value that `use` means, which must be of `type`."""
        name = use[1]
        value = self.values.get(name)
        if value.__class__ is not Value or use[2] is not None:
            value = self._member(use, type)
        assert isinstance(value, Value)
        if value.type is not type and value.type.canonical != type.canonical:
            self._wrong_type(use, value, type)
        if name in self.distant:
            self.deferred.append(Deferred(self.op, value, use.start(1)))
        return value

    def _wrong_type(self, use: Use, value: Value, type: Type) -> NoReturn:
        message = f"use of value '{use[0].strip()}' expects different type than prior uses: '{type}' vs '{value.type}'"
        advice = (
            f"the definition of {use[1]} gives it type {value.type}"
            if use[1] in self.values
            else "the types of all uses must agree"
        )
        error = self.source.diagnostic(use.start(1), message, advice)
        raise InputError(error, self.source.diagnostic(max(value.offset, 0), "prior use here", severity="note"))

    def resolve_all(self, uses: list[Use], types: list[Type]) -> list[Value]:
        if len(uses) != len(types):
            at = uses[0].start(1) if uses else self.pos
            self.fail(
                f"number of operands and types do not match: got {len(uses)} operands and {len(types)} types", at=at
            )
        return [self.resolve(use, type) for use, type in zip(uses, types, strict=True)]

    def _member(self, use: Use, type: Type) -> Value:
        name, number = use[1], number_of(use[2] or "0")
        found = self.values.get(name)
        if isinstance(found, Value):
            found = [found]
        if found is not None:
            if number >= len(found):
                message = f"reference to invalid result number {digits_of(number)} of '{name}'"
                self.fail(message, f"'{name}' has {len(found)} results", at=use.start(1))
            return found[number]
        numbers = self.early.setdefault(name, {})
        if number not in numbers:
            numbers[number] = Value(name, type, _NOWHERE, number, use.start(1))
        self.deferred.append(Deferred(self.op, numbers[number], use.start(1)))
        return numbers[number]

    def define(self, name: str, types: list[Type], owner: Op | Block, index: int, at: int) -> list[Value]:
        """Give `name` to the results (or the argument) of `owner` from `index` on; several types make a pack."""
        if name in self.values:
            known = self.values[name]
            first = (known if isinstance(known, Value) else known[0]).offset
            self.fail(
                f"redefinition of SSA value '{name}'",
                "names may not hide names that are visible here",
                at=at,
                first=first,
            )
        early = self.early.pop(name, {}) if self.early else {}
        made: list[Value] = []
        for number, type in enumerate(types):
            value = early.pop(number, None) if early else None
            if value is None:
                value = Value(name, type, owner, index + number, at)
            elif value.type.canonical != type.canonical:
                self.fail(
                    f"definition of SSA value '{name}#{number}' has type '{type}', but it is used with type"
                    f" '{value.type}'",
                    at=at,
                )
            else:
                value.type, value.owner, value.index, value.offset = type, owner, index + number, at
            value.pack, value.pack_index = len(types), number
            made.append(value)
        if early:
            self.fail(
                f"reference to invalid result number {max(early)} of '{name}'",
                f"'{name}' has {len(types)} results",
                at=at,
            )
        self.values[name] = made[0] if len(made) == 1 else made
        self.defined.append(name)
        return made

    @contextmanager
    def shadowed(self, names: list[str]) -> Iterator[None]:
        """Forget what some names mean, so that a region may give them to its arguments, and remember it afterwards."""
        hidden = {name: self.values.pop(name) for name in names if name in self.values}
        yield
        self.values.update(hidden)

    def forget(self, mark: int) -> None:
        """Forget the names defined since `mark` (a length of `defined`)."""
        for name in self.defined[mark:]:
            del self.values[name]
        self.distant.difference_update(self.defined[mark:])
        del self.defined[mark:]

    def check_undeclared(self) -> None:
        """InputError if a name was used and never defined."""
        for name, numbers in self.early.items():
            at = min(value.offset for value in numbers.values())
            self.fail(
                f"use of undeclared SSA value name '{name}'",
                "define it above, in this region or in one around it",
                at=at,
            )
