"""Programs whose buffers are views with byte shifts: the address of such a buffer is not the one that its allocation gave.

Each buffer is a part of a buffer of bytes; other views of the same bytes begin elsewhere. Else they are like those of handovers.py.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.execution import generator
from tests.execution.buffers import DYNAMIC, STATIC, Buffer, Scope, Writer
from tests.execution.choices import Choices
from tests.execution.handovers import Handovers
from tests.execution.statements import Signature

BYTES = "memref<64xi8>"
_SHIFTS = ("%i16", "%i0", "%i32", "%i48")


class Shifted(Writer):
    """Allocates bytes and views a part of them."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        # The bytes behind each view.
        self.bytes: dict[str, str] = {}

    def allocate(self, scope: Scope, type_: str, on_stack: bool = False) -> Buffer:
        if on_stack or self.choices.chance(25):
            return super().allocate(scope, type_, on_stack)
        bytes_ = self.fresh("a")
        self.emit(f"{bytes_} = memref.alloc() : {BYTES}")
        for shift in ("0", "16", "32", "48"):
            self.emit(f"%i{shift}{bytes_[1:]} = arith.constant {shift} : index")
        buffer = self.view(scope, bytes_, type_)
        scope.freeable.add(bytes_)
        value = self.fresh("x")
        self.emit(f"{value} = func.call @next_i32() : () -> i32")
        for index in ("%i0", "%i1"):
            self.emit(f"memref.store {value}, {buffer.name}[{index}] : {buffer.type}")
        return buffer

    def view(self, scope: Scope, bytes_: str, type_: str) -> Buffer:
        name, shift = self.fresh("w"), self.choices.one_of(_SHIFTS)
        self.emit(f"{name} = memref.view {bytes_}[{shift}{bytes_[1:]}][{'%i4' if type_ == DYNAMIC else ''}] : {BYTES} to {type_}")
        buffer = Buffer(name, type_, frozenset([bytes_]))
        self.bytes[name] = bytes_
        scope.buffers.append(buffer)
        return buffer


class Shifts(Handovers):
    """Statements about views of bytes."""

    __slots__ = ()
    writer: Shifted

    def statement(self, scope: Scope, depth: int) -> None:
        kinds: list[Callable[[Scope, int], None]] = [self.again, super().statement, super().statement]
        self.writer.choices.one_of(kinds)(scope, depth)

    def again(self, scope: Scope, _: int) -> None:
        """View bytes that are viewed already, at another place, and write there what both are told apart by."""
        viewed = [buffer for buffer in self.writer.usable(scope) if buffer.name in self.writer.bytes]
        source = self.writer.one_of(viewed) if viewed else self.writer.allocate(scope, STATIC)
        if source.name in self.writer.bytes:
            view = self.writer.view(scope, self.writer.bytes[source.name], self.writer.choices.one_of((STATIC, DYNAMIC)))
            self.writer.observe(view)


def generate(choices: Choices) -> str:
    """The text of a program."""
    frees, stack = choices.chance(50), choices.chance(10)
    callees: list[Signature] = []
    functions = []
    for name in [*(f"h{number}" for number in range(choices.below(2))), "f"]:
        body = Shifts(Shifted(choices), tuple(callees), mutates=False, has_global=False, sharing=True, stack=stack, frees=frees)
        functions.append(generator.function(choices, body, name, callees, small=name != "f"))
    return generator.module(functions, callees[-1], has_global=False, frees=frees)
