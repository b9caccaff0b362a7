"""The pieces that generated programs are made of: types, buffers and what the function being written knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.execution.programs.choices import Choices

STATIC = "memref<4xi32>"
DYNAMIC = "memref<?xi32>"
VIEW = "memref<?xi32, strided<[1], offset: ?>>"
_CASTS = {STATIC: (STATIC, DYNAMIC, VIEW), DYNAMIC: (DYNAMIC, VIEW), VIEW: (VIEW,)}

ANYTHING = "anything"
"""The origin of a buffer that may share its allocation with every other one."""


@dataclass(frozen=True, slots=True)
class Buffer:
    """A memref: its SSA name and type, and the allocations it may be (a part of)."""

    name: str
    type: str
    origins: frozenset[str]

    @property
    def on_stack(self) -> bool:
        """Whether it is surely or maybe on the stack, so that its function must not return it."""
        return any(origin.startswith("%t") for origin in self.origins)

    def fits(self, wanted: str) -> bool:
        """Whether a cast turns it into the type `wanted`."""
        return wanted in _CASTS.get(self.type, ())

    def apart_from(self, other: Buffer) -> bool:
        """Whether the two cannot share an allocation."""
        return ANYTHING not in self.origins | other.origins and not self.origins & other.origins


@dataclass(slots=True)
class Scope:
    """What is visible at a place: buffers, i1 conditions, and `index` values that are small and not negative."""

    buffers: list[Buffer] = field(default_factory=list)
    conditions: list[str] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)
    # The allocations that may be freed here: each made once for every time that control comes here.
    freeable: set[str] = field(default_factory=set)

    def inner(self, repeated: bool = False) -> Scope:
        """A scope that sees this one; what it gains, this one does not.

        `repeated`: control may come there more often than here.
        """
        return Scope([*self.buffers], [*self.conditions], [*self.numbers], set() if repeated else set(self.freeable))


class Writer:
    """Writes the body of one function: has the choices, the lines so far, fresh names and fresh origins."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.lines: list[str] = []
        self.indent = 1
        self._names = 0
        # The allocations that have been freed on some path to this place, and those that buffers of unknown origin may
        # be.
        self.dead: set[str] = set()
        self.exposed: set[str] = set()

    def fresh(self, letter: str = "v") -> str:
        self._names += 1
        return f"%{letter}{self._names}"

    def emit(self, line: str) -> None:
        self.lines.append("  " * self.indent + line)

    def label(self, line: str) -> None:
        """A line one level further out: a block's label, a brace."""
        self.lines.append("  " * (self.indent - 1) + line)

    def allocate(self, scope: Scope, type_: str, on_stack: bool = False) -> Buffer:
        """A new buffer with a value of its own in the elements that programs read."""
        name = self.fresh("t" if on_stack else "a")
        op = "memref.alloca" if on_stack else "memref.alloc"
        self.emit(f"{name} = {op}({'%i4' if type_ == DYNAMIC else ''}) : {type_}")
        value = self.fresh("x")
        self.emit(f"{value} = func.call @next_i32() : () -> i32")
        for index in ("%i0", "%i1"):
            self.emit(f"memref.store {value}, {name}[{index}] : {type_}")
        buffer = Buffer(name, type_, frozenset([name]))
        scope.buffers.append(buffer)
        if not on_stack:
            scope.freeable.add(name)
        return buffer

    def usable(self, scope: Scope) -> list[Buffer]:
        """The buffers of a scope that have not been freed, the latest first."""
        return [buffer for buffer in reversed(scope.buffers) if not buffer.origins & self.dead]

    def expose(self, buffers: Sequence[Buffer]) -> None:
        """Say that buffers of unknown origin may be these."""
        self.exposed.update(origin for buffer in buffers for origin in buffer.origins)

    def can_be_freed(self, scope: Scope) -> list[Buffer]:
        """The buffers that may be freed here, because all that may share their allocations is known."""
        known = [buffer for buffer in self.usable(scope) if buffer.type in _CASTS]
        return [buffer for buffer in known if buffer.origins <= scope.freeable and not buffer.origins & self.exposed]

    def one_of(self, buffers: Sequence[Buffer]) -> Buffer:
        return self.choices.one_of(buffers)

    def pick(self, scope: Scope, wanted: str) -> Buffer:
        """A buffer of the type `wanted`: one that is there, a cast of one, or a new one."""
        fitting = [buffer for buffer in self.usable(scope) if buffer.fits(wanted)]
        number = self.choices.below(len(fitting) + 2)
        # The choice of a new one comes late, because an old one makes the smaller program.
        if number >= len(fitting):
            heap = STATIC if wanted == VIEW else wanted
            return self.cast(scope, self.allocate(scope, heap), wanted)
        return self.cast(scope, fitting[number], wanted)

    def cast(self, scope: Scope, buffer: Buffer, wanted: str) -> Buffer:
        if buffer.type == wanted:
            return buffer
        name = self.fresh("c")
        self.emit(f"{name} = memref.cast {buffer.name} : {buffer.type} to {wanted}")
        return self.add(scope, name, wanted, [buffer])

    def add(self, scope: Scope, name: str, type_: str, sources: list[Buffer]) -> Buffer:
        """Make a buffer known that is one of `sources`, or a view of one."""
        origins = frozenset(origin for source in sources for origin in source.origins)
        buffer = Buffer(name, type_, origins)
        scope.buffers.append(buffer)
        return buffer

    def observe(self, buffer: Buffer) -> None:
        value = self.fresh("x")
        self.emit(f"{value} = memref.load {buffer.name}[%i0] : {buffer.type}")
        self.emit(f"func.call @observe_i32({value}) : (i32) -> ()")
