"""Random programs of integers of all widths, with constants at the ends of their range, and what hangs on them."""

from random import Random

WIDTHS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "index": 64}
PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
_BINARY = ("addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minsi", "maxui", "minui")
_SHIFTS = ("shli", "shrsi", "shrui")
_DIVISIONS = ("divsi", "divui", "remsi", "remui", "ceildivsi", "ceildivui", "floordivsi")
_BUFFER = "memref<4xf32>"


def ends(width: int) -> list[int]:
    """Numbers at the ends of what a type has, and near zero."""
    half = 1 << (width - 1)
    return sorted({0, 1, 2, 5, half - 1, half - 2, half, half + 1, 2 * half - 1, 2 * half - 2}) if width > 1 else [0, 1]


def spelled(number: int, type: str, random: Random) -> str:
    """A constant with the low bits of a number, written as signed, as unsigned or in hexadecimal."""
    width = WIDTHS[type]
    low = number & ((1 << width) - 1)
    negative = low - (1 << width) if low >> (width - 1) else low
    if width == 1:
        return random.choice(["true", "-1 : i1"] if low else ["false", "0 : i1"])
    # MLIR takes unsigned numbers for all types but index.
    ways = [str(negative)] * 3 if type == "index" else [str(negative), str(negative), str(low), hex(low)]
    return f"{random.choice(ways)} : {type}"


class Integers:
    """Writes ops on integers; `values` has what there is, by type."""

    def __init__(self, random: Random, **given: str) -> None:
        self.random = random
        self.lines: list[str] = []
        self.values: dict[str, list[str]] = {type: [] for type in WIDTHS}
        self.count = 0
        for name, type in given.items():
            self.values[type].append(f"%{name}")

    def op(self, text: str, type: str) -> str:
        """An op with a result of a type."""
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append(f"{name} = {text}")
        self.values[type].append(name)
        return name

    def constant(self, type: str, number: int | None = None) -> str:
        chosen = self.random.choice(ends(WIDTHS[type])) if number is None else number
        return self.op(f"arith.constant {spelled(chosen, type, self.random)}", type)

    def any(self, type: str) -> str:
        """A value of a type: a constant, or one that there is."""
        known = self.values[type]
        return self.random.choice(known) if known and self.random.random() < 0.6 else self.constant(type)

    def step(self) -> str:
        """One more op; its result."""
        random = self.random
        type = random.choice(list(WIDTHS))
        kind = random.choice(("binary", "binary", "shift", "divide", "cast", "cast", "compare", "compare", "select"))
        if kind == "binary":
            return self.op(f"arith.{random.choice(_BINARY)} {self.any(type)}, {self.any(type)} : {type}", type)
        if kind == "shift" and type != "i1":
            places = self.constant(type, random.choice((0, 1, WIDTHS[type] - 1)))
            return self.op(f"arith.{random.choice(_SHIFTS)} {self.any(type)}, {places} : {type}", type)
        if kind == "divide" and type != "i1":
            divisor = self.constant(type, random.choice((1, 2, 3, -2, (1 << (WIDTHS[type] - 1)) - 1)))
            return self.op(f"arith.{random.choice(_DIVISIONS)} {self.any(type)}, {divisor} : {type}", type)
        if kind == "cast":
            return self.cast(type, random.choice([other for other in WIDTHS if other != type]))
        if kind == "select":
            return self.op(f"arith.select {self.any('i1')}, {self.any(type)}, {self.any(type)} : {type}", type)
        return self.condition()

    def cast(self, source: str, target: str) -> str:
        value, random = self.any(source), self.random
        if "index" in (source, target):
            how = random.choice(("index_cast", "index_castui"))
        else:
            how = random.choice(("extsi", "extui")) if WIDTHS[source] < WIDTHS[target] else "trunci"
        return self.op(f"arith.{how} {value} : {source} to {target}", target)

    def condition(self) -> str:
        type = self.random.choice(list(WIDTHS))
        how = self.random.choice(PREDICATES)
        return self.op(f"arith.cmpi {how}, {self.any(type)}, {self.any(type)} : {type}", "i1")

    def loop(self) -> tuple[str, str]:
        """A loop's head over few numbers, or none, and its type."""
        random = self.random
        type = random.choice([type for type in WIDTHS if type != "i1"])
        width, unsigned = WIDTHS[type], random.random() < 0.5
        half = 1 << (width - 1)

        def take(low: int) -> int:
            return low if unsigned or low < half else low - 2 * half

        while True:
            first, bound = (random.choice(ends(width)) & (2 * half - 1) for _ in range(2))
            step = random.choice((1, 2, 5, half - 1, half // 2))
            rounds = max(-((take(first) - take(bound)) // step), 0)
            # What ends the loop has to be a number of the type: what comes behind the greatest one is not said.
            if rounds < 6 and (not rounds or take(first) + rounds * step < (2 * half if unsigned else half)):
                break
        self.count += 1
        parts = [self.constant(type, number) for number in (first, bound, step)]
        kind = "" if type == "index" else f" : {type}"
        loop = f"scf.for{' unsigned' if unsigned else ''} %i{self.count} = {parts[0]} to {parts[1]} step {parts[2]}"
        return loop, kind


def judged(seed: int, name: str) -> str:
    """A function with two conditions that frees buffers under conditions and loops, in cases, or at once: perhaps once,
    perhaps not.
    """
    random = Random(seed)
    integers = Integers(random, c="i1", d="i1")
    lines = integers.lines
    for number in range(random.randint(1, 2)):
        for _ in range(random.randint(1, 6)):
            integers.step()
        lines.append(f"%m{number} = memref.alloc() : {_BUFFER}")
        _freed(integers, f"memref.dealloc %m{number} : {_BUFFER}", number)
    body = "\n".join(f"  {line}" for line in lines)
    return f"func.func @{name}(%c: i1, %d: i1) {{\n{body}\n  return\n}}\n"


def _freed(integers: Integers, free: str, number: int) -> None:
    random, lines = integers.random, integers.lines
    shape = random.choice(("if", "if", "both", "twice", "loop", "cases", "blocks", "memory"))
    if shape == "loop":
        loop, kind = integers.loop()
        lines += [f"{loop}{kind} {{", free, "}"]
        return
    if shape == "cases":
        # mlir-opt-22 lowers it to a switch of 32 bits.
        one, other = random.sample((0, 1, 5, 7), 2)
        flag = integers.op(f"arith.andi {integers.any('index')}, {integers.constant('index', 7)} : index", "index")
        cases = [f"case {one} {{", *([free] if random.random() < 0.5 else []), "scf.yield", "}"]
        cases += [f"case {other} {{", *([free] if random.random() < 0.5 else []), "scf.yield", "}"]
        lines += [
            f"scf.index_switch {flag}",
            *cases,
            "default {",
            *([free] if random.random() < 0.8 else []),
            "scf.yield",
            "}",
        ]
        return
    if shape == "blocks":
        type = random.choice([type for type in WIDTHS if type != "index"])
        flag, case = integers.any(type), random.choice(ends(WIDTHS[type]))
        case -= 1 << WIDTHS[type] if type != "i1" and case >> (WIDTHS[type] - 1) else 0
        lines += [
            "scf.execute_region {",
            f"cf.switch {flag} : {type}, [",
            f"default: ^default, {case}: ^case",
            "]",
            "^case:",
        ]
        lines += [*([free] if random.random() < 0.8 else []), "cf.br ^end", "^default:"]
        lines += [*([free] if random.random() < 0.8 else []), "cf.br ^end", "^end:", "scf.yield", "}"]
        return
    condition = integers.condition() if random.random() < 0.8 else integers.any("i1")
    if shape == "memory":
        type = random.choice(list(WIDTHS))
        stored = integers.any(type)
        lines += [
            f"%cell{number} = memref.alloca() : memref<{type}>",
            f"memref.store {stored}, %cell{number}[] : memref<{type}>",
        ]
        loaded = integers.op(f"memref.load %cell{number}[] : memref<{type}>", type)
        how = random.choice(PREDICATES)
        condition = integers.op(f"arith.cmpi {how}, {loaded}, {integers.constant(type)} : {type}", "i1")
    lines += [f"scf.if {condition} {{", free]
    if shape == "both":
        lines += ["} else {", free]
    lines.append("}")
    if shape == "twice":
        true = integers.constant("i1", 1)
        opposite = (
            integers.op(f"arith.xori {condition}, {true} : i1", "i1") if random.random() < 0.5 else integers.condition()
        )
        lines += [f"scf.if {opposite} {{", free, "}"]


def compared(seed: int, name: str) -> str:
    """A function of two conditions and a number that says what it computes, under conditions and in loops."""
    random = Random(seed)
    integers = Integers(random, c="i1", d="i1", x="i8")
    for _ in range(random.randint(2, 5)):
        for _ in range(random.randint(1, 3)):
            integers.step()
        _said(integers)
    body = "\n".join(f"  {line}" for line in integers.lines)
    return f"func.func @{name}(%c: i1, %d: i1, %x: i8) {{\n{body}\n  return\n}}\n"


def _said(integers: Integers) -> None:
    random = integers.random
    type = random.choice([type for type in WIDTHS if integers.values[type]])
    value = integers.values[type][-1]
    if type != "i64":
        how = random.choice(("index_cast", "index_castui") if type == "index" else ("extsi", "extui"))
        value = integers.op(f"arith.{how} {value} : {type} to i64", "i64")
    call = f"func.call @say({value}) : (i64) -> ()"
    shape = random.choice(("plain", "plain", "if", "loop"))
    if shape == "plain":
        integers.lines.append(call)
    elif shape == "if":
        integers.lines += [f"scf.if {integers.any('i1')} {{", call, "}"]
    else:
        loop, kind = integers.loop()
        integers.lines += [f"{loop}{kind} {{", call, "}"]


def changed(text: str, seed: int) -> str:
    """The program with another constant, predicate, cast or operation at one place."""
    random = Random(seed)
    lines = text.splitlines()
    places = [number for number, line in enumerate(lines) if " = arith." in line and "arith.select" not in line]
    if not places:
        return text
    place = random.choice(places)
    words = lines[place].split()
    if words[2] == "arith.constant":
        type = words[-1] if words[-1] in WIDTHS else "i1"
        lines[place] = f"  {words[0]} = arith.constant {spelled(random.choice(ends(WIDTHS[type])), type, random)}"
    elif words[2] == "arith.cmpi":
        words[3] = f"{random.choice(PREDICATES)},"
        lines[place] = "  " + " ".join(words)
    else:
        name = words[2].partition(".")[2]
        kinds = (_BINARY, _SHIFTS, _DIVISIONS, ("extsi", "extui"), ("index_cast", "index_castui"), ("trunci",))
        words[2] = f"arith.{random.choice(next(kind for kind in kinds if name in kind))}"
        lines[place] = "  " + " ".join(words)
    return "\n".join(lines) + "\n"


def looping(seed: int, name: str, *, scalar: bool = False) -> str:
    """A function that says what is in a tensor behind a loop that writes all of it, and in the one that the loop began
    with.

    A `scalar` one has a number in place of the tensor, which no tool has to bufferize.
    """
    random = Random(seed)
    integers = Integers(random)
    lines = integers.lines
    lines += ["%zero = arith.constant 0 : index", "%seven = arith.constant 7 : i64", "%new = arith.constant 99 : i64"]
    fill = "%f = linalg.fill ins(%new : i64) outs({} : tensor<2xi64>) -> tensor<2xi64>"
    filled = random.choice(([fill.format("%y")], ["%e = tensor.empty() : tensor<2xi64>", fill.format("%e")]))
    loop, kind = integers.loop()
    asked = random.sample(("r", "t"), random.randint(1, 2))
    if scalar:
        lines += [
            "%t = arith.addi %seven, %zero64 : i64",
            f"%r = {loop} iter_args(%y = %t) -> (i64){kind} {{",
            "scf.yield %new : i64",
            "}",
        ]
        lines.insert(0, "%zero64 = arith.constant 0 : i64")
        lines += [f"func.call @say(%{value}) : (i64) -> ()" for value in asked]
    else:
        lines += [
            "%t = tensor.from_elements %seven, %seven : tensor<2xi64>",
            f"%r = {loop} iter_args(%y = %t) -> (tensor<2xi64>){kind} {{",
        ]
        lines += [*filled, "scf.yield %f : tensor<2xi64>", "}"]
        for value in asked:
            lines += [
                f"%of_{value} = tensor.extract %{value}[%zero] : tensor<2xi64>",
                f"func.call @say(%of_{value}) : (i64) -> ()",
            ]
    body = "\n".join(f"  {line}" for line in lines)
    return f"func.func @{name}() {{\n{body}\n  return\n}}\n"
