"""Is a module still valid after passes? Ops that stay as they were read are not checked again."""

from __future__ import annotations

from collections.abc import Iterator

from ownlog.frontend.forms import registry
from ownlog.frontend.ir.ir import Block, Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.ir.walking import ops_in
from ownlog.frontend.syntax.scope import Deferred
from ownlog.frontend.verify import OpRules
from ownlog.frontend.verify.dominance import check_dominance
from ownlog.frontend.verify.identifiers import check_identifiers, is_identified
from ownlog.frontend.verify.refusal import refuse
from ownlog.frontend.verify.structure import check_place
from ownlog.frontend.verify.symbols import check_symbols

_HANG_ON_OTHERS = frozenset({"func.call", "memref.get_global"})
"""Ops that are checked by what stands elsewhere, which may have changed."""


def verify_made(module: Module) -> None:
    """InputError at an op that passes made or changed, or that hangs on such ops, and that breaks a rule of MLIR's."""
    changed = [op for op in module.ops if op.touched or op.source is None]
    if not changed:
        return
    check_symbols(module)
    rules = OpRules(module)
    ends = set[Op]()
    for top in module.ops:
        ops = ops_in(top)
        for op in ops:
            is_changed = op.touched or op.source is None
            if is_changed and op.regions:
                # What ends a region fits the op around that.
                ends.update(block.ops[-1] for region in op.regions for block in region.blocks if block.ops)
            if is_changed or op.name in _HANG_ON_OTHERS or op in ends:
                rules.check(op)
                check_place(op)
                if is_identified(op.name):
                    check_identifiers(op)
        if top in changed:
            check_dominance(module, _unclear_uses(ops))


def _unclear_uses(ops: list[Op]) -> Iterator[Deferred]:
    """The uses in `ops` that need more than block order for dominance."""
    above: dict[Value, Block | None] = {}
    """What is defined above, with the blocks that it is defined in."""
    for op in ops:
        for value in op.operands:
            if value in above and above[value] is op.parent:
                continue
            if value not in above and not _is_there(value):
                refuse(op, f"uses {value.ref}, which is not defined any more", "an op that is needed was removed")
            around: Op | None = op
            while around is not None and around.parent is not value.block:
                around = around.parent_op
                if around is not None and registry.is_isolated(around.name):
                    around = None
            if around is None or (isinstance(value.owner, Op) and (value not in above or value.owner is around)):
                yield Deferred(op, value, max(op.start, 0))
        for value in op.results:
            above[value] = op.parent
        for region in op.regions:
            for block in region.blocks:
                above |= dict.fromkeys(block.arguments, block)


def _is_there(value: Value) -> bool:
    """Is the value still one of what its op or block defines?"""
    owner = value.owner
    defined = owner.arguments if isinstance(owner, Block) else owner.results
    if owner.parent is None:
        return False
    return value.index < len(defined) and defined[value.index] is value
