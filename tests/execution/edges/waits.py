"""Programs that start copies and wait for them later: the buffers must be there until then.

mlir-opt lowers none of this for a processor, so a run replaces it by functions of the library, which copy when they are
waited for.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from tests.execution.programs import generator
from tests.execution.programs.buffers import DYNAMIC, STATIC, Buffer, Scope
from tests.execution.programs.choices import Choices
from tests.execution.programs.handovers import Handovers

_TAG = "memref<1xi32>"
_ASYNCHRONOUS = re.compile(r'\s*(?:(%\S+) = )?"((?:memref|affine)\.dma_\w+|gpu\.wait|gpu\.memcpy)"\((.*?)\)(.*)$')
_EXTERNALS = """\
func.func private @start_copy(index, index, index) -> index
func.func private @wait_for_copy(index)
"""


class Waits(Handovers):
    """Statements that copy in the background, something else meanwhile."""

    __slots__ = ()

    def statement(self, scope: Scope, depth: int) -> None:
        kinds: list[Callable[[Scope, int], None]] = [self.transfer, self.transfer, super().statement]
        self.writer.choices.one_of(kinds)(scope, depth)

    def transfer(self, scope: Scope, depth: int) -> None:
        type_ = self.writer.choices.one_of((STATIC, DYNAMIC))
        source = (
            self.writer.allocate(scope, type_) if self.writer.choices.chance(60) else self.writer.pick(scope, type_)
        )
        # A new one, which nobody else sees before it has what is copied.
        target = self.writer.allocate(scope, type_)
        scope.buffers.remove(target)
        scope.freeable.discard(target.name)
        self.writer.expose([source, target])
        choice = self.writer.choices.below(3)
        wait = (self.dma, self.gpu, self.affine)[choice](scope, source, target)
        if self.writer.choices.chance(50):
            self.statement(scope, 0)
        wait()
        scope.buffers.append(target)
        self.writer.observe(target)

    def dma(self, _: Scope, source: Buffer, target: Buffer) -> Callable[[], None]:
        return self.tagged("memref", source, target, "", "")

    def affine(self, _: Scope, source: Buffer, target: Buffer) -> Callable[[], None]:
        maps = [f"{name}_map = affine_map<(d0) -> (d0)>" for name in ("src", "dst", "tag")]
        return self.tagged("affine", source, target, " {" + ", ".join(maps) + "}", " {" + maps[2] + "}")

    def tagged(self, dialect: str, source: Buffer, target: Buffer, start: str, wait: str) -> Callable[[], None]:
        """A copy that is known by an element of a buffer."""
        tag = self.writer.fresh("v")
        self.writer.emit(f"{tag} = memref.alloc() : {_TAG}")
        last = f"{tag}, %i0, %i4" if dialect == "affine" else f"%i4, {tag}, %i0"
        kinds = f"{_TAG}, index, index" if dialect == "affine" else f"index, {_TAG}, index"
        types = f"({source.type}, index, {target.type}, index, {kinds}) -> ()"
        self.writer.emit(f'"{dialect}.dma_start"({source.name}, %i0, {target.name}, %i0, {last}){start} : {types}')
        return lambda: self.writer.emit(f'"{dialect}.dma_wait"({tag}, %i0, %i4){wait} : ({_TAG}, index, index) -> ()')

    def gpu(self, _: Scope, source: Buffer, target: Buffer) -> Callable[[], None]:
        first, last, token = self.writer.fresh("v"), self.writer.fresh("v"), "!gpu.async.token"
        self.writer.emit(f'{first} = "gpu.wait"() : () -> {token}')
        types = f"({token}, {target.type}, {source.type}) -> {token}"
        self.writer.emit(f'{last} = "gpu.memcpy"({first}, {target.name}, {source.name}) : {types}')
        return lambda: self.writer.emit(f'"gpu.wait"({last}) : ({token}) -> ()')


def generate(choices: Choices) -> str:
    """The text of a program."""
    return generator.program(choices, Waits, mutates=False, sharing=True)


def by_the_library(text: str) -> list[str]:
    """The program with calls in place of asynchronous ops."""
    return [_EXTERNALS + _Replacement().all(text)]


@dataclass(slots=True)
class _Replacement:
    """Rewrites one program line by line; the copy that a tag stands for is kept in the tag."""

    count: int = 0

    def all(self, text: str) -> str:
        return "\n".join(new for line in text.splitlines() for new in self.line(line))

    def line(self, line: str) -> list[str]:
        found = _ASYNCHRONOUS.match(line)
        if not found:
            return [line]
        result, op, operands = found[1], found[2], found[3].split(", ")
        if op == "gpu.wait":
            return [f"{result} = arith.constant 0 : index"] if result else self.awaited(operands[0])
        types = re.findall(r"memref<[^<>]*(?:<[^<>]*>[^<>]*)?>", found[4])
        if op == "gpu.memcpy":
            return self.copy(result, (operands[2], types[1]), (operands[1], types[0]))
        if op.endswith("dma_wait"):
            own, lines = self.addresses((operands[0], types[0]))
            return [*lines, *self.awaited(f"{own}0")]
        tag = operands[4] if op.startswith("affine") else operands[5]
        return self.copy("", (operands[0], types[0]), (operands[2], types[1]), (tag, types[2]))

    def copy(self, result: str | None, *buffers: tuple[str, str]) -> list[str]:
        """Start a copy from the first buffer to the second one; the third is the tag, if there is one."""
        own, lines = self.addresses(*buffers)
        if len(buffers) == 2:
            lines.append(f"{own}2 = arith.constant 0 : index")
        return [
            *lines,
            f"{result or own + 't'} = func.call @start_copy({own}0, {own}1, {own}2) : (index, index, index) -> index",
        ]

    def awaited(self, tag: str) -> list[str]:
        return [f"func.call @wait_for_copy({tag}) : (index) -> ()"]

    def addresses(self, *buffers: tuple[str, str]) -> tuple[str, list[str]]:
        """The beginning of names for this op, and the lines that define the addresses of buffers under it."""
        self.count += 1
        own = f"%copy{self.count}_"
        return own, [
            f"{own}{number} = memref.extract_aligned_pointer_as_index {name} : {type_} -> index"
            for number, (name, type_) in enumerate(buffers)
        ]  # fmt: skip
