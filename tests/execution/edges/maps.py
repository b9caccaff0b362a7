"""Programs whose buffers have layouts that no strides describe: they are made, used and freed under their own type.

mlir-opt lowers such buffers only where every use of them is plain, so nothing here chooses from or carries them.
"""

from tests.execution.programs.choices import Choices

_LAYOUTS = (
    "affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>",
    "affine_map<(d0) -> (d0 mod 4, d0 floordiv 4)>",
    "affine_map<(d0) -> (d0 floordiv 4, (d0 mod 4) floordiv 2, d0 mod 2)>",
)
_TYPE = "memref<8xi32, #layout>"
_EXTERNALS = """\
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @decide() -> i1
"""


class Maps:
    """Writes one function."""

    def __init__(self, choices: Choices, reads: bool) -> None:
        self.choices, self.reads = choices, reads
        self.lines: list[str] = []
        self.indent = 1
        self._names = 0

    def fresh(self) -> str:
        self._names += 1
        return f"%v{self._names}"

    def emit(self, line: str) -> None:
        self.lines.append("  " * self.indent + line)

    def body(self, known: list[str], depth: int) -> None:
        """Statements that may use the buffers that are `known`."""
        for _ in range(1 + self.choices.below(3)):
            name, value = self.fresh(), self.fresh()
            self.emit(f"{name} = memref.alloc() : {_TYPE}")
            self.emit(f"{value} = func.call @next_i32() : () -> i32")
            self.emit(f"memref.store {value}, {name}[{self.place()}] : {_TYPE}")
            if depth and self.choices.chance(60):
                self.nested([*known, name], depth)
            for buffer in (name, *known):
                self.show(buffer)
            if self.choices.chance(30):
                self.emit(f"memref.dealloc {name} : {_TYPE}")
            else:
                known = [*known, name]

    def nested(self, known: list[str], depth: int) -> None:
        if self.choices.chance(50):
            decided = self.fresh()
            self.emit(f"{decided} = func.call @decide() : () -> i1")
            self.emit(f"scf.if {decided} {{")
        else:
            self.emit(f"scf.for {self.fresh()} = %i0 to %i2 step %i1 {{")
        self.indent += 1
        self.body(known, depth - 1)
        self.indent -= 1
        self.emit("}")

    def place(self) -> str:
        return self.choices.one_of(("%i1", "%i2", "%i0"))

    def show(self, buffer: str) -> None:
        if self.reads and self.choices.chance(30):
            self.emit(f"func.call @read({buffer}) : ({_TYPE}) -> ()")
            return
        value = self.fresh()
        self.emit(f"{value} = memref.load {buffer}[{self.place()}] : {_TYPE}")
        self.emit(f"func.call @observe_i32({value}) : (i32) -> ()")


def generate(choices: Choices) -> str:
    """The text of a program."""
    layout, reads = choices.one_of(_LAYOUTS), choices.chance(40)
    body = Maps(choices, reads)
    for number in range(3):
        body.emit(f"%i{number} = arith.constant {number} : index")
    body.body([], 2)
    lines = [f"#layout = {layout}", _EXTERNALS]
    if reads:
        lines += [
            f"func.func private @read(%a: {_TYPE}) {{",
            "  %i1 = arith.constant 1 : index",
            f"  %x = memref.load %a[%i1] : {_TYPE}",
        ]
        lines += ["  func.call @observe_i32(%x) : (i32) -> ()", "  return", "}"]
    return "\n".join([*lines, "func.func @main() {", *body.lines, "  return", "}", ""])
