"""The pipeline's way to decide what is freed where: by plan as far as the rules can, by the ownership-based pass where they cannot.

Private functions take and give ownership as their calls allow, unless that leaves a function undecided: then the functions to blame keep to
the function boundary ABI. What is undecided even then is left to the ownership-based pass.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ownlog import rules
from ownlog.backend.ownership import insert_deallocations
from ownlog.backend.plan import NEEDED, make_plan, refusals
from ownlog.backend.plan_proofs import PROOFS, unproved
from ownlog.backend.transfer import insert_releases
from ownlog.backend.transfer_plan import TRANSFER, make_transfer_plan
from ownlog.errors import InputError
from ownlog.frontend.facts import Facts, extract_facts
from ownlog.frontend.naming import Naming

if TYPE_CHECKING:
    from ownlog.backend.passes import Context
    from ownlog.frontend.ir import Module, Op

Row = tuple[str | int, ...]

_NEEDED = tuple(sorted({*TRANSFER, *PROOFS}))
_ATTEMPTS = 3
"""So often some private functions are asked to keep to the ABI; then all are."""


@dataclass(frozen=True)
class Outcome:
    """How the functions of a module were deallocated: `undecided` has, for each that no plan was found for, ops with the reason."""

    undecided: dict[str, list[tuple[str, str]]]

    @property
    def planned(self) -> bool:
        """Whether the plans cover the whole module, so that no `bufferization.dealloc` is left in it."""
        return not self.undecided


def insert_frees(module: Module, options: Mapping[str, str], context: Context) -> Outcome:
    """Free each buffer of `module` once, in place.

    Raises InputError for what cannot be handled soundly; the module is then unchanged.
    """
    naming = Naming(module)
    facts = extract_facts(module, naming, options)
    relations, undecided = _plan(facts, naming, context)
    if context.witness is not None:
        context.witness(facts, naming)
    if undecided:
        _fall_back(module, naming, facts, undecided.keys(), context)
    insert_releases(module, make_transfer_plan(relations, naming, set(undecided)))
    return Outcome(undecided)


def _plan(facts: Facts, naming: Naming, context: Context) -> tuple[Mapping[str, Set[Row]], dict[str, list[tuple[str, str]]]]:
    """The relations of the plan, and what it leaves undecided: that includes what the prover does not prove."""
    relations = _derive(facts, context)
    undecided = _undecided(relations, naming, context)
    open_functions = {str(function) for (function,) in relations["open_function"]}
    if open_functions and len(undecided) > len({function for function, _, _ in relations["undecided"]}):
        facts["option"].extend(("closed-function", function) for function in sorted(open_functions))
        relations = _derive(facts, context)
        undecided = _undecided(relations, naming, context)
    return relations, undecided


def _undecided(relations: Mapping[str, Set[Row]], naming: Naming, context: Context) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for function, op, reason in relations["undecided"]:
        found.setdefault(str(function), []).append((str(op), str(reason)))
    left_out = tuple(f"{function}/" for function in found)
    planned = relations
    if found:
        planned = {name: {row for row in rows if not str(row[0]).startswith(left_out)} for name, rows in relations.items()}
    for at, rule in unproved(planned, naming, context.prover):
        found.setdefault(_function_of(at, naming), []).append((at, f"an obligation of {rule} was not proved"))
    return found


def _function_of(name: str, naming: Naming) -> str:
    """The function around the op or value called `name`."""
    block = naming.values[name].block if name in naming.values else naming.ops[name].parent
    function: Op | None = None
    while block is not None and block.parent is not None and block.parent.parent is not None:
        function = block.parent.parent
        if function.name.endswith(".func"):
            break
        block = function.parent
    assert function is not None
    return naming.op(function)


def _derive(facts: Facts, context: Context) -> dict[str, set[Row]]:
    """The relations of the plan, with as many private functions keeping to the ABI as it takes (in `facts` from then on)."""
    attempt = 0
    while True:
        relations = rules.derive(facts, context.models, context.engine, _NEEDED)
        open_functions = {function for (function,) in relations["open_function"]}
        if not relations["undecided"] or not open_functions:
            return relations
        blamed = {row[0] for row in relations["undecided"]} | {callee for _, callee in relations["blamed"]}
        closed = (blamed & open_functions if attempt < _ATTEMPTS - 1 else set()) or open_functions
        facts["option"].extend(("closed-function", function) for function in sorted(map(str, closed)))
        attempt += 1


def _fall_back(module: Module, naming: Naming, facts: Facts, functions: Collection[str], context: Context) -> None:
    derived = rules.derive(facts, context.models, context.engine, NEEDED)
    prefixes = tuple(f"{function}/" for function in functions)

    def concerns(row: Row) -> bool:
        return any(isinstance(item, str) and (item in functions or item.startswith(prefixes)) for item in row)

    relations: dict[str, Set[Row]] = {name: {row for row in rows if concerns(row)} for name, rows in derived.items()}
    if refused := refusals(relations, naming):
        raise InputError(*refused)
    insert_deallocations(module, make_plan(relations, naming))
