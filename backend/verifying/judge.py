"""The comparison of two modules: function by function, and then whether the second one deallocates as it should."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ownlog.backend.checking import check
from ownlog.backend.verifying.alike import same_op
from ownlog.backend.verifying.lockstep import Lockstep
from ownlog.backend.verifying.outcome import DIFFERENT, SAME, UNKNOWN, Comparison, Outcome
from ownlog.backend.verifying.program import Program
from ownlog.backend.verifying.signatures import tables, unlike_signatures
from ownlog.backend.verifying.witness import Witness, find_witness
from ownlog.base.errors import InputError

if TYPE_CHECKING:
    from ownlog.frontend.ir.ir import Op
    from ownlog.frontend.ir.module import Module
    from ownlog.rules.engine.program.engine import Engine

_SIMPLIFY = ("expand-realloc{emit-deallocs=false}", "expand-realloc{emit-deallocs=false},canonicalize,cse,canonicalize")
"""What is done to the program before on further tries, one after the other, as tools do that deallocate."""


def compare(
    before: Module,
    after: Module,
    models: Sequence[Path] = (),
    engine: Engine | None = None,
    again: Callable[[], Module] | None = None,
) -> Comparison:
    """Does `after` do what `before` does, up to deallocation, and deallocate correctly?

    `again` makes another `before`, which is simplified for further tries. Raises InputError if `after` lacks a
    function.
    """
    first, second = Program(before, models, engine), Program(after, models, engine)
    _check_functions(first, second)
    outcomes = [*_outside(first, second), *_functions(first, second)]
    for passes in _SIMPLIFY:
        if again is not None and any(outcome.status == UNKNOWN for outcome in outcomes):
            outcomes = _tried_again(outcomes, again(), passes, second, models, engine)
    outcomes = _run(outcomes, first, second)
    found = sorted({assumption for outcome in outcomes for assumption in outcome.assumptions})
    deallocation = check(after, models, engine)
    return Comparison(outcomes, deallocation, found)


def _run(outcomes: list[Outcome], before: Program, after: Program) -> list[Outcome]:
    """The outcomes, with `different` for what runs of both programs show.

    Runs are tried for unknown functions, and for callers of functions that return copies.
    """
    copying = before.callers(outcome.function for outcome in outcomes if outcome.assumptions)
    found = []
    for outcome in outcomes:
        both = outcome.function in before.entry and outcome.function in after.entry
        asked = outcome.status == UNKNOWN or (outcome.status == SAME and outcome.function in copying)
        witness = find_witness(before, after, outcome.function, outcome.decided) if both and asked else None
        found.append(outcome if witness is None else _seen(outcome, witness, before, after))
    return found


def _seen(outcome: Outcome, witness: Witness, before: Program, after: Program) -> Outcome:
    places = outcome.before or before.where(witness.before), outcome.after or after.where(witness.after)
    reason = outcome.reason.replace("may not be the same", "is not the same").replace("may differ", "differ")
    reason = reason or "a function that is called returns a copy, which makes a difference here"
    return replace(
        outcome, status=DIFFERENT, reason=reason, before=places[0], after=places[1], arguments=witness.arguments
    )


def _check_functions(before: Program, after: Program) -> None:
    missing = [
        name
        for name in before.naming.ops
        if before.traits.is_function(before.op(name)) and name not in after.naming.ops
    ]
    if missing:
        advice = "compare the whole output of the tool with the whole input, and keep functions that nobody calls"
        raise InputError(
            *(before.op(name).diagnostic(f"the second program has no function {name}", advice) for name in missing)
        )


def _functions(before: Program, after: Program) -> list[Outcome]:
    found = []
    for name in before.naming.ops:
        if not before.traits.is_function(before.op(name)):
            continue
        found.append(_function(before, after, name))
    return found


def _function(before: Program, after: Program, name: str) -> Outcome:
    bodies = [name in program.entry for program in (before, after)]
    places = before.where(name), after.where(name)
    if bodies[0] != bodies[1]:
        return Outcome(name, DIFFERENT, "one of the two is a declaration only", *places)
    unlike = unlike_signatures(before, after, name)
    if unlike is not None:
        return Outcome(name, DIFFERENT if unlike.certain else UNKNOWN, unlike.reason, *places)
    if not all(bodies) or same_op((before, after), before.op(name), after.op(name)):
        return Outcome(name, SAME, "", *places)
    return Lockstep(before, after, name).outcome()


def _outside(before: Program, after: Program) -> list[Outcome]:
    """What is said of the ops outside of functions: globals and the like."""
    found = []
    others = {program: _symbols(program) for program in (before, after)}
    for symbol, op in others[before].items():
        there = others[after].get(symbol)
        if there is None:
            found.append(Outcome(symbol, UNKNOWN, "the program after lacks it", before.where(before.naming.op(op))))
        elif not same_op((before, after), op, there):
            places = before.where(before.naming.op(op)), after.where(after.naming.op(there))
            reason = f"the two '{op.name}' ops may differ, and what they do is not compared"
            found.append(Outcome(symbol, UNKNOWN, reason, *places))
    for symbol in others[after].keys() - others[before].keys():
        op = others[after][symbol]
        if not op.attribute("sym_name"):
            found.append(
                Outcome(symbol, UNKNOWN, "the program before lacks it", None, after.where(after.naming.op(op)))
            )
    first, second = tables(before), tables(after)
    for symbol in sorted(first.keys() | second.keys()):
        if first.get(symbol) != second.get(symbol):
            found.append(
                Outcome(symbol or "the module", UNKNOWN, "the attributes of the symbol table may not be the same")
            )
    return found


def _symbols(program: Program) -> dict[str, Op]:
    """The ops that stand in symbol tables and are neither functions nor such tables, by their symbols, or by number."""
    traits = program.traits
    found: dict[str, Op] = {}
    work = [(program.module.top, "")]
    while work:
        block, prefix = work.pop()
        for number, op in enumerate(block.ops):
            name = prefix + (op.attribute("sym_name") or f"op {number}")
            if traits.is_symbol_table(op):
                inside = prefix + (f"{op.attribute('sym_name')}/" if op.attribute("sym_name") else "")
                work += [(inner, inside) for region in op.regions for inner in region.blocks]
            elif not traits.is_function(op):
                found[name] = op
    return found


def _tried_again(
    outcomes: list[Outcome], again: Module, passes: str, after: Program, models: Sequence[Path], engine: Engine | None
) -> list[Outcome]:
    """The outcomes, with `same` for what is the same as the simplified program before."""
    from ownlog.backend.context import Context
    from ownlog.backend.passes.pipeline_text import parse_pipeline
    from ownlog.backend.passes.registry import run_passes

    run_passes(again, parse_pipeline(passes, anchored=False), Context(tuple(models), engine))
    simple = Program(again, models, engine)
    found = []
    for outcome in outcomes:
        if outcome.status == UNKNOWN and outcome.function in simple.entry and outcome.function in after.entry:
            second = _function(simple, after, outcome.function)
            if second.status == SAME:
                outcome = replace(second, states=outcome.states + second.states)
        found.append(outcome)
    return found
