"""Programs whose buffers have vectors as elements, or are bytes that are seen as such: wherever these lie, they have to
be aligned.
"""

from tests.execution.programs.choices import Choices
from tests.execution.programs.lines import LineWriter

_HEAD = """\
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @restart(i32)
func.func private @seen(%a: memref<256xi8>, %at: index, %v: vector<4xi32>) -> i32 {
  %zero = arith.constant 0 : index
  %w = memref.view %a[%at][] : memref<256xi8> to memref<2xvector<4xi32>>
  memref.store %v, %w[%zero] : memref<2xvector<4xi32>>
  %x = memref.load %w[%zero] : memref<2xvector<4xi32>>
  %y = vector.extract %x[1] : i32 from vector<4xi32>
  return %y : i32
}
"""
_ASKED = ("", "", " {alignment = 1 : i64}", " {alignment = 8 : i64}", " {alignment = 64 : i64}")


class _Program(LineWriter):
    def buffer(self) -> None:
        """Allocate a buffer, write to it, and observe that, in one of several forms."""
        name, form = self.fresh("a"), self.choices.below(5)
        if form == 0:
            self.bytes(name, 1 + self.choices.below(7))
        elif form == 1:
            self.vectors(name, self.choices.one_of([2, 4, 8]))
        elif form == 2:
            self.emit(f"{name}b = memref.alloc(){self.choices.one_of(_ASKED)} : memref<256xi8>")
            self.emit(f"{name} = memref.view {name}b[%at][] : memref<256xi8> to memref<2xvector<4xi32>>")
            self.written(name, 4)
        elif form == 3:
            self.emit(f"{name}b = memref.alloc(){self.choices.one_of(_ASKED)} : memref<256xi8>")
            self.emit(f"{name} = func.call @seen({name}b, %at, %v4) : (memref<256xi8>, index, vector<4xi32>) -> i32")
            self.emit(f"func.call @observe_i32({name}) : (i32) -> ()")
        else:
            self.emit(f"{name} = memref.alloc() : memref<3xi32>", f"memref.store %x, {name}[%one] : memref<3xi32>")
            self.emit(
                f"{name}l = memref.load {name}[%one] : memref<3xi32>", f"func.call @observe_i32({name}l) : (i32) -> ()"
            )

    def bytes(self, name: str, size: int) -> None:
        type = f"memref<{size}xi8>"
        self.emit(f"{name} = memref.alloc() : {type}", f"memref.store %byte, {name}[%zero] : {type}")
        self.emit(f"{name}l = memref.load {name}[%zero] : {type}", f"{name}e = arith.extsi {name}l : i8 to i32")
        self.emit(f"func.call @observe_i32({name}e) : (i32) -> ()")

    def vectors(self, name: str, length: int) -> None:
        self.emit(f"{name} = memref.alloc() : memref<2xvector<{length}xi32>>")
        self.written(name, length)

    def written(self, name: str, length: int) -> None:
        type = f"memref<2xvector<{length}xi32>>"
        index = self.choices.one_of(["%zero", "%one"])
        self.emit(
            f"memref.store %v{length}, {name}[{index}] : {type}", f"{name}l = memref.load {name}[{index}] : {type}"
        )
        self.emit(
            f"{name}e = vector.extract {name}l[1] : i32 from vector<{length}xi32>",
            f"func.call @observe_i32({name}e) : (i32) -> ()",
        )


def generate(choices: Choices) -> str:
    """The text of a program."""
    program = _Program(choices)
    for _ in range(2 + choices.below(4)):
        region = choices.chance(25)
        if region:
            program.emit("scf.if %c {")
        program.buffer()
        if region:
            program.emit("}")
    body = "".join(f"{line}\n" for line in program.lines)
    vectors = "".join(f"  %v{length} = vector.broadcast %x : i32 to vector<{length}xi32>\n" for length in (2, 4, 8))
    return (
        f"{_HEAD}func.func private @f(%c: i1, %at: index) {{\n  %zero = arith.constant 0 : index\n  %one ="
        " arith.constant 1 : index\n  %byte = arith.constant 5 : i8\n  %x = func.call @next_i32() : () ->"
        f" i32\n{vectors}{body}  return\n}}\nfunc.func @main() {{\n  %seed = arith.constant 3 : i32\n  func.call"
        " @restart(%seed) : (i32) -> ()\n  %c = arith.constant true\n  %at = arith.constant 64 : index\n  func.call"
        " @f(%c, %at) : (i1, index) -> ()\n  return\n}\n"
    )
