"""buffer-out-params-to-results: functions allocate and return what each call allocates for them and they need only later.

The opposite of MLIR's `-buffer-results-to-out-params`. Which parameters, `rules/placement/boundaries/returning.dl` says.
"""

from __future__ import annotations

from ownlog.backend.boundaries.signatures import returns
from ownlog.backend.context import Context
from ownlog.backend.placement.rows import rows_about
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.backend.rewriting.rewriters import Rewriters
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.functions import update_function_type
from ownlog.frontend.ir.ir import Module, Op
from ownlog.rules.relations import FreedOperand, GotFromCall, ReturnedInstead


def return_instead(module: Module, context: Context) -> bool:
    """Let functions of `module` return what calls allocate for them, in place; whether some do, where something is freed.

    Remarks say which. A function that passes on what it is given allocates that itself then: what it calls may follow in the next round.
    """
    freed = False
    while (found := _return_once(module, context)) is not None:
        freed = freed or found
    return freed


def _return_once(module: Module, context: Context) -> bool | None:
    """One round; whether something is freed in the module, and None where nothing was left to do."""
    effects = context.effects(module)
    naming = Naming(module, effects)
    rows, ops = rows_about(module, naming, context, FreedOperand, GotFromCall, ReturnedInstead), naming.ops
    functions: dict[Op, dict[int, Op]] = {}
    for row in sorted(rows(ReturnedInstead), key=lambda row: row.position):
        functions.setdefault(ops[row.function], {})[row.position] = ops[row.op]
    if not functions:
        return None
    calls: dict[Op, dict[int, Op]] = {}
    for given in sorted(rows(GotFromCall), key=lambda row: row.position):
        calls.setdefault(ops[given.call], {})[given.position] = ops[given.op]
    rewriters = Rewriters(effects)
    ordered = list(module.walk())
    for function in [op for op in ordered if op in functions]:
        _allocate(function, functions[function], rewriters.of(function))
        message = "allocates and returns what calls allocated for it: it needs that only later"
        context.remarks.append(function.diagnostic(message, severity="remark"))
    for call in [op for op in ordered if op in calls]:
        _take_results(call, calls[call], rewriters.around(call))
    rewriters.flush()
    return bool(rows(FreedOperand))


def _allocate(function: Op, instead: dict[int, Op], rewriter: Rewriter) -> None:
    """Let `function` allocate its parameters, as the ops do that stand in `instead` under their numbers, and return them."""
    entry = function.regions[0].blocks[0]
    made = []
    for position, like in instead.items():
        old = entry.arguments[position]
        op = build.again(like, [])
        op.location = like.location
        op.because = (("returned_instead", (function, position, like)),)
        rewriter.replace(old, op.add_result(rewriter.names.fresh("alloc"), old.type))
        made.append(op)
    rewriter.insert_before(entry.ops[0], made)
    for end in returns(function, rewriter.effects):
        rewriter.set_operands(end, [*end.operands, *(op.results[0] for op in made)])
    entry.keep_arguments([k not in instead for k, _ in enumerate(entry.arguments)])
    update_function_type(function, rewriter.effects)


def _take_results(call: Op, made: dict[int, Op], rewriter: Rewriter) -> None:
    """Let `call` return what the ops in `made` allocate for the arguments of these numbers."""
    rewriter.set_operands(call, [value for k, value in enumerate(call.operands) if k not in made])
    for op in made.values():
        result = call.add_result(rewriter.names.fresh("alloc"), op.results[0].type)
        rewriter.replace_op(op, [result])
