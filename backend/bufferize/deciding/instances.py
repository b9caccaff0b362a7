"""Instances of parallel loops see what they share as the loop was given it: uses that may meet what others insert get
that tensor itself.

Which uses these are, the rules say (`rules/bufferize/instances.dl`). The tensors have the same values; then there is a
read outside of what all instances share, and analysis finds what has to be copied for it.
"""

from __future__ import annotations

from ownlog import rules
from ownlog.backend.bufferize.values.settings import OneShotOptions
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import spelled
from ownlog.frontend.facts.extract import RELATIONS, extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.facts.tensors import RELATIONS as TENSOR_FACTS
from ownlog.frontend.ir.ir import Module
from ownlog.rules.relations import SeesGiven
from ownlog.rules.typed_rows import relation_names, typed


def part_instances(module: Module, options: OneShotOptions, context: Context) -> None:
    """Has uses of shared tensors see what their loop was given, in place, where others may insert into what they
    see.
    """
    effects = context.effects(module)
    if not any(
        effects.says("parallel_region", op.name) and effects.says("carries_tensors", op.name) for op in module.walk()
    ):
        return
    naming = Naming(module, effects)
    facts = extract_facts(module, naming, spelled(options), wanted=(*RELATIONS, *TENSOR_FACTS))
    found = rules.derive(facts, context.models, context.engine, relation_names(SeesGiven))
    for row in sorted(typed(found, SeesGiven)):
        op = naming.ops[row.op]
        given = naming.values[row.given]
        op.set_operands([given if number == row.operand else operand for number, operand in enumerate(op.operands)])
        context.remarks.append(
            op.diagnostic("sees what the loop was given: other instances may insert there", severity="remark")
        )
