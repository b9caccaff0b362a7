"""Programs that write constants in every way there is: signed and not, hex, through aliases, as affine maps and as the
cases of a switch.

What they compute decides which buffers are made, given on and freed; all of it is known to whoever folds it.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.execution.programs.buffers import STATIC
from tests.execution.programs.choices import Choices

_WIDTHS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "index": 64}
_PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
_BINARY = ("addi", "subi", "muli", "andi", "ori", "xori", "minsi", "maxsi", "minui", "maxui")
_SUMS = (
    "{a} + {f}",
    "{a} * {f} + {b}",
    "({a} + {b}) * {f}",
    "{a} mod 5 + {b}",
    "{a} floordiv 3 - {b} * {f}",
    "{a} ceildiv 2",
)
_DIMENSIONS = ("d0", "True", "False", "None", "x", "inf", "mod_", "size")
_EXTERNALS = """\
func.func private @observe_i64(i64)
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
"""


class Constants:
    """Writes `@f`, which takes an i64 and does one thing after another with numbers."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.lines: list[str] = []
        self.aliases: list[str] = []
        self.values: dict[str, list[str]] = {type_: [] for type_ in _WIDTHS}
        self._names = 0

    def kinds(self) -> list[Callable[[], object]]:
        """What may be done next."""
        kinds: list[Callable[[], object]] = [
            self.observe,
            self.constant,
            self.compare,
            self.same,
            self.same,
            self.calculate,
            self.choose,
        ]
        return [*kinds, self.convert, self.map, self.if_, self.if_, self.switch, self.switch]

    def fresh(self, letter: str = "v") -> str:
        self._names += 1
        return f"%{letter}{self._names}"

    def emit(self, line: str) -> None:
        self.lines.append(f"  {line}")

    def define(self, type_: str, value: str) -> str:
        name = self.fresh()
        self.emit(f"{name} = {value}")
        self.values[type_].append(name)
        return name

    def type(self, but: tuple[str, ...] = ()) -> str:
        return self.choices.one_of([type_ for type_ in ("i8", "i1", "i32", "i64", "index", "i16") if type_ not in but])

    def number(self, type_: str) -> int:
        """A number at or near an end of what the type holds, as a bit pattern."""
        width = _WIDTHS[type_]
        around = (0, 1, 2, 3, 1 << width - 1, (1 << width - 1) - 1, (1 << width) - 1, (1 << width) - 2)
        return self.choices.one_of(around) % (1 << width)

    def literal(self, type_: str, bits: int) -> str:
        """One of the ways to write a bit pattern as an integer of this type."""
        width = _WIDTHS[type_]
        signed = bits - (1 << width) if bits >> width - 1 else bits
        if type_ == "i1":
            return self.choices.one_of([("false", "0", "0x0"), ("true", "1", "-1", "0x1")][bits])
        # Of an `index` mlir-opt takes what has 64 bits for a number that is too large.
        unsigned = type_ != "index" or signed >= 0
        decimal = [str(signed), str(bits)] if unsigned else [str(signed)]
        return self.choices.one_of([*decimal, *decimal, *([f"0x{bits:X}", f"0x{bits:x}"] if unsigned else [])])

    def attribute(self, type_: str, bits: int) -> str:
        literal = self.literal(type_, bits)
        written = literal if literal in ("true", "false") else f"{literal} : {type_}"
        if not self.choices.chance(25):
            return written
        self.aliases.append(f"#c{len(self.aliases)} = {written}")
        return self.aliases[-1].partition(" ")[0]

    def constant(self) -> str:
        type_ = self.type()
        return self.define(type_, f"arith.constant {self.attribute(type_, self.number(type_))}")

    def value(self, type_: str) -> str:
        known = self.values[type_]
        place = self.choices.below(len(known) + 2)
        if place < len(known):
            return known[-1 - place]
        return self.define(type_, f"arith.constant {self.attribute(type_, self.number(type_))}")

    def compare(self) -> str:
        type_, predicate = self.type(), self.choices.one_of(_PREDICATES)
        return self.define("i1", f"arith.cmpi {predicate}, {self.value(type_)}, {self.value(type_)} : {type_}")

    def same(self) -> None:
        """Compare a number with itself, written twice."""
        type_ = self.type()
        bits = self.number(type_)
        sides = [self.define(type_, f"arith.constant {self.attribute(type_, bits)}") for _ in range(2)]
        predicate = self.choices.one_of(_PREDICATES)
        self.observe_value("i1", self.define("i1", f"arith.cmpi {predicate}, {sides[0]}, {sides[1]} : {type_}"))

    def calculate(self) -> None:
        type_ = self.type()
        self.define(type_, f"arith.{self.choices.one_of(_BINARY)} {self.value(type_)}, {self.value(type_)} : {type_}")

    def choose(self) -> None:
        type_ = self.type()
        condition, left, right = self.value("i1"), self.value(type_), self.value(type_)
        self.define(type_, f"arith.select {condition}, {left}, {right} : {type_}")

    def convert(self) -> None:
        source, target = self.type(but=("index",)), self.type()
        if target == "index":
            op = self.choices.one_of(("index_cast", "index_castui"))
        elif _WIDTHS[source] == _WIDTHS[target]:
            return
        elif _WIDTHS[source] < _WIDTHS[target]:
            op = self.choices.one_of(("extsi", "extui"))
        else:
            op = "trunci"
        self.define(target, f"arith.{op} {self.value(source)} : {source} to {target}")

    def map(self) -> None:
        """An affine map with dimensions and symbols of any name."""
        first, second = self.choices.one_of(_DIMENSIONS), self.choices.one_of(_DIMENSIONS)
        second = f"{second}1" if first == second else second
        factor = self.factor()
        body = self.choices.one_of(_SUMS).format(a=first, b=second, f=factor)
        small = [self.fresh() for _ in range(2)]
        for name in small:
            self.emit(f"{name} = arith.remui {self.value('index')}, %seven : index")
        dimensions = (
            f"({first}, {second}) -> ({body})" if self.choices.chance(50) else f"({first})[{second}] -> ({body})"
        )
        operands = f"({small[0]}, {small[1]})" if "[" not in dimensions else f"({small[0]})[{small[1]}]"
        self.observe_value("index", self.define("index", f"affine.apply affine_map<{dimensions}>{operands}"))

    def factor(self) -> str:
        """A number in an affine map."""
        return self.choices.one_of(("1", "-1", "2", "3", "7"))

    def observe(self) -> None:
        type_ = self.type()
        self.observe_value(type_, self.value(type_))

    def observe_value(self, type_: str, value: str) -> None:
        if type_ != "i64":
            wide = self.fresh()
            self.emit(f"{wide} = arith.{'index_cast' if type_ == 'index' else 'extsi'} {value} : {type_} to i64")
            value = wide
        self.emit(f"func.call @observe_i64({value}) : (i64) -> ()")

    def allocate(self) -> str:
        name, value = self.fresh("a"), self.fresh()
        self.emit(f"{name} = memref.alloc() : {STATIC}")
        self.emit(f"{value} = func.call @next_i32() : () -> i32")
        self.emit(f"memref.store {value}, {name}[%zero] : {STATIC}")
        return name

    def show(self, buffer: str) -> None:
        value = self.fresh()
        self.emit(f"{value} = memref.load {buffer}[%zero] : {STATIC}")
        self.emit(f"func.call @observe_i32({value}) : (i32) -> ()")

    def if_(self) -> None:
        """Where a condition holds a buffer is made, or freed."""
        outer, condition = self.allocate(), self.value("i1")
        self.emit(f"scf.if {condition} {{")
        self.show(self.allocate())
        if self.choices.chance(50):
            self.emit(f"memref.dealloc {outer} : {STATIC}")
        self.emit("} else {")
        self.show(outer)
        self.emit("}")

    def switch(self) -> None:
        """A switch that sends one of two buffers on."""
        type_ = self.type(but=("index",))
        narrow = type_ != "i64" and self.choices.chance(60)
        flag = self.define(type_, f"arith.trunci %given : i64 to {type_}") if narrow else self.value(type_)
        left, right = self.allocate(), self.allocate()
        cases: dict[int, str] = {}
        for _ in range(1 + self.choices.below(3)):
            bits = self.number(type_)
            cases.setdefault(bits, self.literal(type_, bits))
        first, second = (f"^bb{self.fresh('')[1:]}" for _ in range(2))
        targets = [self.choices.one_of([(first, left), (first, right), (second, "")]) for _ in range(1 + len(cases))]
        if all(label == second for label, _ in targets):
            targets[0] = (first, left)
        if all(label == first for label, _ in targets):
            targets[0] = (second, "")
        self.emit(
            self.custom(flag, type_, cases, targets)
            if self.choices.chance(40)
            else self.generic(flag, type_, cases, targets)
        )
        self.lines.append(f"{first}(%p{first[3:]}: {STATIC}):")
        self.show(f"%p{first[3:]}")
        self.emit(f"cf.br {second}")
        self.lines.append(f"{second}:")
        if self.choices.chance(50):
            self.show(left)

    def custom(self, flag: str, type_: str, cases: dict[int, str], targets: list[tuple[str, str]]) -> str:
        """The switch as mlir-opt prints it; it reads no hex there."""
        numbers = [str(bits - (1 << _WIDTHS[type_]) if bits >> _WIDTHS[type_] - 1 else bits) for bits in cases]
        if type_ == "i1":
            numbers = [
                self.choices.one_of(("true", "1")) if bits else self.choices.one_of(("false", "0")) for bits in cases
            ]
        names = [f"{label}({passed} : {STATIC})" if passed else label for label, passed in targets]
        pairs = ", ".join(f"{case}: {name}" for case, name in zip(["default", *numbers], names, strict=True))
        return f"cf.switch {flag} : {type_}, [ {pairs} ]"

    def generic(self, flag: str, type_: str, cases: dict[int, str], targets: list[tuple[str, str]]) -> str:
        labels = ", ".join(label for label, _ in targets)
        buffers = [passed for _, passed in targets if passed]
        sizes = [1 if passed else 0 for _, passed in targets]
        written = list(cases.values())
        if len(cases) == 1 and self.choices.chance(30):
            values = f"dense<{written[0]}> : vector<1x{type_}>"
        else:
            values = (
                f"dense<[{', '.join(written)}]> : {self.choices.one_of(('tensor', 'vector'))}<{len(cases)}x{type_}>"
            )
        if self.choices.chance(25):
            self.aliases.append(f"#c{len(self.aliases)} = {values}")
            values = self.aliases[-1].partition(" ")[0]
        segments = f"array<i32{': ' + ', '.join(map(str, sizes[1:])) if cases else ''}>"
        groups = f"array<i32: 1, {sizes[0]}, {sum(sizes[1:])}>"
        properties = f"<{{case_operand_segments = {segments}, case_values = {values}, operandSegmentSizes = {groups}}}>"
        types = ", ".join([type_, *(STATIC for _ in buffers)])
        return f'"cf.switch"({", ".join([flag, *buffers])})[{labels}] {properties} : ({types}) -> ()'


def generate(choices: Choices) -> str:
    """The text of a program."""
    return program(choices, Constants)


def program(choices: Choices, kind: type[Constants]) -> str:
    """The text of a program of this kind."""
    body = kind(choices)
    body.emit("%zero = arith.constant 0 : index")
    body.emit("%seven = arith.constant 7 : index")
    body.values["i64"].append("%given")
    for _ in range(4 + choices.below(16)):
        choices.one_of(body.kinds())()
    body.observe()
    body.emit("return")
    function = "\n".join(["func.func @f(%given: i64) {", *body.lines, "}"])
    return "\n".join([*body.aliases, _EXTERNALS, function, _main()])


def _main() -> str:
    lines = ["func.func @main() {"]
    for number, given in enumerate((0, 1, 2, 3, -1, -2, 127, 128, 0x7FFFFFFF, -0x80000000)):
        lines += [f"  %n{number} = arith.constant {given} : i64", f"  func.call @f(%n{number}) : (i64) -> ()"]
    return "\n".join([*lines, "  return", "}", ""])
