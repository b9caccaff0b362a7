"""Programs in which sizes are right, and divisions have a divisor, only where a loop has a round or a branch is taken.

A table tells how often loops run, and the numbers that sizes are made of: where something runs no time, they are
negative, or zero.
"""

from tests.execution.programs.choices import Choices
from tests.execution.programs.lines import LineWriter

_HEAD = """\
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @restart(i32)
func.func private @show(%a: memref<?xi32>) {
  %zero = arith.constant 0 : index
  %x = memref.load %a[%zero] : memref<?xi32>
  func.call @observe_i32(%x) : (i32) -> ()
  return
}
func.func private @hint()  {
  return
}
"""


class _Program(LineWriter):
    def size(self) -> str:
        """A size that is at least 1 where %k is positive."""
        name, choice = self.fresh("s"), self.choices.below(12)
        if choice == 0:
            return "%k"
        if choice == 1:
            self.emit(f"{name} = memref.dim %d, %zero : memref<?xi32>")
        elif choice == 2:
            self.emit(f"{name} = arith.divui %five, %k : index", f"{name}m = arith.maxsi {name}, %one : index")
            return f"{name}m"
        elif choice == 3:
            self.emit(f"{name} = arith.muli %k, %k3 : index")
        elif choice == 4:
            self.emit(f"{name} = arith.subi %k3, %k : index", f"{name}m = arith.addi {name}, %k : index")
            return f"{name}m"
        elif choice == 5:
            self.emit(f"{name}d = memref.dim %d, %zero : memref<?xi32>", f"{name} = arith.addi {name}d, %k : index")
        elif choice == 6:
            self.emit(f"{name} = arith.minsi %five, %k : index")
        else:
            self.emit(f"{name} = arith.addi %k, %one : index")
        return name

    def use(self, size: str) -> None:
        """Allocate a buffer, and add an element of it to what is observed.

        Calls may take memory, and keep allocations in place.
        """
        name, value, total = self.fresh("a"), self.fresh("x"), self.fresh("y")
        self.emit(
            f"{name} = memref.alloc({size}) : memref<?xi32>",
            f"linalg.fill ins(%seven : i32) outs({name} : memref<?xi32>)",
        )
        self.emit(f"{value} = memref.load {name}[%zero] : memref<?xi32>", f"{total} = memref.load %out[] : memref<i32>")
        self.emit(f"{value}s = arith.addi {total}, {value} : i32", f"memref.store {value}s, %out[] : memref<i32>")
        if self.choices.chance(10):
            self.emit(f"func.call @show({name}) : (memref<?xi32>) -> ()")

    def body(self, depth: int) -> None:
        """What runs only where %k is positive."""
        if depth and self.choices.chance(25):
            self.around(depth - 1)
        if self.choices.chance(5):
            self.emit("func.call @hint() : () -> ()")
        for _ in range(2 if self.choices.chance(20) else 1):
            self.use(self.size())

    def around(self, depth: int) -> None:
        index, choice = self.fresh("j"), self.choices.below(8)
        bound = self.choices.one_of(["%n", "%n", "%n2"])
        if choice == 1:
            self.emit("scf.if %some {")
        elif choice == 2:
            end, condition = self.fresh("e"), self.fresh("c")
            self.emit(f"{end} = scf.while ({index} = %zero) : (index) -> index {{")
            self.emit(
                f"{condition} = arith.cmpi slt, {index}, {bound} : index",
                f"scf.condition({condition}) {index} : index",
                "} do {",
            )
            self.emit(f"^bb0({index}i: index):")
            self.body(depth)
            self.emit(f"{index}n = arith.addi {index}i, %one : index", f"scf.yield {index}n : index", "}")
            return
        elif choice == 3:
            result = self.fresh("r")
            self.emit(f"{result} = scf.if %some -> memref<?xi32> {{")
            self.body(depth)
            name = self.fresh("a")
            self.emit(f"{name} = memref.alloc({self.size()}) : memref<?xi32>")
            self.emit(f"linalg.fill ins(%seven : i32) outs({name} : memref<?xi32>)")
            self.emit(f"scf.yield {name} : memref<?xi32>", "} else {", "scf.yield %d : memref<?xi32>", "}")
            self.emit(f"func.call @show({result}) : (memref<?xi32>) -> ()")
            return
        elif choice == 4:
            self.emit("scf.if %some {", f"scf.for {index} = %zero to %two step %one {{")
            self.body(depth)
            self.emit("}", "}")
            return
        else:
            self.emit(f"scf.for {index} = %zero to {bound} step %one {{")
        self.body(depth)
        self.emit("}")

    def blocks(self) -> None:
        one, two = (f"^b{self.names}{letter}" for letter in "xy")
        self.emit(f"cf.cond_br %some, {one}, {two}")
        self.lines.append(f"{one}:")
        self.body(0)
        self.emit(f"cf.br {two}")
        self.lines.append(f"{two}:")


def generate(choices: Choices) -> str:
    """The text of a program."""
    program = _Program(choices)
    for _ in range(1 + choices.below(2)):
        if choices.chance(10):
            program.blocks()
        else:
            program.around(2)
    body = "".join(f"{line}\n" for line in program.lines)
    head = (
        "func.func private @f(%n: index, %k: index, %k3: index, %d: memref<?xi32>) {\n  %zero = arith.constant 0 :"
        " index\n  %one = arith.constant 1 : index\n  %two = arith.constant 2 : index\n  %five = arith.constant 5 :"
        " index\n  %seven = arith.constant 7 : i32\n  %n2 = arith.addi %n, %n : index\n  %some = arith.cmpi slt, %zero,"
        " %n : index\n  %out = memref.alloca() : memref<i32>\n  memref.store %seven, %out[] : memref<i32>\n"
    )
    calls = []
    for number, (rounds, size) in enumerate([(0, -5), (choices.below(4), 2), (-1, choices.below(2) - 1), (1, 1)]):
        size = size if rounds > 0 else -abs(size)
        calls += [
            f"  %n{number} = arith.constant {rounds} : index", f"  %k{number} = arith.constant {size} : index",
            f"  %m{number} = arith.constant {size + 2 if rounds > 0 else size - 1} : index",
            f"  func.call @f(%n{number}, %k{number}, %m{number}, %d) : (index, index, index, memref<?xi32>) -> ()",
        ]  # fmt: skip
    main = (
        "func.func @main() {\n  %seed = arith.constant 3 : i32\n  func.call @restart(%seed) : (i32) -> ()\n"
        "  %three = arith.constant 3 : index\n"
        "  %d = memref.alloc(%three) : memref<?xi32>\n  linalg.fill ins(%seed : i32) outs(%d : memref<?xi32>)\n"
        + "".join(f"{line}\n" for line in calls) + "  return\n}\n"
    )  # fmt: skip
    end = "  %sum = memref.load %out[] : memref<i32>\n  func.call @observe_i32(%sum) : (i32) -> ()\n  return\n}\n"
    return f"{_HEAD}{head}{body}{end}{main}"
