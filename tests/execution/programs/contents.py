"""Random programs in which one buffer has several contents, one after the other: `generate(Choices(seed))` is the text
of a module.

A few buffers are made at the beginning, and overwritten in branches and in rounds of loops: by a fill, a copy, or what
is computed for each element of others, which may be the same buffer under another name. Branches and loops hand buffers
on; casts, parts and selects name them. What is computed is a number that is observed at the end.
"""

from tests.execution.programs.choices import Choices
from tests.execution.programs.sums import SumWriter

BUFFER = "memref<4xi64>"
_HEAD = """\
#same = affine_map<(d0) -> (d0)>
#back = affine_map<(d0) -> (-d0 + 3)>
func.func private @observe_i64(i64)
func.func private @number(%n: index) -> index {
  return %n : index
}
"""


class _Writer(SumWriter):
    """Writes statements about the buffers made at the beginning, `shared`, and about the names that they have where it
    stands.
    """

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        self.shared: list[str] = []

    def one_of(self, names: list[str]) -> str:
        """Some name; often one of the last, so that those before are forgotten."""
        names = names[-2:] if self.choices.chance(75) else names
        return names[self.choices.below(len(names))]

    def use(self, buffer: str) -> None:
        """Add a number of a buffer to the sum."""
        k = self.new()
        self.emit(
            f"%s{k} = memref.load %sum[%c0] : memref<1xi64>",
            f"%l{k} = memref.load {buffer}[%c{self.choices.below(4)}] : {BUFFER}",
            f"%n{k} = arith.addi %l{k}, %s{k} : i64",
            f"memref.store %n{k}, %sum[%c0] : memref<1xi64>",
        )

    def change(self, buffer: str) -> None:
        """Write to one element of a buffer."""
        self.emit(f"memref.store {self.number()}, {buffer}[%c{self.choices.below(4)}] : {BUFFER}")

    def overwrite(self, buffer: str, names: list[str]) -> None:
        """Write all of a buffer, or read it and write it."""
        kind = self.choices.below(10)
        source = self.one_of(names)
        if kind < 3:
            self.emit(f"linalg.fill ins({self.number()} : i64) outs({buffer} : {BUFFER})")
        elif kind < 5:
            self.emit(f"memref.copy {source}, {buffer} : {BUFFER} to {BUFFER}")
        else:
            k, other = self.new(), self.one_of(names)
            fresh = self.filled(BUFFER) if self.choices.chance(50) else ""
            if fresh:
                self.use(fresh)
            inputs = (source, fresh or other)
            # Backwards only from what is another buffer for certain: else what comes out hangs on the order of the
            # elements.
            maps = f"#same, {'#back' if kind == 9 and fresh else '#same'}, #same"
            added = "%p, %q" if kind < 8 else "%p, %r"
            self.emit(
                f'linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel"]}} '
                f"ins({inputs[0]}, {inputs[1]} : {BUFFER}, {BUFFER}) outs({buffer} : {BUFFER}) {{",
                "^bb0(%p: i64, %q: i64, %r: i64):",
                f"  %t{k} = arith.addi {added} : i64",
                f"  linalg.yield %t{k} : i64",
                "}",
            )

    def name(self, names: list[str]) -> str:
        """Another name of a buffer: through a cast, a part that is all of it, or a select."""
        k, buffer = self.new(), self.one_of(names)
        kind = self.choices.below(3)
        if kind == 0:
            self.emit(
                f"%d{k} = memref.cast {buffer} : {BUFFER} to memref<?xi64>",
                f"%w{k} = memref.cast %d{k} : memref<?xi64> to {BUFFER}",
            )
        elif kind == 1:
            part = "memref<4xi64, strided<[1]>>"
            self.emit(
                f"%d{k} = memref.subview {buffer}[0] [4] [1] : {BUFFER} to {part}",
                f"%w{k} = memref.cast %d{k} : {part} to {BUFFER}",
            )
        else:
            self.emit(f"%w{k} = arith.select {self.condition()}, {buffer}, {self.one_of(names)} : {BUFFER}")
        return f"%w{k}"

    def condition(self) -> str:
        k = self.new()
        self.emit(
            f"%s{k} = memref.load %sum[%c0] : memref<1xi64>",
            f"%a{k} = arith.andi %s{k}, %{'one' if self.choices.chance(50) else 'two'} : i64",
            f"%g{k} = arith.cmpi ne, %a{k}, %zero : i64",
        )
        return f"%g{k}"

    def body(self, names: list[str], depth: int) -> list[str]:
        """A few statements; all names that there are behind them."""
        names = list(names)
        for _ in range(1 + self.choices.below(3)):
            what = self.choices.below(10)
            if what < 4:
                target = self.one_of(self.shared)
                self.overwrite(target, names)
                if self.choices.chance(60):
                    self.use(target)
                if self.choices.chance(50):
                    names.append(target)
            elif what == 4:
                self.change(self.one_of(names))
            elif what == 5:
                names.append(self.name(names))
            elif what == 6:
                self.use(self.one_of(names))
            elif depth:
                names += self.nested(names, depth - 1)
        return names

    def nested(self, names: list[str], depth: int) -> list[str]:
        k, kind = self.new(), self.choices.below(4)
        if kind < 2:
            condition, gives = self.condition(), self.choices.chance(60)
            self.emit(f"{f'%r{k} = ' if gives else ''}scf.if {condition}{f' -> ({BUFFER})' if gives else ''} {{")
            for last in (False, True):
                inside = self.body(names, depth)
                if gives:
                    self.emit(f"scf.yield {self.one_of(inside)} : {BUFFER}")
                self.emit("}" if last else "} else {")
            return [f"%r{k}"] if gives else []
        given = self.one_of(names)
        self.emit(f"%k{k} = func.call @number(%c{self.choices.below(4)}) : (index) -> index")
        if kind == 2:
            self.emit(f"%r{k} = scf.for %i{k} = %c0 to %k{k} step %c1 iter_args(%x{k} = {given}) -> ({BUFFER}) {{")
            inside = self.body([*names, f"%x{k}"], depth)
            self.emit(f"scf.yield {self.one_of(inside)} : {BUFFER}", "}")
            return [f"%r{k}"]
        self.emit(
            f"%r{k}:2 = scf.while (%i{k} = %c0, %x{k} = {given}) : (index, {BUFFER}) -> (index, {BUFFER}) {{",
            f"%m{k} = arith.cmpi ult, %i{k}, %k{k} : index",
        )
        inside = self.body([*names, f"%x{k}"], 0)
        self.emit(
            f"scf.condition(%m{k}) %i{k}, {self.one_of(inside)} : index, {BUFFER}",
            "} do {",
            f"^bb0(%j{k}: index, %y{k}: {BUFFER}):",
        )
        inside = self.body([*names, f"%y{k}"], depth)
        self.emit(
            f"%h{k} = arith.addi %j{k}, %c1 : index", f"scf.yield %h{k}, {self.one_of(inside)} : index, {BUFFER}", "}"
        )
        return [f"%r{k}#1"]


def generate(choices: Choices) -> str:
    """The text of a program: one to three buffers, and some statements about them."""
    writer = _Writer(choices)
    writer.shared = [writer.filled(BUFFER) for _ in range(1 + choices.below(3))]
    names = list(writer.shared)
    for _ in range(2 + choices.below(3)):
        names = writer.body(names, 2)
    writer.use(writer.one_of(names))
    indices, numbers = range(4), enumerate(("zero", "one", "two"))
    return writer.module(
        _HEAD, [*(f"c{n} = {n} : index" for n in indices), *(f"{name} = {n} : i64" for n, name in numbers)]
    )
