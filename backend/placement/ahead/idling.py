"""buffer-idle-skipping: a loop begins at its first round that may do something, if some memory is needed in rounds alone.

That round is found by a loop of its own, which asks of each round whether a loop in it has a round. This is an inspector in front of an
executor (J. Saltz et al., Run-time scheduling and execution of loops on message passing machines), but for one thing: it goes no further
than the first round that does something, so it reads nothing too early. Which loops, and what is asked,
`rules/placement/sinking/idling.dl` says.
"""

from __future__ import annotations

from ownlog.backend.context import Context
from ownlog.backend.placement.moves import Move, carry_out
from ownlog.backend.placement.rows import rows_about
from ownlog.backend.placement.under import known_by_bounds, made_again, put_under
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.backend.rewriting.rewriters import Rewriters
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Block, Module, Op, Value
from ownlog.frontend.text.types import I1
from ownlog.rules.relations import BeginsLater, FreedOperand, IdlesAs, MadeBehind, MadeOnBothWays, MadeToAsk, RoundAsks, RoundRuns
from ownlog.rules.traits.traits import Traits
from ownlog.rules.typed_rows import TypedRows


def skip(module: Module, context: Context) -> bool:
    """Let loops of `module` begin later, in place; whether some do, where something is freed. Remarks say which."""
    effects = context.effects(module)
    naming = Naming(module, effects)
    wanted = (FreedOperand, BeginsLater, IdlesAs, MadeBehind, MadeOnBothWays, MadeToAsk, RoundAsks, RoundRuns)
    rows, ops = rows_about(module, naming, context, *wanted), naming.ops
    found = {ops[row.loop] for row in rows(BeginsLater)}
    order = list(module.walk()) if found else []
    rewriters, moves = Rewriters(effects), list[Move]()
    asked, late = _Asked(naming, rows), _Late(naming, rows, order)
    for loop in [op for op in order if op in found]:
        rewriter = rewriters.around(loop)
        made = asked.found(loop, rewriter)
        for op in made:
            op.location = loop.location
            op.because += (("begins_later", (loop,)),)
        rewriter.insert_before(loop, made)
        rewriter.set_operands(loop, [made[-1].results[0], *loop.operands[1:]])
        moves += late.part(loop, asked.traits, rewriter)
        message = "begins at its first round in which a loop has a round: some memory is needed only from there on"
        context.remarks.append(loop.diagnostic(message, severity="remark"))
    rewriters.flush()
    carry_out(moves)
    return bool(found and rows(FreedOperand))


class _Late:
    """What the rules say is to be allocated where a loop has a round, and else behind it."""

    def __init__(self, naming: Naming, rows: TypedRows, order: list[Op]) -> None:
        ops = naming.ops
        self._behind: dict[Op, list[tuple[int, Op, Op]]] = {}
        for row in sorted(rows(MadeBehind), key=lambda row: row.position):
            self._behind.setdefault(ops[row.loop], []).append((row.position, ops[row.op], ops[row.anchor]))
        carried = {(ops[row.op], ops[row.carried]) for row in rows(MadeOnBothWays)}
        made = {op for op, _ in carried}
        self._carried = {op: [other for other in order if (op, other) in carried] for op in made}

    def part(self, loop: Op, traits: Traits, rewriter: Rewriter) -> list[Move]:
        """Put `loop` under the condition that it has a round; what is to move in front of it there."""
        behind = self._behind.get(loop)
        if not behind:
            return []
        names = rewriter.names
        made, condition, given = known_by_bounds(loop, traits, rewriter)
        zero = build.index(0, names)
        first = len(loop.operands) - len(given)
        empty = {position: build.alloc(given[position].type, [zero.results[0]], {}, names) for position, _, _ in behind}
        handed = [empty[position].results[0] if position in empty else value for position, value in enumerate(given)]
        under = put_under(loop, [*made, zero], condition, handed, (), rewriter)
        rewriter.insert_before(under.regions[1].blocks[0].ops[-1], empty.values())
        for position, op, anchor in behind:
            late = self._made(op, loop.operands[first + position], condition, under.results[position], rewriter)
            for user in rewriter.users(under.results[position]):
                rewriter.replace_in(user, under.results[position], late.results[0])
            rewriter.insert_before(anchor, [late])
            for new in (under, empty[position], late):
                new.because += (("made_behind", (op, loop, position, anchor)),)
        return [Move(other, loop) for _, op, _ in behind for other in self._carried[op]]

    def _made(self, op: Op, value: Value, condition: Value, result: Value, rewriter: Rewriter) -> Op:
        """What gives `result` where the `condition` holds, and else allocates what `op` does, which is `value`."""
        values: dict[Value, Value] = {}
        anew = [
            made_again(other, [values.get(value, value) for value in other.operands], values, rewriter.names) for other in self._carried[op]
        ]
        return build.if_else(condition, [build.yielded([result])], [*anew, build.yielded([values[value]])], result.type, rewriter.names)


class _Asked:
    """What the rules say is to be asked of the rounds of loops."""

    def __init__(self, naming: Naming, rows: TypedRows) -> None:
        ops, values, blocks = naming.ops, naming.values, naming.blocks
        self.traits = naming.traits
        self.runs = {(ops[row.loop], ops[row.way]): blocks[row.block] for row in rows(RoundRuns)}
        self.asks = {(ops[row.loop], ops[row.way], ops[row.op]): row.how for row in rows(RoundAsks)}
        self.made = {(ops[row.loop], ops[row.way], ops[row.op]) for row in rows(MadeToAsk)}
        self.same = {(ops[row.loop], ops[row.way], values[row.value]): (ops[row.origin], values[row.source]) for row in rows(IdlesAs)}

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
        return "ult" if self.traits.counts_unsigned(loop) else "slt"


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
        made: dict[Value, Value] = {}
        self._ops.append(made_again(op, [self._here(way, value) for value in op.operands], made, self._rewriter.names))
        self._made |= {(way, result): again for result, again in made.items()}

    def _here(self, way: Op, value: Value) -> Value:
        """What stands for `value`, by `way`, where the round is asked."""
        while (way, value) not in self._made:
            if (self._loop, way, value) not in self._asked.same:
                return value
            way, value = self._asked.same[self._loop, way, value]
        return self._made[way, value]
