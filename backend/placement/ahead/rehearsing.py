"""buffer-block-rehearsing: blocks that only compute and read run first in a copy, without buffers that they may turn out not to need.

The copy finds the way that control takes. Which blocks, where the copy ends, and what is allocated then,
`rules/placement/sinking/rehearsing.dl` says.
"""

from __future__ import annotations

from collections.abc import Iterator

from ownlog.backend.context import Context
from ownlog.backend.placement.rows import rows_about
from ownlog.backend.placement.under import made_again
from ownlog.backend.rewriting import build
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Block, Module, Op, Value
from ownlog.frontend.printing.fresh_names import Names
from ownlog.rules.relations import (
    ComesBehind,
    EndsWithoutNeed,
    FreedOperand,
    MadeBehindRehearsal,
    MayComeLater,
    Rehearsed,
    RehearsedAs,
    Rehearses,
    SuccessorGroup,
)
from ownlog.rules.typed_rows import TypedRows


def rehearse(module: Module, context: Context) -> bool:
    """Rehearse blocks of `module`, in place; whether some are, where something is freed. Remarks say where it begins."""
    effects = context.effects(module)
    naming = Naming(module, effects)
    rows = rows_about(
        module, naming, context, FreedOperand, ComesBehind, EndsWithoutNeed, MadeBehindRehearsal, MayComeLater, Rehearsed, Rehearses,
        RehearsedAs, SuccessorGroup,
    )  # fmt: skip
    found = {naming.ops[row.branch] for row in rows(Rehearses)}
    order = list(module.walk()) if found else []
    changed: set[Op] = set()
    for branch in [op for op in order if op in found]:
        function = effects.function_around(branch)
        assert function is not None
        # What is known of a function holds until it is changed.
        if function in changed:
            continue
        changed.add(function)
        _Rehearsal(branch, naming, rows, order, Names(function)).carry_out()
        message = "what it leads to runs without some buffers first: they may turn out not to be needed"
        context.remarks.append(branch.diagnostic(message, severity="remark"))
    return bool(found and rows(FreedOperand))


class _Rehearsal:
    """The copies of the blocks that `branch` leads to, and of those behind them."""

    def __init__(self, branch: Op, naming: Naming, rows: TypedRows, order: list[Op], names: Names) -> None:
        self._branch, self._names = branch, names
        ops, blocks, values = naming.ops, naming.blocks, naming.values
        region = branch.parent.parent if branch.parent is not None else None
        assert region is not None
        self._region = region
        rehearsed = {blocks[row.block] for row in rows(Rehearsed) if ops[row.branch] is branch}
        behind = {blocks[row.block] for row in rows(ComesBehind) if ops[row.branch] is branch}
        self._ends = {(blocks[row.block], row.edge) for row in rows(EndsWithoutNeed) if ops[row.branch] is branch}
        self._stands = {values[row.argument]: values[row.value] for row in rows(RehearsedAs) if ops[row.branch] is branch}
        self._positions = {row.position for row in rows(MayComeLater) if ops[row.branch] is branch}
        self._groups = {(ops[row.op], row.successor): row.group for row in rows(SuccessorGroup)}
        carried = {ops[row.carried] for row in rows(MadeBehindRehearsal) if ops[row.branch] is branch}
        self._carried = [op for op in order if op in carried]
        self._originals = [block for block in region.blocks if block in rehearsed or block in behind]
        self._values: dict[Value, Value] = {}
        self._again = self._block()
        self._made = self._block()
        self._copies: dict[Block, Block] = {}
        self._finishing: list[Value] = []

    def _block(self) -> Block:
        return Block(self._names.fresh_label())

    def carry_out(self) -> None:
        """Put the copies behind the block of the branch, which goes to them; it stands itself where control begins anew."""
        branch, block = self._branch, self._branch.parent
        assert block is not None
        for original in self._originals:
            self._copies[original] = into = self._block()
            for argument in original.arguments:
                if argument not in self._stands:
                    self._values[argument] = into.add_argument(self._names.fresh_number(), argument.type)
        filled = [(original, list(self._filled(original))) for original in self._originals]
        late = [made_again(op, list(op.operands), self._values, self._names) for op in self._carried]
        self._values |= {argument: self._values[value] for argument, value in self._stands.items()}
        for original, ops in filled:
            for op, copy in ops:
                self._let_use(op, copy, original)
                self._copies[original].append(copy)
        self._end(late)
        entered = [value for position, value in enumerate(branch.operands) if position not in self._positions]
        for op in (*self._carried, branch):
            assert op.parent is not None
            op.parent.remove(op)
            self._again.append(op)
        block.append(build.branch(self._copies[branch.successors[0]], entered))
        at = self._region.blocks.index(block) + 1
        for new in reversed([*(self._copies[original] for original in self._originals), self._made, self._again]):
            self._region.insert(at, new)
        for op in (block.ops[-1], *late):
            op.because += (("rehearses", (branch,)),)

    def _filled(self, original: Block) -> Iterator[tuple[Op, Op]]:
        """Each op of a block with its copy, which has the operands of the op."""
        for op in original.ops:
            yield op, made_again(op, list(op.operands), self._values, self._names)

    def _let_use(self, op: Op, copy: Op, original: Block) -> None:
        """Let a copy have what was copied, and go to copies."""
        groups = [[self._values.get(value, value) for value in group] for group in op.groups()]
        for number, target in enumerate(op.successors):
            group = self._groups[op, number]
            if (original, number) in self._ends:
                self._finishing = groups[group]
                copy.successors.append(self._made)
                groups[group] = []
            elif target in self._copies:
                kept = [argument not in self._stands for argument in target.arguments]
                groups[group] = [value for value, keep in zip(groups[group], kept, strict=True) if keep]
                copy.successors.append(self._copies[target])
            else:
                copy.successors.append(self._again)
                groups[group] = []
        copy.set_operands([value for group in groups for value in group], op.segments and [len(group) for group in groups])

    def _end(self, late: list[Op]) -> None:
        """Where there is no need, what came late is made, and control goes on behind the rehearsed blocks."""
        ((block, number),) = self._ends
        for op in late:
            op.set_operands([self._values.get(value, value) for value in op.operands], op.segments)
            self._made.append(op)
        target = block.ops[-1].successors[number]
        self._made.append(build.branch(self._copies[target], self._finishing))
