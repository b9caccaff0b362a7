"""Random buffer IR for hypothesis: modules that parse and respect SSA; whether they terminate, nobody asks.

Functions have a control-flow graph of a few blocks, with loops, whose blocks hold allocations, uses, selects, casts,
calls, and scf.if, scf.for and scf.while around buffers. A block uses what its dominators define.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import strategies as st

STATIC, DYNAMIC = "memref<4xf32>", "memref<?xf32>"


@dataclass(frozen=True)
class Signature:
    """A function that can be called. Every function takes a condition and a count before its buffers."""

    name: str
    takes: tuple[str, ...]
    gives: tuple[str, ...]

    @property
    def type(self) -> str:
        return f"({', '.join(['i1', 'index', *self.takes])}) -> ({', '.join(self.gives)})"


@dataclass
class Scope:
    """The buffers that may be used here, by type."""

    buffers: dict[str, list[str]] = field(default_factory=lambda: {STATIC: [], DYNAMIC: []})

    def inner(self) -> Scope:
        return Scope({type_: list(names) for type_, names in self.buffers.items()})


class Function:
    """Writes one function."""

    def __init__(self, draw: st.DrawFn, signature: Signature, known: list[Signature]) -> None:
        self.draw = draw
        self.signature = signature
        self.known = known
        self.lines: list[str] = []
        self.count = 0

    def text(self) -> str:
        """The function's text."""
        takes = [(f"%arg{number}", type_) for number, type_ in enumerate(self.signature.takes)]
        parameters = ", ".join(["%cond: i1", "%count: index", *(f"{name}: {type_}" for name, type_ in takes)])
        visibility = self.draw(st.sampled_from(["", "private "]))
        gives = f" -> ({', '.join(self.signature.gives)})" if self.signature.gives else ""
        self.lines = [
            f"func.func {visibility}@{self.signature.name}({parameters}){gives} {{",
            "  %zero = arith.constant 0 : index",
        ]
        self.graph(takes)
        return "\n".join([*self.lines, "}"])

    def graph(self, parameters: list[tuple[str, str]]) -> None:
        """All blocks. A block is reached from an earlier one; further edges go anywhere but to the entry."""
        size = self.draw(st.integers(1, 5))
        edges: list[list[int]] = [[] for _ in range(size)]
        for block in range(1, size):
            edges[self.draw(st.sampled_from([b for b in range(block) if len(edges[b]) < 2]))].append(block)
        for block in range(size):
            if size > 1 and len(edges[block]) < 2 and self.draw(st.booleans()):
                edges[block].append(self.draw(st.integers(1, size - 1)))
        arguments = [parameters]
        for _ in range(1, size):
            types = self.draw(st.lists(st.sampled_from([STATIC, DYNAMIC]), max_size=2))
            arguments.append([(self.fresh(), type_) for type_ in types])
        texts: dict[int, list[str]] = {}
        scopes: dict[int, Scope] = {}
        above = dominators(edges)
        for block in sorted(range(size), key=lambda b: len(above[b])):
            scope = Scope()
            for dominator in sorted(above[block], key=lambda b: len(above[b]))[:-1]:
                scope = scopes[dominator]
            scope = scopes[block] = scope.inner()
            for name, type_ in arguments[block]:
                scope.buffers[type_].append(name)
            outer, self.lines = self.lines, []
            self.statements(scope, 1)
            self.terminator(scope, edges[block], arguments)
            texts[block], self.lines = self.lines, outer
        for block in range(size):
            if block:
                declared = ", ".join(f"{name}: {type_}" for name, type_ in arguments[block])
                self.lines.append(f"^bb{block}({declared}):" if declared else f"^bb{block}:")
            self.lines += texts[block]

    def terminator(self, scope: Scope, targets: list[int], arguments: list[list[tuple[str, str]]]) -> None:
        def successor(block: int) -> str:
            types = [type_ for _, type_ in arguments[block]]
            names = [self.buffer(scope, type_, "  ") for type_ in types]
            return f"^bb{block}({', '.join(names)} : {', '.join(types)})" if names else f"^bb{block}"

        if not targets:
            names = [self.buffer(scope, type_, "  ") for type_ in self.signature.gives]
            self.lines.append(
                f"  return {', '.join(names)} : {', '.join(self.signature.gives)}" if names else "  return"
            )
        elif len(targets) == 1:
            self.lines.append(f"  cf.br {successor(targets[0])}")
        else:
            self.lines.append(f"  cf.cond_br %cond, {successor(targets[0])}, {successor(targets[1])}")

    def statements(self, scope: Scope, depth: int) -> None:
        """A few statements; each may add to the scope."""
        kinds = [self.alloc, self.use, self.select, self.cast, self.call]
        if depth < 3:
            kinds += [self.branch, self.loop, self.repeat]
        for kind in self.draw(st.lists(st.sampled_from(kinds), max_size=4 if depth == 1 else 2)):
            kind(scope, depth)

    def fresh(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def type(self) -> str:
        return self.draw(st.sampled_from([STATIC, DYNAMIC]))

    def buffer(self, scope: Scope, type_: str, pad: str) -> str:
        """A buffer of the type; a new one where there is none."""
        if not scope.buffers[type_]:
            scope.buffers[type_].append(self.new(type_, pad, "memref.alloc"))
        return self.draw(st.sampled_from(scope.buffers[type_]))

    def new(self, type_: str, pad: str, op: str) -> str:
        name = self.fresh()
        self.lines.append(f"{pad}{name} = {op}({'%count' if type_ == DYNAMIC else ''}) : {type_}")
        return name

    def alloc(self, scope: Scope, depth: int) -> None:
        type_, op = self.type(), self.draw(st.sampled_from(["memref.alloc", "memref.alloc", "memref.alloca"]))
        scope.buffers[type_].append(self.new(type_, "  " * depth, op))

    def use(self, scope: Scope, depth: int) -> None:
        type_, pad = self.type(), "  " * depth
        source, target = self.buffer(scope, type_, pad), self.buffer(scope, type_, pad)
        self.lines.append(f"{pad}memref.copy {source}, {target} : {type_} to {type_}")

    def select(self, scope: Scope, depth: int) -> None:
        type_, pad = self.type(), "  " * depth
        first, second, name = self.buffer(scope, type_, pad), self.buffer(scope, type_, pad), self.fresh()
        self.lines.append(f"{pad}{name} = arith.select %cond, {first}, {second} : {type_}")
        scope.buffers[type_].append(name)

    def cast(self, scope: Scope, depth: int) -> None:
        pad = "  " * depth
        source, name = self.buffer(scope, STATIC, pad), self.fresh()
        self.lines.append(f"{pad}{name} = memref.cast {source} : {STATIC} to {DYNAMIC}")
        scope.buffers[DYNAMIC].append(name)

    def call(self, scope: Scope, depth: int) -> None:
        callee, pad = self.draw(st.sampled_from(self.known)), "  " * depth
        operands = ["%cond", "%count", *(self.buffer(scope, type_, pad) for type_ in callee.takes)]
        names = self.results(callee.gives)
        equals = f"{', '.join(names)} = " if names else ""
        self.lines.append(f"{pad}{equals}func.call @{callee.name}({', '.join(operands)}) : {callee.type}")
        self.define(scope, names, callee.gives)

    def branch(self, scope: Scope, depth: int) -> None:
        pad, types = "  " * depth, self.some_types()
        names = self.results(types)
        equals = f"{', '.join(names)} = " if names else ""
        arrow = f" -> ({', '.join(types)})" if types else ""
        self.lines.append(f"{pad}{equals}scf.if %cond{arrow} {{")
        self.region(scope, depth, types)
        if bool(types) or self.draw(st.booleans()):
            self.lines.append(f"{pad}}} else {{")
            self.region(scope, depth, types)
        self.lines.append(f"{pad}}}")
        self.define(scope, names, types)

    def loop(self, scope: Scope, depth: int) -> None:
        pad, types = "  " * depth, self.some_types()
        start = [self.buffer(scope, type_, pad) for type_ in types]
        inner, carried, names = scope.inner(), self.results(types), self.results(types)
        index = self.fresh()
        pairs = ", ".join(f"{name} = {first}" for name, first in zip(carried, start, strict=True))
        carries = f" iter_args({pairs}) -> ({', '.join(types)})" if types else ""
        equals = f"{', '.join(names)} = " if names else ""
        self.lines.append(f"{pad}{equals}scf.for {index} = %zero to %count step %count{carries} {{")
        self.define(inner, carried, types)
        self.region(inner, depth, types)
        self.lines.append(f"{pad}}}")
        self.define(scope, names, types)

    def repeat(self, scope: Scope, depth: int) -> None:
        pad, types = "  " * depth, (self.type(),)
        start, before, after, names = self.buffer(scope, types[0], pad), self.fresh(), self.fresh(), self.results(types)
        self.lines.append(f"{pad}{names[0]} = scf.while ({before} = {start}) : ({types[0]}) -> {types[0]} {{")
        inner = scope.inner()
        self.define(inner, [before], types)
        self.statements(inner, depth + 1)
        self.lines.append(f"{pad}  scf.condition(%cond) {self.buffer(inner, types[0], pad + '  ')} : {types[0]}")
        self.lines += [f"{pad}}} do {{", f"{pad}^bb0({after}: {types[0]}):"]
        inner = scope.inner()
        self.define(inner, [after], types)
        self.region(inner, depth, types)
        self.lines.append(f"{pad}}}")
        self.define(scope, names, types)

    def region(self, scope: Scope, depth: int, types: tuple[str, ...]) -> None:
        inner, pad = scope.inner(), "  " * (depth + 1)
        self.statements(inner, depth + 1)
        names = [self.buffer(inner, type_, pad) for type_ in types]
        if names:
            self.lines.append(f"{pad}scf.yield {', '.join(names)} : {', '.join(types)}")

    def some_types(self) -> tuple[str, ...]:
        return tuple(self.draw(st.lists(st.sampled_from([STATIC, DYNAMIC]), max_size=2)))

    def results(self, types: tuple[str, ...]) -> list[str]:
        return [self.fresh() for _ in types]

    @staticmethod
    def define(scope: Scope, names: list[str], types: tuple[str, ...]) -> None:
        for name, type_ in zip(names, types, strict=True):
            scope.buffers[type_].append(name)


def dominators(edges: list[list[int]]) -> list[set[int]]:
    """For each block those without which it is not reached from block 0, itself included."""
    found = []
    for block in range(len(edges)):
        above = {block}
        for removed in range(len(edges)):
            seen, stack = {removed}, [0]
            while stack:
                top = stack.pop()
                if top not in seen:
                    seen.add(top)
                    stack += edges[top]
            if block == removed or block not in seen:
                above.add(removed)
        found.append(above)
    return found


@st.composite
def modules(draw: st.DrawFn) -> str:
    """The text of a module with one external function and up to three others, which may all call each other."""
    types: st.SearchStrategy[tuple[str, ...]] = st.lists(st.sampled_from([STATIC, DYNAMIC]), max_size=2).map(tuple)
    external = Signature("external", (STATIC,), (DYNAMIC,))
    defined = [Signature(f"f{number}", draw(types), draw(types)) for number in range(draw(st.integers(1, 3)))]
    texts = [Function(draw, signature, [external, *defined]).text() for signature in defined]
    return "\n".join([f"func.func private @external{external.type}", *texts]) + "\n"
