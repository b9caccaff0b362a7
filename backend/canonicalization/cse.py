"""cse: of pure ops that compute the same from the same operands, one stays.

Source: MLIR's `-cse`, for ops without regions that at most read memory, with a table scoped by the dominator tree and
by regions. Reads are known up to the next op of the block that may write. Unlike in MLIR, ops that depend on an op
around them (`linalg.index`) are equal only under that one (LLVM issue 62644).
"""

from __future__ import annotations

from functools import cached_property
from operator import itemgetter

from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Options, Pass
from ownlog.backend.rewriting.effects import Effects
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.frontend.forms import registry
from ownlog.frontend.ir.dominators import children, immediate_dominators
from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.ir.module import Module

Key = tuple[object, ...]
Does = dict[str, tuple[bool, bool, bool]]
"""Of ops without regions, by their names: whether they may write, just compute, or just read."""

_first = itemgetter(0)


def eliminate_common_subexpressions(module: Module, effects: Effects) -> None:
    """Remove repeated and unused pure ops in every function of `module`, in place."""
    does: Does = {}
    for function in module.functions(effects):
        if function.regions and function.regions[0].blocks:
            _Elimination(function, effects, does).run()


class _Elimination:
    """One function. `known` has the ops that dominate the place at hand, by what they compute."""

    def __init__(self, function: Op, effects: Effects, does: Does) -> None:
        self.function = function
        self.effects = effects
        self.known: dict[Key, Op] = {}
        self.does = does
        self.writes = 0

    @cached_property
    def rewriter(self) -> Rewriter:
        """Made where there is something to rewrite: in most functions there is not."""
        return Rewriter(self.function, self.effects)

    def run(self) -> None:
        # A stack of what to do: go on in a block from an op, or forget what a block added.
        stack: list[tuple[Block, int, list[Key]] | list[Key]] = []
        dominated: dict[Block, list[Block]] = {}
        self._enter(self.function.regions[0], stack, dominated)
        while stack:
            task = stack.pop()
            if isinstance(task, list):
                for key in task:
                    del self.known[key]
                continue
            block, start, added = task
            for number in range(start, len(block.ops)):
                op = block.ops[number]
                if op.regions:
                    self.writes += 1
                    stack.append((block, number + 1, added))
                    # Where symbols are looked up elsewhere, the same name may be something else.
                    if not registry.is_isolated(op.name) and not self.effects.is_symbol_table(op):
                        for region in reversed(op.regions):
                            self._enter(region, stack, dominated)
                    break
                writes, pure, reads = self.does.get(op.name) or self._does(op)
                self.writes += writes
                if (pure or reads) and op.results:
                    key = (*_key(op), self.effects.asked_parent(op))
                    self._compute(op, key if pure else (*key, op.parent, self.writes), added)
            else:
                stack.append(added)
                stack += [(below, 0, []) for below in reversed(dominated.get(block, ()))]
        if "rewriter" in self.__dict__:
            self._remove_dead()
            self.rewriter.flush()

    @staticmethod
    def _enter(
        region: Region, stack: list[tuple[Block, int, list[Key]] | list[Key]], dominated: dict[Block, list[Block]]
    ) -> None:
        if not region.blocks:
            return
        stack.append((region.blocks[0], 0, []))
        if len(region.blocks) > 1:
            above = immediate_dominators(region)
            dominated.update(children(above, above))

    def _does(self, op: Op) -> tuple[bool, bool, bool]:
        """What an op without regions does, kept for all of its name."""
        effects = self.effects
        found = self.does[op.name] = effects.may_write(op), effects.is_pure(op), effects.only_reads(op)
        return found

    def _compute(self, op: Op, key: Key, added: list[Key]) -> None:
        """Come to an op that computes what `key` says."""
        earlier = self.known.get(key)
        if earlier is None:
            self.known[key] = op
            added.append(key)
        else:
            self.rewriter.replace_op(op, earlier.results)

    def _remove_dead(self) -> None:
        while (op := self.rewriter.next()) is not None:
            if op.results and self.effects.is_pure(op) and not any(map(self.rewriter.is_used, op.results)):
                self.rewriter.erase(op)


def _key(op: Op) -> Key:
    properties, attributes = _sorted(op.properties), _sorted(op.attrs)
    types = (
        op.results[0].type.canonical
        if len(op.results) == 1
        else tuple([result.type.canonical for result in op.results])
    )
    segments = None if op.segments is None else tuple(op.segments)
    operands: list[Value] = op.operands
    if op.name in ("arith.andi", "arith.ori", "arith.xori"):
        operands = sorted(operands, key=id)
    return (op.name, tuple(map(id, operands)), properties, attributes, types, segments)


def _sorted(attributes: dict[str, str | None]) -> Key:
    return tuple(sorted(attributes.items(), key=_first) if len(attributes) > 1 else attributes.items())


def _run(module: Module, _: Options, context: Context) -> None:
    eliminate_common_subexpressions(module, context.effects(module))


PASSES = (Pass("cse", "keep one of several ops that compute the same", _run),)
