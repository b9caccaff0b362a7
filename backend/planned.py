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
from ownlog.backend.transfer import insert_releases
from ownlog.backend.transfer_plan import TRANSFER, make_transfer_plan
from ownlog.errors import InputError
from ownlog.frontend.facts import Facts, extract_facts
from ownlog.frontend.naming import Naming

if TYPE_CHECKING:
    from ownlog.backend.passes import Context
    from ownlog.frontend.ir import Module

Row = tuple[str | int, ...]

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
    relations = _derive(facts, context)
    undecided: dict[str, list[tuple[str, str]]] = {}
    for function, op, reason in relations["undecided"]:
        undecided.setdefault(str(function), []).append((str(op), str(reason)))
    if undecided:
        _fall_back(module, naming, facts, undecided.keys(), context)
    insert_releases(module, make_transfer_plan(relations, naming, set(undecided)))
    return Outcome(undecided)


def _derive(facts: Facts, context: Context) -> dict[str, set[Row]]:
    """The relations of the plan, with as many private functions keeping to the ABI as it takes (in `facts` from then on)."""
    for attempt in range(_ATTEMPTS + 1):
        relations = rules.derive(facts, context.models, context.engine, TRANSFER)
        open_functions = {function for (function,) in relations["open_function"]}
        if not relations["undecided"] or not open_functions:
            break
        blamed = {row[0] for row in relations["undecided"]} | {callee for _, callee in relations["blamed"]}
        closed = (blamed & open_functions if attempt < _ATTEMPTS - 1 else set()) or open_functions
        facts["option"].extend(("closed-function", function) for function in sorted(map(str, closed)))
    return relations


def _fall_back(module: Module, naming: Naming, facts: Facts, functions: Collection[str], context: Context) -> None:
    derived = rules.derive(facts, context.models, context.engine, NEEDED)
    prefixes = tuple(f"{function}/" for function in functions)

    def concerns(row: Row) -> bool:
        return any(isinstance(item, str) and (item in functions or item.startswith(prefixes)) for item in row)

    relations: dict[str, Set[Row]] = {name: {row for row in rows if concerns(row)} for name, rows in derived.items()}
    if refused := refusals(relations, naming):
        raise InputError(*refused)
    insert_deallocations(module, make_plan(relations, naming))
