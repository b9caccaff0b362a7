"""The decisions of the pipeline's plan, as the rows of `rules/questions/lives.dl` say them."""

from __future__ import annotations

from collections import defaultdict

from ownlog.query.reports.lives import FREES, Fate, Life, Lives
from ownlog.report.page.model import BY_FLAG, NOT_OWNED, OWNED, Ending, Outcome, Reason
from ownlog.report.reasons import ReasonTable
from ownlog.report.rows import Rows
from ownlog.report.words import Owned, sentence

_ELSEWHERE = "owned elsewhere, or not at all"
_NOTES = frozenset({"copied", "copied if not owned"})
_REASONS = {
    "after": ("release_after", "{block}", None, "{value}"),
    "start": ("release_after", "{block}", -1, "{value}"),
    "before": ("release_at_end", "{block}", "{value}"),
    "edge": ("release_on_edge", "{block}", None, "{value}"),
    "unchosen": ("release_unless", None, None, "{value}", None, None),
    "freed": ("freed_by_hand", "{op}", "{value}"),
    "stack": ("freed_by_hand", None, "{value}"),
    "taken": ("drops", "{op}", "{value}", None, None),
    "returned": ("move", "{op}", None, None, "{value}"),
    "moved": ("move", "{op}", None, None, "{value}"),
    "entered": ("move_into_region", "{op}", "{value}"),
    "chosen": ("consumes", "{op}", "{value}", None),
    "transferred": ("dynamic_transfer", "{op}", None, None, "{value}"),
    "copied": ("return_clone", "{op}", None, "{value}", None),
    "copied if not owned": ("return_clone", "{op}", None, "{value}", None),
}
"""The row behind each fate: the relation, and its cells; None is any."""


class Plan:
    """The decisions of the plan in words, with the methods of `BlockEnds`."""

    def __init__(self, rows: Rows, reasons: ReasonTable) -> None:
        self.rows = rows
        self.reasons = reasons
        self._lives = {life.value: life for life in Lives(rows.questions, rows.naming).all()}
        self._freed: dict[str, dict[str, Outcome]] = defaultdict(dict)
        for life in self._lives.values():
            for fate in life.fates:
                if fate.kind in FREES:
                    self._freed[self._block(fate)][life.value] = _outcome(life, fate)

    def state(self, value: str) -> tuple[int, str]:
        life = self._lives[value]
        return (BY_FLAG if life.is_guarded else OWNED if life.is_owner else NOT_OWNED), life.owner

    def states(self, value: str) -> list[Owned]:
        rows = self.rows
        # A block at whose start an owner is released does not keep it, and has it until then.
        kept = {str(block) for block, _ in rows.find("keeps", None, value)}
        kept |= {block for block, freed in self._freed.items() if value in freed}
        seen = (
            kept
            | {str(block) for block, _ in rows.find("live_in", None, value)}
            | set(rows.cells("defining_block", value, None))
        )
        sign, text = self.state(value)
        elsewhere = [Owned(block, NOT_OWNED, _ELSEWHERE, ("live_in", block, value)) for block in seen - kept]
        return [Owned(block, sign, text, ("keeps", block, value)) for block in kept] + elsewhere

    def endings(self, value: str, limit: int) -> tuple[list[Ending], int]:
        life = self._lives[value]
        fates = [fate for fate in life.fates if fate.kind not in _NOTES]
        return [self._ending(life, fate) for fate in fates[:limit]], len(fates)

    def freed(self, block: str) -> list[tuple[str, Outcome]]:
        return sorted(self._freed[block].items(), key=lambda item: self.rows.order[item[0]])

    def held(self, block: str, value: str, last: int) -> int:
        ends = [
            self._line(fate) for fate in self._lives[value].fates if fate.kind in FREES and self._block(fate) == block
        ]
        return max([last, *ends])

    def notes(self, value: str) -> list[Reason]:
        life = self._lives[value]
        notes: list[Reason] = [
            (sentence(fate.text), self._why(life, fate)) for fate in life.fates if fate.kind in _NOTES
        ]
        if life.since and not life.since.startswith("allocated"):
            notes.append((f"It is {life.since}.", None))
        if not life.is_owner:
            notes.append((sentence(life.owner), None))
        return notes

    def _ending(self, life: Life, fate: Fate) -> Ending:
        block = self._block(fate)
        return {
            "block": self.rows.block_numbers[block],
            "place": "in",
            "line": self._line(fate),
            "outcome": _outcome(life, fate),
            "text": sentence(fate.text),
            "details": [],
            "whys": [(_WHY[fate.kind in FREES], self._why(life, fate))],
        }

    def _why(self, life: Life, fate: Fate) -> int | None:
        relation, *cells = _REASONS[fate.kind]
        names = {"{block}": self._block(fate), "{op}": fate.op, "{value}": life.value}
        found = self.rows.find(str(relation), *(names.get(str(cell), cell) for cell in cells))
        return self.reasons.why(str(relation), *(cell for cell in found[0] if cell is not None)) if found else None

    def _block(self, fate: Fate) -> str:
        """The block in which the op of a fate stands."""
        return str(self.rows.find("op", fate.op, None, None, None)[0][2])

    def _line(self, fate: Fate) -> int:
        op = self.rows.naming.ops[fate.op]
        return self.rows.op_end(op) if fate.kind in ("after", "unchosen") else self.rows.op_line(op)


_WHY = {True: "Why is it freed here?", False: "Why does it go there?"}


def _outcome(life: Life, fate: Fate) -> Outcome:
    if fate.kind in ("freed", "taken", "stack"):
        return "left"
    if fate.kind not in FREES:
        return "kept"
    return "maybe" if life.is_guarded or fate.kind == "unchosen" else "partly" if fate.kind == "edge" else "freed"
