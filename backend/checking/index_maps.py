"""The affine maps that make one index of others, as rows say them."""

from __future__ import annotations

from ownlog.backend.checking.edges import grouped
from ownlog.backend.checking.rows import Rows
from ownlog.backend.rewriting.integers import IndexMap
from ownlog.rules import relations as rel


def index_maps(rows: Rows) -> dict[str, IndexMap]:
    """What ops make of their operands by affine maps, by the op."""
    found = {r.op: r.how for r in rows(rel.IndexMap)}
    if not found:
        return {}
    parts = grouped((r.op, (r.part, (r.how, r.first, r.second))) for r in rows(rel.MapPart))
    results = grouped((r.op, (r.position, r.part)) for r in rows(rel.MapResult))
    return {
        op: IndexMap(how, [part for _, part in sorted(parts[op])], [part for _, part in sorted(results[op])])
        for op, how in found.items()
    }
