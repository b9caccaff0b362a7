"""buffer-idle-skipping: a loop begins at its first round that may do something, if some memory is needed in rounds alone.

That round is found by a loop of its own, which asks of each round whether a loop in it has a round. This is an inspector in front of an
executor (J. Saltz et al., Run-time scheduling and execution of loops on message passing machines), but for one thing: it goes no further
than the first round that does something, so it reads nothing too early. Which loops, and what is asked,
`rules/placement/sinking/idling.dl` says.
"""

from __future__ import annotations

from ownlog.backend.context import Context
from ownlog.backend.placement.rows import rows_about
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.backend.rewriting.rewriters import Rewriters
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Block, Module, Op, Value
from ownlog.frontend.text.types import I1
from ownlog.rules.relations import BeginsLater, FreedOperand, IdlesAs, MadeToAsk, RoundAsks, RoundRuns
from ownlog.rules.typed_rows import TypedRows


def skip(module: Module, context: Context) -> bool:
    """Let loops of `module` begin later, in place; whether some do, where something is freed. Remarks say which."""
    effects = context.effects(module)
    naming = Naming(module, effects)
    rows = rows_about(module, naming, context, FreedOperand, BeginsLater, IdlesAs, MadeToAsk, RoundAsks, RoundRuns)
    found = {naming.ops[row.loop] for row in rows(BeginsLater)}
    rewriters = Rewriters(effects)
    asked = _Asked(naming, rows) if found else None
    for loop in [op for op in module.walk() if op in found] if asked else ():
        assert asked is not None
        rewriter = rewriters.around(loop)
        made = asked.found(loop, rewriter)
        for op in made:
            op.location = loop.location
            op.because += (("begins_later", (loop,)),)
        rewriter.insert_before(loop, made)
        rewriter.set_operands(loop, [made[-1].results[0], *loop.operands[1:]])
        message = "begins at its first round in which a loop has a round: some memory is needed only from there on"
        context.remarks.append(loop.diagnostic(message, severity="remark"))
    rewriters.flush()
    return bool(found and rows(FreedOperand))


class _Asked:
    """What the rules say is to be asked of the rounds of loops."""

    def __init__(self, naming: Naming, rows: TypedRows) -> None:
        ops, values, blocks = naming.ops, naming.values, naming.blocks
        self._traits = naming.traits
        self.runs = {(ops[row.loop], ops[row.way]): blocks[row.block] for row in rows(RoundRuns)}
        self.asks = {(ops[row.loop], ops[row.way], ops[row.op]): row.how for row in rows(RoundAsks)}
        self.made = {(ops[row.loop], ops[row.way], ops[row.op]) for row in rows(MadeToAsk)}
        self.same = {
            (ops[row.loop], ops[row.way], values[row.value]): (ops[row.origin], values[row.source]) for row in rows(IdlesAs)
        }

    def found(self, loop: Op, rewriter: Rewriter) -> list[Op]:
        """What finds the first round of `loop` that may do something, in front of it; the last op gives the number of that round."""
        names = rewriter.names
        lower, upper, step, *_ = loop.operands
        yes, no = build.boolean(True, names), build.boolean(False, names)
        search, decides, number = build.counting(lower, step, names)
        more = build.compare(self.less(loop), number, upper, names)
        parts = _Round(self, loop, number, rewriter).parts()
        then: list[Op] = [build.yielded(yes.results)]
        for ops, busy in reversed(parts):
            test = build.if_else(busy, [build.yielded(no.results)], then, I1, names)
            then = [*ops, test, build.yielded(test.results)]
        idle = build.if_else(more.results[0], then, [build.yielded(no.results)], I1, names)
        for op in (more, idle, build.terminator(build.CONDITION, [*idle.results, number])):
            decides.append(op)
        return [yes, no, search]

    def less(self, loop: Op) -> str:
        """How the numbers of a loop that counts up are compared."""
        return "ult" if self._traits.counts_unsigned(loop) else "slt"


class _Round:
    """One round of a loop, as far as it is asked."""

    def __init__(self, asked: _Asked, loop: Op, number: Value, rewriter: Rewriter) -> None:
        self._asked, self._loop, self._rewriter = asked, loop, rewriter
        self._made: dict[tuple[Op, Value], Value] = {(loop, asked.runs[loop, loop].arguments[0]): number}
        self._parts: list[tuple[list[Op], Value]] = []
        self._ops: list[Op] = []

    def parts(self) -> list[tuple[list[Op], Value]]:
        """For each loop in the round, in order, the ops up to it that are made anew, and the i1 that says whether it has a round."""
        self._run(self._loop)
        return self._parts

    def _run(self, way: Op) -> None:
        asked, loop, names = self._asked, self._loop, self._rewriter.names
        for op in asked.runs[loop, way].ops:
            how = asked.asks.get((loop, way, op))
            if how == "bounds":
                lower, upper = (self._here(way, value) for value in op.operands[:2])
                test = build.compare(asked.less(op), lower, upper, names)
                self._ops.append(test)
                self._ask(test.results[0])
            elif how == "region":
                (block,) = op.regions[0].blocks
                self._make(way, block)
                self._ask(self._here(way, block.ops[-1].operands[0]))
            elif (loop, op) in asked.runs:
                self._run(op)
            else:
                self._make_op(way, op)

    def _ask(self, busy: Value) -> None:
        self._parts.append((self._ops, busy))
        self._ops = []

    def _make(self, way: Op, block: Block) -> None:
        for op in block.ops:
            self._make_op(way, op)

    def _make_op(self, way: Op, op: Op) -> None:
        """Make `op` anew, if it is asked for."""
        if (self._loop, way, op) not in self._asked.made:
            return
        again = build.again(op, [self._here(way, value) for value in op.operands])
        for result in op.results:
            self._made[way, result] = again.add_result(self._rewriter.names.fresh_number(), result.type)
        again.location = op.location
        self._ops.append(again)

    def _here(self, way: Op, value: Value) -> Value:
        """What stands for `value`, by `way`, where the round is asked."""
        while (way, value) not in self._made:
            if (self._loop, way, value) not in self._asked.same:
                return value
            way, value = self._asked.same[self._loop, way, value]
        return self._made[way, value]
