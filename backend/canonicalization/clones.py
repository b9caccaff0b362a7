"""Clones that need not be made: they, or their sources, are freed right after.

Source: `SimplifyClones` and the folding of casts into clones in MLIR; `rules/analysis/aliasing/clones.dl`. Unlike in
MLIR, a call counts as a free if its callee may free its argument.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ownlog.backend.rewriting import build
from ownlog.frontend.ir.ir import Op, Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ownlog.backend.rewriting.rewriter import Rewriter
    from ownlog.rules import relations as rel


class Spare(NamedTuple):
    """The clone `op` can be dropped with `free`, which frees it or its source (first name `leader`).

    `after` is another op with a clone to drop before, if there is one.
    """

    op: Op
    free: Op
    ends_itself: bool
    leader: Value
    after: Op | None


def spare_clones(rows: Iterable[rel.SpareClone], ops: Mapping[str, Op], values: Mapping[str, Value]) -> dict[Op, Spare]:
    """The spare clones of `rows`; `ops` and `values` resolve the names."""
    spares: dict[Op, Spare] = {}
    for row in rows:
        spare = Spare(ops[row.op], ops[row.free], row.what == "clone", values[row.leader], ops.get(row.after))
        # Where a clone need not wait for another one, it does not.
        if spare.op not in spares or spare.after is None:
            spares[spare.op] = spare
    return spares


def drop_clones(spares: Mapping[Op, Spare], rewriter: Rewriter) -> bool:
    """Use the sources of spare clones instead, as long as the derived rows hold; whether any was dropped.

    Nothing is freed between a clone and its free, so the source is still there. If the source is what is freed, it
    lives on instead until the clone's end: then no other clone about the two may be dropped.
    """
    concerned: set[Value] = set()
    for spare in [spares[op] for op in rewriter.ops() if op in spares] if spares else ():
        source, clone = spare.op.operands[0], spare.op.results[0]
        if spare.free.name != build.FREE or spare.free in rewriter.erased:
            continue
        if spare.after is not None and spare.after not in rewriter.erased:
            continue
        if not spare.ends_itself and not concerned.isdisjoint((spare.leader, clone)):
            continue
        if (cast := _cast(source, clone, rewriter)) is None:
            continue
        concerned.update((spare.leader, clone))
        rewriter.insert_before(spare.op, cast)
        rewriter.replace_op(spare.op, [cast[-1].results[0] if cast else source])
        rewriter.erase(spare.free)
    return bool(concerned)


def fold_cast(op: Op, rewriter: Rewriter) -> bool:
    """Clone the source of a cast, if the cast adds nothing to the clone's type; whether it did."""
    cast = op.operands[0].owner
    if not isinstance(cast, Op) or cast.name != build.CAST:
        return False
    (source,) = cast.operands
    if (
        source.type.is_unranked_memref
        or op.operands[0].type.is_unranked_memref
        or not _is_wider(source, op.operands[0])
    ):
        return False
    return rewriter.offer(op, [source])


def _is_wider(source: Value, target: Value) -> bool:
    """Does the cast from `source` to `target` only add static information, about sizes?"""
    (wide, element, rest), (narrow, other, others) = source.type.memref_parts, target.type.memref_parts
    sizes = zip(wide, narrow, strict=False)
    return len(wide) == len(narrow) and element == other and rest == others and all(w in ("?", n) for w, n in sizes)


def _cast(source: Value, clone: Value, rewriter: Rewriter) -> list[Op] | None:
    """What makes the source a value of the clone's type; None where nothing does."""
    if source.type.canonical == clone.type.canonical:
        return []
    if source.type.is_unranked_memref or clone.type.is_unranked_memref:
        return None
    (sizes, element, rest), (others, other, other_rest) = source.type.memref_parts, clone.type.memref_parts
    fits = len(sizes) == len(others) and all(
        "?" in pair or pair[0] == pair[1] for pair in zip(sizes, others, strict=True)
    )
    return (
        [build.cast(source, clone.type, rewriter.names)] if fits and element == other and rest == other_rest else None
    )
