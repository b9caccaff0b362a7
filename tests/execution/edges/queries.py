"""Programs that observe which buffers share an allocation, and the same with the answers of `ownlog alias` and `ownlog
owners` in place.

What is said to hold always or never is written as a constant, and what takes a condition is asked together with that;
the two observe the same if it is true. Nothing is freed, so that no two allocations have the same address, and what a
function gives back is a copy, as no answer takes it for anything older.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import ownlog
from ownlog.api.analysis import Analysis
from tests.execution.programs import generator, handovers
from tests.execution.programs.buffers import DYNAMIC, STATIC, Buffer, Scope
from tests.execution.programs.choices import Choices
from tests.execution.programs.handovers import Handovers
from tests.execution.programs.statements import Signature
from tests.execution.soundness import with_copies

ASKED = "alias, owners"
_FUNCTION = re.compile(r"func\.func (?:private )?(@\w+)\(")
_ADDRESS = re.compile(r"\s*(%p\d+) = memref\.extract_aligned_pointer_as_index (%[\w#]+) :")
_COMPARED = re.compile(r"\s*(%e\d+) = (arith\.cmpi eq, (%p\d+), (%p\d+) : index)$")
# The only condition that is the same wherever a function asks.
_CONDITION = "%cond"


class Queries(Handovers):
    """Statements among which two buffers are compared."""

    __slots__ = ()

    def statement(self, scope: Scope, depth: int) -> None:
        kinds: list[Callable[[Scope, int], None]] = [self.compare, self.chosen, super().statement, super().statement]
        self.writer.choices.one_of(kinds)(scope, depth)

    def compare(self, scope: Scope, _: int) -> None:
        """Compare any two buffers of the scope."""
        known = self.writer.usable(scope)
        while len(known) < 2:
            known.append(self.writer.allocate(scope, self.writer.choices.one_of((STATIC, DYNAMIC))))
        first = self.writer.choices.one_of(known)
        self.compared(first, self.writer.choices.one_of([buffer for buffer in known if buffer is not first]))

    def chosen(self, scope: Scope, depth: int) -> None:
        """Choose one of two buffers, and compare it with one of them, at once or later."""
        type_, name = self.type(), self.writer.fresh("s")
        sides = [self.writer.pick(scope, type_) for _ in range(2)]
        self.writer.emit(f"{name} = arith.select {_CONDITION}, {sides[0].name}, {sides[1].name} : {type_}")
        result = self.writer.add(scope, name, type_, sides)
        if self.writer.choices.chance(30):
            self.statement(scope, depth)
        self.compared(result, self.writer.choices.one_of(sides))

    def compared(self, first: Buffer, second: Buffer) -> None:
        """Observe whether two buffers share their allocation."""
        left, right = self.address_of(first), self.address_of(second)
        same, number = self.writer.fresh("e"), self.writer.fresh("x")
        self.writer.emit(f"{same} = arith.cmpi eq, {left}, {right} : index")
        self.writer.emit(f"{number} = arith.extui {same} : i1 to i32")
        self.writer.emit(f"func.call @observe_i32({number}) : (i32) -> ()")

    def address_of(self, buffer: Buffer) -> str:
        """Where its allocation begins: no view here begins elsewhere than in its type."""
        name = self.writer.fresh("p")
        self.writer.emit(f"{name} = memref.extract_aligned_pointer_as_index {buffer.name} : {buffer.type} -> index")
        return name


def generate(choices: Choices) -> str:
    """The text of a program."""
    has_global, stack, type_ = choices.chance(30), choices.chance(20), choices.one_of((STATIC, DYNAMIC))
    callees: list[Signature] = []
    functions = handovers.library(choices, type_, callees, handovers.LIBRARY)
    return generator.program(
        choices, Queries, helpers=3, library=(functions, callees), has_global=has_global, mutates=False, sharing=True,
        stack=stack,
    )  # fmt: skip


def copying(text: str) -> list[str]:
    """The program as it is run."""
    return [with_copies(text) or text]


def answered(text: str, _: str) -> tuple[str, str]:
    """The program with answers in place of what it computes, or what went wrong."""
    try:
        return "\n".join(_Answers(ownlog.analyze(ownlog.parse(text))).lines(text)), ""
    except ownlog.OwnlogError as refused:
        return "", f"refused: {refused}"
    except Exception as crash:  # A crash is a finding too, and the other programs must go on.
        return "", f"crashed: {type(crash).__name__}: {crash}"


class _Answers:
    """Asks about the values that a program compares."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.shared = cache(self._shared)
        self.owned = cache(self._owned)

    def lines(self, text: str) -> list[str]:
        """The lines of the program, with constants where there is an answer."""
        function, addresses, lines = "", dict[str, str](), []
        for line in text.splitlines():
            if found := _FUNCTION.search(line):
                function, addresses = found[1], {}
            if found := _ADDRESS.match(line):
                addresses[found[1]] = found[2]
            if found := _COMPARED.match(line):
                name, asked, *sides = found.groups()
                line = self.answer(function, name, asked, *(addresses[side] for side in sides))
            lines.append(line)
        return lines

    def answer(self, function: str, name: str, asked: str, first: str, second: str) -> str:
        """The line that gives `name` what is said of whether the two share an allocation, and `asked` where nothing
        is.
        """
        told, condition = self.shared(function, first).get(f"{function}/{second}", ("MAY", ""))
        kept, freed = self.owned(function)
        if told != "MAY":
            return f"{name} = arith.constant {str(told == 'MUST').lower()}"
        if {first, second} & kept and {first, second} & freed:
            # What a function owns is nothing that it leaves to its caller.
            return f"{name} = arith.constant false"
        if condition == f"{_CONDITION} is true":
            return f"{name}_asked = {asked} {name} = arith.andi {name}_asked, {_CONDITION} : i1"
        if condition == f"{_CONDITION} is false":
            never = f"{name}_never = arith.constant false"
            return f"{name}_asked = {asked} {never} {name} = arith.select {_CONDITION}, {name}_never, {name}_asked : i1"
        return f"{name} = {asked}"

    def _shared(self, function: str, value: str) -> dict[str, tuple[str, str]]:
        return {str(row[0]): (str(row[1]), str(row[2])) for row in self.analysis.alias(f"{function}/{value}", function)}

    def _owned(self, function: str) -> tuple[set[str], set[str]]:
        """The parameters that are left to the caller, and what is surely the function's own."""
        rows = [tuple(map(str, row)) for row in self.analysis.owners(function)]
        states: dict[str, set[str]] = {}
        for _, value, state, _, _ in rows:
            states.setdefault(value.partition("/")[2], set()).add(state)
        kept = {
            value.partition("/")[2] for _, value, _, _, end in rows if "%arg" in value and end == "left to its owner"
        }
        return kept, {value for value, found in states.items() if found == {"unique(true)"}}
