"""The pipeline's way to decide what is freed where: by plan as far as the rules can, by the ownership-based pass where they cannot.

Private functions take and give ownership as their calls allow, unless that leaves a function undecided: then those keep to the function
boundary ABI that are to blame, as the rules say. What is undecided even then is left to the ownership-based pass. Functions whose plans
do not hang together with that one's are planned as if it was not there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Set
from dataclasses import replace
from typing import TYPE_CHECKING

from ownlog import rules
from ownlog.backend.block_ends.emit import insert_deallocations
from ownlog.backend.block_ends.plan import NEEDED, make_plan, refusals
from ownlog.backend.planned.emit import insert_releases
from ownlog.backend.planned.obligations import PROOFS, unproved
from ownlog.backend.planned.plan import TRANSFER, make_transfer_plan
from ownlog.base.errors import Diagnostic, InputError
from ownlog.frontend.facts.extract import Facts, extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op, Value
from ownlog.rules import relations as rel
from ownlog.rules.typed_rows import Found, relation_names, typed

if TYPE_CHECKING:
    from ownlog.backend.context import Context
    from ownlog.frontend.ir.ir import Module

Row = tuple[str | int, ...]

_NEEDED = tuple(sorted({*TRANSFER, *relation_names(*PROOFS, rel.FixesAbi, rel.InFunction, rel.Undecided)}))
_ATTEMPTS = 3
"""So often those functions are asked to keep to the ABI that are to blame; then all whose plans hang together with theirs."""


def insert_frees(module: Module, options: Mapping[str, str], context: Context) -> list[Op]:
    """Free each buffer of `module` once, in place; the functions that no plan was found for, in which `bufferization.dealloc`s are left.

    Says for each of those, as remarks of the context, where and why. Raises InputError for what cannot be handled soundly; the module is
    then unchanged.
    """
    traits = context.effects(module)
    naming = Naming(module, traits)
    facts = extract_facts(module, naming, {**options, **context.substitutes.options})
    relations, undecided = _plan(facts, naming, context)
    context.remarks.extend(_remarks(undecided, naming))
    if context.witness is not None:
        context.witness(facts, naming)
    if undecided:
        _fall_back(module, naming, facts, undecided.keys(), context)
    insert_releases(module, make_transfer_plan(relations, naming, set(undecided)), traits)
    return [op for name, op in naming.ops.items() if name in undecided]


def _remarks(undecided: Mapping[str, list[tuple[str, str]]], naming: Naming) -> list[Diagnostic]:
    """For a person: where and why no plan was found, in text order."""
    order = {name: number for number, name in enumerate(naming.ops)}
    places = sorted({(order[op], op, function, reason) for function, rows in undecided.items() for op, reason in rows})
    message = "no plan was found for {}, which is left to ownership-based-buffer-deallocation: {}"
    return [replace(naming.ops[op].diagnostic(message.format(function, why)), severity="remark") for _, op, function, why in places]


def _plan(facts: Facts, naming: Naming, context: Context) -> tuple[Mapping[str, Set[Row]], dict[str, list[tuple[str, str]]]]:
    """The relations of the plan, and what it leaves undecided: that includes what the prover does not prove."""
    relations = _derive(facts, context)
    undecided = _undecided(relations, naming, context)
    unproved_functions = undecided.keys() - {row.function for row in typed(relations, rel.Undecided)}
    if unproved_functions:
        told = [(function,) for function in sorted(unproved_functions)]
        wanted = relation_names(rel.FixesAbi)
        fixed = _to_fix(rules.derive({**facts, "told_unproved": told}, context.models, context.engine, wanted), "last")
        if fixed:
            _fix_abi(facts, fixed)
            relations = _derive(facts, context)
            undecided = _undecided(relations, naming, context)
    return relations, undecided


def _undecided(relations: Mapping[str, Set[Row]], naming: Naming, context: Context) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for row in typed(relations, rel.Undecided):
        found.setdefault(row.function, []).append((row.op, row.reason))
    left_out = tuple(f"{function}/" for function in found)
    planned = relations
    if found:
        # All that a plan is made of is about an op, a block or a value of one function, which comes first in the row.
        planned = {name: {row for row in rows if not str(row[0]).startswith(left_out)} for name, rows in relations.items()}
    homes = {row.block: row.function for row in typed(relations, rel.InFunction)}
    for at, rule in unproved(planned, naming, context.prover):
        step = naming.ops[at] if at in naming.ops else _definition(naming.values[at])
        assert step.parent is not None
        found.setdefault(homes[naming.block(step.parent)], []).append((naming.op(step), f"an obligation of {rule} was not proved"))
    return found


def _definition(value: Value) -> Op:
    """The op whose result `value` is, or the first one of the block whose argument it is."""
    return value.owner if isinstance(value.owner, Op) else value.owner.ops[0]


def _derive(facts: Facts, context: Context) -> dict[str, set[Row]]:
    """The relations of the plan, with as many functions keeping to the ABI as it takes (in `facts` from then on)."""
    attempt = 1
    while True:
        relations = rules.derive(facts, context.models, context.engine, _NEEDED)
        fixed = _to_fix(relations, "next" if attempt < _ATTEMPTS else "last")
        if not fixed:
            return relations
        _fix_abi(facts, fixed)
        attempt += 1


def _to_fix(relations: Found, when: str) -> list[str]:
    return sorted(row.function for row in typed(relations, rel.FixesAbi) if row.when == when)


def _fix_abi(facts: Facts, functions: Iterable[str]) -> None:
    facts["told_fixed_abi"].extend((function,) for function in functions)


def _fall_back(module: Module, naming: Naming, facts: Facts, functions: Collection[str], context: Context) -> None:
    derived = rules.derive(facts, context.models, context.engine, NEEDED)
    prefixes = tuple(f"{function}/" for function in functions)

    def concerns(row: Row) -> bool:
        return any(isinstance(item, str) and (item in functions or item.startswith(prefixes)) for item in row)

    relations: dict[str, Set[Row]] = {name: {row for row in rows if concerns(row)} for name, rows in derived.items()}
    if refused := refusals(relations, naming):
        raise InputError(*refused)
    insert_deallocations(module, make_plan(relations, naming), context.effects(module))
