"""Random programs with buffers that repeat one number: `generate(Choices(seed))` is the text of a module.

A few buffers are overwritten again and again: with a number that a constant, a parameter or a local buffer holds, or
with what is computed from two of them, in place, too. They are read in branches and loops as well. The number of the
local buffer, and sometimes that of the parameter, changes in between; so who reads what is repeated can read the number
itself only where it stays the same.
"""

from tests.execution.programs.choices import Choices

_A, _N = "memref<4xi64>", "memref<i64>"
_BUFFERS = ("%a", "%b", "%d")
_MAPS = "affine_map<(d0) -> ({})>"


class _Writer:
    """Writes the body of one function."""

    def __init__(self, choices: Choices, changes: bool) -> None:
        self.choices, self.changes = choices, changes
        self.lines: list[str] = []
        self._names = 0

    def name(self, prefix: str) -> str:
        self._names += 1
        return f"%{prefix}{self._names}"

    def repeat(self) -> None:
        """Overwrite a buffer with one number."""
        source, target = self.choices.one_of(("%g", "%g", "%p", "%l")), self.choices.one_of(_BUFFERS)
        x, y = self.name("x"), self.name("y")
        self.lines += [
            (
                f"linalg.generic {{indexing_maps = [{_MAPS.format('')}, {_MAPS.format('d0')}], iterator_types ="
                f' ["parallel"]}} ins({source} : {_N}) outs({target} : {_A}) {{'
            ),
            f"^bb0({x}: i64, {y}: i64):",
            f"  linalg.yield {x} : i64",
            "}",
        ]

    def compute(self) -> None:
        """Overwrite a buffer with the sums of two, or add these to it."""
        left, right, target = (self.choices.one_of(_BUFFERS) for _ in range(3))
        x, y, z, both, total = (self.name(prefix) for prefix in "xyzst")
        adds = self.choices.chance(20)
        maps = ", ".join([_MAPS.format("d0" if self.choices.chance(85) else "3 - d0"), *[_MAPS.format("d0")] * 2])
        if left == target and "3 - d0" in maps:
            maps = ", ".join([_MAPS.format("d0")] * 3)
        self.lines += [
            (
                f'linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel"]}} '
                f"ins({left}, {right} : {_A}, {_A}) outs({target} : {_A}) {{"
            ),
            f"^bb0({x}: i64, {y}: i64, {z}: i64):",
            f"  {both} = arith.addi {x}, {y} : i64",
            *([f"  {total} = arith.addi {both}, {z} : i64"] if adds else []),
            f"  linalg.yield {total if adds else both} : i64",
            "}",
        ]

    def observe(self) -> None:
        at, seen, old, new = self.choices.one_of(("%zero", "%unit")), self.name("o"), self.name("k"), self.name("w")
        self.lines += [
            f"{seen} = memref.load {self.choices.one_of(_BUFFERS)}[{at}] : {_A}",
            f"{old} = memref.load %sum[] : {_N}",
            f"{new} = arith.muli {old}, %three : i64",
            f"{old}s = arith.addi {new}, {seen} : i64",
            f"memref.store {old}s, %sum[] : {_N}",
        ]

    def change(self) -> None:
        target = self.choices.one_of(("%l", "%p")) if self.changes else "%l"
        old, new = self.name("k"), self.name("w")
        self.lines += [
            f"{old} = memref.load {target}[] : {_N}",
            f"{new} = arith.addi {old}, %one : i64",
            f"memref.store {new}, {target}[] : {_N}",
        ]

    def nested(self, depth: int) -> None:
        self.lines.append(
            self.choices.one_of(("scf.if %c {", f"scf.for {self.name('i')} = %zero to %two step %unit {{"))
        )
        for _ in range(1 + self.choices.below(3)):
            self.statement(depth - 1)
        self.lines.append("}")

    def statement(self, depth: int) -> None:
        kind = self.choices.below(12)
        if kind < 4:
            self.repeat()
        elif kind < 7:
            self.compute()
        elif kind < 10 or (not depth and kind == 11):
            self.observe()
        elif kind < 11:
            self.change()
        else:
            self.nested(depth)


def generate(choices: Choices) -> str:
    """A module with a function `main`."""
    writer = _Writer(choices, choices.chance(30))
    filled = [
        f"linalg.fill ins(%{value} : i64) outs({name} : {_A})"
        for name, value in zip(_BUFFERS, ("one", "three", "one"), strict=True)
    ]
    for _ in range(4 + choices.below(10)):
        writer.statement(2)
    for _ in range(2):
        writer.observe()
    numbers = [
        f"%{name} = arith.constant {value} : {type_}" for name, value, type_ in (("one", 1, "i64"), ("three", 3, "i64"))
    ]
    numbers += [f"%{name} = arith.constant {value} : index" for name, value in (("zero", 0), ("unit", 1), ("two", 2))]
    made = [f"{name} = memref.alloc() : {_A}" for name in _BUFFERS] + [
        f"%{name} = memref.alloc() : {_N}" for name in ("l", "sum")
    ]
    made += [f"memref.store %one, %{name}[] : {_N}" for name in ("l", "sum")]
    made.append(f"%g = memref.get_global @number : {_N}")
    end = [f"%r = memref.load %sum[] : {_N}", "return %r : i64"]
    body = "\n".join(f"  {line}" for line in [*numbers, *made, *filled, *writer.lines, *end])
    calls = []
    for call, given in enumerate(("true", "false")):
        calls += [
            f"%r{call} = func.call @work(%m, %{given}) : ({_N}, i1) -> i64",
            f"func.call @observe_i64(%r{call}) : (i64) -> ()",
        ]
    first = [
        f"%m = memref.alloc() : {_N}",
        f"memref.store %three, %m[] : {_N}",
        "%true = arith.constant true",
        "%false = arith.constant false",
    ]
    main = "\n".join(f"  {line}" for line in [*numbers, *first, *calls, "return"])
    return f"""\
memref.global "private" constant @number : {_N} = dense<5>
func.func private @observe_i64(i64)
func.func {"private " if choices.chance(30) else ""}@work(%p: {_N}, %c: i1) -> i64 {{
{body}
}}
func.func @main() {{
{main}
}}
"""
