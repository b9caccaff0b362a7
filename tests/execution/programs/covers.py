"""Random programs whose ops write all of a buffer, or leave elements out: `generate(Choices(seed))` is the text of a
module.

Buffers of two rows and columns are written again and again, in branches and loops: in another order, on the diagonal,
in one row, by the last element of a dimension that may have none. What is computed is a number that is observed at the
end.
"""

from tests.execution.programs.choices import Choices
from tests.execution.programs.sums import SumWriter

BUFFER = "memref<2x2xi64>"
_HEAD = """\
#same = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
#line = affine_map<(i) -> (i)>
#diagonal = affine_map<(i) -> (i, i)>
#row = affine_map<(i) -> (0, i)>
#cube = affine_map<(i, j, k) -> (i, j, k)>
#front = affine_map<(i, j, k) -> (i, j)>
func.func private @observe_i64(i64)
func.func private @number(%n: index) -> index {
  return %n : index
}
"""


class _Writer(SumWriter):
    """Writes statements about the buffers made at the beginning, `shared`."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        self.shared: list[str] = []

    def buffer(self) -> str:
        return self.shared[self.choices.below(len(self.shared))]

    def use(self, buffer: str) -> None:
        """Add a number of a buffer to the sum."""
        k = self.new()
        self.emit(
            f"%s{k} = memref.load %sum[%c0] : memref<1xi64>",
            f"%l{k} = memref.load {buffer}[%c{self.choices.below(2)}, %c{self.choices.below(2)}] : {BUFFER}",
            f"%t{k} = arith.muli %s{k}, %three : i64",
            f"%n{k} = arith.addi %l{k}, %t{k} : i64",
            f"memref.store %n{k}, %sum[%c0] : memref<1xi64>",
        )

    def write(self, buffer: str) -> None:
        """Write to a buffer."""
        kind = self.choices.below(9)
        if kind == 0:
            self.emit(f"linalg.fill ins({self.number()} : i64) outs({buffer} : {BUFFER})")
        elif kind == 1:
            self.emit(
                f"memref.store {self.number()}, {buffer}[%c{self.choices.below(2)}, %c{self.choices.below(2)}] :"
                f" {BUFFER}"
            )
        elif kind == 2:
            self.emit(
                f"linalg.transpose ins({self.changed()} : {BUFFER}) outs({buffer} : {BUFFER}) permutation = [1, 0]"
            )
        elif kind == 3:
            self.emit(
                f"linalg.broadcast ins({self.filled('memref<2xi64>')} : memref<2xi64>) outs({buffer} : {BUFFER})"
                " dimensions = [0]"
            )
        elif kind < 7:
            maps = ("#same, #turned", "#line, #diagonal", "#line, #row")[kind - 4]
            source, type = (self.changed(), BUFFER) if kind == 4 else (self.filled("memref<2xi64>"), "memref<2xi64>")
            self.points(maps, source, type, buffer, ["parallel"] * (2 if kind == 4 else 1))
        else:
            self.last(buffer, reduced=kind == 8)

    def changed(self) -> str:
        """A buffer whose elements differ."""
        buffer = self.filled(BUFFER)
        self.emit(f"memref.store {self.number()}, {buffer}[%c0, %c1] : {BUFFER}")
        return buffer

    def points(self, maps: str, source: str, type: str, buffer: str, kinds: list[str]) -> None:
        listed = ", ".join(f'"{kind}"' for kind in kinds)
        used = self.choices.chance(20)
        self.emit(
            f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{listed}]}} ins({source} : {type})"
            f" outs({buffer} : {BUFFER}) {{",
            "^bb0(%p: i64, %q: i64):",
            *(["  %r = arith.addi %p, %q : i64"] if used else []),
            f"  linalg.yield %{'r' if used else 'p'} : i64",
            "}",
        )

    def last(self, buffer: str, *, reduced: bool) -> None:
        """Write the last element in a dimension, which may have none."""
        size = self.choices.below(3)
        type = f"memref<2x2x{size}xi64>"
        source = self.filled(type)
        if self.choices.chance(50):
            k = self.new()
            self.emit(f"%d{k} = memref.cast {source} : {type} to memref<2x2x?xi64>")
            source, type = f"%d{k}", "memref<2x2x?xi64>"
        if not reduced:
            self.points("#cube, #front", source, type, buffer, ["parallel", "parallel", "reduction"])
            return
        self.emit(
            f"linalg.reduce ins({source} : {type}) outs({buffer} : {BUFFER}) dimensions = [2]",
            "  (%p: i64, %q: i64) {",
            "    linalg.yield %p : i64",
            "  }",
        )

    def body(self, depth: int) -> None:
        """A few statements."""
        for _ in range(1 + self.choices.below(4)):
            what = self.choices.below(10)
            if what < 6:
                buffer = self.buffer()
                self.write(buffer)
                if self.choices.chance(50):
                    self.use(buffer)
            elif what < 8:
                self.use(self.buffer())
            elif depth:
                self.nested(depth - 1)

    def nested(self, depth: int) -> None:
        k = self.new()
        if self.choices.chance(50):
            self.emit(f"%m{k} = memref.load %sum[%c0] : memref<1xi64>", f"%a{k} = arith.andi %m{k}, %one : i64")
            self.emit(f"%g{k} = arith.cmpi ne, %a{k}, %zero : i64", f"scf.if %g{k} {{")
            self.body(depth)
            self.emit("} else {")
            self.body(depth)
        else:
            self.emit(f"%k{k} = func.call @number(%c{self.choices.below(4)}) : (index) -> index")
            self.emit(f"scf.for %i{k} = %c0 to %k{k} step %c1 {{")
            self.body(depth)
        self.emit("}")


def generate(choices: Choices) -> str:
    """The text of a program: one to three buffers, and some statements about them."""
    writer = _Writer(choices)
    writer.shared = [writer.filled(BUFFER) for _ in range(1 + choices.below(3))]
    for _ in range(2 + choices.below(3)):
        writer.body(2)
    for buffer in writer.shared:
        writer.use(buffer)
    numbers = enumerate(("zero", "one", "two", "three"))
    return writer.module(
        _HEAD, [*(f"c{n} = {n} : index" for n in range(4)), *(f"{name} = {n} : i64" for n, name in numbers)]
    )
