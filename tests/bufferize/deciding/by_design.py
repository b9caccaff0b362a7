"""Why decisions about a plain random program differ from mlir-opt-22's, where they should: docs/bufferization.md tells
each reason.
"""

from collections.abc import Sequence

from ownlog.frontend.ir.ir import Op
from tests.bufferize.deciding.marking import Analysed, Difference

REASONS = {
    "carried-twice": (
        "a loop is given one tensor under two numbers: what is written under one must not show under the other"
    ),
    "lost": "mlir-opt lets threads insert into copies of their own, which are lost",
    "never-runs": "mlir-opt finds no two slices equal in a loop that never runs",
    "wrong": "with what mlir-opt decides, the program lets others observe something else",
}


def by_design(found: Analysed, differing: Sequence[Difference]) -> str:
    """Why something is decided otherwise, one of `REASONS`, or nothing.

    One decision leads to others, so one reason is enough.
    """
    if _gives_one_tensor_twice(found):
        return "carried-twice"
    if any(_is_lost(one) for one in differing):
        return "lost"
    return "never-runs" if any(_never_runs(found, one) for one in differing) else ""


def _gives_one_tensor_twice(found: Analysed) -> bool:
    """A loop is given one tensor under two numbers, and does not read the one."""
    return any(
        clash.read is not None and clash.write is not None and clash.read[0] == clash.write[0]
        and clash.read[1] != clash.write[1]
        and found.naming.ops[clash.read[0]].name.startswith("scf.")
        for clash in found.analysis.refused.values()
    )  # fmt: skip


def _is_lost(one: Difference) -> bool:
    """mlir-opt lets threads insert into copies of their own."""
    return (one.op, one.operand, one.theirs) == ("tensor.parallel_insert_slice", 1, "false")


def _never_runs(found: Analysed, one: Difference) -> bool:
    """mlir-opt finds no two numbers equal in a loop that never runs."""
    return one.ours == "true" and any(
        op.operands[0] is op.operands[1]
        for nested in found.module.walk()
        if nested.line == one.line
        for op in _loops(nested)
    )


def _loops(op: Op) -> list[Op]:
    around = op.parent_op
    return [] if around is None else [*([around] if around.name == "scf.for" else []), *_loops(around)]
