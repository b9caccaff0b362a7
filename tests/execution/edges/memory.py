"""Programs that use the ops of the memref dialect: views with layouts of every kind, and what else is done with memory.

Buffers with the same recipe are chosen from, carried, returned and freed; all their elements are observed.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.execution.edges.views import Recipe, recipe
from tests.execution.programs.choices import Choices

_EXTERNALS = """\
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @restart(i32)
func.func private @decide() -> i1
memref.global "private" @table : memref<4x6xi32> = dense<7>
"""
_CONSTANTS = [f"%i{number} = arith.constant {number} : index" for number in (0, 1, 4, 6, 128)]


class Function:
    """Writes a function about views of one type."""

    def __init__(self, choices: Choices, recipe_: Recipe, callees: tuple[str, ...]) -> None:
        self.choices, self.recipe, self.callees = choices, recipe_, callees
        self.lines: list[str] = []
        self.indent = 1
        self._names = 0
        # Views, and the roots that only this function has and that may be freed by hand.
        self.views: list[str] = []
        self.roots: list[str] = []

    def fresh(self) -> str:
        self._names += 1
        return f"%v{self._names}"

    def emit(self, line: str) -> None:
        self.lines.append("  " * self.indent + line)

    def root(self) -> str:
        name = self.fresh()
        sizes = {"memref<?x?xi32>": "%i4, %i6"}.get(self.recipe.root, "")
        if self.recipe.root == "memref<4x6xi32>" and self.choices.chance(10):
            self.emit(f"{name} = memref.get_global @table : {self.recipe.root}")
        else:
            self.emit(f"{name} = memref.alloc({sizes}) : {self.recipe.root}")
            self.fill(name)
        return name

    def fill(self, name: str) -> None:
        """Write values of its own to a root; bytes get them through a view of all."""
        value, whole = self.fresh(), name
        self.emit(f"{value} = func.call @next_i32() : () -> i32")
        type_ = self.recipe.root
        dimensions: tuple[str, ...] = ("%i4", "%i6")
        if type_ == "memref<128xi8>":
            whole, type_, dimensions = self.fresh(), "memref<32xi32>", ()
            self.emit(f"{whole} = memref.view {name}[%i0][] : memref<128xi8> to {type_}")
        if not dimensions:
            last = self.fresh()
            self.emit(f"{last} = arith.constant 32 : index")
            dimensions = (last,)
        self.loops(dimensions, lambda indices: self.store(indices, value, whole, type_))

    def store(self, indices: list[str], value: str, name: str, type_: str) -> None:
        sum_ = value
        for index in indices:
            number, scaled, added = self.fresh(), self.fresh(), self.fresh()
            self.emit(f"{number} = arith.index_cast {index} : index to i32")
            self.emit(f"{scaled} = arith.addi {sum_}, {sum_} : i32")
            self.emit(f"{added} = arith.addi {scaled}, {number} : i32")
            sum_ = added
        self.emit(f"memref.store {sum_}, {name}[{', '.join(indices)}] : {type_}")

    def loops(self, bounds: tuple[str, ...], body: Callable[[list[str]], None]) -> None:
        indices = [self.fresh() for _ in bounds]
        for index, bound in zip(indices, bounds, strict=True):
            self.emit(f"scf.for {index} = %i0 to {bound} step %i1 {{")
            self.indent += 1
        body(indices)
        for _ in bounds:
            self.indent -= 1
            self.emit("}")

    def view(self) -> str:
        root = self.root()
        name = self.recipe.go(root, self.emit, self.fresh)
        self.views.append(name)
        return name

    def any_view(self) -> str:
        place = self.choices.below(len(self.views) + 1)
        return self.views[-1 - place] if place < len(self.views) else self.view()

    def rank(self) -> int:
        return self.recipe.type.partition("i32")[0].count("x")

    def show(self, view: str) -> None:
        """Observe all elements."""
        bounds = []
        for number in range(self.rank()):
            bounds.append(self.fresh())
            self.emit(f"{bounds[-1]} = memref.dim {view}, %i{number} : {self.recipe.type}")
        self.loops(tuple(bounds), lambda indices: self.read(indices, view))

    def read(self, indices: list[str], view: str) -> None:
        value = self.fresh()
        self.emit(f"{value} = memref.load {view}[{', '.join(indices)}] : {self.recipe.type}")
        self.emit(f"func.call @observe_i32({value}) : (i32) -> ()")

    def observe(self) -> None:
        self.show(self.any_view())

    def decide(self) -> str:
        name = self.fresh()
        self.emit(f"{name} = func.call @decide() : () -> i1")
        return name

    def select(self) -> None:
        left, right, decided, name = self.any_view(), self.any_view(), self.decide(), self.fresh()
        self.emit(f"{name} = arith.select {decided}, {left}, {right} : {self.recipe.type}")
        self.views.append(name)

    def if_(self) -> None:
        outer, name, decided = self.any_view(), self.fresh(), self.decide()
        self.emit(f"{name} = scf.if {decided} -> ({self.recipe.type}) {{")
        known = [*self.views]
        self.indent += 1
        inner = self.view()
        self.indent -= 1
        self.emit(f"  scf.yield {inner} : {self.recipe.type}")
        self.emit("} else {")
        self.emit(f"  scf.yield {outer} : {self.recipe.type}")
        self.emit("}")
        self.views = [*known, name]

    def for_(self) -> None:
        first, name, carried, counter = self.any_view(), self.fresh(), self.fresh(), self.fresh()
        self.emit(
            f"{name} = scf.for {counter} = %i0 to %count step %i1 iter_args({carried} = {first}) ->"
            f" ({self.recipe.type}) {{"
        )
        known = [*self.views]
        self.indent += 1
        self.views.append(carried)
        self.any_operation()
        self.select()
        self.emit(f"scf.yield {self.views[-1]} : {self.recipe.type}")
        self.indent -= 1
        self.emit("}")
        self.views = [*known, name]

    def call(self) -> None:
        if self.callees:
            given, decided, name = self.any_view(), self.decide(), self.fresh()
            type_ = self.recipe.type
            self.emit(
                f"{name} = func.call @{self.choices.one_of(self.callees)}({decided}, {given}) : (i1, {type_}) ->"
                f" {type_}"
            )
            self.views.append(name)

    def scope(self) -> None:
        view, name, stack = self.any_view(), self.fresh(), self.fresh()
        indices = ", ".join(["%i0"] * self.rank())
        self.emit(f"{name} = memref.alloca_scope -> (i32) {{")
        self.emit(f"  {stack} = memref.alloca() : memref<i32>")
        value, back = self.fresh(), self.fresh()
        self.emit(f"  {value} = memref.load {view}[{indices}] : {self.recipe.type}")
        self.emit(f"  memref.store {value}, {stack}[] : memref<i32>")
        self.indent += 1
        known = [*self.views]
        self.any_operation()
        self.views = known
        self.indent -= 1
        self.emit(f"  {back} = memref.load {stack}[] : memref<i32>")
        self.emit(f"  memref.alloca_scope.return {back} : i32")
        self.emit("}")
        self.emit(f"func.call @observe_i32({name}) : (i32) -> ()")

    def atomic(self) -> None:
        """Change a buffer of its own that nobody else sees."""
        buffer, value, old, sum_ = self.fresh(), self.fresh(), self.fresh(), self.fresh()
        self.emit(f"{buffer} = memref.alloc() : memref<2xi32>")
        self.emit(f"{value} = func.call @next_i32() : () -> i32")
        self.emit(f"memref.store {value}, {buffer}[%i0] : memref<2xi32>")
        if self.choices.chance(50):
            self.emit(f"{old} = memref.atomic_rmw addi {value}, {buffer}[%i0] : (i32, memref<2xi32>) -> i32")
        else:
            view, read, argument = self.any_view(), self.fresh(), self.fresh()
            self.emit(f"{read} = memref.load {view}[{', '.join(['%i0'] * self.rank())}] : {self.recipe.type}")
            self.emit(f"{old} = memref.generic_atomic_rmw {buffer}[%i0] : memref<2xi32> {{")
            self.emit(f"^bb0({argument}: i32):")
            self.emit(f"  {sum_} = arith.addi {argument}, {read} : i32")
            self.emit(f"  memref.atomic_yield {sum_} : i32")
            self.emit("}")
        self.emit(f"func.call @observe_i32({old}) : (i32) -> ()")
        last, grown = self.fresh(), self.fresh()
        name, type_ = buffer, "memref<2xi32>"
        if self.choices.chance(40):
            self.emit(f"{grown} = memref.realloc {buffer} : memref<2xi32> to memref<4xi32>")
            name, type_ = grown, "memref<4xi32>"
        self.emit(f"{last} = memref.load {name}[%i0] : {type_}")
        self.emit(f"func.call @observe_i32({last}) : (i32) -> ()")
        if self.choices.chance(40):
            self.emit(f"memref.dealloc {name} : {type_}")

    def copy(self) -> None:
        source, target = self.any_view(), self.view()
        self.views.pop()
        self.emit(f"memref.copy {source}, {target} : {self.recipe.type} to {self.recipe.type}")
        self.show(target)
        if self.choices.chance(40) and self.recipe.root != "memref<4x6xi32>":
            self.emit(f"memref.dealloc {target} : {self.recipe.type}")

    def ask(self) -> None:
        view, rank, number = self.any_view(), self.fresh(), self.fresh()
        self.emit(f"{rank} = memref.rank {view} : {self.recipe.type}")
        self.emit(f"{number} = arith.index_cast {rank} : index to i32")
        self.emit(f"func.call @observe_i32({number}) : (i32) -> ()")
        indices = ", ".join(["%i0"] * self.rank())
        self.emit(f"memref.prefetch {view}[{indices}], read, locality<3>, data : {self.recipe.type}")

    def any_operation(self) -> None:
        kinds = (self.observe, self.atomic, self.scope, self.copy, self.ask)
        self.choices.one_of(kinds)()

    def statement(self) -> None:
        kinds = (
            self.observe,
            self.select,
            self.if_,
            self.for_,
            self.call,
            self.call,
            self.any_operation,
            self.any_operation,
        )
        self.choices.one_of(kinds)()


def generate(choices: Choices) -> str:
    """The text of a program all of whose views mlir-opt can copy."""
    return _generate(choices, recipe(choices).copied(), choices.below(3))


def layouts(choices: Choices) -> str:
    """The text of a program with views whose copies must have a layout that the type tells."""
    return _generate(choices, recipe(choices, most=2, turned=choices.chance(60)), 1 + choices.below(2))


def _generate(choices: Choices, used: Recipe, helpers: int) -> str:
    functions = []
    callees: tuple[str, ...] = ()
    for number in range(helpers):
        name = f"h{number}"
        body = Function(choices, used, callees)
        body.views.append("%given")
        _fill(body, choices.below(2))
        body.select()
        _return(body, body.views[-1] if choices.chance(50) else body.any_view())
        visibility = "private " if choices.chance(70) else ""
        head = f"func.func {visibility}@{name}(%cond: i1, %given: {used.type}) -> {used.type} {{"
        functions.append("\n".join([head, "  %count = arith.constant 2 : index", *body.lines, "}", ""]))
        callees = (*callees, name)
    body = Function(choices, used, callees)
    _fill(body, 1 + choices.below(4))
    body.call()
    body.show(body.views[-1] if body.views else body.view())
    body.emit("return")
    functions.append("\n".join(["func.func @f(%count: index) {", *body.lines, "}", ""]))
    return "\n".join([_EXTERNALS, *functions, _main()])


def without_scopes(text: str) -> list[str]:
    """The program with regions that mlir-opt lowers wherever they stand in place of scopes for the stack, which it does
    not.
    """
    text = re.sub(r"memref\.alloca_scope( ->|\s+\{)", r"scf.execute_region\1", text)
    return [text.replace("memref.alloca_scope.return", "scf.yield")]


def _fill(body: Function, count: int) -> None:
    for line in _CONSTANTS:
        body.emit(line)
    for _ in range(count):
        body.statement()


def _return(body: Function, view: str) -> None:
    body.emit(f"return {view} : {body.recipe.type}")


def _main() -> str:
    lines = ["func.func @main() {"]
    for seed, count in enumerate((0, 1, 3)):
        lines += [f"  %s{seed} = arith.constant {seed} : i32", f"  %n{seed} = arith.constant {count} : index"]
        lines += [f"  func.call @restart(%s{seed}) : (i32) -> ()", f"  func.call @f(%n{seed}) : (index) -> ()"]
    return "\n".join([*lines, "  return", "}", ""])
