"""Deallocates some functions at the ends of their blocks, as mlir-opt's pass does, and all others by plan.

Block ends assume less: ownership is an i1 unless it is certain, and possible aliases are compared at run time. The
pipeline uses them for functions with a plan that did not pass the checker.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ownlog import rules
from ownlog.backend.block_ends.emit import insert_deallocations
from ownlog.backend.block_ends.filling import FILLED_FROM, block_end_actions, refusals
from ownlog.backend.context import Context
from ownlog.backend.ownership.emit import insert_releases
from ownlog.backend.ownership.filling import planned_actions
from ownlog.backend.ownership.strategy import find_plan, planning_facts, rows_about
from ownlog.backend.ownership.strategy import refusals as plan_refusals
from ownlog.base.errors import InputError
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.module import Module
from ownlog.rules import relations as rel
from ownlog.rules.typed_rows import relation_names, typed


def insert_frees_and_deallocations(
    module: Module, options: Mapping[str, str], context: Context, at_ends: Collection[str]
) -> None:
    """Free each buffer of `module` once, in place, with deallocations at block ends in the functions `at_ends`.

    These functions, and their callees, keep to the function boundary ABI. Raises InputError for what cannot be handled
    soundly; the module is then unchanged.
    """
    traits = context.effects(module)
    naming = Naming(module, traits)
    facts = planning_facts(module, naming, options, context)
    facts["assume_at_ends"] = [(function,) for function in sorted(at_ends)]
    relations, _, undecided = find_plan(facts, naming, context)
    if context.witness is not None:
        context.witness(facts, naming)
    undecided = {function: why for function, why in undecided.items() if function not in at_ends}
    if undecided:
        raise InputError(*plan_refusals(relations, undecided, naming))
    ends = rules.derive(facts, context.models, context.engine, relation_names(*FILLED_FROM))
    # These are looked up only, or are about something else than what stands first.
    names = relation_names(rel.InFunction, rel.Indicator, rel.NotedIn, rel.ToldBy)
    shared = {name: ends[name] for name in names}
    ends = {**rows_about(ends, at_ends, True), **shared}
    if refused := refusals(ends, naming):
        raise InputError(*refused)
    insert_releases(planned_actions({**rows_about(relations, at_ends, False), **shared}, naming), traits)
    insert_deallocations(block_end_actions(ends, naming), traits)


def hanging_together(
    module: Module, functions: Collection[str], options: Mapping[str, str], context: Context
) -> set[str]:
    """Those functions, and all that depend on their plans by calls, in both directions, without a boundary."""
    facts = planning_facts(module, Naming(module, context.effects(module)), options, context)
    facts["assume_unproved"] = [(function,) for function in sorted(functions)]
    found = rules.derive(facts, context.models, context.engine, relation_names(rel.Involved))
    return {row.function for row in typed(found, rel.Involved)}.union(functions)
