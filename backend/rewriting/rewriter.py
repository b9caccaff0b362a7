"""Rewriting one function: uses, a worklist, and deferred insertions.

The IR keeps no use lists, and a block's ops are a plain list. A rewriter makes the use lists once, keeps them while ops
are changed through its methods, and carries out insertions and removals together (`flush`), so that a pass stays linear
in the size of the function.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.effects import Effects
from ownlog.frontend.forms.registry import ops_within
from ownlog.frontend.ir.ir import Block, Op, Value
from ownlog.frontend.ir.walking import users
from ownlog.frontend.printing.fresh_names import Names
from ownlog.frontend.text.types import I1
from ownlog.frontend.verify.identifiers import may_be_no_symbol, must_be_symbol

if TYPE_CHECKING:
    from ownlog.frontend.verify import OpRules


class Rewriter:
    """The state of a rewrite of `function`; without `effects`, nothing is known of any op.

    Blocks do not show insertions and removals before `flush`; terminators are changed in place.
    """

    def __init__(self, function: Op, effects: Effects | None = None) -> None:
        self.function = function
        self.effects = effects or Effects({})
        self.erased: set[Op] = set()
        self._before: dict[Op, list[Op]] = {}
        self._after: dict[Op, list[Op]] = {}
        self._dirty: dict[Block, None] = {}
        self._queue: deque[Op] = deque()
        self._queued: set[Op] = set()
        self._emptier: dict[Op, None] = {}
        """The ops whose regions hold less now: they are looked at again when nothing else is left."""
        self._constants: dict[bool, Value] = {}
        self._places: dict[Block, tuple[list[Op], dict[Op, int]]] = {}
        self._listed: list[Op] | None = None
        self._uses = users(self.ops())

    @cached_property
    def names(self) -> Names:
        return Names(self.function)

    @cached_property
    def _rules(self) -> OpRules:
        from ownlog.frontend.verify import OpRules

        return OpRules()

    @property
    def entry(self) -> Block:
        return self.function.regions[0].blocks[0]

    # Uses

    def ops(self) -> list[Op]:
        """The function and its ops, except those in isolated regions, which are no part of it."""
        if self._listed is None:
            self._listed = ops_within(self.function)
        return self._listed

    def may_replace(self, old: Value, new: Value) -> bool:
        """Whether uses of `old` may be uses of `new`: none of them needs a symbol, or that is no loop's counter."""
        return not (may_be_no_symbol(new) and any(must_be_symbol(user, old) for user in self.users(old)))

    def users(self, value: Value) -> list[Op]:
        """The ops with `value` among their operands, each once."""
        return list(self._uses.get(value, ()))

    def first_users(self, value: Value, count: int) -> Iterator[Op]:
        """As many of the ops with `value` among their operands, if there are as many."""
        return islice(self._uses.get(value, ()), count)

    def is_used(self, value: Value) -> bool:
        return bool(self._uses.get(value))

    def is_only_used_by(self, value: Value, expected: Callable[[Op], bool]) -> bool:
        """Is `value` used, and only by ops of which `expected` holds?"""
        return self.is_used(value) and all(map(expected, self._uses[value]))

    def follows(self, op: Op, other: Op) -> bool:
        """Does `op` stand right behind `other`, with nothing between that blocks show, or will show?"""
        block = op.parent
        if block is None or other.parent is not block or self._before.get(op) or self._after.get(other):
            return False
        ops, places = self._places.get(block, (None, {}))
        if ops is not block.ops:
            places = {op: place for place, op in enumerate(block.ops)}
            self._places[block] = block.ops, places
        return op in places and other in places and places[op] == places[other] + 1

    def _register(self, op: Op) -> None:
        for value in op.operands:
            users = self._uses.get(value)
            if users is None:
                self._uses[value] = {op: None}
            else:
                users[op] = None

    def _unregister(self, op: Op) -> None:
        for value in op.operands:
            users = self._uses.get(value)
            if users is not None:
                users.pop(op, None)
                # What lost a use may be dead now.
                if isinstance(value.owner, Op):
                    self.revisit(value.owner)
                # What negates a comparison may take its place once nobody else uses that.
                if len(users) == 1 and value.type is I1:
                    self.revisit(*users)

    # Changes

    def set_operands(self, op: Op, operands: list[Value], segments: list[int] | None = None) -> None:
        self._unregister(op)
        op.set_operands(operands, segments)
        self._register(op)
        self.revisit(op)

    def offer(self, op: Op, operands: list[Value]) -> bool:
        """Give `op` other operands, perhaps of other types, if it may have them by its own rules; whether it may."""
        if not self._rules.allow(op, operands):
            return False
        self.set_operands(op, operands)
        return True

    def set_groups(self, op: Op, groups: list[list[Value]]) -> None:
        """Give `op` other operands, by group."""
        self.set_operands(
            op, [value for group in groups for value in group], op.segments and [len(group) for group in groups]
        )

    def leave_out(self, end: Op) -> None:
        """Let the text leave out `end`, which ends a region, where it has no operands any more and may be left out."""
        if end.name == build.YIELD and not end.operands:
            # As a new op.
            end.source = None

    def replace_in(self, op: Op, old: Value, new: Value) -> None:
        self.set_operands(op, [new if value is old else value for value in op.operands])

    def replace_all(self, known: Mapping[Value, Value]) -> None:
        """Let all users of the values that are `known` to be others use those, which are not among them."""
        for op in dict.fromkeys([op for old in known for op in self.users(old)]):
            self.set_operands(op, [known.get(value, value) for value in op.operands])
            self._revisit_around(op)

    def replace(self, old: Value, new: Value) -> None:
        """Let all users of `old` use `new`."""
        for op in self.users(old):
            self.replace_in(op, old, new)
            self._revisit_around(op)

    def insert_before(self, anchor: Op, ops: Iterable[Op]) -> None:
        """Put new ops before `anchor`, after what was put there earlier."""
        block = anchor.parent
        assert block is not None
        waiting = self._before.setdefault(anchor, [])
        for op in ops:
            op.parent = block
            waiting.append(op)
            for nested in op.walk():
                self._register(nested)
                self.revisit(nested)
        self._change(block)

    def insert_after(self, anchor: Op, ops: Iterable[Op]) -> None:
        """Put new ops after `anchor`, before what was put there earlier."""
        block = anchor.parent
        assert block is not None
        new = list(ops)
        for op in new:
            op.parent = block
            self._register(op)
            self.revisit(op)
        self._after[anchor] = [*new, *self._after.get(anchor, ())]
        self._change(block)

    def erase(self, op: Op) -> None:
        """Remove `op`, whose results nobody uses, and all it holds."""
        assert op.parent is not None
        for nested in self._all_in(op):
            self._unregister(nested)
            self.erased.add(nested)
        self._constants = {known: value for known, value in self._constants.items() if value.owner not in self.erased}
        self._change(op.parent)
        if (around := op.parent_op) is not None and around is not self.function:
            self._emptier[around] = None

    def _all_in(self, op: Op) -> Iterator[Op]:
        """`op` and the ops in it, those among them that its blocks do not show yet, too."""
        for nested in op.walk():
            yield nested
            if nested is not op:
                yield from self._coming_around(nested)

    def _coming_around(self, op: Op) -> Iterator[Op]:
        """The ops, and those in them, that are to stand around `op`, which its block does not show yet."""
        for coming in (*self._before.get(op, ()), *self._after.get(op, ())):
            yield from self._all_in(coming)
            yield from self._coming_around(coming)

    def replace_op(self, op: Op, values: list[Value]) -> None:
        """Let others use `values` in place of the results of `op`, and remove it."""
        for result, value in zip(op.results, values, strict=True):
            self.replace(result, value)
        self.erase(op)

    def _change(self, block: Block) -> None:
        """Note that `block` is to show insertions or removals."""
        self._dirty[block] = None
        self._listed = None

    def keep_results(self, op: Op, kept: list[bool]) -> None:
        """Drop the results of `op` whose mark in `kept` is False; nobody uses them."""
        names = {result.name for result, keep in zip(op.results, kept, strict=True) if not keep}
        op.results = [result for result, keep in zip(op.results, kept, strict=True) if keep]
        for index, result in enumerate(op.results):
            result.index = index
        for name in names:
            self._number_pack([result for result in op.results if result.name == name])
        op.mark_changed()
        self.revisit(op)

    def _number_pack(self, results: list[Value]) -> None:
        """Results of a pack that has become smaller are written in another way wherever they are used."""
        for index, result in enumerate(results):
            result.pack, result.pack_index = len(results), index
            for user in self.users(result):
                user.mark_changed()

    def rename(self, values: list[Value], name: str) -> None:
        """Give the values of one pack (or one value) another name."""
        for value in values:
            value.name = name
            for user in self.users(value):
                user.mark_changed()

    def replace_by(self, old: Value, op: Op) -> None:
        """Put the new `op` before that of the result `old`, whose users and name its result gets."""
        assert isinstance(old.owner, Op)
        self.insert_before(old.owner, [op])
        self.replace(old, op.results[0])
        self._inherit_name(op.results[0], old)

    def _inherit_name(self, new: Value, old: Value) -> None:
        op = old.owner
        if not isinstance(op, Op) or not old.name or old.pack > 1 or new.pack > 1:
            return
        if op.regions and self.names.is_shared(old.name) and self._is_defined_inside(op, old.name):
            return
        # Swapped, so that no name is there twice while `old` is.
        new.name, old.name = old.name, new.name
        for user in self.users(new):
            user.mark_changed()
        op.mark_changed()

    @staticmethod
    def _is_defined_inside(op: Op, name: str) -> bool:
        """Do regions of `op` use the name of its result for something else? They may, if it is defined after them."""
        for nested in op.walk():
            if nested is not op and any(result.name == name for result in nested.results):
                return True
            if any(
                argument.name == name
                for region in nested.regions
                for block in region.blocks
                for argument in block.arguments
            ):
                return True
        return False

    def move_before(self, anchor: Op, ops: Iterable[Op]) -> None:
        """Put ops of another block before `anchor`; their uses stay as they are."""
        block = anchor.parent
        assert block is not None
        waiting = self._before.setdefault(anchor, [])
        for op in ops:
            op.parent = block
            waiting.append(op)
        self._change(block)

    # Constants

    def constant(self, value: bool) -> Value:
        """`arith.constant true` or `false` at the top of the function."""
        if value not in self._constants:
            op = build.boolean(value, self.names)
            self.adopt_constant(op, value)
            if self.entry.ops:
                self.insert_before(self.entry.ops[0], [op])
        return self._constants[value]

    def adopt_constant(self, op: Op, value: bool) -> None:
        """Let `op` be the one that `constant` answers with; it dominates every block."""
        self._constants[value] = op.results[0]

    def has_constant(self, value: bool) -> bool:
        return value in self._constants

    # What to look at

    def revisit(self, op: Op) -> None:
        """Look at `op` again."""
        if op not in self._queued:
            self._queued.add(op)
            self._queue.append(op)

    def visit(self, ops: Iterable[Op]) -> None:
        """Look at these ops, in their order, behind what is to be looked at already."""
        self._queue += [op for op in ops if op not in self._queued]
        self._queued.update(self._queue)

    def _revisit_around(self, op: Op) -> None:
        """What an op that ends a region forwards is the business of the op around it."""
        around = op.parent_op
        if around is not None and around is not self.function:
            self.revisit(around)

    def next(self) -> Op | None:
        """The next op to look at, None when all is done."""
        while self._queue or self._emptier:
            if not self._queue:
                self.visit(self._emptier)
                self._emptier = {}
            op = self._queue.popleft()
            self._queued.discard(op)
            if op not in self.erased:
                return op
        return None

    # Places

    def flush(self) -> None:
        """Let the blocks show all insertions and removals."""
        for block in list(self._dirty):
            self.flush_block(block)

    def flush_block(self, block: Block) -> None:
        """Let `block` show what was inserted and removed in it."""
        if block not in self._dirty:
            return
        del self._dirty[block]
        self._listed = None
        ops: list[Op] = []
        stack = list(reversed(block.ops))
        while stack:
            op = stack.pop()
            waiting = self._before.pop(op, None)
            if waiting:
                stack.append(op)
                stack.extend(reversed(waiting))
                continue
            stack.extend(reversed(self._after.pop(op, ())))
            if op not in self.erased and op.parent is block:
                ops.append(op)
        block.set_ops(ops)
