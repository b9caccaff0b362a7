"""Small random functions in which several uses of one tensor are at odds, so that all choices of those in place can be
tried.
"""

from random import Random

_SIZES = {"tensor<16xf32>": 16, "tensor<4xf32>": 4}
WIDE, NARROW = _SIZES


class Small:
    """Writes one function.

    In: a seed. Sizes differ, loops run a known number of times or not, so that copies do not all cost the same.
    """

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.lines: list[str] = []
        self.names = 0
        self.tensors: dict[str, list[str]] = {WIDE: ["%t", "%u"], NARROW: ["%n"]}
        self.numbers = ["%f"]

    def text(self) -> str:
        """The program."""
        for _ in range(self.chance.randint(2, 5)):
            self.statement("  ", 0)
        results = [
            (name, type)
            for type, names in self.tensors.items()
            for name in self.chance.sample(names, min(len(names), 2))
        ]
        results += [(name, "f32") for name in self.numbers[1:]]
        given = f"%t: {WIDE}, %u: {WIDE}, %n: {NARROW}, %c: i1, %f: f32, %i: index, %j: index"
        types = ", ".join(type for _, type in results)
        head = [
            f"func.func @f({given}) -> ({types}) {{",
            "  %c0 = arith.constant 0 : index",
            "  %c1 = arith.constant 1 : index",
        ]
        head.append("  %c3 = arith.constant 3 : index")
        end = f"  return {', '.join(name for name, _ in results)} : {types}"
        return "\n".join([*head, *self.lines, end, "}", ""])

    def statement(self, margin: str, depth: int) -> None:
        """One statement, which makes a tensor or a number."""
        kinds = [self.insert, self.fill, self.read, self.part, self.put, self.select, self.made]
        self.chance.choice([*kinds, self.insert, *([self.loop, self.branch] * 2 if depth == 0 else [])])(margin)

    def _name(self) -> str:
        self.names += 1
        return f"%v{self.names}"

    def _tensor(self, type: str) -> str:
        return self.chance.choice(self.tensors[type])

    def _type(self) -> str:
        return self.chance.choice([WIDE, WIDE, NARROW])

    def _write(self, margin: str, text: str, type: str) -> str:
        name = self._name()
        self.lines.append(f"{margin}{name} = {text}")
        (self.numbers if type == "f32" else self.tensors[type]).append(name)
        return name

    def insert(self, margin: str) -> None:
        type = self._type()
        self._write(
            margin, f"tensor.insert {self.chance.choice(self.numbers)} into {self._tensor(type)}[%i] : {type}", type
        )

    def fill(self, margin: str) -> None:
        type = self._type()
        self._write(margin, f"linalg.fill ins(%f : f32) outs({self._tensor(type)} : {type}) -> {type}", type)

    def made(self, margin: str) -> None:
        type = self._type()
        empty = self._name()
        self.lines.append(f"{margin}{empty} = tensor.empty() : {type}")
        self._write(margin, f"linalg.fill ins(%f : f32) outs({empty} : {type}) -> {type}", type)

    def read(self, margin: str) -> None:
        type = self._type()
        self._write(margin, f"tensor.extract {self._tensor(type)}[%j] : {type}", "f32")

    def part(self, margin: str) -> None:
        at = self.chance.choice(["%i", "0", "8"])
        self._write(margin, f"tensor.extract_slice {self._tensor(WIDE)}[{at}] [4] [1] : {WIDE} to {NARROW}", NARROW)

    def put(self, margin: str) -> None:
        at = self.chance.choice(["%i", "0", "8"])
        text = (
            f"tensor.insert_slice {self._tensor(NARROW)} into {self._tensor(WIDE)}[{at}] [4] [1] : {NARROW} into {WIDE}"
        )
        self._write(margin, text, WIDE)

    def select(self, margin: str) -> None:
        type = self._type()
        self._write(margin, f"arith.select %c, {self._tensor(type)}, {self._tensor(type)} : {type}", type)

    def _inside(self, margin: str, type: str, known: list[str]) -> None:
        outside, numbers = {key: list(names) for key, names in self.tensors.items()}, list(self.numbers)
        self.tensors[type] += known
        for _ in range(self.chance.randint(0, 2)):
            self.statement(margin + "  ", 1)
        self.lines.append(f"{margin}  scf.yield {self._tensor(type)} : {type}")
        self.tensors, self.numbers = outside, numbers

    def loop(self, margin: str) -> None:
        type, name, around = self._type(), self._name(), self._name()
        upper = self.chance.choice(["%c3", "%i"])
        begins = f"iter_args({around} = {self._tensor(type)}) -> ({type}) {{"
        self.lines.append(f"{margin}{name} = scf.for %k{self.names} = %c0 to {upper} step %c1 {begins}")
        self._inside(margin, type, [around, around])
        self.lines.append(f"{margin}}}")
        self.tensors[type].append(name)

    def branch(self, margin: str) -> None:
        type, name = self._type(), self._name()
        self.lines.append(f"{margin}{name} = scf.if %c -> ({type}) {{")
        self._inside(margin, type, [])
        self.lines.append(f"{margin}}} else {{")
        self._inside(margin, type, [])
        self.lines.append(f"{margin}}}")
        self.tensors[type].append(name)
