"""Random programs with functions that hand out buffers which nobody may write to: `generate(Choices(seed))` is the text of a module.

A private function returns several buffers; some it fills, some it does not, on some ways or on all. Its callers look at those that are
filled, write to some of them, pass them on to functions that do, and call it again with what they got. What is computed is a number that is
observed at the end.
"""

from __future__ import annotations

from tests.execution.programs.choices import Choices
from tests.execution.programs.sums import SumWriter

MADE, HANDED = "memref<4xi64>", "memref<?xi64>"


class _Writer(SumWriter):
    """Writes statements; `filled` are the buffers that hold something, by their names."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        self.filled: set[str] = set()

    def make(self) -> str:
        """A buffer with a fixed size."""
        k = self.new()
        self.emit(f"%a{k} = memref.alloc() : {MADE}")
        return f"%a{k}"

    def fill(self, name: str, type: str) -> None:
        """Write to all of a buffer."""
        self.emit(f"linalg.fill ins(%v{self.choices.below(3)} : i64) outs({name} : {type})")
        self.filled.add(name)

    def handed(self, name: str) -> str:
        """The buffer as it is returned."""
        k = self.new()
        self.emit(f"%h{k} = memref.cast {name} : {MADE} to {HANDED}")
        return f"%h{k}"

    def add(self, name: str) -> None:
        """Add a number of a buffer, or of how many it has room for, to the sum."""
        k = self.new()
        if name in self.filled:
            self.emit(f"%l{k} = memref.load {name}[%c{self.choices.below(4)}] : {HANDED}")
        else:
            self.emit(f"%d{k} = memref.dim {name}, %c0 : {HANDED}", f"%l{k} = arith.index_cast %d{k} : index to i64")
        self.emit(
            f"%s{k} = memref.load %sum[%c0] : memref<1xi64>",
            f"%t{k} = arith.muli %s{k}, %v2 : i64",
            f"%n{k} = arith.addi %l{k}, %t{k} : i64",
            f"memref.store %n{k}, %sum[%c0] : memref<1xi64>",
        )


def _work(choices: Choices, count: int) -> tuple[list[str], list[bool]]:
    """The body of `@work`, and which of its results are filled on both ways."""
    work = _Writer(choices)
    first = [work.make() for _ in range(1 + choices.below(2))]
    for name in first:
        if choices.chance(70):
            work.fill(name, MADE)
    before = set(work.filled)
    work.emit("%g = memref.load %given[%c0] : memref<?xi64>", "%o = arith.cmpi sgt, %g, %v1 : i64", "cf.cond_br %o, ^one, ^two")
    ways = []
    for label in ("one", "two"):
        work.lines.append(f"^{label}:")
        work.filled = set(before)
        there = [*first]
        for _ in range(1 + choices.below(3)):
            there.append(work.make())
            if choices.chance(30):
                work.fill(there[-1], MADE)
        if choices.chance(30):
            work.fill(there[choices.below(len(there))], MADE)
        # Each is returned once, as far as there are so many.
        rest, chosen = [*there], []
        for _ in range(count):
            if not rest:
                rest = [*there]
            chosen.append(rest.pop(choices.below(len(rest))))
        ways.append([name in work.filled for name in chosen])
        results = [work.handed(name) for name in chosen]
        if choices.chance(15):
            work.emit(f"linalg.fill ins(%v1 : i64) outs({results[0]} : {HANDED})")
            ways[-1] = [filled or name == chosen[0] for filled, name in zip(ways[-1], chosen, strict=True)]
        work.emit(f"return {', '.join(results)} : {', '.join([HANDED] * count)}")
    return work.lines, [all(filled) for filled in zip(*ways, strict=True)]


_HELPERS = f"""\
func.func private @look(%b: {HANDED}) -> {HANDED} {{
  return %b : {HANDED}
}}
func.func private @write(%b: {HANDED}) {{
  %v = arith.constant 7 : i64
  linalg.fill ins(%v : i64) outs(%b : {HANDED})
  return
}}
"""


def generate(choices: Choices) -> str:
    """The text of a program: the function that hands buffers out, and calls of it."""
    count = 2 + choices.below(2)
    lines, filled = _work(choices, count)
    numbers = [*(f"c{n} = {n} : index" for n in range(4)), *(f"v{n} = {n} : i64" for n in range(3)), "one = 1 : i64"]
    constants = [f"  %{name} = arith.constant {rest}" for name, _, rest in (number.partition(" = ") for number in numbers)]
    results = ", ".join([HANDED] * count)
    head = [
        "func.func private @observe_i64(i64)",
        f"func.func private @work(%given: {HANDED}) -> ({results}) {{",
        *constants,
        *lines,
        "}",
        _HELPERS,
    ]
    main = _Writer(choices)
    main.emit(
        f"%a = memref.alloc() : {MADE}",
        f"linalg.fill ins(%v{choices.below(3)} : i64) outs(%a : {MADE})",
        f"%r = memref.cast %a : {MADE} to {HANDED}",
    )
    main.filled, known = {"%r"}, ["%r"]
    for call in range(1 + choices.below(3)):
        given = choices.one_of([name for name in known if name in main.filled])
        main.emit(f"%w{call}:{count} = func.call @work({given}) : ({HANDED}) -> ({results})")
        known += [f"%w{call}#{place}" for place in range(count)]
        main.filled |= {f"%w{call}#{place}" for place in range(count) if filled[place]}
        for _ in range(choices.below(5)):
            name = choices.one_of(known)
            if choices.chance(15):
                main.fill(name, HANDED)
            elif choices.chance(10):
                main.emit(f"func.call @write({name}) : ({HANDED}) -> ()")
                main.filled.add(name)
            elif choices.chance(15):
                k = main.new()
                main.emit(f"%k{k} = func.call @look({name}) : ({HANDED}) -> {HANDED}")
                known.append(f"%k{k}")
                if name in main.filled:
                    main.filled.add(f"%k{k}")
            else:
                main.add(name)
    for name in known:
        main.add(name)
    return main.module("\n".join(head), numbers)
