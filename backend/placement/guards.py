"""Loop guards: loops under the condition that they have an iteration, as for loop rotation.

A. V. Aho et al., Compilers: Principles, Techniques, and Tools. The relation `round_known` says how the condition is
known (`rules/placement/sinking/guards.dl`).
"""

from __future__ import annotations

from collections.abc import Iterable

from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.ir.traits import Traits
from ownlog.frontend.printing.fresh_names import Names


def put_under_condition(loop: Op, how: str, freed: Iterable[Op], traits: Traits, rewriter: Rewriter) -> list[Op]:
    """Guard `loop`, and the frees `freed`, by the condition known by `how`, a word of `round_known`; the new ops."""
    made, condition, given = (
        known_by_bounds(loop, traits, rewriter) if how == "bounds" else _known_by_region(loop, rewriter)
    )
    return [*made, put_under(loop, made, condition, given, freed, rewriter)]


def known_by_bounds(loop: Op, traits: Traits, rewriter: Rewriter) -> tuple[list[Op], Value, list[Value]]:
    """What computes whether a loop that counts up has a round, that condition, and what the loop is given."""
    lower, upper, _, *given = loop.operands
    compared = build.compare("ult" if traits.counts_unsigned(loop) else "slt", lower, upper, rewriter.names)
    return [compared], compared.results[0], given


def _known_by_region(loop: Op, rewriter: Rewriter) -> tuple[list[Op], Value, list[Value]]:
    """The ops of the loop's first region as copies before it, the condition, and the results without an iteration."""
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


def put_under(
    loop: Op, made: list[Op], condition: Value, given: list[Value], freed: Iterable[Op], rewriter: Rewriter
) -> Op:
    """Put `loop` and `freed` into an scf.if behind `made`, with the results `given` on its other branch."""
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
