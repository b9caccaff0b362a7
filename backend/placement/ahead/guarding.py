"""buffer-loop-guarding: a loop whose rounds alone need some memory stands, with that, under the condition that it has a round.

The condition is the guard of loop rotation (A. V. Aho et al., Compilers: Principles, Techniques, and Tools). Which loops, and what goes
along, `rules/placement/sinking/guards.dl` says.
"""

from __future__ import annotations

from collections.abc import Iterable

from ownlog.backend.context import Context
from ownlog.backend.placement.moves import Move, carry_out
from ownlog.backend.placement.rows import rows_about
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.backend.rewriting.rewriters import Rewriters
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Block, Module, Op, Region, Value
from ownlog.frontend.printing.fresh_names import Names
from ownlog.rules.relations import CarriedToLoop, FreedOperand, FreedWithLoop, Guarded
from ownlog.rules.traits.traits import Traits


def guard(module: Module, context: Context) -> bool:
    """Put loops of `module` under the condition that they have a round, in place; whether some are, where something is freed."""
    effects = context.effects(module)
    naming = Naming(module, effects)
    rows, ops = rows_about(module, naming, context, CarriedToLoop, FreedOperand, FreedWithLoop, Guarded), naming.ops
    found = {ops[row.loop]: row.how for row in rows(Guarded)}
    order = {op: number for number, op in enumerate(module.walk())} if found else {}
    freed: dict[Op, list[Op]] = {}
    for row in rows(FreedWithLoop):
        freed.setdefault(ops[row.loop], []).append(ops[row.free])
    rewriters = Rewriters(effects)
    for loop in sorted(found, key=order.__getitem__):
        rewriter = rewriters.around(loop)
        known = known_by_bounds(loop, naming.traits, rewriter) if found[loop] == "bounds" else _known_by_region(loop, rewriter)
        made, condition, given = known
        for op in (*made, put_under(loop, made, condition, given, sorted(freed.get(loop, ()), key=order.__getitem__), rewriter)):
            op.because += (("guarded", (loop, found[loop])),)
        message = "stands under the condition that it has a round: some memory is needed only then"
        context.remarks.append(loop.diagnostic(message, severity="remark"))
    rewriters.flush()
    moves = [Move(ops[row.carried], ops[row.loop]) for row in rows(CarriedToLoop)]
    carry_out(sorted(moves, key=lambda move: order[move.op]))
    return bool(found and rows(FreedOperand))


def known_by_bounds(loop: Op, traits: Traits, rewriter: Rewriter) -> tuple[list[Op], Value, list[Value]]:
    """What computes whether a loop that counts up has a round, that condition, and what the loop is given."""
    lower, upper, _, *given = loop.operands
    compared = build.compare("ult" if traits.counts_unsigned(loop) else "slt", lower, upper, rewriter.names)
    return [compared], compared.results[0], given


def _known_by_region(loop: Op, rewriter: Rewriter) -> tuple[list[Op], Value, list[Value]]:
    """As the first region of the loop computes it: what does so in front of the loop, the condition, and what comes out without a round."""
    (block,) = loop.regions[0].blocks
    values = dict(zip(block.arguments, loop.operands, strict=True))
    made = []
    for op in block.ops[:-1]:
        made.append(made_again(op, [values.get(value, value) for value in op.operands], values, rewriter.names))
    condition, *given = (values.get(value, value) for value in block.ops[-1].operands)
    return made, condition, given


def made_again(op: Op, operands: list[Value], values: dict[Value, Value], names: Names) -> Op:
    """What `op` says, of other operands; `values` is told what became of its results."""
    again = build.again(op, operands)
    again.location = op.location
    for result in op.results:
        values[result] = again.add_result(names.fresh_number(), result.type)
    return again


def put_under(loop: Op, made: list[Op], condition: Value, given: list[Value], freed: Iterable[Op], rewriter: Rewriter) -> Op:
    """Let `loop`, and what is `freed` with it, stand in the first branch of an scf.if behind `made`, and what it is `given` come out of the
    second one; the scf.if."""
    then, otherwise = Block(), Block()
    under = Op(build.IF, [condition], regions=[Region([then]), Region([otherwise] if loop.results else [])])
    under.location = loop.location
    if loop.results:
        build.pack(under, rewriter.names.fresh_number(), [result.type for result in loop.results])
        otherwise.append(build.yielded(given))
    for result, outside in zip(loop.results, under.results, strict=True):
        rewriter.replace(result, outside)
    rewriter.insert_before(loop, [*made, under])
    for op in (loop, *freed, build.yielded([*loop.results])):
        then.append(op)
    return under
