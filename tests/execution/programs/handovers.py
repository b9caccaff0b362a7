"""Random programs that hand buffers over, again and again: `generate(Choices(seed))` is the text of a module, as in
generator.py.

They aim at plans that move ownership: two selects of one pair, the same buffer sent twice by one terminator, regions
that yield what is outside of them, loops that swap and drop what they carry, private functions that give back what they
were given, addresses that are used later on. Nothing is written to a buffer after it was made, so it does not matter
which values are copies of which.
"""

from collections.abc import Callable, Mapping, Sequence

from tests.execution.programs import generator
from tests.execution.programs.buffers import DYNAMIC, STATIC, VIEW, Buffer, Scope, Writer
from tests.execution.programs.choices import Choices
from tests.execution.programs.statements import Body, Signature


class Handovers(Body):
    """Statements that make few buffers and give them away often."""

    __slots__ = ()

    def type(self) -> str:
        return self.writer.choices.one_of((STATIC, STATIC, STATIC, DYNAMIC, DYNAMIC, VIEW))

    def statements(self, scope: Scope, depth: int) -> None:
        for _ in range(self.writer.choices.below(3 if depth > 0 else 2)):
            self.statement(scope, depth)
        if self.writer.choices.chance(30):
            self.observe(scope, depth)

    def statement(self, scope: Scope, depth: int) -> None:
        kinds: list[Callable[[Scope, int], None]] = [self.observe, self.allocate, self.select, self.view, self.address]
        kinds += [self.pair, self.pair]
        if depth > 0:
            kinds += [self.if_, self.if_, self.switch, self.region, self.for_, self.for_, self.while_, self.while_]
        if self.callees:
            kinds += [self.call, self.call, self.call]
        if self.has_global:
            kinds.append(self.global_)
        if self.frees:
            kinds += [self.free, self.reallocate, self.reallocate]
        if self.itself and depth > 0:
            kinds.append(self.recur)
        self.writer.choices.one_of(kinds)(scope, depth - 1)

    def picks(self, scope: Scope, types: Sequence[str]) -> list[Buffer]:
        """Often the same buffer again."""
        picked: list[Buffer] = []
        for type_ in types:
            again = [buffer for buffer in picked if buffer.fits(type_)]
            if again and self.writer.choices.chance(35):
                picked.append(self.writer.cast(scope, again[-1], type_))
            else:
                picked.append(self.writer.pick(scope, type_))
        return picked

    def types(self, least: int = 0, most: int = 3) -> list[str]:
        """Often all the same, so that buffers can change places."""
        types = super().types(least, most)
        return [types[0]] * len(types) if types and self.writer.choices.chance(60) else types

    def nested(
        self, scope: Scope, depth: int, types: Sequence[str], terminator: str = "scf.yield", first: str = ""
    ) -> list[Buffer]:
        """Sometimes with nothing in the region but another op with regions, or nothing at all."""
        return super().nested(scope, 0 if self.writer.choices.chance(25) else depth, types, terminator, first)

    def free(self, scope: Scope, depth: int) -> None:
        """Make a buffer first if there is none that may be freed; what happens in between may use it, or give it
        away.
        """
        if not self.writer.can_be_freed(scope):
            self.allocate(scope, depth)
            self.statement(scope, depth)
        super().free(scope, depth)

    def pair(self, scope: Scope, _: int) -> None:
        """Two selects of two buffers: by the same condition, its opposite or another one, in the same order or
        swapped.
        """
        type_ = self.type()
        left, right = (self.writer.pick(scope, type_) for _ in range(2))
        condition, kind = self.condition(scope), self.writer.choices.below(3)
        if kind == 0:
            second = condition
        elif kind == 1:
            second = self.writer.fresh("d")
            self.writer.emit(f"{second} = arith.xori {condition}, %yes : i1")
        else:
            second = self.condition(scope)
        swapped = self.writer.choices.chance(50)
        for decides, (first, last) in (
            (condition, (left, right)),
            (second, (right, left) if swapped else (left, right)),
        ):
            name = self.writer.fresh("s")
            self.writer.emit(f"{name} = arith.select {decides}, {first.name}, {last.name} : {type_}")
            self.writer.add(scope, name, type_, [left, right])

    def address(self, scope: Scope, depth: int) -> None:
        """Take a buffer's address, do something else, and read through the address.

        It says nothing of where it came from.
        """
        buffer = self.writer.pick(scope, self.writer.choices.one_of((STATIC, DYNAMIC)))
        self.writer.expose([buffer])
        index, number, pointer, value = (self.writer.fresh("x") for _ in range(4))
        self.writer.emit(f"{index} = memref.extract_aligned_pointer_as_index {buffer.name} : {buffer.type} -> index")
        if self.writer.choices.chance(70):
            self.statement(scope, depth)
        self.writer.emit(f"{number} = arith.index_cast {index} : index to i64")
        self.writer.emit(f'{pointer} = "llvm.inttoptr"({number}) : (i64) -> !llvm.ptr')
        self.writer.emit(f'{value} = "llvm.load"({pointer}) <{{ordering = 0 : i64}}> : (!llvm.ptr) -> i32')
        self.writer.emit(f"func.call @observe_i32({value}) : (i32) -> ()")


Library = Mapping[str, tuple[int, int, Sequence[str]]]
"""Functions by name: how many buffers they take and give, and their lines; `$` is the buffers' type.

What they call comes before them.
"""

NEW = "%n = func.call @make(%cond, %count) : (i1, index) -> $"
LIBRARY: Library = {
    "same": (1, 1, ["return %a : $"]),
    "cast": (1, 1, ["%x = memref.cast %a : $ to memref<*xi32>", "%y = memref.cast %x : memref<*xi32> to $",
    "return %y : $"]),
    "twice": (1, 2, ["return %a, %a : $, $"]),
    "swap": (2, 2, ["return %b, %a : $, $"]),
    "first": (2, 1, ["return %a : $"]),
    "either": (2, 1, ["%x = arith.select %cond, %a, %b : $", "return %x : $"]),
    "both": (
        2, 2,
        ["%x = arith.select %cond, %a, %b : $", "%y = arith.select %cond, %b, %a : $", "return %x, %y : $, $"],
    ),
    "fork": (2, 1, ["cf.cond_br %cond, ^bb1, ^bb2", "^bb1:", "return %a : $", "^bb2:", "return %b : $"]),
    "maybe": (1, 1, [NEW, "cf.cond_br %cond, ^bb1(%n : $), ^bb1(%a : $)", "^bb1(%x: $):", "return %x : $"]),
    "fresh": (1, 1, [NEW, "%x = arith.select %cond, %a, %n : $", "return %x : $"]),
    "drop": (2, 1, [NEW, "return %n : $"]),
    "keep": (1, 2, [NEW, "return %a, %n : $, $"]),
    "again": (
        2, 1,
        ["%d = func.call @decide() : () -> i1", "cf.cond_br %d, ^bb1, ^bb2", "^bb1:",
         "%x = func.call @again(%cond, %count, %b, %a) : (i1, index, $, $) -> $", "return %x : $", "^bb2:",
         "return %a : $"],
    ),
    "even": (
        2, 2,
        ["%d = func.call @decide() : () -> i1", "%x:2 = scf.if %d -> ($, $) {",
         "  %y:2 = func.call @odd(%cond, %count, %a, %b) : (i1, index, $, $) -> ($, $)",
         "  scf.yield %y#1, %y#0 : $, $", "} else {",
         "  scf.yield %a, %b : $, $", "}", "return %x#0, %x#1 : $, $"],
    ),
    "odd": (
        2, 2,
        [NEW, "%y:2 = func.call @even(%cond, %count, %b, %n) : (i1, index, $, $) -> ($, $)",
         "return %y#0, %y#1 : $, $"],
    ),
}  # fmt: skip
"""Functions that are all about what they give back."""


def generate(choices: Choices) -> str:
    """The text of a program."""
    has_global, frees, stack = choices.chance(15), choices.chance(35), choices.chance(20)
    type_ = choices.one_of((STATIC, DYNAMIC))
    callees: list[Signature] = []
    functions = library(choices, type_, callees, LIBRARY)
    return generator.program(
        choices, Handovers, helpers=3, library=(functions, callees), has_global=has_global, frees=frees,
        mutates=False, sharing=True, stack=stack,
    )  # fmt: skip


def library(choices: Choices, type_: str, callees: list[Signature], described: Library) -> list[str]:
    """Some of the functions that are `described`, with what they call; they are added to the `callees`."""
    chosen = {name for name in described if choices.chance(20)}
    for name in reversed([*described]):
        if name in chosen:
            chosen |= {other for other in described if f"@{other}(" in " ".join(described[name][2])}
    written = [_make(type_)] if chosen else []
    for name in (name for name in described if name in chosen):
        taken, given, lines = described[name]
        signature = Signature(name, (type_,) * taken, (type_,) * given)
        callees.append(signature)
        parameters = ", ".join(f"{parameter}: {type_}" for parameter in ("%a", "%b")[:taken])
        visibility = "" if choices.chance(12) else "private "
        head = (
            f"func.func {visibility}@{name}(%cond: i1, %count: index, {parameters}) ->"
            f" ({', '.join(signature.gives)}) {{"
        )
        written.append("\n".join([head, *(f"  {line.replace('$', type_)}" for line in lines), "}", ""]))
    return written


def _make(type_: str) -> str:
    writer = Writer(Choices())
    for line in ("%i0 = arith.constant 0 : index", "%i1 = arith.constant 1 : index", "%i4 = arith.constant 4 : index"):
        writer.emit(line)
    made = writer.allocate(Scope(), type_)
    writer.emit(f"return {made.name} : {type_}")
    return "\n".join([f"func.func private @make(%cond: i1, %count: index) -> {type_} {{", *writer.lines, "}", ""])
