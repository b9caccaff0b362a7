"""Random programs that choose between a few shared buffers again and again, in branches of regions:
`generate(Choices(seed))` is a text.

A function has some buffers of its own, and one of its caller's. Each branch, and each branch in a branch, hands on one
of them, what the branch before handed on, or something new that it computes from both. What comes out last, and maybe a
shared buffer, is returned. So an earlier choice of a buffer is needed where the last one is made. Nothing is written to
a buffer after it was made.
"""

from tests.execution.programs.choices import Choices

_A = "memref<4xi64>"


class _Writer:
    """Writes the branches of one function; its conditions are parameters."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.lines: list[str] = []
        self.conditions = 0
        self._names = 0

    def emit(self, *lines: str) -> None:
        self.lines += lines

    def name(self, prefix: str) -> str:
        self._names += 1
        return f"%{prefix}{self._names}"

    def observe(self, buffer: str) -> None:
        seen = self.name("o")
        self.emit(f"{seen} = memref.load {buffer}[%zero] : {_A}", f"func.call @observe_i64({seen}) : (i64) -> ()")

    def made(self, old: str, other: str) -> str:
        """A new buffer that holds the sum of what two hold, in a first element."""
        new, left, right, both = self.name("n"), self.name("l"), self.name("r"), self.name("s")
        self.emit(
            f"{new} = memref.alloc() : {_A}",
            f"memref.copy {old}, {new} : {_A} to {_A}",
            f"{left} = memref.load {old}[%zero] : {_A}",
            f"{right} = memref.load {other}[%zero] : {_A}",
            f"{both} = arith.addi {left}, {right} : i64",
            f"memref.store {both}, {new}[%zero] : {_A}",
        )
        return new

    def handed(self, shared: list[str], old: str, depth: int) -> str:
        """What a region hands on."""
        if depth and self.choices.chance(45):
            return self.diamond(shared, old, depth - 1)
        kind = self.choices.below(10)
        if kind < 6:
            return self.choices.one_of(shared)
        return self.made(old, self.choices.one_of(shared)) if kind < 9 else old

    def diamond(self, shared: list[str], old: str, depth: int) -> str:
        """What comes out of a branch by a new condition."""
        condition, result = f"%c{self.conditions}", self.name("v")
        self.conditions += 1
        if self.choices.chance(25):
            at = self.name("i")
            self.emit(
                f"{at} = arith.index_castui {condition} : i1 to index", f"{result} = scf.index_switch {at} -> {_A}"
            )
            heads = ("case 0 {", "default {")
        else:
            self.emit(f"{result} = scf.if {condition} -> ({_A}) {{")
            heads = ("", "else {")
        for head in heads:
            self.emit(*filter(None, (head,)))
            if self.choices.chance(20):
                self.observe(self.choices.one_of([*shared, old]))
            self.emit(f"scf.yield {self.handed(shared, old, depth)} : {_A}", "}")
        return result


def generate(choices: Choices) -> str:
    """A module with a function `main`."""
    writer = _Writer(choices)
    shared, current = ["%a", "%b", *(["%p"] if choices.chance(40) else [])], "%a"
    for name, value in (("%a", "%one"), ("%b", "%three")):
        writer.emit(f"{name} = memref.alloc() : {_A}", f"linalg.fill ins({value} : i64) outs({name} : {_A})")
    for _ in range(1 + choices.below(4)):
        current = writer.diamond(shared, current, 2)
        if choices.chance(30):
            writer.observe(current)
    results = [current, *([choices.one_of(shared)] if choices.chance(50) else [])]
    types = ", ".join([_A] * len(results))
    numbers = ["%zero = arith.constant 0 : index", "%one = arith.constant 1 : i64", "%three = arith.constant 3 : i64"]
    parameters = ", ".join(["%p: " + _A, *(f"%c{number}: i1" for number in range(writer.conditions))])
    kinds = ", ".join([_A, *["i1"] * writer.conditions])
    calls = []
    for call in range(3):
        given = ", ".join(["%m", *(("%true", "%false")[choices.below(2)] for _ in range(writer.conditions))])
        calls.append(f"%r{call}:{len(results)} = func.call @choose({given}) : ({kinds}) -> ({types})")
        for number in range(len(results)):
            calls += [
                f"%x{call}{number} = memref.load %r{call}#{number}[%zero] : {_A}",
                f"func.call @observe_i64(%x{call}{number}) : (i64) -> ()",
            ]
    made = [
        f"%m = memref.alloc() : {_A}",
        f"linalg.fill ins(%three : i64) outs(%m : {_A})",
        "%true = arith.constant true",
        "%false = arith.constant false",
    ]
    hidden = "private " if choices.chance(30) else ""
    body = "\n".join(f"  {line}" for line in [*numbers, *writer.lines, f"return {', '.join(results)} : {types}"])
    main = "\n".join(f"  {line}" for line in [*numbers, *made, *calls, "return"])
    return f"""\
func.func private @observe_i64(i64)
func.func {hidden}@choose({parameters}) -> ({types}) {{
{body}
}}
func.func @main() {{
{main}
}}
"""
