"""An scf.if at the end of an scf.while's first region, under the loop's condition, moves to the second region.

Source: `WhileMoveIfDown` of MLIR's scf canonicalization. Loops that were lifted from branches look like this; what the
scf.if allocates would otherwise be carried by values that do not exist in the last round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.frontend.ir.ir import Block, Op, Value


def move_if_down(op: Op, rewriter: Rewriter, rename: Callable[[Block], None]) -> bool:
    """Move the ops under such a condition in `op` to its second region; whether there were any.

    `rename` gives the results unique names in the function.
    """
    if not all(len(region.blocks) == 1 for region in op.regions):
        return False
    before, after = (region.blocks[0] for region in op.regions)
    rewriter.flush_block(before)
    rewriter.flush_block(after)
    last = _last_if(before)
    if last is None or any(user is not before.terminator for result in last.results for user in rewriter.users(result)):
        return False
    block, condition = last.regions[0].blocks[0], before.ops[-1]
    rewriter.flush_block(block)
    rename(block)
    given, otherwise = (list(region.blocks[0].ops[-1].operands) if last.results else [] for region in last.regions)
    for argument, value in zip(list(after.arguments), condition.operands[1:], strict=True):
        if value.owner is last:
            rewriter.replace(argument, given[value.index])
    for result, value in zip(last.results, otherwise, strict=True):
        rewriter.replace(result, value)
    # What the scf.if yields is used in the second region now, even where it is nothing but passed through.
    handed = dict.fromkeys([*_used(block, before), *(value for value in given if value.block is before)])
    _hand_over(op, list(handed), block, rewriter)
    _keep_apart(block, after, rewriter)
    end = block.ops[-1]
    rewriter.move_before(after.ops[0], block.ops[:-1])
    block.set_ops([end])
    rewriter.flush_block(after)
    rewriter.erase(last)
    return True


def _last_if(before: Block) -> Op | None:
    """The scf.if right before the end of `before`, by the same condition, where it does nothing otherwise."""
    if len(before.ops) < 2 or before.ops[-1].name != "scf.condition":
        return None
    last, condition = before.ops[-2:]
    if last.name != build.IF or last.operands[0] is not condition.operands[0]:
        return None
    then, otherwise = (last.regions[0].blocks, last.regions[1].blocks)
    if len(then) != 1 or len(then[0].ops) < 2 or len(otherwise) > 1 or any(len(block.ops) > 1 for block in otherwise):
        return None
    return last


def _used(block: Block, before: Block) -> list[Value]:
    """What the ops of `block` use of `before`, which they are to leave."""
    found: dict[Value, None] = {}
    for op in _ops(block):
        found.update(dict.fromkeys(value for value in op.operands if value.block is before))
    return list(found)


def _ops(block: Block) -> Iterator[Op]:
    for op in block.ops:
        yield from op.walk()


def _hand_over(op: Op, values: list[Value], block: Block, rewriter: Rewriter) -> None:
    """Let the first region of `op` pass `values` to its second one, for the ops there and in `block`."""
    before, after = (region.blocks[0] for region in op.regions)
    condition = before.ops[-1]
    arrives = dict(zip(condition.operands[1:], after.arguments, strict=True))
    inside = {*_ops(block), *_ops(after)}
    new = [value for value in values if value not in arrives]
    for value in new:
        arrives[value] = after.add_argument(rewriter.names.fresh_number(), value.type)
        build.append_result(op, value.type, rewriter.names)
    for value in values:
        for user in rewriter.users(value):
            if user in inside:
                rewriter.set_operands(user, [arrives[value] if used is value else used for used in user.operands])
    rewriter.set_operands(condition, [*condition.operands, *new])
    for result in op.results:
        # A result that is one of many now is written in another way.
        for user in rewriter.users(result):
            user.mark_changed()


def _keep_apart(block: Block, after: Block, rewriter: Rewriter) -> None:
    """Rename what is defined in regions of `block` and has the name of an argument of `after`, where it goes."""
    taken = {argument.name for argument in after.arguments}
    for op in _ops(block):
        if op.parent is not block:
            for name in {result.name for result in op.results} & taken:
                rewriter.rename([result for result in op.results if result.name == name], rewriter.names.again(name))
                op.mark_changed()
        for inner in (inner for region in op.regions for inner in region.blocks):
            for argument in inner.arguments:
                if argument.name in taken:
                    rewriter.rename([argument], rewriter.names.again(argument.name))
                    inner.changed = True
                    op.mark_changed()
