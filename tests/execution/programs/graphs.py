"""Control flow graphs of blocks for generated programs: critical edges, loops of any shape, the same block twice as a
target.

Each block goes forward to a later block or leaves, so all blocks are reached and all executions end: a branch may go
anywhere else too, but only where `@decide` says so, which says no once its fuel is spent.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.execution.programs.buffers import Scope
from tests.execution.programs.statements import Body, Finish


@dataclass(slots=True)
class Node:
    """A block: its label, the names and types of its arguments, the numbers of its successors, and what is visible at
    its end.
    """

    label: str
    arguments: list[tuple[str, str]] = field(default_factory=list)
    successors: list[int] = field(default_factory=list)
    scope: Scope = field(default_factory=Scope)
    # What has been freed on some path to its end.
    dead: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Graph:
    """The blocks of one region; `finish` ends those that leave it."""

    body: Body
    finish: Finish

    def write(self, scope: Scope, depth: int, most: int) -> None:
        """Write 1 to `most` blocks that see `scope`."""
        nodes = self.plan(1 + self.body.writer.choices.below(most))
        dominators = _dominators([node.successors for node in nodes])
        loops = any(target <= number for number, node in enumerate(nodes) for target in node.successors)
        writer, before = self.body.writer, set(self.body.writer.dead)
        for number, node in enumerate(nodes):
            closest = max(dominators[number] - {number}, default=None)
            visible = scope if closest is None else nodes[closest].scope
            node.scope = visible.inner(repeated=loops)
            writer.dead = before.union(*(source.dead for source in nodes[:number] if number in source.successors))
            if number:
                arguments = ", ".join(f"{name}: {type_}" for name, type_ in node.arguments)
                self.body.writer.label(f"{node.label}({arguments}):" if arguments else f"{node.label}:")
            self.body.unknown(node.scope, [name for name, _ in node.arguments], [type_ for _, type_ in node.arguments])
            self.fill(node, depth)
            self.terminate(nodes, number)
            node.dead = set(writer.dead)
        writer.dead = before.union(*(node.dead for node in nodes))

    def plan(self, count: int) -> list[Node]:
        choices, writer = self.body.writer.choices, self.body.writer
        nodes = [Node(writer.fresh("^b").removeprefix("%")) for _ in range(count)]
        reached = {0}
        for number, node in enumerate(nodes[:-1]):
            later = range(number + 1, count)
            if number + 1 in reached and choices.chance(10):
                continue  # leaves the region early
            forward = choices.one_of(later) if number + 1 in reached else number + 1
            node.successors = [forward]
            if choices.chance(75):
                # Any block but the entry block; choice 0 is the forward target again.
                node.successors.append(choices.one_of([forward, *range(1, count)]))
                if choices.chance(20):
                    node.successors += [choices.one_of(later) for _ in range(1 + choices.below(2))]
            reached.update(node.successors)
        for node in nodes[1:]:
            node.arguments = [(writer.fresh("p"), type_) for type_ in self.body.types(most=2)]
        return nodes

    def fill(self, node: Node, depth: int) -> None:
        """Write what the block does before its terminator."""
        self.body.statements(node.scope, depth)

    def terminate(self, nodes: Sequence[Node], number: int) -> None:
        node, writer = nodes[number], self.body.writer
        if not node.successors:
            self.finish(node.scope)
            return
        targets = [self.target(node.scope, nodes[target]) for target in node.successors]
        if len(targets) == 1:
            writer.emit(f"cf.br {targets[0]}")
            return
        if len(targets) > 2 or writer.choices.chance(10):
            self._switch(node, targets, node.successors[1] > number)
            return
        forward, other = targets
        if node.successors[1] > number:
            condition = self.body.condition(node.scope)
        else:
            condition = writer.fresh("d")
            writer.emit(f"{condition} = func.call @decide() : () -> i1")
        if writer.choices.chance(50):
            negated = writer.fresh("d")
            writer.emit(f"{negated} = arith.xori {condition}, %yes : i1")
            writer.emit(f"cf.cond_br {negated}, {forward}, {other}")
        else:
            writer.emit(f"cf.cond_br {condition}, {other}, {forward}")

    def _switch(self, node: Node, targets: Sequence[str], forward: bool) -> None:
        """A switch; where its first case does not lead forward it is for `@decide`, and the other cases are never
        taken.
        """
        writer, flag = self.body.writer, self.body.writer.fresh("d")
        if forward:
            writer.emit(f"{flag} = arith.index_cast {self.body.number(node.scope)} : index to i32")
        else:
            decided = writer.fresh("d")
            writer.emit(f"{decided} = func.call @decide() : () -> i1")
            writer.emit(f"{flag} = arith.extui {decided} : i1 to i32")
        cases = [f"{case}: {target}" for case, target in enumerate(targets[1:], 1)]
        if "#" not in "".join(targets):
            writer.emit(f"cf.switch {flag} : i32, [ {', '.join([f'default: {targets[0]}', *cases])} ]")
        else:
            writer.emit(_generic_switch(flag, targets))

    def target(self, scope: Scope, target: Node) -> str:
        types = [type_ for _, type_ in target.arguments]
        passed = self.body.picks(scope, types)
        self.body.writer.expose(passed)
        names = ", ".join(buffer.name for buffer in passed)
        return f"{target.label}({names} : {', '.join(types)})" if names else target.label


def _generic_switch(flag: str, targets: Sequence[str]) -> str:
    """What a switch must be written as that passes one of several results on: mlir-opt reads no `%x#1` in the other
    form.
    """
    labels = [target.partition("(")[0] for target in targets]
    passed = [target.partition("(")[2].removesuffix(")").partition(" : ")[::2] for target in targets]
    sizes = [names.count("%") for names, _ in passed]
    operands = ", ".join([flag, *(names for names, _ in passed if names)])
    types = ", ".join(["i32", *(kinds for _, kinds in passed if kinds)])
    cases = f"dense<{[*range(1, len(targets))]}> : vector<{len(targets) - 1}xi32>"
    segments = f"array<i32: {', '.join(map(str, sizes[1:]))}>"
    groups = f"array<i32: 1, {sizes[0]}, {sum(sizes[1:])}>"
    properties = f"<{{case_operand_segments = {segments}, case_values = {cases}, operandSegmentSizes = {groups}}}>"
    return f'"cf.switch"({operands})[{", ".join(labels)}] {properties} : ({types}) -> ()'


def _dominators(successors: Sequence[Sequence[int]]) -> list[set[int]]:
    """For each block the blocks that are on every path to it from block 0, itself among them."""
    everything = set(range(len(successors)))
    found = [{0}, *(set(everything) for _ in successors[1:])]
    before: list[set[int]] = []
    while before != found:
        before = [set(row) for row in found]
        for number in range(1, len(successors)):
            incoming = [found[source] for source, targets in enumerate(successors) if number in targets]
            found[number] = {number} | set.intersection(everything, *incoming)
    return found
