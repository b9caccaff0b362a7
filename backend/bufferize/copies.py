"""Explicit copies: a use that is not in place gets a tensor of its own (LLVM 22's tensor copy insertion)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from ownlog.backend.bufferize.aliasing.order import is_tensor
from ownlog.backend.bufferize.ops.state import Scopes
from ownlog.backend.rewriting import build
from ownlog.base.errors import InputError
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.forms import registry
from ownlog.frontend.forms.language.memrefs import of_tensor
from ownlog.frontend.ir.ir import Block, Op, Reason, Value
from ownlog.frontend.printing.fresh_names import Names
from ownlog.rules.engine.program.engine import Facts
from ownlog.rules.relations import HandedCopy, PrivateBuffer, PrivateCopy, PrivateFill, PrivateResult
from ownlog.rules.typed_rows import relation_names, typed

DERIVED = relation_names(HandedCopy, PrivateBuffer, PrivateCopy, PrivateFill, PrivateResult)


@dataclass
class Copies:
    """What was inserted: the ops, and of each tensor that begins with no contents the one in whose place it is."""

    ops: set[Op] = field(default_factory=set)
    like: dict[Value, Value] = field(default_factory=dict)


def insert_copies(naming: Naming, scopes: Scopes, found: Facts) -> Copies:
    """Give uses that are not in place, and tensors that loops change, tensors of their own.

    In: the names in the rows, and the rows of `DERIVED`. Raises InputError if a copy has no place.
    """
    return _Insertion(naming, scopes, found).run()


class _Insertion:
    def __init__(self, naming: Naming, scopes: Scopes, found: Facts) -> None:
        self.naming, self.scopes = naming, scopes
        self.made = Copies()
        self._filled = {(row.op, row.operand) for row in typed(found, PrivateCopy)}
        self._fills = {(row.op, row.operand): naming.ops[row.fill] for row in typed(found, PrivateFill)}
        self._results = {(row.op, row.operand): row.value for row in typed(found, PrivateResult)}
        self._private: defaultdict[Op, list[int]] = defaultdict(list)
        for row in typed(found, PrivateBuffer):
            self._private[naming.ops[row.op]].append(row.operand)
        self._handed: defaultdict[Op, set[int]] = defaultdict(set)
        for handed in typed(found, HandedCopy):
            self._handed[naming.ops[handed.op]].add(handed.operand)
        self._before: defaultdict[Op, list[Op]] = defaultdict(list)
        self._after: defaultdict[Op, list[Op]] = defaultdict(list)
        self._users: dict[Value, list[Op]] = {}
        self._given = {fill: next(filter(is_tensor, fill.operands)) for fill in self._fills.values()}
        self._dropped: set[Op] = set()

    def run(self) -> Copies:
        if self._results:
            wanted = {self.naming.values[name] for name in self._results.values()}
            for op in self.naming.ops.values():
                for value in wanted.intersection(op.operands):
                    self._users.setdefault(value, []).append(op)
        for op in self.naming.ops.values():
            for operand in sorted({*self._private.get(op, ()), *self._handed.get(op, ())}):
                self._use(op, operand)
        self._drop()
        self._place()
        return self.made

    def _use(self, op: Op, operand: int) -> None:
        around = op.parent_op
        if around is not None and self.naming.traits.says("masks", around.name):
            advice = "make the copy in front of it (bufferization.alloc_tensor with `copy`), and let it write to that"
            raise InputError(around.diagnostic(f"'{around.name}' op body must bufferize in-place", advice))
        name = self.naming.op(op)
        handed = operand in self._handed.get(op, ())
        filled = handed or (name, operand) in self._filled
        result = None if handed else self._results.get((name, operand))
        relation = "handed_copy" if handed else "private_buffer"
        because: tuple[Reason, ...] = ((relation, (op, operand)),)
        names = self.scopes.names(op)
        if result is None:
            fill = None if handed else self._fills.get((name, operand))
            ops, private = self._new(op.operands[operand], filled and fill is None, because, names)
            if fill is not None:
                self.made.like[private] = self._given[fill]
                ops.append(_again(fill, private, names))
                ops[-1].because = because
                self.made.ops.add(ops[-1])
                private = ops[-1].results[0]
            self._before[_anchor(op)] += ops
            op.set_operands([private if i == operand else value for i, value in enumerate(op.operands)])
            return
        value = self.naming.values[result]
        build.ensure_named(value, names)
        ops, private = self._new(value, filled, because, names)
        self._after[op] += ops
        for user in self._users.get(value, ()):
            if user.name != build.TENSOR_DIM:
                user.set_operands([private if used is value else used for used in user.operands])

    def _new(self, value: Value, filled: bool, because: tuple[Reason, ...], names: Names) -> tuple[list[Op], Value]:
        """A tensor of the type of `value`, and the ops that make it; with the same contents if it is `filled`."""
        ops: list[Op] = []
        sizes: list[Value] = []
        for number in () if filled else of_tensor(value.type).dynamic:
            ops.append(build.index(number, names))
            ops.append(build.dim_of_tensor(value, ops[-1].results[0], names))
            sizes.append(ops[-1].results[0])
        made = Op(
            build.ALLOC_TENSOR, [value] if filled else sizes, segments=[0, 1, 0] if filled else [len(sizes), 0, 0]
        )
        private = made.add_result(names.fresh_number(), value.type)
        made.because = because
        ops.append(made)
        self.made.ops.update(ops)
        if not filled:
            self.made.like[private] = value
        return ops, private

    def _drop(self) -> None:
        """What is made again for all that use it need not be made itself."""
        fills = set(self._fills.values())
        if fills:
            made = [op for ops in (*self._before.values(), *self._after.values()) for op in ops]
            used = {value for op in (*self.naming.ops.values(), *made) for value in op.operands}
            self._dropped = {fill for fill in fills if not used.intersection(fill.results)}
            gone = {fill.results[0]: self._given[fill] for fill in self._dropped}
            self.made.like = {private: gone.get(value, value) for private, value in self.made.like.items()}

    def _place(self) -> None:
        changed = (*self._before, *self._after, *self._dropped)
        blocks: dict[Block, None] = {op.parent: None for op in changed if op.parent is not None}
        for block in blocks:
            kept = [old for old in block.ops if old not in self._dropped]
            block.replace_ops(
                [op for old in kept for op in (*self._before.get(old, ()), old, *self._after.get(old, ()))]
            )


def _again(fill: Op, private: Value, names: Names) -> Op:
    """What `fill` does, done to another tensor."""
    operands = [private if is_tensor(value) else value for value in fill.operands]
    made = build.again(fill, operands)
    made.add_result(names.fresh_number(), private.type)
    made.location = fill.location
    return made


def _anchor(op: Op) -> Op:
    """Where something may be put in front of an op: what ends a block, and all that it holds, stays at the end."""
    around = op.parent_op
    while around is not None and registry.is_terminator(around.name):
        op, around = around, around.parent_op
    return op
