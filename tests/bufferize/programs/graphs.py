"""Random functions of blocks that branch to each other in any way: loops with several entries, loops in loops, ends in
the middle.

They are not meant to be run: nothing makes them end. Tensors are used where their definitions dominate, or passed on as
arguments.
"""

from __future__ import annotations

from tests.bufferize.programs.generator import Generator
from tests.bufferize.programs.writer import FOUR, Scope

_KINDS = (
    *[Generator.insert] * 2, *[Generator.extract] * 2, Generator.fill, Generator.tile, Generator.select,
    Generator.slice,
)  # fmt: skip


class Graph(Generator):
    """Writes one function. In: a seed."""

    def function_of_blocks(self) -> str:
        """The text of a module with it."""
        after = self._blocks()
        count = len(after)
        arguments = [
            [] if i == 0 else [self.new() for _ in range(self.chance.choice([0, 1, 1, 2]))] for i in range(count)
        ]
        above = _dominators(after)
        scopes: dict[int, Scope] = {}
        texts: dict[int, list[str]] = {}
        for block in sorted(range(count), key=lambda block: (len(above[block]), block)):
            nearest = max(above[block] - {block}, key=lambda other: len(above[other]), default=None)
            self.lines = []
            scope = scopes[block] = self._scope(
                scopes[nearest] if nearest is not None else None, block, arguments[block]
            )
            for _ in range(self.chance.randint(0, 3)):
                (self.deep if self.chance.random() < 0.15 else self.flat)(scope)
            self._end(scope, after[block], arguments)
            texts[block] = self.lines
        order = [0, *self.chance.sample(range(1, count), count - 1)]
        lines = [line for block in order for line in [*self._head(block, arguments[block]), *texts[block]]]
        head = f"func.func @f(%p: {FOUR}, %q: {FOUR}, %n: index, %c: i1, %w: i32) -> {FOUR} {{"
        return "\n".join(["func.func private @observe(f32)", head, *lines, "}"]) + "\n"

    def flat(self, scope: Scope) -> None:
        self.chance.choice(_KINDS)(self, scope)

    def deep(self, scope: Scope) -> None:
        self.chance.choice((Generator.if_, Generator.for_, Generator.region))(self, scope)

    def some(self, scope: Scope, most: int = 3) -> None:
        for _ in range(self.chance.randint(0, most)):
            self.flat(scope)

    def type(self) -> str:
        return FOUR

    def _blocks(self) -> list[list[int]]:
        """Where each block branches to: nowhere, or to some that are not the first. Control comes to each."""
        count = self.chance.randint(2, 8)
        after = [
            [self.chance.randrange(1, count) for _ in range(self.chance.choice([0, 1, 1, 2, 2, 2, 3]))]
            for _ in range(count)
        ]
        number = {block: at for at, block in enumerate(sorted(_reached(after)))}
        return [[number[target] for target in after[block]] for block in number]

    def _scope(self, nearest: Scope | None, block: int, arguments: list[str]) -> Scope:
        """What can be used in a block: what can be in the one that dominates it, and its arguments."""
        if nearest is None:
            scope = Scope(
                tensors={FOUR: ["%p", "%q"]}, numbers=["%f"], indices=["%c0", "%c1"], conditions=["%c"], quiet=True
            )
            self.lines = [f"  %c{i} = arith.constant {i} : index" for i in range(4)] + [
                "  %f = arith.constant 3.0 : f32"
            ]
        else:
            scope = nearest.inner()
            scope.depth = 0
        for name in arguments:
            self.known(scope, FOUR, name)
        return scope

    def _head(self, block: int, arguments: list[str]) -> list[str]:
        given = ", ".join(f"{name}: {FOUR}" for name in arguments)
        return [] if block == 0 else [f"^g{block}({given}):" if arguments else f"^g{block}:"]

    def _end(self, scope: Scope, targets: list[int], arguments: list[list[str]]) -> None:
        def edge(target: int) -> str:
            given = [self.tensor(scope, FOUR) for _ in arguments[target]]
            return f"^g{target}" + (f"({', '.join(given)} : {', '.join([FOUR] * len(given))})" if given else "")

        if not targets:
            self.write(f"return {self.tensor(scope, FOUR)} : {FOUR}")
        elif len(targets) == 1:
            self.write(f"cf.br {edge(targets[0])}")
        elif len(targets) == 2:
            one, other = edge(targets[0]), edge(targets[1])
            self.write(f"cf.cond_br %c, {one}, {other}")
        else:
            cases = [edge(target) for target in targets]
            self.write(
                f"cf.switch %w : i32, [default: {cases[0]}, "
                + ", ".join(f"{i}: {case}" for i, case in enumerate(cases[1:]))
                + "]"
            )


def _reached(after: list[list[int]]) -> set[int]:
    """The blocks that control comes to from the first."""
    reached, waiting = {0}, [0]
    while waiting:
        new = set(after[waiting.pop()]) - reached
        reached |= new
        waiting += new
    return reached


def _dominators(after: list[list[int]]) -> list[set[int]]:
    """The blocks that dominate each one, itself among them."""
    found = [{0} if block == 0 else set(range(len(after))) for block in range(len(after))]
    changed = True
    while changed:
        changed = False
        for block in range(1, len(after)):
            before = [found[other] for other in range(len(after)) if block in after[other]]
            now = set.intersection(*before) | {block}
            changed, found[block] = changed or now != found[block], now
    return found


def graph(seed: int) -> str:
    """A module, as text."""
    return Graph(seed).function_of_blocks()
