"""Why two buffers may share an allocation, in two lines: which one, and how each comes to hold it."""

from __future__ import annotations

from ownlog.rules.explain.derivation import Derivation
from ownlog.rules.explain.names import Names, short_name


def shared_allocation(root: Derivation, names: Names) -> list[str]:
    """Which allocation two values may share, and the path from it to each, in lines; none for other derivations."""
    overlap = next(
        (part for part in root.parts() if part.relation == "points_to_overlap" and part.kind == "derived"), None
    )
    if root.relation not in ("may_alias", "points_to_overlap") or overlap is None:
        return []
    ways = [_way(part) for part in overlap.premises if part.relation == "points_to"]
    if len(ways) != 2:
        return []
    sites = [names.placed(way[0], short_name(way[0])) for way in ways]
    same = ways[0][0] == ways[1][0]
    lines = [
        (
            f"both may hold {sites[0]}:"
            if same
            else f"one may hold {sites[0]} and the other {sites[1]}, which may be the same:"
        )
    ]
    return [*lines, *(f"  {_told(way, names)}" for way in ways)]


def _way(holds: Derivation) -> list[str]:
    """The values through which an allocation flows into the one of a points_to row, the allocation first."""
    values = []
    part: Derivation | None = holds
    while part is not None:
        values.append(str(part.cells[0]))
        part = next((premise for premise in part.premises if premise.relation == "points_to"), None)
    site = str(holds.cells[1])
    return list(reversed(values if values[-1] == site else [*values, site]))


def _told(way: list[str], names: Names) -> str:
    if len(way) == 1:
        return f"{short_name(way[0])} is that"
    return " -> ".join(names.placed(value, short_name(value)) for value in way)
