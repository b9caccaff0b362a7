"""Programs that read their buffers as tensors, write to them in between, and free some through a tensor.

In `elsewhere` what reads the tensor stands in other blocks than the buffer, and parallel loops gather what they write
in tensors.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.execution.programs import generator
from tests.execution.programs.buffers import DYNAMIC, STATIC, Scope
from tests.execution.programs.choices import Choices
from tests.execution.programs.statements import Body


class Tensors(Body):
    """Statements that look at a buffer as a tensor."""

    __slots__ = ()

    def statement(self, scope: Scope, depth: int) -> None:
        kinds: list[Callable[[Scope, int], None]] = [self.read, self.again, super().statement, super().statement]
        if self.frees:
            kinds.append(self.end)
        self.writer.choices.one_of(kinds)(scope, depth)

    def region(self, scope: Scope, depth: int) -> None:
        """Not several blocks: mlir-opt bufferizes none in which more than one yields."""
        self.if_(scope, depth)

    def tensor(self, name: str, type_: str) -> tuple[str, str]:
        tensor, kind = self.writer.fresh("u"), type_.replace("memref", "tensor")
        self.writer.emit(f"{tensor} = bufferization.to_tensor {name} restrict : {type_} to {kind}")
        return tensor, kind

    def element(self, name: str, type_: str) -> None:
        tensor, kind = self.tensor(name, type_)
        value = self.writer.fresh("x")
        self.writer.emit(f"{value} = tensor.extract {tensor}[%i0] : {kind}")
        self.writer.emit(f"func.call @observe_i32({value}) : (i32) -> ()")

    def read(self, scope: Scope, _: int) -> None:
        buffer = self.writer.pick(scope, self.writer.choices.one_of((STATIC, DYNAMIC)))
        self.element(buffer.name, buffer.type)

    def again(self, scope: Scope, depth: int) -> None:
        """Read, write, and read again."""
        buffer, value = self.writer.pick(scope, self.writer.choices.one_of((STATIC, DYNAMIC))), self.writer.fresh("x")
        self.element(buffer.name, buffer.type)
        self.writer.emit(f"{value} = func.call @next_i32() : () -> i32")
        self.writer.emit(f"memref.store {value}, {buffer.name}[%i0] : {buffer.type}")
        self.element(buffer.name, buffer.type)

    def end(self, scope: Scope, _: int) -> None:
        victims = [buffer for buffer in self.writer.can_be_freed(scope) if buffer.type in (STATIC, DYNAMIC)]
        if victims:
            victim = self.writer.choices.one_of(victims)
            tensor, kind = self.tensor(victim.name, victim.type)
            self.writer.emit(f"bufferization.dealloc_tensor {tensor} : {kind}")
            self.writer.dead |= victim.origins


class Elsewhere(Tensors):
    """Statements that read the tensors of other blocks."""

    __slots__ = ()

    def statement(self, scope: Scope, depth: int) -> None:
        kinds: list[Callable[[Scope, int], None]] = [self.keep, self.look, self.look, super().statement]
        if depth > 0:
            kinds.append(self.gather)
        self.writer.choices.one_of(kinds)(scope, depth)

    def keep(self, scope: Scope, _: int) -> None:
        """Make a tensor of a buffer, for whatever comes later.

        It stands in the scope like a buffer, as it is there as long as that.
        """
        buffer = self.writer.pick(scope, self.writer.choices.one_of((STATIC, DYNAMIC)))
        self.writer.add(scope, *self.tensor(buffer.name, buffer.type), [buffer])

    def look(self, scope: Scope, _: int) -> None:
        """Read a tensor, often in a region of its own."""
        known = [buffer for buffer in self.writer.usable(scope) if buffer.type.startswith("tensor")]
        if not known:
            return
        tensor, value, nested = (
            self.writer.choices.one_of(known),
            self.writer.fresh("x"),
            self.writer.choices.chance(40),
        )
        if nested:
            self.writer.emit(f"scf.if {self.condition(scope)} {{")
        self.writer.emit(f"{value} = tensor.extract {tensor.name}[%i1] : {tensor.type}")
        self.writer.emit(f"func.call @observe_i32({value}) : (i32) -> ()")
        if nested:
            self.writer.emit("}")

    def gather(self, scope: Scope, depth: int) -> None:
        """A parallel loop whose iterations each give an element of a tensor, and whose sum is a buffer of its own."""
        target = self.writer.allocate(scope, STATIC)
        shared, result, counter, own, part = (self.writer.fresh(letter) for letter in "uukuu")
        kind, piece = "tensor<4xi32>", "tensor<1xi32>"
        self.writer.emit(f"{shared} = bufferization.to_tensor {target.name} restrict writable : {STATIC} to {kind}")
        self.writer.emit(f"{result} = scf.forall ({counter}) in (4) shared_outs({own} = {shared}) -> ({kind}) {{")
        self.writer.indent += 1
        inner = scope.inner(repeated=True)
        # Its elements are as they are made by all iterations.
        inner.buffers.remove(target)
        inner.numbers.append(counter)
        self.statements(inner, depth - 1)
        value = self.writer.fresh("x")
        self.writer.emit(f"{value} = func.call @next_i32() : () -> i32")
        self.writer.emit(f"{part} = tensor.extract_slice {own}[{counter}] [1] [1] : {kind} to {piece}")
        written = self.writer.fresh("u")
        self.writer.emit(f"{written} = tensor.insert {value} into {part}[%i0] : {piece}")
        self.writer.emit("scf.forall.in_parallel {")
        self.writer.emit(
            f"  tensor.parallel_insert_slice {written} into {own}[{counter}] [1] [1] : {piece} into {kind}"
        )
        self.writer.emit("}")
        self.writer.indent -= 1
        self.writer.emit("}")
        self.writer.add(scope, result, kind, [target])


def elsewhere(choices: Choices) -> str:
    """The text of a program about tensors of other blocks."""
    return _generate(choices, Elsewhere)


def generate(choices: Choices) -> str:
    """The text of a program."""
    return _generate(choices, Tensors)


def _generate(choices: Choices, kind: type[Tensors]) -> str:
    return generator.program(choices, kind, frees=choices.chance(50), mutates=True)
