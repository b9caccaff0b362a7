"""Programs that observe which buffers share an allocation, and the same with the answers of `ownlog alias` and `ownlog owners` in place.

What is said to hold always or never is written as a constant; the two observe the same if it is true. Nothing is freed, so that no two
allocations have the same address, and what a function gives back is a copy, as no answer takes it for anything older.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import ownlog
from ownlog.api.analysis import Analysis
from tests.execution import generator, handovers
from tests.execution.buffers import DYNAMIC, STATIC, Buffer, Scope, Writer
from tests.execution.choices import Choices
from tests.execution.handovers import Handovers
from tests.execution.soundness import with_copies
from tests.execution.statements import Signature

ASKED = "alias, owners"
_FUNCTION = re.compile(r"func\.func (?:private )?(@\w+)\(")
_ADDRESS = re.compile(r"\s*(%p\d+) = memref\.extract_aligned_pointer_as_index (%[\w#]+) :")
_COMPARED = re.compile(r"(\s*%e\d+ = )arith\.cmpi eq, (%p\d+), (%p\d+) : index$")


class Queries(Handovers):
    """Statements among which two buffers are compared."""

    __slots__ = ()

    def statement(self, scope: Scope, depth: int) -> None:
        kinds: list[Callable[[Scope, int], None]] = [self.compare, super().statement, super().statement]
        self.writer.choices.one_of(kinds)(scope, depth)

    def compare(self, scope: Scope, _: int) -> None:
        """Observe whether two buffers of the scope share their allocation."""
        known = self.writer.usable(scope)
        while len(known) < 2:
            known.append(self.writer.allocate(scope, self.writer.choices.one_of((STATIC, DYNAMIC))))
        first = self.writer.choices.one_of(known)
        second = self.writer.choices.one_of([buffer for buffer in known if buffer is not first])
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
    for name in [*(f"h{number}" for number in range(choices.below(3))), "f"]:
        body = Queries(Writer(choices), tuple(callees), mutates=False, has_global=has_global, sharing=True, stack=stack)
        functions.append(generator.function(choices, body, name, callees, small=name != "f"))
    return generator.module(functions, callees[-1], has_global, frees=False)


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
                answer = self.answer(function, addresses[found[2]], addresses[found[3]])
                line = line if answer is None else f"{found[1]}arith.constant {str(answer).lower()}"
            lines.append(line)
        return lines

    def answer(self, function: str, first: str, second: str) -> bool | None:
        """Whether they always or never share an allocation; None where nothing is said."""
        told = self.shared(function, first).get(f"{function}/{second}", "MAY")
        if told != "MAY":
            return told == "MUST"
        kept, freed = self.owned(function)
        # What a function owns is nothing that it leaves to its caller.
        return False if {first, second} & kept and {first, second} & freed else None

    def _shared(self, function: str, value: str) -> dict[str, str]:
        return {str(row[0]): str(row[1]) for row in self.analysis.alias(f"{function}/{value}", function)}

    def _owned(self, function: str) -> tuple[set[str], set[str]]:
        """The parameters that are left to the caller, and what is surely the function's own."""
        rows = [tuple(map(str, row)) for row in self.analysis.owners(function)]
        states: dict[str, set[str]] = {}
        for _, value, state, _, _ in rows:
            states.setdefault(value.partition("/")[2], set()).add(state)
        kept = {value.partition("/")[2] for _, value, _, _, end in rows if "%arg" in value and end == "left to its owner"}
        return kept, {value for value, found in states.items() if found == {"unique(true)"}}
