"""Random programs with tensors, each the same for the same seed.

They end, index nothing out of bounds, and let others observe elements. Functions may write to what they are given,
return it, or return two tensors; bodies have loops, branches, blocks and threads. Tensors have four, two, or two times
two elements, so that much of what is written is read again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.bufferize.programs.statements import Statements
from tests.bufferize.programs.writer import FOUR, SQUARE, TWO, Function, Scope

_EVERYWHERE = """func.func private @observe(f32)
func.func private @same(%t: tensor<4xf32>) -> tensor<4xf32> {
  return %t : tensor<4xf32>
}
func.func private @twice(%t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  return %t, %t : tensor<4xf32>, tensor<4xf32>
}
func.func private @table() -> tensor<4xf32> {
  %t = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  return %t : tensor<4xf32>
}
func.func private @even(%t: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 21.0 : f32
  %end = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %end -> (tensor<4xf32>) {
    scf.yield %t : tensor<4xf32>
  } else {
    %m = arith.subi %n, %c1 : index
    %w = tensor.insert %f into %t[%m] : tensor<4xf32>
    %o = func.call @odd(%w, %m) : (tensor<4xf32>, index) -> tensor<4xf32>
    scf.yield %o : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func private @odd(%t: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %end -> (tensor<4xf32>) {
    scf.yield %t : tensor<4xf32>
  } else {
    %m = arith.subi %n, %c1 : index
    %o = func.call @even(%t, %m) : (tensor<4xf32>, index) -> tensor<4xf32>
    scf.yield %o : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
"""
_MAPS = """#id = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#turned = affine_map<(d0, d1) -> (d1, d0)>
#first = affine_map<(d0, d1) -> (d0)>
"""


class Generator(Statements):
    """Writes functions and statements with regions."""

    # Statements in a row.

    def statements(self, scope: Scope, count: int) -> None:
        """So many statements."""
        for _ in range(count):
            deep = scope.depth < 2 and self.chance.random() < 0.3
            self.chance.choice((_PLAIN_DEEP if self.plain else _DEEP) if deep else _FLAT)(self, scope)

    def some(self, scope: Scope, most: int = 3) -> None:
        """A few statements."""
        self.statements(scope, self.chance.randint(0, most))

    # Statements with regions.

    def yielded(self, scope: Scope, type: str, before: str | None = None) -> str:
        """What a region hands over: the last tensor that was made, one of those before, or what goes round."""
        if before is not None and self.chance.random() < 0.25:
            return before
        names = scope.tensors.get(type, [])
        return names[-1] if names and self.chance.random() < 0.7 else self.tensor(scope, type)

    def if_(self, scope: Scope) -> None:
        type, name = self.type(), self.new()
        condition = self.condition(scope)
        self.write(f"{name} = scf.if {condition} -> ({type}) {{")
        self.branch(scope, type)
        self.write("} else {")
        self.branch(scope, type)
        self.write("}")
        self.known(scope, type, name)

    def branch(self, scope: Scope, type: str) -> None:
        inner = scope.inner()
        self.margin += "  "
        self.some(inner)
        self.write(f"scf.yield {self.yielded(inner, type)} : {type}")
        self.margin = self.margin[:-2]

    def switch(self, scope: Scope) -> None:
        type, name = self.type(), self.new()
        self.write(f"{name} = scf.index_switch {self.index(scope)} -> {type}")
        for head in ["case 0 {", "case 1 {", "default {"][self.chance.randint(0, 1) :]:
            self.write(head)
            self.branch(scope, type)
            self.write("}")
        self.known(scope, type, name)

    def region(self, scope: Scope) -> None:
        type, name = self.type(), self.new()
        if self.plain or self.chance.random() < 0.5:
            self.write(f"{name} = scf.execute_region -> {type} {{")
            self.branch(scope, type)
            self.write("}")
        else:
            with self.nested(f"{name} = scf.execute_region -> {type} {{"):
                inner = scope.inner()
                self.blocks(inner, type)
                self.write(f"scf.yield {self.yielded(inner, type)} : {type}")
        self.known(scope, type, name)

    def for_(self, scope: Scope) -> None:
        types = [self.type() for _ in range(self.chance.choice([1, 1, 2]))]
        results, arguments, step = [self.new() for _ in types], [self.new() for _ in types], self.new()
        carried = ", ".join(f"{a} = {self.tensor(scope, t)}" for a, t in zip(arguments, types, strict=True))
        upper = self.chance.choice(["%c0", "%c1", "%c2", "%c2", "%n"])
        with self.nested(
            f"{', '.join(results)} = scf.for {step} = %c0 to {upper} step %c1 iter_args({carried}) ->"
            f" ({', '.join(types)}) {{"
        ):
            inner = scope.inner()
            inner.indices.append(step)
            for name, type in zip(arguments, types, strict=True):
                self.known(inner, type, name)
            self.some(inner, 4)
            handed = ", ".join(self.yielded(inner, t, a) for a, t in zip(arguments, types, strict=True))
            self.write(f"scf.yield {handed} : {', '.join(types)}")
        for name, type in zip(results, types, strict=True):
            self.known(scope, type, name)

    def while_(self, scope: Scope) -> None:
        type, counted, result = self.type(), self.new(), self.new()
        k, x, j, y = (self.new() for _ in range(4))
        start = self.tensor(scope, type)
        head = f"{counted}, {result} = scf.while ({k} = %c0, {x} = {start}) : (index, {type}) -> (index, {type}) {{"
        with self.nested(head, "} do {"):
            inner = scope.inner()
            self.known(inner, type, x)
            self.some(inner)
            more = self.op(f"arith.cmpi ult, {k}, %c2 : index")
            self.write(f"scf.condition({more}) {k}, {self.yielded(inner, type, x)} : index, {type}")
        self.write(f"^bb0({j}: index, {y}: {type}):")
        self.margin += "  "
        inner = scope.inner()
        inner.indices.append(j)
        self.known(inner, type, y)
        self.some(inner)
        following = self.op(f"arith.addi {j}, %c1 : index")
        self.write(f"scf.yield {following}, {self.yielded(inner, type, y)} : index, {type}")
        self.margin = self.margin[:-2]
        self.write("}")
        self.known(scope, type, result)

    def forall(self, scope: Scope) -> None:
        """Two threads, each of which writes a half of what they share."""
        name, thread, out = self.new(), self.new(), self.new()
        with self.nested(
            f"{name} = scf.forall ({thread}) in (2) shared_outs({out} = {self.tensor(scope, FOUR)}) -> ({FOUR}) {{"
        ):
            inner = scope.inner()
            inner.quiet = True
            inner.indices.append(thread)
            offset = self.op(f"arith.muli {thread}, %c2 : index")
            if self.chance.random() < 0.6:
                self.known(inner, TWO, self.op(f"tensor.extract_slice {out}[{offset}] [2] [1] : {FOUR} to {TWO}"))
            self.some(inner, 4)
            part = self.yielded(inner, TWO)
            with self.nested("scf.forall.in_parallel {"):
                self.write(f"tensor.parallel_insert_slice {part} into {out}[{offset}] [2] [1] : {TWO} into {FOUR}")
        self.known(scope, FOUR, name)

    # Blocks.

    def blocks(self, scope: Scope, type: str) -> None:
        """A diamond or a loop of blocks; what comes behind stands in its last block.

        What is passed on is usable there.
        """
        if self.chance.random() < 0.5:
            self.diamond(scope, type)
        else:
            self.block_loop(scope, type)

    def label(self, arguments: str = "") -> str:
        self.names += 1
        return f"^b{self.names}{arguments}"

    def diamond(self, scope: Scope, type: str) -> None:
        left, right, join, passed = self.label(), self.label(), self.label(), self.new()
        self.write(f"cf.cond_br {self.condition(scope)}, {left}, {right}")
        for block in (left, right):
            self.write(f"{block}:")
            inner = scope.inner()
            self.some(inner)
            self.write(f"cf.br {join}({self.yielded(inner, type)} : {type})")
        self.write(f"{join}({passed}: {type}):")
        self.known(scope, type, passed)

    def block_loop(self, scope: Scope, type: str) -> None:
        head, body, end, k, x = self.label(), self.label(), self.label(), self.new(), self.new()
        self.write(f"cf.br {head}(%c0, {self.tensor(scope, type)} : index, {type})")
        self.write(f"{head}({k}: index, {x}: {type}):")
        self.known(scope, type, x)
        self.some(scope, 2)
        more = self.op(f"arith.cmpi ult, {k}, %c2 : index")
        self.write(f"cf.cond_br {more}, {body}, {end}")
        self.write(f"{body}:")
        inner = scope.inner()
        inner.indices.append(k)
        self.some(inner)
        following = self.op(f"arith.addi {k}, %c1 : index")
        self.write(f"cf.br {head}({following}, {self.yielded(inner, type, x)} : index, {type})")
        self.write(f"{end}:")

    # Functions.

    def body(self, scope: Scope, count: int) -> None:
        """The constants that all may use, and statements, with or without blocks."""
        for i in range(4):
            self.write(f"%c{i} = arith.constant {i} : index")
        self.write("%yes = arith.constant true")
        self.write("%no = arith.constant false")
        self.write(f"%f = arith.constant {self.chance.randint(1, 9)}.0 : f32")
        self.write(f"%g = arith.constant {self.chance.randint(10, 19)}.0 : f32")
        scope.numbers += ["%f", "%g"]
        scope.indices += ["%c0", "%c1"]
        scope.conditions += ["%yes", "%no"]
        self.statements(scope, count)
        while not self.plain and self.chance.random() < 0.3:
            self.blocks(scope, self.type())
            self.some(scope, 4)

    def function(self) -> None:
        """A private function, which those after it may call."""
        inputs = tuple(self.type() for _ in range(self.chance.randint(1, 2)))
        results = tuple(
            self.chance.choice([FOUR, FOUR, TWO, "f32"]) for _ in range(1 if self.plain else self.chance.randint(1, 2))
        )
        names = [self.new() for _ in inputs]
        name = f"@f{self.names}"
        self.margin = ""
        writable = [" {bufferization.writable = false}" if self.chance.random() < 0.1 else "" for _ in inputs]
        given = ", ".join(f"{n}: {t}{w}" for n, t, w in zip(names, inputs, writable, strict=True))
        with self.nested(f"func.func private {name}({given}) -> ({', '.join(results)}) {{"):
            scope = Scope(called=True, quiet=True)
            for argument, type in zip(names, inputs, strict=True):
                self.known(scope, type, argument)
            self.write("%n = arith.constant 2 : index")
            self.body(scope, self.chance.randint(0, 4))
            returned = [self.number(scope) if type == "f32" else self.yielded(scope, type) for type in results]
            self.write(f"return {', '.join(returned)} : {', '.join(results)}")
        self.functions.append(Function(name, inputs, results))

    def main(self, count: int) -> None:
        """The function that is run. At its end some of the tensors are observed whole."""
        self.margin = ""
        self.write("func.func private @count() -> index {\n  %n = arith.constant 2 : index\n  return %n : index\n}")
        with self.nested("func.func @main() {"):
            scope = Scope()
            self.write("%n = call @count() : () -> index")
            self.body(scope, count)
            for type, names in scope.tensors.items():
                for name in self.chance.sample(names, min(len(names), 3)):
                    for at in {
                        FOUR: ["%c0", "%c1", "%c2", "%c3"],
                        TWO: ["%c0", "%c1"],
                        SQUARE: ["%c0, %c1", "%c1, %c1"],
                    }[type]:
                        element = self.op(f"tensor.extract {name}[{at}] : {type}")
                        self.write(f"func.call @observe({element}) : (f32) -> ()")
            self.write("return")


_FLAT: Sequence[Callable[[Generator, Scope], None]] = [
    *[Generator.insert] * 3, *[Generator.extract] * 2, *[Generator.call] * 2, Generator.new_tensor, Generator.slice,
    Generator.insert_slice,
    Generator.tile, Generator.fill, Generator.copy, Generator.add, Generator.map, Generator.generic, Generator.reduce,
    Generator.matmul, Generator.reshape, Generator.cast, Generator.select, Generator.vectors, Generator.own_copy,
    Generator.through_buffer, Generator.from_buffer, Generator.into_buffer,
]  # fmt: skip
_PLAIN_DEEP: Sequence[Callable[[Generator, Scope], None]] = [
    Generator.if_, Generator.region, Generator.for_, Generator.for_, Generator.forall,
]  # fmt: skip
_DEEP: Sequence[Callable[[Generator, Scope], None]] = [*_PLAIN_DEEP, Generator.switch, Generator.while_]


def program(seed: int, *, plain: bool = False) -> str:
    """A program, as text."""
    writer = Generator(seed, plain=plain)
    for _ in range(writer.chance.randint(0, 2)):
        writer.function()
    writer.main(writer.chance.randint(3, 9))
    return _MAPS + _EVERYWHERE + "\n".join(writer.lines) + "\n"
