"""Random programs that choose by the condition of a branch: `generate(Choices(seed))` is the text of a module, as in
generator.py.

They aim at plans that decide ownership at the end of a block, or by who does not own: diamonds, triangles and loops of
blocks that branch by the condition of selects before them, where each successor needs what was chosen or the other
side; selects between what is owned and what nobody owns; what regions give going through selects; private functions
that give back their parameter or something new, called in loops and beside choices. Nothing is written to a buffer
after it was made.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.execution.programs import generator
from tests.execution.programs.buffers import DYNAMIC, STATIC, VIEW, Buffer, Scope, Writer
from tests.execution.programs.choices import Choices
from tests.execution.programs.graphs import Graph, Node
from tests.execution.programs.handovers import NEW, Handovers, Library, library
from tests.execution.programs.statements import UNKNOWN, Finish, Signature


class Recent(Writer):
    """Picks what was made last more often than the rest, and what is `wanted` most often."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        self.wanted: Sequence[Buffer] = []

    def one_of(self, buffers: Sequence[Buffer]) -> Buffer:
        wanted = [buffer for buffer in buffers if buffer in self.wanted]
        if wanted and self.choices.chance(50):
            return self.choices.one_of(wanted)
        return self.choices.one_of(buffers[:4] if self.choices.chance(60) else buffers)

    def pick(self, scope: Scope, wanted: str) -> Buffer:
        fitting = [buffer for buffer in self.usable(scope) if buffer.fits(wanted)]
        if fitting and self.choices.chance(75):
            return self.cast(scope, self.one_of(fitting), wanted)
        return super().pick(scope, wanted)


class Decisions(Handovers):
    """Statements that choose by few conditions, and give what is chosen to regions, loops and functions."""

    __slots__ = ()

    def type(self) -> str:
        return self.writer.choices.one_of((STATIC, STATIC, STATIC, STATIC, DYNAMIC, DYNAMIC, VIEW))

    def condition(self, scope: Scope) -> str:
        if scope.conditions and self.writer.choices.chance(50):
            return scope.conditions[-1]
        return super().condition(scope)

    def blocks(self, finish: Finish) -> Graph:
        return Branches(self, finish)

    def statement(self, scope: Scope, depth: int) -> None:
        kinds: list[Callable[[Scope, int], None]] = [
            self.observe,
            self.allocate,
            self.view,
            self.select,
            self.select,
            self.select,
        ]
        if depth > 0:
            kinds += [self.settle, self.settle, self.settle, self.region, self.for_, self.while_]
        if self.callees:
            kinds += [self.call, self.carry, self.carry]
        if self.has_global:
            kinds.append(self.global_)
        if self.frees:
            kinds += [self.free, self.reallocate]
        if self.itself and depth > 0:
            kinds.append(self.recur)
        self.writer.choices.one_of(kinds)(scope, depth - 1)

    def select(self, scope: Scope, _: int) -> None:
        self.choose(scope, self.condition(scope))

    def fresh(self, scope: Scope, type_: str) -> Buffer:
        return self.writer.cast(scope, self.writer.allocate(scope, STATIC if type_ == VIEW else type_), type_)

    def choose(self, scope: Scope, condition: str, fresh: int = 30) -> tuple[list[Buffer], list[Buffer]]:
        """Select from two buffers; each is a new one in `fresh` percent of all cases.

        Sometimes once more, and the other way round.

        What is chosen, and what the first select chooses from.
        """
        type_, sides, chosen = self.type(), [], []
        for _ in range(2):
            side = self.fresh(scope, type_) if self.writer.choices.chance(fresh) else self.writer.pick(scope, type_)
            sides.append(self.fresh(scope, type_) if side in sides and self.writer.choices.chance(80) else side)
        if self.writer.choices.chance(50):
            sides.reverse()
        between = [*sides]
        for _ in range(1 + self.writer.choices.chance(30)):
            name = self.writer.fresh("s")
            self.writer.emit(f"{name} = arith.select {condition}, {sides[0].name}, {sides[1].name} : {type_}")
            chosen.append(self.writer.add(scope, name, type_, sides))
            if self.writer.choices.chance(70):
                sides.reverse()
        return chosen, between

    def settle(self, scope: Scope, depth: int) -> None:
        """What an op with regions gives goes on: often from a new buffer that only the op knows, often through a
        select.
        """
        within = scope.inner()
        if self.writer.choices.chance(70):
            self.wish([self.writer.allocate(within, self.writer.choices.one_of((STATIC, DYNAMIC)))])
        known = len(within.buffers)
        self.writer.choices.one_of([self.if_, self.if_, self.if_, self.switch, self.for_, self.while_])(within, depth)
        given = within.buffers[known:]
        scope.buffers += given
        self.wish(given)
        if self.writer.choices.chance(50):
            self.choose(scope, self.condition(scope))

    def replace(self, scope: Scope, buffers: Sequence[Buffer], callee: Signature) -> list[Buffer]:
        """What a function gives for these buffers; they are often used after the call, and what it gives is wanted
        then.
        """
        alone = Scope([*buffers], scope.conditions, scope.numbers)
        given = self._call(alone, callee)
        scope.buffers += alone.buffers[len(buffers) :]
        for buffer in buffers:
            if self.writer.choices.chance(65):
                self.writer.observe(buffer)
        self.wish(given)
        return given

    def wish(self, buffers: Sequence[Buffer]) -> None:
        assert isinstance(self.writer, Recent)
        self.writer.wanted = buffers

    def carry(self, scope: Scope, _: int) -> None:
        """A loop that goes on with what a function gives for what it carries, which often was made for it."""
        callee = self.writer.choices.one_of(self.callees)
        types = callee.gives[: 1 + self.writer.choices.chance(25)] or (STATIC,)
        made = self.writer.choices.chance(60)
        self.loop(
            scope, [self.fresh(Scope(), type_) for type_ in types] if made else self.picks(scope, types), [callee]
        )

    def loop(self, scope: Scope, initial: Sequence[Buffer], callees: Sequence[Signature]) -> None:
        """A loop that carries buffers, which begin as the `initial` ones, and calls one of the `callees`, if any."""
        types = tuple(buffer.type for buffer in initial)
        results, counter, carried = self.results(types), self.writer.fresh("k"), [self.writer.fresh("m") for _ in types]
        pairs = ", ".join(f"{name} = {buffer.name}" for name, buffer in zip(carried, initial, strict=True))
        self.writer.emit(
            f"{results.define}scf.for {counter} = %i0 to {self.number(scope)} step %i1"
            f" iter_args({pairs}){results.arrow} {{"
        )
        self.writer.indent += 1
        inner, given = (
            scope.inner(repeated=True),
            [Buffer(name, type_, UNKNOWN) for name, type_ in zip(carried, types, strict=True)],
        )
        inner.buffers += given
        for _ in range(1 + self.writer.choices.chance(15)):
            if callees:
                given = self.replace(inner, inner.buffers[-len(types) :], self.writer.choices.one_of(callees))
            if self.writer.choices.chance(20):
                self.statement(inner, 0)
        given = given[: len(types)]
        if tuple(buffer.type for buffer in given) != types or self.writer.choices.chance(30):
            given = self.picks(inner, types)
        self.writer.expose([*initial, *given])
        self.writer.emit(f"scf.yield {', '.join(buffer.name for buffer in given)} : {', '.join(types)}")
        self.writer.indent -= 1
        self.writer.emit("}")
        self.unknown(scope, results.names, types)


@dataclass(slots=True)
class Branches(Graph):
    """Diamonds, triangles and loops of blocks, one after another and nested, whose branches go by the conditions of
    selects before them.
    """

    # The blocks that lead back, or into a loop, where `@decide` says so: then to their second successor.
    asking: set[int] = field(default_factory=set)
    # About how many blocks there may be.
    room: int = 0
    # What the choice at the end of a block leaves for each of its successors, by label.
    left: dict[str, list[Buffer]] = field(default_factory=dict)

    def plan(self, count: int) -> list[Node]:
        nodes: list[Node] = []
        self.room = 1 + count
        self._chain(nodes, self._add(nodes))
        return nodes

    def _add(self, nodes: list[Node]) -> int:
        writer = self.body.writer
        nodes.append(Node(writer.fresh("^b").removeprefix("%")))
        if len(nodes) > 1:
            types = self.body.types(least=int(writer.choices.chance(50)), most=2)
            nodes[-1].arguments = [(writer.fresh("p"), type_) for type_ in types]
        return len(nodes) - 1

    def _chain(self, nodes: list[Node], here: int, most: int = 3) -> int:
        """Go on from block number `here`, which has no successors yet; the block that control is in at the end."""
        for _ in range(self.body.writer.choices.below(most + 1)):
            if len(nodes) < self.room:
                kinds = [self._triangle, self._diamond, self._diamond, self._loop, self._guarded_loop, self._same]
                here = self.body.writer.choices.one_of(kinds)(nodes, here)
        return here

    def _triangle(self, nodes: list[Node], here: int) -> int:
        arm = self._add(nodes)
        end = self._chain(nodes, arm, 1)
        join = self._add(nodes)
        nodes[here].successors, nodes[end].successors = [arm, join], [join]
        return join

    def _diamond(self, nodes: list[Node], here: int) -> int:
        arms, ends = [], []
        for _ in range(2):
            arms.append(self._add(nodes))
            ends.append(self._chain(nodes, arms[-1], 1))
        nodes[here].successors = arms
        if self.body.writer.choices.chance(20):
            # One of the two leaves the region.
            return ends[1]
        join = self._add(nodes)
        for end in ends:
            nodes[end].successors = [join]
        return join

    def _loop(self, nodes: list[Node], here: int) -> int:
        header = self._add(nodes)
        end = self._chain(nodes, header, 1)
        after = self._add(nodes)
        nodes[here].successors, nodes[end].successors = [header], [after, header]
        self.asking.add(end)
        return after

    def _guarded_loop(self, nodes: list[Node], here: int) -> int:
        header, start = self._add(nodes), self._add(nodes)
        end = self._chain(nodes, start, 1)
        after = self._add(nodes)
        nodes[here].successors, nodes[header].successors, nodes[end].successors = [header], [after, start], [header]
        self.asking.add(header)
        return after

    def _same(self, nodes: list[Node], here: int) -> int:
        join = self._add(nodes)
        nodes[here].successors = [join, join]
        return join

    def fill(self, node: Node, depth: int) -> None:
        """Often begin with a use of what was left for the block, and let a function replace what comes in."""
        body, choices = self.body, self.body.writer.choices
        assert isinstance(body, Decisions)
        left = [buffer for buffer in self.left.get(node.label, []) if not buffer.origins & body.writer.dead]
        for buffer in left:
            if choices.chance(65):
                body.writer.observe(buffer)
        if left and choices.chance(40):
            body.loop(node.scope, left[-1:], body.callees)
        body.wish(left[-1:])
        if body.callees and node.arguments and choices.chance(30):
            body.replace(node.scope, node.scope.buffers[-len(node.arguments) :], choices.one_of(body.callees))
        body.statements(node.scope, depth)

    def terminate(self, nodes: Sequence[Node], number: int) -> None:
        node, body, writer, choices = nodes[number], self.body, self.body.writer, self.body.writer.choices
        assert isinstance(body, Decisions)
        if len(node.successors) < 2:
            if node.successors:
                writer.emit(f"cf.br {self.target(node.scope, nodes[node.successors[0]])}")
            else:
                self.finish(node.scope)
            return
        if number in self.asking:
            condition = writer.fresh("d")
            writer.emit(f"{condition} = func.call @decide() : () -> i1")
            node.scope.conditions.append(condition)
        else:
            condition = body.condition(node.scope)
        if choices.chance(60):
            on_false, on_true = self._decide(nodes, number, condition)
        else:
            # Several choices compete for what they choose from.
            for _ in range(choices.below(4)):
                body.wish(body.choose(node.scope, condition)[0])
            on_false, on_true = (self.target(node.scope, nodes[target]) for target in node.successors)
        if choices.chance(10):
            negated = writer.fresh("d")
            writer.emit(f"{negated} = arith.xori {condition}, %yes : i1")
            condition, on_true, on_false = negated, on_false, on_true
        writer.emit(f"cf.cond_br {condition}, {on_true}, {on_false}")

    def _decide(self, nodes: Sequence[Node], number: int, condition: str) -> list[str]:
        """Choose by the condition of the branch, so that each successor needs what is chosen, or the other side.

        Where the branch is to lead if the condition is false, and if it is true.
        """
        node, body, choices = nodes[number], self.body, self.body.writer.choices
        assert isinstance(body, Decisions)
        known = len(node.scope.buffers)
        chosen, sides = body.choose(node.scope, condition, 70)
        beside: list[Buffer] = []
        if body.callees and choices.chance(40):
            callees = [callee for callee in body.callees if len(callee.gives) > 1] or body.callees
            beside = body.replace(node.scope, [choices.one_of(sides)], choices.one_of(callees))
        # Mostly what is chosen is not sent, and nobody but the successors knows the sides.
        before, after = node.scope.buffers[:known], node.scope.buffers[known:]
        targets = []
        for target, (chosen_there, other) in zip(node.successors, (sides[::-1], sides), strict=True):
            sendable = Scope(before + (after if choices.chance(20) else [other, *beside]), node.scope.conditions)
            body.wish([other] if choices.chance(80) else sides)
            targets.append(self.target(sendable, nodes[target]))
            last = [chosen_there] if choices.chance(15) else []
            self.left[nodes[target].label] = [
                other,
                *last,
                *(buffer for buffer in beside if choices.chance(50)),
                *chosen,
            ]
        node.scope.buffers = before + (after if choices.chance(20) else chosen)
        body.wish(chosen)
        return targets


_SELECT = "%x = arith.select %cond, %a, %n : $"
_LIBRARY: Library = {
    "one": (1, 1, [NEW, _SELECT, "return %x : $"]),
    "other": (1, 1, [NEW, "%x = arith.select %cond, %n, %a : $", "return %x : $"]),
    "double": (1, 2, [NEW, _SELECT, "return %x, %x : $, $"]),
    "both_sides": (1, 2, [NEW, _SELECT, "%y = arith.select %cond, %n, %a : $", "return %x, %y : $, $"]),
    "beside": (2, 2, [NEW, _SELECT, "return %x, %b : $, $"]),
    "with_side": (1, 2, [NEW, _SELECT, "return %x, %a : $, $"]),
    "with_new": (1, 2, [NEW, _SELECT, "return %n, %x : $, $"]),
    "select_again": (2, 1, [NEW, _SELECT, "%y = arith.select %cond, %b, %x : $", "return %y : $"]),
    "region": (
        1, 1,
        ["%x = scf.if %cond -> ($) {", "  scf.yield %a : $", "} else {", f"  {NEW}", "  scf.yield %n : $", "}",
        "return %x : $"],
    ),
    "region_twice": (
        1, 2,
        ["%x:2 = scf.if %cond -> ($, $) {", f"  {NEW}", "  scf.yield %n, %a : $, $", "} else {",
        "  scf.yield %a, %a : $, $", "}",
         "return %x#0, %x#1 : $, $"],
    ),
    "join": (1, 1, [NEW, "cf.cond_br %cond, ^bb1(%n : $), ^bb1(%a : $)", "^bb1(%x: $):", "return %x : $"]),
    "fork": (1, 1, [NEW, _SELECT, "cf.cond_br %cond, ^bb1, ^bb2", "^bb1:", "return %x : $", "^bb2:", "return %a : $"]),
    "part": (2, 1, [NEW, _SELECT, "cf.cond_br %cond, ^bb1, ^bb2", "^bb1:", "return %b : $", "^bb2:", "return %x : $"]),
    "loop": (
        1, 1,
        ["cf.br ^bb1(%a : $)", "^bb1(%l: $):", NEW, "%d = func.call @decide() : () -> i1",
        "%x = arith.select %d, %l, %n : $",
         "cf.cond_br %d, ^bb1(%x : $), ^bb2", "^bb2:", "return %x : $"],
    ),
    "rest": (
        1, 1,
        ["cf.br ^bb1(%a : $)", "^bb1(%l: $):", NEW, "%d = func.call @decide() : () -> i1",
        "%x = arith.select %d, %l, %n : $",
         "cf.cond_br %d, ^bb1(%n : $), ^bb2(%x : $)", "^bb2(%y: $):", "return %y : $"],
    ),
    "through": (1, 1, ["%n = func.call @one(%cond, %count, %a) : (i1, index, $) -> $", _SELECT, "return %x : $"]),
    "in_turn": (
        1, 1,
        ["%n = func.call @one(%cond, %count, %a) : (i1, index, $) -> $",
        "%x = func.call @other(%cond, %count, %n) : (i1, index, $) -> $",
         "return %x : $"],
    ),
    "decided": (
        1, 1,
        ["%d = func.call @decide() : () -> i1", "%n = func.call @one(%d, %count, %a) : (i1, index, $) -> $",
         "%x = arith.select %d, %n, %a : $", "return %x : $"],
    ),
    "again": (
        1, 1,
        ["%d = func.call @decide() : () -> i1", "cf.cond_br %d, ^bb1, ^bb2", "^bb1:", NEW, _SELECT,
         "%y = func.call @again(%cond, %count, %x) : (i1, index, $) -> $", "return %y : $", "^bb2:", "return %a : $"],
    ),
}  # fmt: skip
"""Functions that give back what they are given or something new."""


def generate(choices: Choices) -> str:
    """The text of a program."""
    has_global, frees, stack = choices.chance(35), choices.chance(8), choices.chance(8)
    type_ = choices.one_of((STATIC, STATIC, DYNAMIC))
    callees: list[Signature] = []
    functions = library(choices, type_, callees, _LIBRARY) if choices.chance(75) else []
    return generator.program(
        choices, Decisions, Recent, helpers=3, library=(functions, callees), has_global=has_global, frees=frees,
        mutates=False, sharing=True, stack=stack,
    )  # fmt: skip
