"""Programs that hand buffers to kernels, which make some of their own and free some, also some of the host's.

mlir-opt lowers no kernel for a processor, so a run has loops in place of launches, and functions in place of kernels.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.execution.programs import generator
from tests.execution.programs.buffers import DYNAMIC, STATIC, Scope, Writer
from tests.execution.programs.choices import Choices
from tests.execution.programs.handovers import Handovers

_LAUNCH = re.compile(
    r"\s*gpu\.launch blocks\((%\w+), .*?\) in \(%\w+ = (%\w+), .*?\) threads\((%\w+), .*?\) in \(%\w+ = (%\w+), .*\{$"
)
_CALL = re.compile(
    r"\s*gpu\.launch_func @kernels::@(\w+) blocks in \((%\w+), .*?\) threads in \((%\w+), .*?\) args\((.*)\)$"
)
_KERNEL = re.compile(r"\s*gpu\.func @(\w+)\((.*)\) kernel \{$")
# Nobody but itself frees what a `gpu.func` makes: the passes are for `func.func`.
_MODULE = f"""\
gpu.module @kernels {{
  func.func private @observe_i32(i32)
  gpu.func @look(%c: i1, %a: {DYNAMIC}) kernel {{
    %i0 = arith.constant 0 : index
    %x = memref.load %a[%i0] : {DYNAMIC}
    func.call @observe_i32(%x) : (i32) -> ()
    gpu.return
  }}
  gpu.func @own(%c: i1, %a: {DYNAMIC}) kernel {{
    %i0 = arith.constant 0 : index
    %i4 = arith.constant 4 : index
    %n = memref.alloc(%i4) : {DYNAMIC}
    memref.copy %a, %n : {DYNAMIC} to {DYNAMIC}
    %s = arith.select %c, %a, %n : {DYNAMIC}
    %x = memref.load %s[%i0] : {DYNAMIC}
    func.call @observe_i32(%x) : (i32) -> ()
    memref.dealloc %n : {DYNAMIC}
    gpu.return
  }}
  func.func private @in_part(%c: i1, %a: {DYNAMIC}) {{
    %i0 = arith.constant 0 : index
    %i4 = arith.constant 4 : index
    %n = memref.alloc(%i4) : {DYNAMIC}
    memref.copy %a, %n : {DYNAMIC} to {DYNAMIC}
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    memref.dealloc %n : {DYNAMIC}
    cf.br ^bb2
  ^bb2:
    %x = memref.load %a[%i0] : {DYNAMIC}
    func.call @observe_i32(%x) : (i32) -> ()
    return
  }}
  gpu.func @lose(%c: i1, %a: {DYNAMIC}) kernel {{
    func.call @in_part(%c, %a) : (i1, {DYNAMIC}) -> ()
    gpu.return
  }}
  gpu.func @release(%c: i1, %a: {DYNAMIC}) kernel {{
    memref.dealloc %a : {DYNAMIC}
    gpu.return
  }}
  gpu.func @release_or_not(%c: i1, %a: {DYNAMIC}) kernel {{
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    memref.dealloc %a : {DYNAMIC}
    cf.br ^bb2
  ^bb2:
    gpu.return
  }}
}}
"""


class Recorder(Writer):
    """Knows whether it is in a kernel."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        self.in_kernel = False


class Kernels(Handovers):
    """Statements with launches among them."""

    __slots__ = ()
    writer: Recorder

    def statement(self, scope: Scope, depth: int) -> None:
        kinds: list[Callable[[Scope, int], None]] = [super().statement]
        if not self.writer.in_kernel:
            kinds += [self.named] + [self.launch] * (depth > 0)
        if self.frees:
            kinds.append(self.lose)
        self.writer.choices.one_of(kinds)(scope, depth)

    def launch(self, scope: Scope, depth: int) -> None:
        ids = [[self.writer.fresh(letter) for _ in "xyz"] for letter in "ktgt"]
        numbers = [self.number(scope), self.writer.choices.one_of(("%i1", "%i2"))]
        sizes = [f"{ids[2 + i][0]} = {numbers[i]}, {ids[2 + i][1]} = %i1, {ids[2 + i][2]} = %i1" for i in range(2)]
        names = [", ".join(names) for names in ids[:2]]
        self.writer.emit(f"gpu.launch blocks({names[0]}) in ({sizes[0]}) threads({names[1]}) in ({sizes[1]}) {{")
        self.writer.indent += 1
        self.writer.in_kernel = True
        inner = scope.inner(repeated=True)
        inner.numbers += [ids[0][0], ids[1][0]]
        self.statements(inner, depth - 1)
        self.allocate(inner, 0)
        self.statement(inner, depth - 1)
        self.observe(inner, 0)
        if self.frees and self.writer.choices.chance(40):
            self.free_of_host(scope, ids[0][0], ids[1][0])
        self.writer.emit("gpu.terminator")
        self.writer.in_kernel = False
        self.writer.indent -= 1
        self.writer.emit("}")

    def free_of_host(self, scope: Scope, block: str, thread: str) -> None:
        """One of the threads frees a buffer that was made outside."""
        victims = self.writer.can_be_freed(scope)
        if victims:
            victim, sum_, last = self.writer.choices.one_of(victims), self.writer.fresh("x"), self.writer.fresh("d")
            self.writer.emit(f"{sum_} = arith.addi {block}, {thread} : index")
            self.writer.emit(f"{last} = arith.cmpi eq, {sum_}, %i0 : index")
            self.writer.emit(f"scf.if {last} {{")
            self.writer.emit(f"  memref.dealloc {victim.name} : {victim.type}")
            self.writer.emit("}")
            self.writer.dead |= victim.origins

    def named(self, scope: Scope, _: int) -> None:
        """Launch a kernel of the module; those that free what they are given have one thread."""
        names = ["look", "own", *(("lose", "release", "release_or_not") if self.frees else ())]
        name, condition = self.writer.choices.one_of(names), self.condition(scope)
        if "release" in name:
            victims = [buffer for buffer in self.writer.can_be_freed(scope) if buffer.type == DYNAMIC]
            buffer, number = self.writer.choices.one_of(victims or [self.writer.allocate(scope, DYNAMIC)]), "%i1"
            self.writer.dead |= buffer.origins
        else:
            buffer, number = self.writer.pick(scope, DYNAMIC), self.number(scope)
        sizes = f"blocks in ({number}, %i1, %i1) threads in (%i1, %i1, %i1)"
        self.writer.emit(f"gpu.launch_func @kernels::@{name} {sizes} args({condition} : i1, {buffer.name} : {DYNAMIC})")

    def lose(self, scope: Scope, depth: int) -> None:
        """Free a new buffer in one of two cases."""
        buffer, decided = (
            self.writer.allocate(scope, self.writer.choices.one_of((STATIC, DYNAMIC))),
            self.writer.fresh("d"),
        )
        if self.writer.choices.chance(50):
            self.statement(scope, depth - 1)
        if buffer in self.writer.can_be_freed(scope):
            self.writer.emit(f"{decided} = func.call @decide() : () -> i1")
            self.writer.emit(f"scf.if {decided} {{")
            self.writer.emit(f"  memref.dealloc {buffer.name} : {buffer.type}")
            self.writer.emit("}")
            self.writer.dead |= buffer.origins


def generate(choices: Choices) -> str:
    """The text of a program."""
    frees, stack = choices.chance(60), choices.chance(10)
    text = generator.program(choices, Kernels, Recorder, frees=frees, mutates=False, sharing=True, stack=stack)
    return f"module attributes {{gpu.container_module}} {{\n{_MODULE}{text}}}\n"


def on_the_host(text: str) -> list[str]:
    """The program with loops in place of launches."""
    lines = list[str]()
    for count, line in enumerate(text.splitlines()[1:-1]):
        # The bounds of a loop are constants of its own: those of the program may be gone.
        zero, one = f"%zero{count}", f"%one{count}"
        constants = [f"{zero} = arith.constant 0 : index", f"{one} = arith.constant 1 : index"]
        if found := _LAUNCH.match(line):
            first, blocks, second, threads = found.groups()
            lines += [*constants, f"scf.for {first} = {zero} to {blocks} step {one} {{"]
            lines.append(f"scf.for {second} = {zero} to {threads} step {one} {{")
        elif found := _CALL.match(line):
            name, blocks, _, given = found.groups()
            values, types = zip(*(pair.split(" : ") for pair in given.split(", ")), strict=True)
            lines += [*constants, f"scf.for %launch{count} = {zero} to {blocks} step {one} {{"]
            lines += [f"func.call @kernel_{name}({', '.join(values)}) : ({', '.join(types)}) -> ()", "}"]
        elif found := _KERNEL.match(line):
            lines.append(f"func.func private @kernel_{found[1]}({found[2]}) {{")
        elif line.startswith("gpu.module"):
            # What it declares and the brace that ends it go too; what ends its functions is indented.
            lines.append(line)
        else:
            lines.append(line.replace("gpu.terminator", "}").replace("gpu.return", "return"))
    return ["\n".join(_unwrapped(lines))]


def _unwrapped(lines: list[str]) -> list[str]:
    """The lines without the module of kernels around some of them, and what that declares."""
    first = next(place for place, line in enumerate(lines) if line.startswith("gpu.module"))
    last = next(place for place in range(first, len(lines)) if lines[place] == "}")
    inside = [line for line in lines[first + 1 : last] if "func.func private @observe" not in line]
    return [*lines[:first], *lines[last + 1 :], *inside]
