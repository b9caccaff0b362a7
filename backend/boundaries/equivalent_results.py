"""drop-equivalent-buffer-results: removes results that are always a parameter; callers use their argument.

Source: MLIR's `-drop-equivalent-buffer-results`; the results are in `rules/placement/equivalent_results.dl`.
"""

from __future__ import annotations

from ownlog.backend.actions.rows import Rows
from ownlog.backend.boundaries.signatures import drop_call_results, drop_results
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Options, Pass
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.effects import Effects
from ownlog.backend.rewriting.rewriters import Rewriters
from ownlog.backend.rewriting.rows import About
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.forms.language.memrefs import castable
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module
from ownlog.rules.relations import Callee, EquivalentResult
from ownlog.rules.typed_rows import relation_names


def drop_equivalent_results(module: Module, effects: Effects, about: About) -> None:
    """Drop all results of functions of `module` that are always a parameter, in place."""
    naming = Naming(module, effects)
    rows = Rows(about(module, naming, relation_names(Callee, EquivalentResult)), naming)
    dropped: dict[Op, dict[int, int]] = {}
    for row in rows.of(EquivalentResult):
        dropped.setdefault(naming.ops[row.function], {})[row.position] = row.argument
    rewriters = Rewriters(effects)
    calls = [(naming.ops[row.op], naming.ops[row.function]) for row in rows.of(Callee)]
    for call, function in calls:
        for k, j in dropped.get(function, {}).copy().items():
            old, new = call.operands[j].type, call.results[k].type
            if old.canonical != new.canonical and not castable(old, new):
                # Only two casts lead from the one type to the other.
                del dropped[function][k]
    for call, function in calls:
        if dropped.get(function):
            _use_operands(call, dropped[function], rewriters)
    for function, results in dropped.items():
        if results:
            function.because = tuple(("equivalent_result", (function, k, j)) for k, j in results.items())
            drop_results(function, results.keys(), rewriters.of(function))
    rewriters.flush()


def _use_operands(call: Op, results: dict[int, int], rewriters: Rewriters) -> None:
    rewriter = rewriters.around(call)
    for k, j in results.items():
        result, operand = call.results[k], call.operands[j]
        if not rewriter.is_used(result):
            continue
        if result.type.canonical != operand.type.canonical:
            cast = build.cast(operand, result.type, rewriter.names)
            rewriter.insert_after(call, [cast])
            operand = cast.results[0]
        rewriter.replace(result, operand)
    drop_call_results(call, results.keys(), rewriter)


def _run(module: Module, _: Options, context: Context) -> None:
    drop_equivalent_results(module, context.effects(module), context.about)


PASSES = (Pass("drop-equivalent-buffer-results", "drop results that are always a parameter", _run),)
