"""Programs in which the address of a buffer becomes a number, goes another way than the buffer, and is read by behind
that.

The number has any type, or is taken apart; it comes out of regions and calls, goes to blocks, or to memory. Where the
buffer is from outside it lasts as long; else the program is to be refused.
"""

from tests.execution.programs.choices import Choices
from tests.execution.programs.lines import LineWriter

_HEAD = """\
memref.global "private" @kept : memref<2xi64> = dense<0>
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @restart(i32)
func.func private @look(%n: i64) {
  %p = llvm.inttoptr %n : i64 to !llvm.ptr
  %x = llvm.load %p : !llvm.ptr -> i32
  func.call @observe_i32(%x) : (i32) -> ()
  return
}
func.func private @keep(%n: i64, %m: memref<2xi64>) {
  %zero = arith.constant 0 : index
  memref.store %n, %m[%zero] : memref<2xi64>
  return
}
func.func private @keep_for_all(%n: i64) {
  %m = memref.get_global @kept : memref<2xi64>
  func.call @keep(%n, %m) : (i64, memref<2xi64>) -> ()
  return
}
func.func private @low_and_high(%p: !llvm.ptr) -> (i32, i32) {
  %n = llvm.ptrtoint %p : !llvm.ptr to i64
  %low = arith.trunci %n : i64 to i32
  %bits = arith.constant 32 : i64
  %rest = arith.shrui %n, %bits : i64
  %high = arith.trunci %rest : i64 to i32
  return %low, %high : i32, i32
}
"""
_FORMS = {
    "number": (["i64"], ["{0} = arith.addi {n}, %none : i64"], ["{n} = arith.ori {0}, %none : i64"]),
    "index": (["index"], ["{0} = arith.index_cast {n} : i64 to index"], ["{n} = arith.index_cast {0} : index to i64"]),
    "wide number": (["i128"], ["{0} = arith.extui {n} : i64 to i128"], ["{n} = arith.trunci {0} : i128 to i64"]),
    "pointer": (["!llvm.ptr"], ["{0} = llvm.inttoptr {n} : i64 to !llvm.ptr"],
    ["{n} = llvm.ptrtoint {0} : !llvm.ptr to i64"]),
    "halves": (
        ["i32", "i32"],
        ["{0} = arith.trunci {n} : i64 to i32", "{n}h = arith.shrui {n}, %bits : i64",
        "{1} = arith.trunci {n}h : i64 to i32"],
        [
            "{n}l = arith.extui {0} : i32 to i64", "{n}g = arith.extui {1} : i32 to i64",
            "{n}h = arith.shli {n}g, %bits : i64",
            "{n} = arith.ori {n}h, {n}l : i64",
        ],
    ),
    "halves by a call": (
        ["i32", "i32"],
        [
            "{n}p = llvm.inttoptr {n} : i64 to !llvm.ptr",
            "{n}h:2 = func.call @low_and_high({n}p) : (!llvm.ptr) -> (i32, i32)",
            "{0} = arith.addi {n}h#0, %zero : i32", "{1} = arith.addi {n}h#1, %zero : i32",
        ],
        [
            "{n}l = arith.extui {0} : i32 to i64", "{n}g = arith.extui {1} : i32 to i64",
            "{n}h = arith.shli {n}g, %bits : i64",
            "{n} = arith.ori {n}h, {n}l : i64",
        ],
    ),
    "struct": (
        ["!llvm.struct<(i64, i32)>"],
        ["{0}u = llvm.mlir.poison : !llvm.struct<(i64, i32)>",
        "{0} = llvm.insertvalue {n}, {0}u[0] : !llvm.struct<(i64, i32)>"],
        ["{n} = llvm.extractvalue {0}[0] : !llvm.struct<(i64, i32)>"],
    ),
}  # fmt: skip
"""By what a number becomes: its types; how it is made of the i64 `n`; how the i64 comes back."""


class _Program(LineWriter):
    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        form = choices.one_of([*_FORMS])
        self.types, self.pack, self.unpack = _FORMS[form]

    def buffer(self) -> str:
        name, value = self.fresh("a"), self.fresh("x")
        self.emit(f"{name} = memref.alloc() : memref<4xi32>", f"{value} = func.call @next_i32() : () -> i32")
        self.emit(f"linalg.fill ins({value} : i32) outs({name} : memref<4xi32>)")
        return name

    def address(self, buffer: str) -> str:
        """The i64 that is the address of a buffer."""
        index, number = self.fresh("i"), self.fresh("n")
        self.emit(f"{index} = memref.extract_aligned_pointer_as_index {buffer} : memref<4xi32> -> index")
        self.emit(f"{number} = arith.index_cast {index} : index to i64")
        if self.choices.chance(40):
            number = self.choices.one_of((self.picked, self.handed, self.kept))(number)
        return number

    # The same number, after it was somewhere.

    def picked(self, number: str) -> str:
        name = self.fresh("n")
        self.emit(f"{name} = arith.select %c, {number}, {number} : i64")
        return name

    def handed(self, number: str) -> str:
        name = self.fresh("n")
        self.emit(f"{name} = scf.if %c -> (i64) {{", f"scf.yield {number} : i64", "} else {")
        self.emit(f"scf.yield {number} : i64", "}")
        return name

    def kept(self, number: str) -> str:
        cell, name = self.fresh("t"), self.fresh("n")
        self.emit(f"{cell} = memref.alloca() : memref<i64>", f"memref.store {number}, {cell}[] : memref<i64>")
        self.emit(f"{name} = memref.load {cell}[] : memref<i64>")
        return name

    def packed(self, number: str) -> list[str]:
        names = [self.fresh("v") for _ in self.types]
        self.emit(*(line.format(*names, n=number) for line in self.pack))
        return names

    def unpacked(self, names: list[str]) -> str:
        number = self.fresh("n")
        self.emit(*(line.format(*names, n=number) for line in self.unpack))
        return number

    def look(self, number: str) -> None:
        """Read what the number is the address of, after others have got memory."""
        if self.choices.chance(50):
            other = self.buffer()
            value = self.fresh("x")
            self.emit(
                f"{value} = memref.load {other}[%first] : memref<4xi32>",
                f"func.call @observe_i32({value}) : (i32) -> ()",
            )
        if self.choices.chance(40):
            self.emit(f"func.call @look({number}) : (i64) -> ()")
        else:
            pointer, value = self.fresh("p"), self.fresh("x")
            self.emit(
                f"{pointer} = llvm.inttoptr {number} : i64 to !llvm.ptr",
                f"{value} = llvm.load {pointer} : !llvm.ptr -> i32",
            )
            self.emit(f"func.call @observe_i32({value}) : (i32) -> ()")

    # The ways out: each takes the buffer from outside, or makes one of its own.

    def region(self, outside: str, own: bool) -> None:
        results, types = self.fresh("r"), ", ".join(self.types)
        self.emit(f"{results}:{len(self.types)} = scf.if %c -> ({types}) {{")
        self.yielded(self.buffer() if own else outside, types)
        self.emit("} else {")
        self.yielded(outside, types)
        self.emit("}")
        self.look(self.unpacked([f"{results}#{number}" for number in range(len(self.types))]))

    def yielded(self, buffer: str, types: str) -> None:
        names = self.packed(self.address(buffer))
        self.emit(f"scf.yield {', '.join(names)} : {types}")

    def loop(self, outside: str, own: bool) -> None:
        results, types, first = self.fresh("r"), ", ".join(self.types), self.packed(self.address(outside))
        arguments = [self.fresh("k") for _ in self.types]
        entering = ", ".join(f"{argument} = {name}" for argument, name in zip(arguments, first, strict=True))
        self.emit(
            f"{results}:{len(self.types)} = scf.for %j = %first to %two step %one iter_args({entering}) -> ({types}) {{"
        )
        if self.choices.chance(50):
            self.look(self.unpacked(arguments))
        self.yielded(self.buffer() if own else outside, types)
        self.emit("}")
        self.look(self.unpacked([f"{results}#{number}" for number in range(len(self.types))]))

    def blocks(self, outside: str, own: bool) -> None:
        types, arguments = ", ".join(self.types), [self.fresh("k") for _ in self.types]
        one, two, end = (f"^b{self.names}{letter}" for letter in "xyz")
        self.emit(f"cf.cond_br %c, {one}, {two}")
        self.lines.append(f"{one}:")
        names = self.packed(self.address(self.buffer() if own else outside))
        self.emit(f"cf.br {end}({', '.join(names)} : {types})")
        self.lines.append(f"{two}:")
        names = self.packed(self.address(outside))
        self.emit(f"cf.br {end}({', '.join(names)} : {types})")
        self.lines.append(
            f"{end}({', '.join(f'{name}: {type}' for name, type in zip(arguments, self.types, strict=True))}):"
        )
        self.look(self.unpacked(arguments))

    def memory(self, outside: str, own: bool) -> None:
        where = self.choices.below(4)
        table, number = self.fresh("t"), self.fresh("n")
        if where == 0:
            self.emit(f"{table} = memref.get_global @kept : memref<2xi64>")
        elif where != 1:
            self.emit(f"{table} = memref.alloc() : memref<2xi64>")
        if own:
            self.emit("scf.if %yes {")
        address = self.address(self.buffer() if own else outside)
        if where == 1:
            self.emit(f"{table} = memref.alloca() : memref<2xi64>")
        if self.choices.chance(50):
            self.emit(f"memref.store {address}, {table}[%first] : memref<2xi64>")
        elif where == 0:
            self.emit(f"func.call @keep_for_all({address}) : (i64) -> ()")
        else:
            self.emit(f"func.call @keep({address}, {table}) : (i64, memref<2xi64>) -> ()")
        inside = where == 1 or (own and self.choices.chance(30))
        if own and not inside:
            self.emit("}")
        self.emit(f"{number} = memref.load {table}[%first] : memref<2xi64>")
        self.look(number)
        if own and inside:
            self.emit("}")


def _made(program: _Program) -> str:
    """A function that makes a buffer, or is given one, and returns its address; its text, and a call."""
    types = ", ".join(program.types)
    lines, program.lines = program.lines, []
    buffer = program.buffer()
    names = program.packed(program.address(buffer))
    own, program.lines = program.lines, lines
    constants = "".join(f"  {line}\n" for line in _CONSTANTS)
    head = f"func.func private @own(%c: i1) -> ({types}) {{\n{constants}"
    return head + "".join(f"{line}\n" for line in own) + f"  return {', '.join(names)} : {types}\n}}\n"


_CONSTANTS = (
    "%zero = arith.constant 0 : i32", "%none = arith.constant 0 : i64", "%bits = arith.constant 32 : i64",
    "%first = arith.constant 0 : index", "%one = arith.constant 1 : index", "%two = arith.constant 2 : index",
    "%yes = arith.constant true",
)  # fmt: skip


def generate(choices: Choices) -> str:
    """The text of a program."""
    program = _Program(choices)
    outside = program.buffer()
    ways = [program.region, program.loop, program.blocks, program.memory]
    functions = ""
    for _ in range(1 + choices.below(2)):
        own = choices.chance(30)
        if own and not functions and choices.chance(20):
            functions = _made(program)
            results = program.fresh("r")
            program.emit(f"{results}:{len(program.types)} = func.call @own(%c) : (i1) -> ({', '.join(program.types)})")
            program.look(program.unpacked([f"{results}#{number}" for number in range(len(program.types))]))
        else:
            choices.one_of(ways)(outside, own)
    lines = [*(f"  {line}" for line in _CONSTANTS), *program.lines, "  return"]
    body = "".join(f"{line}\n" for line in lines)
    calls = "".join(f"  func.call @f(%c{number}) : (i1) -> ()\n" for number in range(2))
    main = (
        "func.func @main() {\n  %seed = arith.constant 3 : i32\n  func.call @restart(%seed) : (i32) -> ()\n"
        f"  %c0 = arith.constant false\n  %c1 = arith.constant true\n{calls}  return\n}}\n"
    )
    return f"{_HEAD}{functions}func.func private @f(%c: i1) {{\n{body}}}\n{main}"
