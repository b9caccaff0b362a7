"""Random programs that change a tensor at a few places and then look at parts of it, while what it was before is asked
for, too.
"""

from random import Random

ROWS, COLUMNS = 6, 8
WIDE = f"tensor<{ROWS}x{COLUMNS}xf32>"
_ELEMENTS = ", ".join(
    f"[{', '.join(f'{row * COLUMNS + column}.0' for column in range(COLUMNS))}]" for row in range(ROWS)
)
_CONSTANTS = "".join(f"  %c{at} = arith.constant {at} : index\n" for at in range(COLUMNS + 1))
HEAD = f"""func.func private @observe(f32)
func.func @main() {{
  %c1 = arith.constant 1 : index
  call @f(%c1) : (index) -> ()
  return
}}
func.func private @f(%i: index) {{
{_CONSTANTS}  %j = arith.addi %i, %c1 : index
  %f = arith.constant 100.0 : f32
  %g = arith.constant 200.0 : f32
  %d = arith.constant dense<[{_ELEMENTS}]> : {WIDE}
"""
_PLACES = {"%i": 1, "%j": 2, **{f"%c{at}": at for at in range(COLUMNS)}}
"""The indices, and what they are when the program runs."""


class Chains:
    """Writes one program. In: a seed."""

    def __init__(self, seed: int) -> None:
        self.chance, self.lines, self.names = Random(seed), list[str](), 0
        self.versions = [self._start()]
        self.small: list[tuple[str, tuple[int, ...], tuple[int, int]]] = []
        """Tensors to be inserted: the name, the shape, and the size of the part."""
        for _ in range(self.chance.randint(1, 2)):
            self._small()

    def text(self) -> str:
        """The program."""
        for _ in range(self.chance.randint(1, 4)):
            self.versions.append(self._change())
        for _ in range(self.chance.randint(1, 3)):
            self._look("  ", self.chance.choice([self.versions[-1], *self.versions]))
        if self.chance.random() < 0.3:
            self.lines.append("  scf.for %k = %c0 to %c2 step %c1 {")
            self._look("    ", self.versions[-1])
            self.lines.append("  }")
        if self.chance.random() < 0.7:
            self._observe("  ", self._let("  ", f"tensor.extract {self.versions[0]}[%i, %j] : {WIDE}"))
        return "\n".join([HEAD + "\n".join(self.lines), "  return", "}", ""])

    def _let(self, margin: str, text: str) -> str:
        self.names += 1
        self.lines.append(f"{margin}%v{self.names} = {text}")
        return f"%v{self.names}"

    def _observe(self, margin: str, scalar: str) -> None:
        self.lines.append(f"{margin}func.call @observe({scalar}) : (f32) -> ()")

    def _start(self) -> str:
        """A constant, or a tensor that may be written to."""
        if self.chance.random() < 0.5:
            return "%d"
        empty = self._let("  ", f"tensor.empty() : {WIDE}")
        return self._let("  ", f"linalg.copy ins(%d : {WIDE}) outs({empty} : {WIDE}) -> {WIDE}")

    def _small(self) -> None:
        sizes = (self.chance.choice((1, 1, 2, 3)), self.chance.choice((1, 2, 4)))
        shape = sizes if sizes[0] > 1 or self.chance.random() < 0.5 else sizes[1:]
        type = f"tensor<{'x'.join(map(str, shape))}xf32>"
        empty = self._let("  ", f"tensor.empty() : {type}")
        filled = self._let("  ", f"linalg.fill ins(%g : f32) outs({empty} : {type}) -> {type}")
        at = ", ".join("%c0" for _ in shape)
        self.small.append((self._let("  ", f"tensor.insert %f into {filled}[{at}] : {type}"), shape, sizes))

    def _place(self, end: int, size: int) -> str:
        """An offset of a part of some size that lies in a dimension."""
        return self.chance.choice([name for name, at in _PLACES.items() if at + size <= end])

    def _change(self) -> str:
        if self.chance.random() < 0.5:
            scalar = self.chance.choice(("%f", "%g"))
            at = f"{self._place(ROWS, 1)}, {self._place(COLUMNS, 1)}"
            return self._let("  ", f"tensor.insert {scalar} into {self.versions[-1]}[{at}] : {WIDE}")
        name, shape, sizes = self.chance.choice(self.small)
        part, type = self._part(sizes), f"tensor<{'x'.join(map(str, shape))}xf32>"
        return self._let("  ", f"tensor.insert_slice {name} into {self.versions[-1]}{part} : {type} into {WIDE}")

    def _part(self, sizes: tuple[int, int]) -> str:
        offsets = [self._place(end, size) for end, size in zip((ROWS, COLUMNS), sizes, strict=True)]
        said = [offset[2:] if offset.startswith("%c") and self.chance.random() < 0.5 else offset for offset in offsets]
        return f"[{', '.join(said)}] [{', '.join(map(str, sizes))}] [1, 1]"

    def _look(self, margin: str, tensor: str) -> None:
        """Lets others observe an element, or all of a part."""
        if self.chance.random() < 0.3:
            self._observe(
                margin,
                self._let(
                    margin, f"tensor.extract {tensor}[{self._place(ROWS, 1)}, {self._place(COLUMNS, 1)}] : {WIDE}"
                ),
            )
            return
        sizes = (self.chance.choice((1, 1, 2, 4)), self.chance.choice((1, 3, 5)))
        shape = sizes if sizes[0] > 1 or self.chance.random() < 0.5 else sizes[1:]
        type = f"tensor<{'x'.join(map(str, shape))}xf32>"
        part = self._let(margin, f"tensor.extract_slice {tensor}{self._part(sizes)} : {WIDE} to {type}")
        for row in range(sizes[0]):
            for column in range(sizes[1]):
                at = f"%c{row}, %c{column}" if len(shape) == 2 else f"%c{column}"
                self._observe(margin, self._let(margin, f"tensor.extract {part}[{at}] : {type}"))
