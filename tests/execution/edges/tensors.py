"""Programs that read their buffers as tensors, write to them in between, and free some through a tensor."""

from __future__ import annotations

from collections.abc import Callable

from tests.execution import generator
from tests.execution.buffers import DYNAMIC, STATIC, Scope, Writer
from tests.execution.choices import Choices
from tests.execution.statements import Body, Signature


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


def generate(choices: Choices) -> str:
    """The text of a program."""
    frees = choices.chance(50)
    callees: list[Signature] = []
    functions = []
    for name in [*(f"h{number}" for number in range(choices.below(2))), "f"]:
        body = Tensors(Writer(choices), tuple(callees), mutates=True, has_global=False, frees=frees)
        functions.append(generator.function(choices, body, name, callees, small=name != "f"))
    return generator.module(functions, callees[-1], has_global=False, frees=frees)
