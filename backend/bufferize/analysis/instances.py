"""Iterations of parallel loops read a shared tensor as it was before the loop.

If a use may overlap the insertions of other iterations (`rules/bufferize/instances.dl`), it gets the given tensor
itself: a read from outside of the loop, for which analysis finds the copies.
"""

from __future__ import annotations

from ownlog import rules
from ownlog.backend.bufferize.ops.settings import OneShotOptions
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import spelled
from ownlog.frontend.facts.extract import RELATIONS, extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.facts.tensors import RELATIONS as TENSOR_FACTS
from ownlog.frontend.ir.module import Module
from ownlog.frontend.ir.traits import Traits
from ownlog.rules.relations import SeesGiven
from ownlog.rules.typed_rows import relation_names, typed


def shares_tensors(module: Module, traits: Traits) -> bool:
    """Whether the module has a parallel loop with tensors that all iterations share."""
    return any(
        traits.says("parallel_region", op.name) and traits.says("carries_tensors", op.name) for op in module.walk()
    )


def separate_iterations(module: Module, options: OneShotOptions, context: Context) -> None:
    """Rewrites, in place, uses of shared tensors that may meet what other iterations insert."""
    effects = context.effects(module)
    if not shares_tensors(module, effects):
        return
    naming = Naming(module, effects)
    facts = extract_facts(module, naming, spelled(options), wanted=(*RELATIONS, *TENSOR_FACTS))
    found = rules.derive(facts, context.models, context.engine, relation_names(SeesGiven))
    for row in sorted(typed(found, SeesGiven)):
        op, given = naming.ops[row.op], naming.values[row.given]
        shared = op.operands[row.operand]
        op.set_operands([given if number == row.operand else operand for number, operand in enumerate(op.operands)])
        context.remarks.append(
            op.diagnostic(
                f"this uses {given.name} instead of {shared.name}: other iterations of the loop may insert into the"
                f" part of {shared.name} that it uses",
                f"use {given.name} itself, or only the part that the same iteration inserts into",
                severity="remark",
            )
        )
