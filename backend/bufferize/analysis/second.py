"""A second engine checks decisions: each pair of a read and a write in one buffer (`rules/bufferize/cross_check.dl`).

It derives everything again from facts; the decisions it gets are the uses in place and the classes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ownlog import rules
from ownlog.backend.bufferize.analysis.result import Analysis, facts_of
from ownlog.base.errors import Diagnostic, InputError
from ownlog.base.words import counted
from ownlog.rules.relations import WronglyDecided
from ownlog.rules.typed_rows import relation_names, typed

if TYPE_CHECKING:
    from ownlog.backend.context import Context
    from ownlog.frontend.facts.names import Naming
    from ownlog.frontend.ir.ir import Op
    from ownlog.frontend.ir.module import Module

_WHAT = {
    "conflict": "{other} would overwrite what it reads",
    "race": "{other} writes to what it reads, at the same time",
    "read-only": "it would write to what is read-only",
    "classes": "tensors that may share its buffer are taken for several",
}


def cross_check(module: Module, naming: Naming, analysis: Analysis, context: Context) -> None:
    """Check decisions by the context's second engine (`--cross-check`). Raises InputError for wrong ones."""
    engine = context.cross_check
    if engine is None:
        return
    found = rules.derive(facts_of(naming, analysis), context.models, engine, relation_names(WronglyDecided))
    wrong = [_diagnostic(naming, row, engine.name) for row in sorted(typed(found, WronglyDecided))]
    if wrong:
        raise InputError(*wrong)
    if module.ops:
        told = f"{engine.name} agrees: none of {len(analysis.in_place)} uses in place is in conflict"
        context.remarks.append(module.ops[0].diagnostic(told, severity="remark"))
        context.remarks.extend(_parts(module.ops[0], naming, analysis))


def _parts(first: Op, naming: Naming, analysis: Analysis) -> Iterator[Diagnostic]:
    """What the prover said of parts that the decisions go by."""
    proved = len(analysis.shown) + len(analysis.moved_by)
    if proved:
        said = (
            f"Z3 has proved of {counted(proved, 'pair')} of parts of tensors how they lie: apart, or as what is done"
            " with them goes by"
        )
        yield first.diagnostic(said, severity="remark")
    for one, other in sorted((str(one), str(other)) for one, other in analysis.told["assume_not_apart"]):
        op, second = naming.ops[one], naming.ops[other]
        said = (
            f"Z3 does not prove that {op.name} and {second.name} at line {second.line} take parts that are apart: they"
            " count as one"
        )
        yield op.diagnostic(said, severity="remark")


def _diagnostic(naming: Naming, row: WronglyDecided, engine: str) -> Diagnostic:
    op, other = naming.ops[row.op], naming.ops[row.other]
    what = _WHAT[row.what].format(other=f"{other.name} at line {other.line}")
    advice = "this is a mistake of Ownlog: report it; copy-before-write goes without decisions"
    return op.diagnostic(
        f"{engine} does not agree with what was decided about operand {row.operand} of {op.name}: {what}", advice
    )
