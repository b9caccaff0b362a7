"""What a generated function does: one statement after another, each of a kind that chance picks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.execution.programs.buffers import ANYTHING, DYNAMIC, STATIC, VIEW, Buffer, Scope, Writer

if TYPE_CHECKING:
    from tests.execution.programs.graphs import Graph

Finish = Callable[[Scope], None]
"""Writes the terminator of a region or function, given what is visible there."""

UNKNOWN = frozenset([ANYTHING])
TYPES = (STATIC, DYNAMIC, VIEW)


@dataclass(frozen=True, slots=True)
class Signature:
    """A function that can be called: one i1, one index and buffers in, buffers out."""

    name: str
    takes: tuple[str, ...]
    gives: tuple[str, ...]

    @property
    def type(self) -> str:
        return f"({', '.join(['i1', 'index', *self.takes])}) -> ({', '.join(self.gives)})"


@dataclass(slots=True)
class Body:
    """Statements for one function. `callees` can be called; `has_global` says whether the module has `@constant`."""

    writer: Writer
    callees: Sequence[Signature]
    # Where buffers are written to after they were made, no function may return what its caller knows: whether it
    # returns a copy of it is up to the pass.
    mutates: bool
    has_global: bool
    # Whether two different values may be returned that share an allocation.
    sharing: bool = False
    # Whether some buffers are on the stack; then nothing of unknown origin can be returned.
    stack: bool = False
    # Whether some buffers are freed by hand: by the program itself, by `@release`, or by a reallocation.
    frees: bool = False
    # The function being written, if it may call itself.
    itself: Signature | None = None

    def statements(self, scope: Scope, depth: int) -> None:
        for _ in range(self.writer.choices.below(4)):
            self.statement(scope, depth)
        if self.writer.choices.chance(60):
            self.observe(scope, depth)

    def statement(self, scope: Scope, depth: int) -> None:
        kinds: list[Callable[[Scope, int], None]] = [self.observe, self.observe, self.allocate, self.select, self.view]
        if depth > 0:
            kinds += [self.if_, self.for_, self.while_, self.switch, self.region, self.if_, self.for_, self.while_]
        if self.callees:
            kinds += [self.call, self.call]
        if self.mutates:
            kinds.append(self.store)
        if self.has_global:
            kinds.append(self.global_)
        if self.frees:
            kinds += [self.free, self.free, self.reallocate]
        if self.itself and depth > 0:
            kinds.append(self.recur)
        self.writer.choices.one_of(kinds)(scope, depth - 1)

    def type(self) -> str:
        return self.writer.choices.one_of(TYPES)

    def types(self, least: int = 0, most: int = 3) -> list[str]:
        return [self.type() for _ in range(least + self.writer.choices.below(most - least + 1))]

    def condition(self, scope: Scope) -> str:
        number = self.writer.choices.below(len(scope.conditions) + 2)
        if number < len(scope.conditions):
            return scope.conditions[number]
        name = self.writer.fresh("d")
        self.writer.emit(f"{name} = func.call @decide() : () -> i1")
        scope.conditions.append(name)
        return name

    def number(self, scope: Scope) -> str:
        return self.writer.choices.one_of(["%i1", "%i0", "%i2", *scope.numbers])

    def picks(self, scope: Scope, types: Sequence[str]) -> list[Buffer]:
        return [self.writer.pick(scope, type_) for type_ in types]

    def observe(self, scope: Scope, _: int) -> None:
        self.writer.observe(self.writer.pick(scope, self.type()))

    def allocate(self, scope: Scope, _: int) -> None:
        self.writer.allocate(
            scope, self.writer.choices.one_of((STATIC, DYNAMIC)), on_stack=self.stack and self.writer.choices.chance(30)
        )

    def store(self, scope: Scope, _: int) -> None:
        value, buffer = self.writer.fresh("x"), self.writer.pick(scope, self.type())
        self.writer.emit(f"{value} = func.call @next_i32() : () -> i32")
        self.writer.emit(f"memref.store {value}, {buffer.name}[%i0] : {buffer.type}")

    def global_(self, scope: Scope, _: int) -> None:
        name = self.writer.fresh("g")
        self.writer.emit(f"{name} = memref.get_global @constant : {STATIC}")
        scope.buffers.append(Buffer(name, STATIC, frozenset(["@constant"])))

    def select(self, scope: Scope, _: int) -> None:
        type_ = self.type()
        left, right = self.picks(scope, [type_, type_])
        condition, name = self.condition(scope), self.writer.fresh("s")
        self.writer.emit(f"{name} = arith.select {condition}, {left.name}, {right.name} : {type_}")
        self.writer.add(scope, name, type_, [left, right])

    def view(self, scope: Scope, _: int) -> None:
        source = self.writer.pick(scope, self.writer.choices.one_of((STATIC, DYNAMIC)))
        name, view = self.writer.fresh("w"), "memref<2xi32, strided<[1], offset: 1>>"
        self.writer.emit(f"{name} = memref.subview {source.name}[1] [2] [1] : {source.type} to {view}")
        cast = self.writer.fresh("c")
        # A view with a static layout could not be returned: mlir-opt cannot lower a clone of it.
        self.writer.emit(f"{cast} = memref.cast {name} : {view} to {VIEW}")
        self.writer.add(scope, cast, VIEW, [source])

    def free(self, scope: Scope, _: int) -> None:
        if victims := self.writer.can_be_freed(scope):
            victim = self.writer.choices.one_of(victims)
            if victim.type == DYNAMIC and self.writer.choices.chance(40):
                name = self.writer.choices.one_of(("release", "release_or_not"))
                condition = self.condition(scope)
                self.writer.emit(f"func.call @{name}({condition}, {victim.name}) : (i1, {DYNAMIC}) -> ()")
            else:
                self.writer.emit(f"memref.dealloc {victim.name} : {victim.type}")
            self.writer.dead |= victim.origins

    def reallocate(self, scope: Scope, _: int) -> None:
        if victims := [buffer for buffer in self.writer.can_be_freed(scope) if buffer.type != VIEW]:
            victim, name = self.writer.choices.one_of(victims), self.writer.fresh("a")
            size = self.writer.choices.one_of(("%i4", "%i6"))
            self.writer.emit(f"{name} = memref.realloc {victim.name}({size}) : {victim.type} to {DYNAMIC}")
            self.writer.dead |= victim.origins
            scope.buffers.append(Buffer(name, DYNAMIC, frozenset([name])))
            scope.freeable.add(name)

    def recur(self, scope: Scope, depth: int) -> None:
        """The function calls itself where `@decide` says so, which ends when its fuel is spent."""
        assert self.itself is not None
        types = self.itself.gives
        decided, results = self.writer.fresh("d"), self.results(types)
        self.writer.emit(f"{decided} = func.call @decide() : () -> i1")
        self.writer.emit(f"{results.define}scf.if {decided}{results.arrow} {{")
        self.writer.indent += 1
        inner = scope.inner()
        called = self._call(inner, self.itself)
        names = ", ".join(buffer.name for buffer in called)
        self.writer.emit(f"scf.yield {names} : {', '.join(types)}" if names else "scf.yield")
        self.writer.indent -= 1
        if types:
            self.writer.emit("} else {")
            called += self.nested(scope.inner(), depth, types)
        self.writer.emit("}")
        self.writer.expose(called)
        self.unknown(scope, results.names, types)

    def call(self, scope: Scope, _: int) -> None:
        self._call(scope, self.writer.choices.one_of(self.callees))

    def _call(self, scope: Scope, callee: Signature) -> list[Buffer]:
        given = self.picks(scope, callee.takes)
        values = [self.condition(scope), self.number(scope), *(buffer.name for buffer in given)]
        results = self.results(callee.gives)
        self.writer.emit(f"{results.define}func.call @{callee.name}({', '.join(values)}) : {callee.type}")
        own = Buffer("", "", frozenset([results.name]))
        if self.mutates:
            scope.freeable.add(results.name)
        sources = [own] if self.mutates else [own, *given, Buffer("", "", frozenset(["@constant"]))]
        return [
            self.writer.add(scope, name, type_, sources)
            for name, type_ in zip(results.names, callee.gives, strict=True)
        ]

    def results(self, types: Sequence[str]) -> Results:
        return Results(self.writer.fresh("r"), tuple(types))

    def nested(
        self, scope: Scope, depth: int, types: Sequence[str], terminator: str = "scf.yield", first: str = ""
    ) -> list[Buffer]:
        """Write a region's body and its terminator; the buffers that it forwards.

        `first` is an index that goes before them.
        """
        self.writer.indent += 1
        self.statements(scope, depth)
        passed = self.picks(scope, types)
        names, kinds = [buffer.name for buffer in passed], list(types)
        if first:
            names, kinds = [first, *names], ["index", *kinds]
        self.writer.emit(f"{terminator} {', '.join(names)} : {', '.join(kinds)}" if names else terminator)
        self.writer.indent -= 1
        return passed

    def if_(self, scope: Scope, depth: int) -> None:
        types, condition = self.types(), self.condition(scope)
        results = self.results(types)
        self.writer.emit(f"{results.define}scf.if {condition}{results.arrow} {{")
        passed = [self.alternative(before := set(self.writer.dead), scope, depth, types)]
        if types or self.writer.choices.chance(50):
            self.writer.emit("} else {")
            passed.append(self.alternative(before, scope, depth, types))
        self.writer.emit("}")
        self.join(scope, results, passed)

    def alternative(self, before: set[str], scope: Scope, depth: int, types: Sequence[str]) -> list[Buffer]:
        """One of several regions, at whose begin only what was dead `before` is; at its end so is what any of them
        freed.
        """
        after, self.writer.dead = self.writer.dead, set(before)
        passed = self.nested(scope.inner(), depth, types)
        self.writer.dead |= after
        return passed

    def switch(self, scope: Scope, depth: int) -> None:
        results, passed, before = self.results(self.types()), [], set(self.writer.dead)
        # No parentheses here: they would begin a function type. At least one case: mlir-runner 22 crashes on a switch
        # without any whose default has operands (llvm.switch %x : i32, ^bb(%y : i64) []).
        self.writer.emit(
            f"{results.define}scf.index_switch {self.number(scope)}{results.arrow.replace('(', '').replace(')', '')}"
        )
        for case in [*(f"case {number}" for number in range(1 + self.writer.choices.below(2))), "default"]:
            self.writer.emit(f"{case} {{")
            passed.append(self.alternative(before, scope, depth, results.types))
            self.writer.emit("}")
        self.join(scope, results, passed)

    def join(self, scope: Scope, results: Results, passed: Sequence[Sequence[Buffer]]) -> None:
        for number, (name, type_) in enumerate(zip(results.names, results.types, strict=True)):
            self.writer.add(scope, name, type_, [buffers[number] for buffers in passed])

    def unknown(self, scope: Scope, names: Sequence[str], types: Sequence[str]) -> None:
        """Make buffers known that come around a loop, or from anywhere."""
        scope.buffers += [Buffer(name, type_, UNKNOWN) for name, type_ in zip(names, types, strict=True)]

    def for_(self, scope: Scope, depth: int) -> None:
        types, last = self.types(), self.number(scope)
        initial, results, counter = self.picks(scope, types), self.results(types), self.writer.fresh("k")
        carried = [self.writer.fresh("m") for _ in types]
        pairs = ", ".join(f"{name} = {buffer.name}" for name, buffer in zip(carried, initial, strict=True))
        around = f" iter_args({pairs}){results.arrow}" if types else ""
        self.writer.emit(f"{results.define}scf.for {counter} = %i0 to {last} step %i1{around} {{")
        inner = scope.inner(repeated=True)
        self.unknown(inner, carried, types)
        self.writer.expose([*initial, *self.nested(inner, depth, types)])
        self.writer.emit("}")
        self.unknown(scope, results.names, types)

    def while_(self, scope: Scope, depth: int) -> None:
        before, after, last = self.types(), self.types(), self.number(scope)
        initial = self.picks(scope, before)
        results = Results(self.writer.fresh("r"), ("index", *after))
        counter, carried = self.writer.fresh("k"), [self.writer.fresh("m") for _ in before]
        pairs = [
            f"{counter} = %i0",
            *(f"{name} = {buffer.name}" for name, buffer in zip(carried, initial, strict=True)),
        ]
        takes = ", ".join(["index", *before])
        self.writer.emit(
            f"{results.define}scf.while ({', '.join(pairs)}) : ({takes}) -> ({', '.join(results.types)}) {{"
        )
        inner = scope.inner(repeated=True)
        self.writer.expose(initial)
        self.unknown(inner, carried, before)
        self.writer.indent += 1
        goes_on = self.goes_on(inner, depth, counter, last)
        self.writer.indent -= 1
        self.writer.expose(self.nested(inner, depth, after, f"scf.condition({goes_on})", counter))
        self._do(scope, depth, before, after)
        self.unknown(scope, results.names[1:], after)

    def goes_on(self, scope: Scope, depth: int, counter: str, last: str) -> str:
        """Whether a while loop goes on, in its first region; `depth` is that of the regions."""
        name = self.writer.fresh("d")
        self.writer.emit(f"{name} = arith.cmpi slt, {counter}, {last} : index")
        return name

    def _do(self, scope: Scope, depth: int, before: Sequence[str], after: Sequence[str]) -> None:
        """The second region of a while loop."""
        counter, following, passed = (
            self.writer.fresh("k"),
            self.writer.fresh("k"),
            [self.writer.fresh("m") for _ in after],
        )
        arguments = [f"{counter}: index", *(f"{name}: {type_}" for name, type_ in zip(passed, after, strict=True))]
        self.writer.emit("} do {")
        self.writer.emit(f"^bb0({', '.join(arguments)}):")
        inner = scope.inner(repeated=True)
        self.unknown(inner, passed, after)
        self.writer.emit(f"  {following} = arith.addi {counter}, %i1 : index")
        self.writer.expose(self.nested(inner, depth, before, "scf.yield", following))
        self.writer.emit("}")

    def blocks(self, finish: Finish) -> Graph:
        """What writes several blocks of a function or region."""
        from tests.execution.programs.graphs import Graph

        return Graph(self, finish)

    def region(self, scope: Scope, depth: int) -> None:
        results = self.results(self.types())
        self.writer.emit(f"{results.define}scf.execute_region{results.arrow} {{")
        self.writer.indent += 1

        def finish(inner: Scope) -> None:
            passed = self.picks(inner, results.types)
            self.writer.expose(passed)
            names = ", ".join(buffer.name for buffer in passed)
            self.writer.emit(f"scf.yield {names} : {', '.join(results.types)}" if names else "scf.yield")

        self.blocks(finish).write(scope, depth, most=4)
        self.writer.indent -= 1
        self.writer.emit("}")
        self.unknown(scope, results.names, results.types)


@dataclass(frozen=True, slots=True)
class Results:
    """The results of an op: one name for all of them."""

    name: str
    types: tuple[str, ...]

    @property
    def names(self) -> list[str]:
        return [self.name] if len(self.types) == 1 else [f"{self.name}#{number}" for number in range(len(self.types))]

    @property
    def define(self) -> str:
        return (
            "" if not self.types else f"{self.name} = " if len(self.types) == 1 else f"{self.name}:{len(self.types)} = "
        )

    @property
    def arrow(self) -> str:
        return f" -> ({', '.join(self.types)})" if self.types else ""
