"""The pipeline's strategy: what is freed where, by plan.

Private functions take and give ownership as their calls allow, unless that leaves a function undecided: then those to
blame keep to the function boundary ABI, as the rules say. If a plan fails because an owner gives its ownership away too
early, the owner is pinned there, and the plan is derived again. What is undecided even then is refused, with the place
and the reason.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Set
from typing import TYPE_CHECKING

from ownlog import rules
from ownlog.backend.fixpoint import Assumptions, add, fixpoint
from ownlog.backend.ownership.emit import insert_releases
from ownlog.backend.ownership.filling import FILLED_FROM, planned_actions
from ownlog.backend.ownership.obligations import PROOFS, unproved
from ownlog.backend.reasons import refused, unplanned
from ownlog.base.errors import Diagnostic, InputError
from ownlog.frontend.facts.extract import FOR_PLANS, RELATIONS, TEXT_FACTS, Facts, extract_facts, option_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op, Value
from ownlog.rules import relations as rel
from ownlog.rules.typed_rows import Found, relation_names, typed

if TYPE_CHECKING:
    from ownlog.backend.actions.schema import Actions
    from ownlog.backend.context import Context
    from ownlog.frontend.ir.module import Module
    from ownlog.frontend.ir.traits import Traits

Row = tuple[str | int, ...]
Undecided = dict[str, list[tuple[str, str]]]
"""By function, ops and reasons."""

_ASKED = (
    rel.FixesAbi,
    rel.FreedOtherwise,
    rel.InFunction,
    rel.Reconsidered,
    rel.Refusal,
    rel.Pinned,
    rel.Undecided,
)
NEEDED = tuple(sorted({*relation_names(*FILLED_FROM, *PROOFS, *_ASKED)}))
"""The relations that a plan is made of, and what is asked beside that."""
_DYNAMIC = "private-function-dynamic-ownership"
_ATTEMPTS = 3
"""How often the functions to blame keep to the ABI; then all with dependent plans do."""


def insert_frees(
    module: Module,
    options: Mapping[str, str],
    context: Context,
    traits: Traits,
    staying: Iterable[tuple[str, int, str]] = (),
) -> None:
    """Free each buffer of `module` once, in place.

    `staying` are the owners that are pinned from the beginning, rows of `assume_pinned`. Remarks say which owners
    are pinned. Raises InputError for what cannot be handled soundly; the module is then unchanged.
    """
    known = context.known if context.known is not None and context.known.holds(module) else None
    naming = known.naming if known is not None else Naming(module, traits)
    facts = planning_facts(module, naming, options, context)
    facts["assume_pinned"].extend(staying)
    if known is None:
        # Who knows the facts already asks the same rules for more than a plan.
        facts["assume_planned"] = [(naming.op(function),) for function in naming.functions]
    relations, actions, undecided = find_plan(facts, naming, context)
    if context.witness is not None:
        context.witness(facts, naming)
    context.notices.extend(_freed_otherwise(typed(relations, rel.FreedOtherwise), naming))
    if undecided:
        raise InputError(*refusals(relations, undecided, naming))
    insert_releases(actions, traits)


def planning_facts(module: Module, naming: Naming, options: Mapping[str, str], context: Context) -> Facts:
    """The facts that a plan goes by: what is off, no rule about plans asks for."""
    told = {name: value for name, value in options.items() if name != _DYNAMIC and value != "false"}
    told |= context.substitutes.options
    if context.known is not None and naming is context.known.naming:
        # What is told is added to the facts of the text, which somebody else goes by, too.
        facts = {name: rows if name in TEXT_FACTS else [*rows] for name, rows in context.known.facts.items()}
        facts["option"] = option_facts(told)
        return facts
    wanted = RELATIONS if context.witness is not None else FOR_PLANS
    return extract_facts(module, naming, told, wanted=wanted)


def refusals(relations: Found, undecided: Undecided, naming: Naming) -> list[Diagnostic]:
    """For a person: what the rules refuse, and where and why no plan was found otherwise, in text order."""
    order = {name: number for number, name in enumerate(naming.ops)}
    rows = [(row.op, *refused(row.reason)) for row in typed(relations, rel.Refusal)]
    ops = {op for op, _, _ in rows}
    for function, found in undecided.items():
        if not ops.intersection(op for op, _ in found):
            for op, reason in found:
                message, advice = unplanned(reason)
                rows.append((op, f"no plan was found for the deallocation of {function}: {message}", advice))
    rows.sort(key=lambda row: (order[row[0]], row))
    # Ops that an earlier pass made have no place of their own, and would all say the same.
    return list(dict.fromkeys(naming.ops[op].diagnostic(message, text) for op, message, text in rows))


def find_plan(facts: Facts, naming: Naming, context: Context) -> tuple[Mapping[str, Set[Row]], Actions, Undecided]:
    """The relations of the plan, its actions, and what is undecided or unproved, by function.

    Assumptions, pinned owners and functions with the ABI, are added to `facts`, and to the remarks.
    """
    relations = _derive(facts, naming, context)
    actions, undecided = _proved(relations, naming, context)
    unproved_functions = undecided.keys() - {row.function for row in typed(relations, rel.Undecided)}
    if unproved_functions:
        told = [(function,) for function in sorted(unproved_functions)]
        wanted = relation_names(rel.FixesAbi)
        fixed = _to_fix(
            rules.derive({**facts, "assume_unproved": told}, context.models, context.engine, wanted), "last"
        )
        if fixed:
            add(facts, {"assume_fixed_abi": fixed})
            relations = _derive(facts, naming, context)
            actions, undecided = _proved(relations, naming, context)
    return relations, actions, undecided


def _proved(relations: Mapping[str, Set[Row]], naming: Naming, context: Context) -> tuple[Actions, Undecided]:
    """The actions of the functions that have a plan, and what is undecided, or not proved."""
    found: Undecided = {}
    for row in typed(relations, rel.Undecided):
        found.setdefault(row.function, []).append((row.op, row.reason))
    planned = rows_about(relations, found, False) if found else relations
    homes = {row.block: row.function for row in typed(relations, rel.InFunction)}
    actions = planned_actions(planned, naming)
    for at, rule in unproved(planned, actions, naming, context.prover):
        step = naming.ops[at] if at in naming.ops else _definition(naming.values[at])
        assert step.parent is not None
        found.setdefault(homes[naming.block(step.parent)], []).append(
            (naming.op(step), f"an obligation of {rule} was not proved")
        )
    return actions, found


def rows_about(relations: Found, functions: Collection[str], about: bool) -> dict[str, set[Row]]:
    """The rows about things in `functions`, or, if not `about`, all others.

    All rows of plans are about an op, block or value of one function, or the function, which comes first in the row.
    """
    prefixes = tuple(f"{function}/" for function in functions)

    def is_about(row: Row) -> bool:
        return row[0] in functions or str(row[0]).startswith(prefixes)

    return {name: {row for row in rows if is_about(row) == about} for name, rows in relations.items()}


def _definition(value: Value) -> Op:
    """The op whose result `value` is, or the first one of the block whose argument it is."""
    return value.owner if isinstance(value.owner, Op) else value.owner.ops[0]


def _derive(facts: Facts, naming: Naming, context: Context) -> dict[str, set[Row]]:
    """The relations of the plan, with as many pinned owners and functions with the ABI as needed (in `facts`)."""
    attempt = 0
    reconsidered = False

    def assume(found: Mapping[str, Set[Row]]) -> Assumptions:
        nonlocal attempt, reconsidered
        if not reconsidered:
            reconsidered = True
            if clean := _clean(facts, typed(found, rel.Reconsidered), context):
                return {"assume_clean": clean}
        attempt += 1
        if fixed := _to_fix(found, "next" if attempt < _ATTEMPTS else "last"):
            return {"assume_fixed_abi": fixed}
        known = set(facts["assume_pinned"])
        staying = [row for row in typed(found, rel.Pinned) if row[:3] not in known]
        context.remarks.extend(_remarks(staying, typed(found, rel.InFunction), naming))
        return {"assume_pinned": sorted({row[:3] for row in staying})}

    return fixpoint(facts, lambda facts: rules.derive(facts, context.models, context.engine, NEEDED), assume)


def _clean(facts: Facts, reconsidered: Iterable[rel.Reconsidered], context: Context) -> list[Row]:
    """The functions that are left as they are, because they free all they have to by themselves."""
    asked = {row.function for row in reconsidered}
    if not asked:
        return []
    from ownlog.backend.checking import clean_functions

    return [(function,) for function in clean_functions(facts, asked, context.models, context.engine)]


def _remarks(staying: Iterable[rel.Pinned], homes: Iterable[rel.InFunction], naming: Naming) -> list[Diagnostic]:
    """Remarks on pinned owners, with reasons, in text order; `homes` are blocks and their functions."""
    order = {name: number for number, name in enumerate(naming.ops)}
    home = {naming.blocks[row.block]: row.function for row in homes}
    made = []
    told = [row._replace(reason=unplanned(row.reason)[0]) for row in staying]
    for row in sorted(told, key=lambda row: (order[row.op], row)):
        owner = naming.values[row.owner]
        made.append(
            naming.ops[row.op].diagnostic(f"{owner.ref} of {home[owner.block]} keeps its ownership here: {row.reason}")
        )
    return [remark._replace(severity="remark") for remark in dict.fromkeys(made)]


def _freed_otherwise(rows: Iterable[rel.FreedOtherwise], naming: Naming) -> list[Diagnostic]:
    """Warnings, in text order, about frees in the program that are for another kind of memory."""
    order = {name: number for number, name in enumerate(naming.ops)}
    made = []
    for row in sorted(rows, key=lambda row: (order[row.op], row)):
        op, owner = naming.ops[row.op], naming.values[row.owner]
        assert isinstance(owner.owner, Op)
        verb = "frees" if row.how == "always" else "may free"
        message = f"'{op.name}' {verb} {owner.ref}, which '{owner.owner.name}' allocated: "
        if row.free:
            found = op.diagnostic(f"{message}'{row.free}' frees that", f"use {row.free} where this is freed")
        else:
            found = op.diagnostic(f"{message}nothing is to free that", "drop what frees it")
        made.append(found._replace(severity="warning"))
    return list(dict.fromkeys(made))


def _to_fix(relations: Found, when: str) -> list[Row]:
    return sorted((row.function,) for row in typed(relations, rel.FixesAbi) if row.when == when)
