"""buffer-select-joining: a select between buffers in front of a branch by the same condition comes out of the branch instead.

Which selects, out of which branches, and who uses what then, `rules/placement/picking/joining.dl` says.
"""

from __future__ import annotations

from ownlog.backend.context import Context
from ownlog.backend.placement.rows import rows_about
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.backend.rewriting.rewriters import Rewriters
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Block, Module, Op, Value
from ownlog.rules.relations import DecidedEdge, FreedOperand, JoinedAt, JoinedBy, KnowsSide, UsesArgument, UsesResult
from ownlog.rules.typed_rows import TypedRows

_OUTCOMES = ("true", "false")


def join(module: Module, context: Context) -> bool:
    """Let selects of `module` come out of branches, in place; whether some do, where something is freed. Remarks say which."""
    effects = context.effects(module)
    naming = Naming(module, effects)
    rows = rows_about(module, naming, context, FreedOperand, DecidedEdge, JoinedAt, JoinedBy, KnowsSide, UsesArgument, UsesResult)
    pairs = {(row.op, row.branch) for row in rows(JoinedAt)} | {(row.op, row.branch) for row in rows(JoinedBy)}
    found = [(naming.ops[op], naming.ops[branch]) for op, branch in pairs]
    order = {op: number for number, op in enumerate(module.walk())} if found else {}
    first: dict[Op, Op] = {}
    for op, branch in sorted(found, key=lambda pair: (order[pair[0]], order[pair[1]])):
        first.setdefault(op, branch)
    joins = _Joins(naming, rows)
    rewriters = Rewriters(effects)
    for op, branch in first.items():
        joins.carry_out(op, branch, rewriters.around(op))
        message = "comes out of the branch behind it: each way hands over its side"
        context.remarks.append(op.diagnostic(message, severity="remark"))
    rewriters.flush()
    return bool(first and rows(FreedOperand))


class _Joins:
    """What the rules say of each select and its branch."""

    def __init__(self, naming: Naming, rows: TypedRows) -> None:
        ops, blocks = naming.ops, naming.blocks
        self._sides: dict[tuple[Op, Op], list[tuple[Op, str]]] = {}
        self._edges: dict[tuple[Op, Op, Block], list[tuple[Op, int, str]]] = {}
        self._arguments: dict[tuple[Op, Op], dict[Block, list[Op]]] = {}
        self._results: dict[tuple[Op, Op], list[Op]] = {}
        for side in sorted(rows(KnowsSide)):
            self._sides.setdefault((ops[side.op], ops[side.branch]), []).append((ops[side.user], side.when))
        for edge in sorted(rows(DecidedEdge)):
            key = ops[edge.op], ops[edge.branch], blocks[edge.block]
            self._edges.setdefault(key, []).append((ops[edge.end], edge.group, edge.when))
        for joined in sorted(rows(JoinedAt)):
            self._arguments.setdefault((ops[joined.op], ops[joined.branch]), {})[blocks[joined.block]] = []
        for user in sorted(rows(UsesArgument)):
            self._arguments[ops[user.op], ops[user.branch]][blocks[user.block]].append(ops[user.user])
        for use in sorted(rows(UsesResult)):
            self._results.setdefault((ops[use.op], ops[use.branch]), []).append(ops[use.user])

    def carry_out(self, op: Op, branch: Op, rewriter: Rewriter) -> None:
        """Let `op` come out of `branch`; its sides may be what others became meanwhile."""
        _, *operands = op.operands
        sides, old = dict(zip(_OUTCOMES, operands, strict=True)), op.results[0]
        for user, when in self._sides.get((op, branch), ()):
            rewriter.replace_in(user, old, sides[when])
        for block, users in self._arguments.get((op, branch), {}).items():
            if not users:
                continue
            argument = block.add_argument(rewriter.names.fresh_number(), old.type)
            argument.because = ("joined_at", (op, branch, block))
            for end, group, when in self._edges[op, branch, block]:
                groups = end.groups()
                rewriter.set_groups(end, [[*values, sides[when]] if at == group else [*values] for at, values in enumerate(groups)])
            for user in users:
                rewriter.replace_in(user, old, argument)
        if self._results.get((op, branch)):
            result = _come_out(branch, [sides[when] for when in _OUTCOMES], rewriter)
            branch.because += (("joined_by", (op, branch)),)
            for user in self._results[op, branch]:
                rewriter.replace_in(user, old, result)
        if not rewriter.is_used(old):
            rewriter.erase(op)


def _come_out(branch: Op, sides: list[Value], rewriter: Rewriter) -> Value:
    """Let each region of `branch` end with its side; the result."""
    for region, side in zip(branch.regions, sides, strict=True):
        if not region.blocks:
            block = Block()
            block.append(build.yielded([]))
            region.append(block)
        end = region.blocks[-1].ops[-1]
        rewriter.set_operands(end, [*end.operands, side])
    return build.append_result(branch, sides[0].type, rewriter.names)
