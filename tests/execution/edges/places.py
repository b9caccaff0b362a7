"""Programs about ops that give something else in each op around them: `linalg.index` in nested structured ops.

These are on buffers or on tensors, with loops and branches between them.
"""

from tests.execution.programs.choices import Choices


class _Nest:
    """Writes structured ops, loops and branches in each other."""

    def __init__(self, choices: Choices, kind: str) -> None:
        self.choices = choices
        self.kind = kind
        self.lines: list[str] = []
        self.margin = "  "
        self.number = 0

    def new(self, letter: str) -> str:
        self.number += 1
        return f"%{letter}{self.number}"

    def emit(self, line: str) -> None:
        self.lines.append(self.margin + line)

    def opened(self, line: str) -> None:
        self.emit(line)
        self.margin += "  "

    def closed(self, line: str = "}") -> None:
        self.margin = self.margin[:-2]
        self.emit(line)

    # Numbers

    def indices(self, rank: int, most: int) -> list[str]:
        """Some dimensions of the structured op that is being written; the same ones may be asked for twice."""
        found = []
        for _ in range(1 + self.choices.below(most)):
            name = self.new("i")
            self.emit(f"{name} = linalg.index {self.choices.below(rank)} : index")
            found.append(name)
        return found

    def sum(self, numbers: list[str]) -> str:
        """An i32 in which each of some indices has a part of its own."""
        total = self.new("s")
        self.emit(f"{total} = arith.constant {self.choices.below(3)} : index")
        for number in numbers:
            factor, part, more = self.new("k"), self.new("p"), self.new("s")
            self.emit(f"{factor} = arith.constant {self.choices.one_of((1, 3, 10, 100))} : index")
            self.emit(f"{part} = arith.muli {number}, {factor} : index")
            self.emit(f"{more} = arith.addi {total}, {part} : index")
            total = more
        value = self.new("v")
        self.emit(f"{value} = arith.index_cast {total} : index to i32")
        return value

    def some(self, scope: list[str]) -> list[str]:
        """Up to four of the indices in scope, the last ones more often."""
        return [
            scope[-1 - min(self.choices.below(len(scope)), self.choices.below(len(scope)))]
            for _ in range(1 + self.choices.below(4))
        ]

    # Ops with regions

    def structured(self, scope: list[str], depth: int, sizes: tuple[int, ...], target: str) -> str:
        """One that adds up what its body makes of the indices around, into `target`; its result, if this is a
        tensor.
        """
        rank, outer, old = len(sizes), list(scope), self.new("o")
        type = f"{self.kind}<{'x'.join(map(str, sizes))}xi32>"
        dims = ", ".join(f"d{number}" for number in range(rank))
        result = self.new("r") if self.kind == "tensor" else ""
        kinds = ", ".join(['"parallel"'] * rank)
        traits = f"indexing_maps = [affine_map<({dims}) -> ({dims})>], iterator_types = [{kinds}]"
        self.opened(f"{f'{result} = ' if result else ''}linalg.generic {{{traits}}} outs({target} : {type}) {{")
        self.emit(f"^bb0({old}: i32):")
        inner = [*outer, *self.indices(rank, 3)]
        parts = [self.inside(inner, depth - 1) for _ in range(self.choices.below(3) if depth else 0)]
        inner += self.indices(rank, 1) if self.choices.chance(30) else []
        total = self.sum(self.some(inner))
        for part in [old, *parts]:
            more, seven = self.new("x"), self.new("k")
            self.emit(f"{seven} = arith.constant 7 : i32")
            self.emit(f"{more} = arith.muli {part}, {seven} : i32")
            self.emit(f"{self.new('x')} = arith.addi {more}, {total} : i32")
            total = f"%x{self.number}"
        self.emit(f"linalg.yield {total} : i32")
        self.closed(f"}} -> {type}" if result else "}")
        return result

    def inside(self, scope: list[str], depth: int) -> str:
        """An i32 that comes of what is nested in a body."""
        kind = self.choices.below(4)
        if kind == 1:
            return self.loop(scope, depth)
        if kind == 2:
            return self.branch(scope, depth)
        return self.made(scope, depth)

    def made(self, scope: list[str], depth: int) -> str:
        """One element of what a nested op makes of a new tensor, or of a row of memory."""
        size, place, value = 1 + self.choices.below(3), self.new("k"), self.new("e")
        if self.kind == "tensor":
            made = self.generated(scope, size) if self.choices.chance(50) else self.filled(scope, depth, size)
            self.emit(f"{place} = arith.constant {size - 1} : index")
            self.emit(f"{value} = tensor.extract {made}[{place}] : tensor<{size}xi32>")
            return value
        self.structured(scope, depth, (3,), "%row")
        self.emit(f"{place} = arith.constant {self.choices.below(3)} : index")
        self.emit(f"{value} = memref.load %row[{place}] : memref<3xi32>")
        return value

    def filled(self, scope: list[str], depth: int, size: int) -> str:
        zero, empty, filled, type = self.new("k"), self.new("e"), self.new("f"), f"tensor<{size}xi32>"
        self.emit(f"{zero} = arith.constant 0 : i32")
        self.emit(f"{empty} = tensor.empty() : {type}")
        self.emit(f"{filled} = linalg.fill ins({zero} : i32) outs({empty} : {type}) -> {type}")
        return self.structured(scope, depth, (size,), filled)

    def generated(self, scope: list[str], size: int) -> str:
        """What a tensor.generate, or a tensor.pad, computes from indices: bufferization gives both a linalg.index."""
        result, number, part, type = self.new("g"), self.new("j"), self.new("t"), f"tensor<{size}xi32>"
        pads = self.choices.chance(40)
        if pads:
            self.emit(f"{part} = tensor.from_elements {self.sum(self.some(scope))} : tensor<1xi32>")
        self.opened(
            f"{result} = tensor.pad {part} low[{size - 1}] high[0] {{" if pads else f"{result} = tensor.generate {{"
        )
        self.emit(f"^bb0({number}: index):")
        self.emit(f"tensor.yield {self.sum([number, *self.some(scope)])} : i32")
        self.closed(f"}} : tensor<1xi32> to {type}" if pads else f"}} : {type}")
        return result

    def loop(self, scope: list[str], depth: int) -> str:
        zero, start, end, step, counter, carried, result = (self.new(letter) for letter in "kkkkjcl")
        self.emit(f"{zero} = arith.constant 0 : i32")
        for name, number in ((start, 0), (end, 1 + self.choices.below(2)), (step, 1)):
            self.emit(f"{name} = arith.constant {number} : index")
        self.opened(
            f"{result} = scf.for {counter} = {start} to {end} step {step} iter_args({carried} = {zero}) -> (i32) {{"
        )
        value, more = self.made([*scope, counter], depth), self.new("x")
        self.emit(f"{more} = arith.addi {carried}, {value} : i32")
        self.emit(f"scf.yield {more} : i32")
        self.closed()
        return result

    def branch(self, scope: list[str], depth: int) -> str:
        one, condition, result = self.new("k"), self.new("b"), self.new("l")
        self.emit(f"{one} = arith.constant 1 : index")
        self.emit(
            f"{condition} = arith.cmpi {self.choices.one_of(('slt', 'eq'))}, {self.choices.one_of(scope)}, {one} :"
            " index"
        )
        self.opened(f"{result} = scf.if {condition} -> (i32) {{")
        self.emit(f"scf.yield {self.made(scope, depth)} : i32")
        self.closed("} else {")
        self.margin += "  "
        self.emit(f"scf.yield {self.sum(self.some(scope))} : i32")
        self.closed()
        return result


def on_buffers(choices: Choices) -> str:
    """A program whose structured ops write to buffers."""
    nest = _Nest(choices, "memref")
    nest.emit("%row = memref.alloc() : memref<3xi32>")
    nest.emit("linalg.fill ins(%zero : i32) outs(%row : memref<3xi32>)")
    for _ in range(1 + choices.below(2)):
        sizes, target = _sizes(choices), nest.new("a")
        nest.emit(f"{target} = memref.alloc() : memref<{'x'.join(map(str, sizes))}xi32>")
        nest.emit(f"linalg.fill ins(%zero : i32) outs({target} : memref<{'x'.join(map(str, sizes))}xi32>)")
        nest.structured(["%c0"], 1 + choices.below(2), sizes, target)
        _observe(nest, sizes, target)
    _observe(nest, (3,), "%row")
    return _program(nest)


def on_tensors(choices: Choices) -> str:
    """A program whose structured ops give tensors."""
    nest = _Nest(choices, "tensor")
    for _ in range(1 + choices.below(2)):
        sizes, empty, filled = _sizes(choices), nest.new("e"), nest.new("f")
        type = f"tensor<{'x'.join(map(str, sizes))}xi32>"
        nest.emit(f"{empty} = tensor.empty() : {type}")
        nest.emit(f"{filled} = linalg.fill ins(%zero : i32) outs({empty} : {type}) -> {type}")
        _observe(nest, sizes, nest.structured(["%c0"], 1 + choices.below(2), sizes, filled))
    return _program(nest)


def _sizes(choices: Choices) -> tuple[int, ...]:
    return tuple(2 + choices.below(2) for _ in range(1 + choices.below(2)))


def _observe(nest: _Nest, sizes: tuple[int, ...], target: str) -> None:
    """Lets others see all elements."""
    read = "memref.load" if nest.kind == "memref" else "tensor.extract"
    counters = [nest.new("j") for _ in sizes]
    for counter, size in zip(counters, sizes, strict=True):
        nest.opened(f"scf.for {counter} = %c0 to %c{size} step %c1 {{")
    value, type = nest.new("v"), f"{nest.kind}<{'x'.join(map(str, sizes))}xi32>"
    nest.emit(f"{value} = {read} {target}[{', '.join(counters)}] : {type}")
    nest.emit(f"func.call @observe_i32({value}) : (i32) -> ()")
    for _ in sizes:
        nest.closed()


def _program(nest: _Nest) -> str:
    constants = [f"  %c{number} = arith.constant {number} : index" for number in range(4)]
    head = [
        "func.func private @observe_i32(i32)",
        "func.func @main() {",
        *constants,
        "  %zero = arith.constant 0 : i32",
    ]
    return "\n".join([*head, *nest.lines, "  return", "}", ""])
