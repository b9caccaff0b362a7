"""What the ends of blocks decide about a buffer, as the rows of `rules/analysis/deallocation.dl` say it."""

from __future__ import annotations

from ownlog.report.model import Ending, Outcome, Reason
from ownlog.report.reasons import ReasonTable
from ownlog.report.rows import Rows
from ownlog.report.words import flag, ownership

_CAME = {
    "live-in": "It comes in from an earlier block and is used here or later.",
    "argument": "It is an argument of the block.",
    "allocation": "It is allocated here.",
    "result": "A call or a nested region hands it out here.",
}
_NAMED = 3


class Endings:
    """Puts the decisions about buffers into words."""

    def __init__(self, rows: Rows, reasons: ReasonTable) -> None:
        self.rows = rows
        self.reasons = reasons

    def blocks(self, value: str) -> list[str]:
        """The blocks whose end decides about a buffer, its own block first, then in text order."""
        home = set(self.rows.cells("defining_block", value, None))
        found = [str(block) for block, _, _ in self.rows.find("condition", None, value, None)]
        return sorted(found, key=lambda block: (block not in home, self.rows.block_numbers[block]))

    def outcome(self, block: str, value: str) -> tuple[Outcome, str, list[str]]:
        """What the end of `block` does with `value`, in a word, a sentence, and what else there is to say."""
        rows = self.rows
        state = str(rows.find("condition", block, value, None)[0][2])
        if state == "false":
            return "left", "Not freed: this block does not own it.", []
        edges = [(int(i or 0), str(target)) for _, i, target in rows.find("edge", block, None, None)]
        if not edges:
            if rows.holds("retained_on_exit", block, value):
                return "kept", f"Kept: {self._terminator(block)} hands it out.", []
            return self._freed(block, value, state, {str(v) for _, v in rows.find("retained_on_exit", block, None)}, [])
        kept = [(i, target) for i, target in edges if rows.holds("retained_on_edge", block, i, value)]
        stays = [self._survival(block, i, target, value) for i, target in kept]
        if len(kept) == len(edges):
            return "kept", f"Kept: {', '.join(dict.fromkeys(stays))}.", []
        freeing = [edge for edge in edges if edge not in kept]
        retained = {str(v) for i, _ in freeing for _, _, v in rows.find("retained_on_edge", block, i, None)}
        if not kept:
            return self._freed(block, value, state, retained, [])
        toward = ", ".join(rows.block_name(target) for _, target in freeing)
        outcome, text, details = self._freed(block, value, state, retained, [f"On the other way out it is {stays[0]}."])
        return ("kept" if outcome == "kept" else "partly"), f"On the way to {toward}: {text[0].lower()}{text[1:]}", details

    def _freed(self, block: str, value: str, state: str, retained: set[str], details: list[str]) -> tuple[Outcome, str, list[str]]:
        """What to say where nothing keeps the buffer itself: other names of its allocation still may."""
        others = sorted(retained, key=self.rows.order.__getitem__)
        same = [other for other in others if self.rows.holds("must_alias", value, other)]
        if same:
            return "kept", f"Kept: {self.rows.short(same[0])} always has the same allocation, and is kept.", details
        maybe = [other for other in others if not self.rows.holds("never_alias", value, other)]
        if maybe:
            names = ", ".join(map(self.rows.short, maybe[:_NAMED]))
            names += f" or one of {len(maybe) - _NAMED} more" if len(maybe) > _NAMED else ""
            details = [*details, f"Not if it turns out to be the allocation of {names}: a comparison at run time decides."]
        if state == "true":
            return "freed", "Freed: the block owns it, and nothing needs it any more.", details
        if state == "unknown":
            return "maybe", "Freed if owned, which nothing tells.", details
        return "maybe", f"Freed if {flag(self.rows, state)}.", details

    def _survival(self, block: str, successor: int, target: str, value: str) -> str:
        terminator = self.rows.cells("terminator", block, None)[0]
        places = [row[2] for row in self.rows.find("successor_operand", terminator, successor, None, value)]
        name = self.rows.block_name(target)
        if not places:
            return f"needed in {name} or later"
        arguments = [self.rows.short(other) for place in places for other in self.rows.cells("block_argument", target, place, None)]
        return f"passed to {name} as {', '.join(arguments)}"

    def _terminator(self, block: str) -> str:
        return self.rows.naming.ops[self.rows.cells("terminator", block, None)[0]].name

    def ending(self, block: str, value: str) -> Ending:
        """The decision with its reasons."""
        outcome, text, details = self.outcome(block, value)
        whys: list[Reason] = []
        for _, _, reason in self.rows.find("candidate", block, value, None):
            whys.append((_CAME[str(reason)], self.reasons.why("candidate", block, value, str(reason))))
        for row in self.rows.find("condition", block, value, None):
            whys.append((f"Its ownership here: {ownership(self.rows, str(row[2]))}.", self._why("condition", row)))
        for row in self.rows.find("retained_on_edge", block, None, value):
            target = self.rows.cells("edge", block, row[1], None)[0]
            whys.append((f"It must survive the way to {self.rows.block_name(target)}.", self._why("retained_on_edge", row)))
        for row in self.rows.find("retained_on_exit", block, value):
            whys.append(("It must survive the way out.", self._why("retained_on_exit", row)))
        return {"block": self.rows.block_numbers[block], "outcome": outcome, "text": text, "details": details, "whys": whys}

    def _why(self, relation: str, row: tuple[str | int | None, ...]) -> int | None:
        return self.reasons.why(relation, *(cell for cell in row if cell is not None))
