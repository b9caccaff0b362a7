"""Random programs about parts of one tensor: some overlap, some do not; they are taken early and put back late, in
loops and branches.
"""

from random import Random

LENGTH = 16
WIDE = f"tensor<{LENGTH}xf32>"
_NUMBERS = "".join(f"  %e{at} = arith.constant {at}.0 : f32\n" for at in range(LENGTH))
HEAD = f"""func.func private @observe(f32)
func.func @main() {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %yes = arith.constant true
  %no = arith.constant false
  %f = arith.constant 100.0 : f32
{_NUMBERS}  %t = tensor.from_elements {", ".join(f"%e{at}" for at in range(LENGTH))} : {WIDE}
"""


class Parts:
    """Writes one program. In: a seed."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.lines: list[str] = []
        self.names = 0
        self.wide = ["%t"]
        self.narrow: list[tuple[str, int, str]] = []
        """Parts: the name, the size, and the offset and stride with which it was taken."""
        self.indices = ["%c0", "%c1", "%c2", "%c3", "%c4"]
        self.scalars = ["%f"]

    def text(self) -> str:
        """The program."""
        for _ in range(self.chance.randint(3, 7)):
            self.statement("  ", 0)
        for name in dict.fromkeys([self.wide[-1], self.chance.choice(self.wide)]):
            self.see("  ", name)
        return "\n".join([HEAD + "\n".join(self.lines), "  return", "}", ""])

    def statement(self, margin: str, depth: int) -> None:
        """One statement."""
        simple = [self.take, self.take, self.write, self.write, self.put, self.put, self.insert, self.read]
        nested = [self.loop, self.loop, self.branch] if depth < 2 else []
        self.chance.choice([*simple, *nested[: 3 - depth]])(margin, depth)

    def _name(self) -> str:
        self.names += 1
        return f"%v{self.names}"

    def _let(self, margin: str, text: str) -> str:
        name = self._name()
        self.lines.append(f"{margin}{name} = {text}")
        return name

    def _offset(self) -> str:
        return self.chance.choice([*map(str, range(6)), *self.indices, *self.indices[5:]])

    def _tensor(self) -> str:
        return self.chance.choice([self.wide[-1], *self.wide])

    def take(self, margin: str, depth: int) -> None:
        size, stride = self.chance.choice([(1, 1), (2, 1), (4, 1), (2, 2), (2, 3)])
        where = f"[{self._offset()}] [{size}] [{stride}]"
        name = self._let(margin, f"tensor.extract_slice {self._tensor()}{where} : {WIDE} to tensor<{size}xf32>")
        self.narrow.append((name, size, where))

    def write(self, margin: str, depth: int) -> None:
        if not self.narrow:
            return self.take(margin, depth)
        name, size, where = self.chance.choice([self.narrow[-1], *self.narrow])
        type, scalar = f"tensor<{size}xf32>", self.chance.choice(self.scalars)
        alike = [other for other, length, _ in self.narrow if length == size]
        texts = [
            f"tensor.insert {scalar} into {name}[%c0] : {type}",
            f"linalg.fill ins({scalar} : f32) outs({name} : {type}) -> {type}",
            f"linalg.add ins({name}, {self.chance.choice(alike)} : {type}, {type}) outs({name} : {type}) -> {type}",
        ]
        self.narrow.append((self._let(margin, self.chance.choice(texts)), size, where))
        return None

    def put(self, margin: str, depth: int) -> None:
        if not self.narrow:
            return self.take(margin, depth)
        name, size, where = self.chance.choice(self.narrow)
        if self.chance.random() < 0.3:
            where = f"[{self._offset()}] [{size}] [1]"
        self.wide.append(
            self._let(
                margin, f"tensor.insert_slice {name} into {self._tensor()}{where} : tensor<{size}xf32> into {WIDE}"
            )
        )
        return None

    def _index(self, margin: str) -> str:
        at = self._offset()
        return at if at.startswith("%") else self._let(margin, f"arith.constant {at} : index")

    def insert(self, margin: str, depth: int) -> None:
        at = self._index(margin)
        self.wide.append(
            self._let(margin, f"tensor.insert {self.chance.choice(self.scalars)} into {self._tensor()}[{at}] : {WIDE}")
        )

    def read(self, margin: str, depth: int) -> None:
        at = self._index(margin)
        name = self._let(margin, f"tensor.extract {self._tensor()}[{at}] : {WIDE}")
        self.scalars.append(self._let(margin, f"arith.addf {name}, %f : f32"))
        if self.chance.random() < 0.5:
            self.lines.append(f"{margin}func.call @observe({name}) : (f32) -> ()")

    def see(self, margin: str, tensor: str) -> None:
        """Lets others observe each element of a tensor."""
        for at in range(LENGTH):
            index = self._let(margin, f"arith.constant {at} : index")
            name = self._let(margin, f"tensor.extract {tensor}[{index}] : {WIDE}")
            self.lines.append(f"{margin}func.call @observe({name}) : (f32) -> ()")

    def _inside(self, margin: str, depth: int, at_least: int) -> None:
        for _ in range(self.chance.randint(at_least, 5)):
            self.statement(margin + "  ", depth + 1)

    def loop(self, margin: str, depth: int) -> None:
        kept = [*self.wide], [*self.narrow], [*self.indices], [*self.scalars]
        result, counter, carried = self._name(), self._name(), self._name()
        given, rounds = self._tensor(), self.chance.choice(["%c0", "%c1", "%c2", "%c3"])
        head = (
            f"{margin}{result} = scf.for {counter} = %c0 to {rounds} step %c1 iter_args({carried} = {given}) ->"
            f" ({WIDE}) {{"
        )
        self.lines.append(head)
        inner = margin + "  "
        scaled = self._let(inner, f"arith.muli {counter}, {self.chance.choice(['%c4', '%c2', '%c3'])} : index")
        shifted = [self._let(inner, f"arith.addi {scaled}, {by} : index") for by in ("%c2", "%c1")]
        self.indices += [counter, scaled, *shifted]
        self.wide.append(carried)
        self._inside(margin, depth, 2)
        own = [name for name in self.wide if name not in kept[0]]
        self.lines += [f"{inner}scf.yield {self.chance.choice([own[-1], own[-1], *own])} : {WIDE}", f"{margin}}}"]
        self.wide, self.narrow, self.indices, self.scalars = kept
        self.wide.append(result)

    def branch(self, margin: str, depth: int) -> None:
        kept = [*self.wide], [*self.narrow], [*self.indices], [*self.scalars]
        result = self._name()
        self.lines.append(f"{margin}{result} = scf.if {self.chance.choice(['%yes', '%no'])} -> ({WIDE}) {{")
        for end in ("} else {", "}"):
            self._inside(margin, depth, 0)
            self.lines += [f"{margin}  scf.yield {self.wide[-1]} : {WIDE}", f"{margin}{end}"]
            self.wide, self.narrow, self.indices, self.scalars = [*kept[0]], [*kept[1]], [*kept[2]], [*kept[3]]
        self.wide.append(result)
