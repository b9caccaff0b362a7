"""Where rows about one op cannot stand beside each other: what ships says one thing of it, a user's model another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ownlog.frontend.ir.traits import EVERY

if TYPE_CHECKING:
    from ownlog.frontend.ir.traits import Row


@dataclass(frozen=True)
class Said:
    """A row of a model relation, and where it stands. `ships`: in one of Ownlog's own files."""

    relation: str
    row: Row
    place: str = field(compare=False)
    ships: bool = field(compare=False)

    def __str__(self) -> str:
        columns = ", ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in self.row)
        return f"{self.relation}({columns})"


# Where one of these ships of an op, all its effects are told.
_TELLS_ALL = ("effects_known", "pure", "only_reads", "only_allocates", "call_like")
_EFFECTS = frozenset(
    {"allocates", "allocates_on_stack", "call_like", "frees", "guarded_frees", "only_allocates", "only_reads", "pure"}
)
# The relations that exclude each other for one op; a number of columns: where so many columns behind the name agree.
_EXCLUDE: dict[str, dict[str, int]] = {
    "pure": dict.fromkeys(
        (
            "accesses_memory",
            "allocates",
            "allocates_on_stack",
            "call_like",
            "frees",
            "guarded_frees",
            "only_allocates",
            "only_reads",
        ),
        0,
    ),
    "only_reads": dict.fromkeys(
        ("allocates", "allocates_on_stack", "call_like", "frees", "guarded_frees", "only_allocates"), 0
    ),
    "only_allocates": dict.fromkeys(("accesses_memory", "call_like", "frees", "guarded_frees"), 0),
    "allocates": {"allocates_on_stack": 1, "view_like": 1, "select_like": 0},
    "allocates_on_stack": {"view_like": 1, "select_like": 0},
    "copies": {"view_like": 0, "exposes": 0},
    "keeps_address": {"byte_shift": 0},
}


def disagreements(rows: Iterable[Said]) -> Iterator[tuple[Said, str]]:
    """The rows of a user's model that contradict shipped rows: each with that row, the reason, and its place.

    Contradictions among users' models are for the rules: of two effects the graver one counts.
    """
    mine, ships = [], defaultdict(list)
    for said in rows:
        if said.ships:
            ships[str(said.row[0])].append(said)
        else:
            mine.append(said)
    for said in mine:
        problem = _problem(said, ships.get(str(said.row[0]), []))
        if problem is not None:
            yield said, problem


def _problem(mine: Said, ships: list[Said]) -> str | None:
    if mine in ships:
        return None
    for other in ships:
        if _excludes(mine, other) or _excludes(other, mine):
            return f"Ownlog's model says {other}, and both cannot be: {other.place}"
    for other in ships:
        if other.relation == mine.relation:
            return f"Ownlog's model says {other}, and no more of the kind: {other.place}"
    for other in ships:
        if mine.relation in _EFFECTS and other.relation in _TELLS_ALL:
            return f"Ownlog's model says {other}, so all its effects are told: {other.place}"
    return None


def _excludes(one: Said, other: Said) -> bool:
    columns = _EXCLUDE.get(one.relation, {}).get(other.relation)
    if columns is None:
        return False
    return all(
        a == b or EVERY in (a, b) for a, b in zip(one.row[1 : 1 + columns], other.row[1 : 1 + columns], strict=True)
    )
