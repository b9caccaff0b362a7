"""promote-buffers-to-stack: small buffers that do not escape are allocated on the stack.

Source: MLIR's `-promote-buffers-to-stack`; `rules/placement/stack.dl`.
"""

from __future__ import annotations

from dataclasses import dataclass

from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Options, Pass, option, spelled
from ownlog.backend.placement.alignment import alignments, asked_alignment, natural_alignment
from ownlog.backend.placement.placing import Placing
from ownlog.frontend.ir.ir import Block, Op, Reason
from ownlog.frontend.ir.module import Module
from ownlog.rules.relations import FreedOperand, OnStack, PairOnStack, PairStays, SeenAs

_MOST = 2**31 - 2
"""Larger buffers are never small, whatever the user says: the facts do not tell how large they are."""


_KEPT = {
    "frame": (
        "stays on the heap: all small buffers of its function would take more of the stack than max-frame-size-in-bytes"
        " says"
    ),
    "again": (
        "stays on the heap: its function may be called again before it returns, and each call would take more of the"
        " stack"
    ),
    "space": "stays on the heap: its type names a memory space, of which nobody tells whether it has a stack",
}
"""Why a small buffer that is freed is not on the stack: the reasons of the relation `pair_stays`, for persons."""


@dataclass(frozen=True)
class StackOptions(Options):
    """Which buffers are small enough."""

    max_alloc_size_in_bytes: int = option(1024, "How many bytes a buffer may take of the stack.")
    max_frame_size_in_bytes: int = option(
        65536, "With promote-freed: how many bytes of the stack all buffers of a function may take together."
    )
    max_rank_of_allocated_memref: int = option(
        1, "How many dimensions a buffer may have whose sizes are ranks of others."
    )
    promote_freed: bool = option(False, "Let buffers that are freed where they are made be on the stack, too.")


def stack(module: Module, context: Context) -> bool:
    """The step of the pipeline's placement: buffers that are freed where they are made go to the stack, too."""
    return promote(module, StackOptions(promote_freed=True), context)


def promote(module: Module, options: StackOptions, context: Context) -> bool:
    """Put allocations of `module` on the stack, in place; whether something freed changed.

    Remarks say which stay that are freed where they are allocated.
    """
    limits = {name: str(min(int(text), _MOST)) for name, text in spelled(options).items() if text.isdecimal()}
    asked = (PairOnStack, PairStays) if options.promote_freed else ()
    placing = Placing(module, context, FreedOperand, OnStack, SeenAs, *asked, options=limits)
    rows, ops = placing.rows, placing.ops
    alignment = alignments(rows, placing.naming)
    for row in rows(OnStack):
        op = ops[row.op]
        _put_on_stack(op, row.form, alignment(op), ("on_stack", (op, row.form)))
    gone: dict[Block, set[Op]] = {}
    for pair in rows(PairOnStack) if asked else ():
        op, free = ops[pair.op], ops[pair.free]
        _put_on_stack(op, pair.form, alignment(op), ("pair_on_stack", (op, pair.form, free)))
        assert free.parent is not None
        gone.setdefault(free.parent, set()).add(free)
    for block, frees in gone.items():
        block.replace_ops([op for op in block.ops if op not in frees])
    for kept in sorted(rows(PairStays)) if asked else ():
        placing.remark(ops[kept.op], _KEPT[kept.reason])
    return bool(gone or (rows(OnStack) and rows(FreedOperand)))


def _put_on_stack(op: Op, form: str, alignment: int, reason: Reason) -> None:
    """Let `op` allocate on the stack, where it says the `alignment` that it needs if the stack would give less."""
    if alignment > (asked_alignment(op) if op.attribute("alignment") else natural_alignment(op)):
        op.attrs.pop("alignment", None)
        op.properties["alignment"] = f"{alignment} : i64"
    op.name = form
    op.because += (reason,)
    op.mark_changed()


PASSES = (
    Pass(
        "promote-buffers-to-stack",
        "let small buffers that no scope hands out be on the stack",
        promote,
        StackOptions,
        careful=True,
    ),
)
