"""What is known of conditions at a place: where control comes only by one side of a branch, its condition is a constant.

Source: MLIR's condition propagation of scf.if and cf.cond_br, here over the dominator tree, so that it holds in all blocks that one side
of a branch dominates.
"""

from __future__ import annotations

from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.constants import truth
from ownlog.backend.rewriting.folds import negated
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.frontend.forms.registry import is_isolated
from ownlog.frontend.ir.dominators import immediate_dominators
from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.text.types import I1
from ownlog.rules.traits.traits import Traits

Facts = list[tuple[Value, bool]]


def implied(condition: Value, value: bool) -> Facts:
    """What is known when `condition` is `value`: it, what it negates, the parts of a conjunction that holds or a disjunction that fails."""
    found: Facts = []
    waiting = [(condition, value)]
    while waiting:
        condition, value = waiting.pop()
        if truth(condition) is not None:
            continue
        found.append((condition, value))
        opposite = negated(condition)
        if opposite is not None:
            waiting.append((opposite, not value))
        elif isinstance(condition.owner, Op) and condition.owner.name == (build.AND if value else build.OR):
            waiting += [(operand, value) for operand in condition.owner.operands]
    return found


def use_known_conditions(rewriter: Rewriter) -> bool:
    """Let ops use constants in place of conditions that are known where they stand; whether any did."""
    return _Walk(rewriter).run()


class _Walk:
    """A walk over blocks, each after those that dominate it; `known` has what holds in the block at hand."""

    def __init__(self, rewriter: Rewriter) -> None:
        self.rewriter = rewriter
        self.known: dict[Value, bool] = {}
        self.changed = False

    def run(self) -> bool:
        traits = self.rewriter.effects
        # A stack of what to do: enter a block knowing some facts, or forget what was known in one.
        stack: list[tuple[Block, Facts] | list[Value]] = [(block, facts) for block, facts in _roots(self.rewriter.function.regions[0])]
        dominated: dict[Block, list[tuple[Block, Facts]]] = {}
        _add_dominated(self.rewriter.function.regions[0], dominated, traits)
        while stack:
            task = stack.pop()
            if isinstance(task, list):
                for value in task:
                    del self.known[value]
                continue
            block, facts = task
            # The same condition may be implied twice.
            new = {value: state for value, state in reversed(facts) if value not in self.known}
            self.known.update(new)
            stack.append(list(new))
            stack += dominated.get(block, ())
            for op in block.ops:
                self._visit(op)
                for number, region in enumerate(() if is_isolated(op.name) else op.regions):
                    _add_dominated(region, dominated, traits)
                    decides = traits.region_condition(op, number)
                    inside = implied(*decides) if decides is not None else []
                    stack += [(entry, inside) for entry, _ in _roots(region)]
        return self.changed

    def _visit(self, op: Op) -> None:
        if not self.known or op.name == build.CONSTANT:
            return
        if any(value.type is I1 and value in self.known for value in op.operands):
            operands = [
                self.rewriter.constant(self.known[value]) if value.type is I1 and value in self.known else value for value in op.operands
            ]
            self.rewriter.set_operands(op, operands)
            self.rewriter.revisit(op)
            self.changed = True


def _roots(region: Region) -> list[tuple[Block, Facts]]:
    return [(region.blocks[0], [])] if region.blocks else []


def _add_dominated(region: Region, dominated: dict[Block, list[tuple[Block, Facts]]], traits: Traits) -> None:
    """Say for each block of `region` which blocks it immediately dominates, and what holds in those."""
    if len(region.blocks) < 2:
        return
    edges: dict[Block, list[Facts]] = {}
    for block in region.blocks:
        end = block.terminator
        for number, successor in enumerate(end.successors if end is not None else ()):
            condition = traits.branch_condition(end) if end is not None else None
            edges.setdefault(successor, []).append([] if condition is None else implied(condition, number == 0))
    for block, above in immediate_dominators(region).items():
        if block is not above:
            ways = edges.get(block, [])
            dominated.setdefault(above, []).append((block, ways[0] if len(ways) == 1 else []))
