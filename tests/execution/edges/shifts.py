"""Programs whose buffers are views with byte shifts: the address of such a buffer is not the one that its allocation
gave.

Each buffer is a part of a buffer of bytes; other views of the same bytes begin elsewhere. Else they are like those of
handovers.py. In most programs only views that begin where the bytes do go anywhere, as the address of others does not
tell what allocation they have; those are used where they are in sight.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tests.execution.programs import generator
from tests.execution.programs.buffers import DYNAMIC, STATIC, Buffer, Scope, Writer
from tests.execution.programs.choices import Choices
from tests.execution.programs.handovers import Handovers

BYTES = "memref<64xi8>"
_SHIFTS = ("%i16", "%i0", "%i32", "%i48")


class Shifted(Writer):
    """Allocates bytes and views a part of them; `strays`: views that begin elsewhere go wherever others do."""

    def __init__(self, choices: Choices, strays: bool) -> None:
        super().__init__(choices)
        self.strays = strays
        # The views that begin elsewhere and stay.
        self.staying: set[str] = set()
        # The bytes behind each view.
        self.bytes: dict[str, str] = {}

    def allocate(self, scope: Scope, type_: str, on_stack: bool = False) -> Buffer:
        if on_stack or self.choices.chance(25):
            return super().allocate(scope, type_, on_stack)
        bytes_ = self.fresh("a")
        self.emit(f"{bytes_} = memref.alloc() : {BYTES}")
        for shift in ("0", "16", "32", "48"):
            self.emit(f"%i{shift}{bytes_[1:]} = arith.constant {shift} : index")
        buffer = self.view(scope, bytes_, type_, stays=False)
        scope.freeable.add(bytes_)
        value = self.fresh("x")
        self.emit(f"{value} = func.call @next_i32() : () -> i32")
        for index in ("%i0", "%i1"):
            self.emit(f"memref.store {value}, {buffer.name}[{index}] : {buffer.type}")
        return buffer

    def usable(self, scope: Scope) -> list[Buffer]:
        return [buffer for buffer in super().usable(scope) if buffer.name not in self.staying]

    def in_sight(self, scope: Scope) -> list[Buffer]:
        """The views that begin elsewhere and go nowhere."""
        return [buffer for buffer in super().usable(scope) if buffer.name in self.staying]

    def view(self, scope: Scope, bytes_: str, type_: str, stays: bool) -> Buffer:
        name, shift = self.fresh("w"), self.choices.one_of(_SHIFTS) if stays or self.strays else "%i0"
        if stays and not self.strays:
            self.staying.add(name)
        self.emit(
            f"{name} = memref.view {bytes_}[{shift}{bytes_[1:]}][{'%i4' if type_ == DYNAMIC else ''}] : {BYTES} to"
            f" {type_}"
        )
        buffer = Buffer(name, type_, frozenset([bytes_]))
        self.bytes[name] = bytes_
        scope.buffers.append(buffer)
        return buffer


class Shifts(Handovers):
    """Statements about views of bytes."""

    __slots__ = ()
    writer: Shifted

    def statement(self, scope: Scope, depth: int) -> None:
        kinds: list[Callable[[Scope, int], None]] = [self.again, self.look, super().statement, super().statement]
        self.writer.choices.one_of(kinds)(scope, depth)

    def again(self, scope: Scope, _: int) -> None:
        """View bytes that are viewed already, at another place, and write there what both are told apart by."""
        viewed = [buffer for buffer in self.writer.usable(scope) if buffer.name in self.writer.bytes]
        source = self.writer.one_of(viewed) if viewed else self.writer.allocate(scope, STATIC)
        if source.name in self.writer.bytes:
            view = self.writer.view(
                scope, self.writer.bytes[source.name], self.writer.choices.one_of((STATIC, DYNAMIC)), stays=True
            )
            self.writer.observe(view)

    def look(self, scope: Scope, _: int) -> None:
        """Look at a view that begins elsewhere, or free its bytes by it."""
        if not (seen := self.writer.in_sight(scope)):
            return
        view = self.writer.one_of(seen)
        if (
            self.frees
            and view.origins <= scope.freeable
            and not view.origins & self.writer.exposed
            and self.writer.choices.chance(30)
        ):
            self.writer.emit(f"memref.dealloc {view.name} : {view.type}")
            self.writer.dead |= view.origins
        else:
            self.writer.observe(view)


def generate(choices: Choices) -> str:
    """The text of a program."""
    frees, stack, strays = choices.chance(50), choices.chance(10), choices.chance(20)
    return generator.program(
        choices, Shifts, partial(Shifted, strays=strays), frees=frees, mutates=False, sharing=True, stack=stack
    )
