"""What the ends of blocks decide about a buffer, as the rows of `rules/questions/owners.dl` say it."""

from __future__ import annotations

from dataclasses import dataclass

from ownlog.report.page.model import Ending, Outcome, Reason
from ownlog.report.reasons import ReasonTable
from ownlog.report.rows import Rows
from ownlog.report.words import Owned, flag, ownership, sign

_CAME = {
    "live-in": "It comes in from an earlier block and is used here or later.",
    "argument": "It is an argument of the block.",
    "allocation": "It is allocated here.",
    "result": "A call or a nested region hands it out here.",
}
_NAMED = 3
_FILE = "owners.dl"


@dataclass(frozen=True)
class _Way:
    """A way out of a block: its target, what keeps the buffer ("": nothing), and buffers to compare at run time."""

    target: str
    kept: str
    maybe: list[str]


class BlockEnds:
    """The decisions of the pass that decides at the ends of blocks, in words."""

    def __init__(self, rows: Rows, reasons: ReasonTable) -> None:
        self.rows = rows
        self.reasons = reasons

    def blocks(self, value: str) -> list[str]:
        """The blocks whose end decides about a buffer, its own block first, then in text order."""
        home = set(self.rows.cells("defining_block", value, None))
        found = {str(block) for block, _, _ in self.rows.find("candidate", None, value, None)}
        return sorted(found, key=lambda block: (block not in home, self.rows.block_numbers[block]))

    def outcome(self, block: str, value: str) -> tuple[Outcome, str, list[str]]:
        """What the end of `block` does with `value`, in a word, a sentence, and what else there is to say."""
        condition = self.rows.find("condition", block, value, None)
        if not condition:
            return "left", "Not freed at the end: it is freed before, or was never owned.", []
        state = str(condition[0][2])
        if state == "false":
            return "left", "Not freed: this block does not own it.", []
        ways = self._ways(block, value)
        stays = list(dict.fromkeys(way.kept for way in ways if way.kept))
        freeing = [way for way in ways if not way.kept]
        if not freeing:
            return "kept", f"Kept: {'; '.join(stays)}.", []
        maybe = sorted({other for way in freeing for other in way.maybe}, key=self.rows.order.__getitem__)
        details = (
            [f"Not if it turns out to be the allocation of {self._list(maybe)}: a comparison at run time decides."]
            if maybe
            else []
        )
        freed = (
            "freed: the block owns it, and nothing needs it any more"
            if state == "true"
            else f"freed if {self._condition(state)}"
        )
        if stays:
            toward = ", ".join(way.target for way in freeing)
            return "partly", f"On the way to {toward} {freed}.", [f"Otherwise it is {'; '.join(stays)}.", *details]
        return ("freed" if state == "true" else "maybe"), f"{freed[0].upper()}{freed[1:]}.", details

    def _ways(self, block: str, value: str) -> list[_Way]:
        """The ways out of a block, each with what keeps the buffer, or may keep it, on that way."""
        ways: dict[int, _Way] = {}
        for _, _, number, target in self.rows.ready(_FILE, "released", block, value, None, None):
            maybe = [str(other) for *_, other in self.rows.ready(_FILE, "compared", block, value, number, None)]
            ways[int(number or 0)] = _Way(self._target(str(target)), "", maybe)
        for _, _, number, target, other in self.rows.ready(_FILE, "kept", block, value, None, None, None):
            why = (
                self._survival(block, int(number or 0), str(target), value)
                if other == value
                else self._same(block, value, number)
            )
            ways[int(number or 0)] = _Way(self._target(str(target)), why, [])
        return [ways[number] for number in sorted(ways)]

    def _same(self, block: str, value: str, number: str | int | None) -> str:
        others = [str(row[-1]) for row in self.rows.ready(_FILE, "kept", block, value, number, None, None)]
        return (
            f"{self.rows.short(min(others, key=self.rows.order.__getitem__))} always has the same allocation, and is"
            " kept"
        )

    def _target(self, target: str) -> str:
        return self.rows.block_name(target) if target else ""

    def _list(self, values: list[str]) -> str:
        text = ", ".join(map(self.rows.short, values[:_NAMED]))
        return text + (f" or one of {len(values) - _NAMED} more" if len(values) > _NAMED else "")

    def _condition(self, state: str) -> str:
        return "it is owned, which nothing tells" if state == "unknown" else flag(self.rows, state)

    def _survival(self, block: str, successor: int, target: str, value: str) -> str:
        if not target:
            return f"{self._terminator(block)} hands it out"
        terminator = self.rows.cells("terminator", block, None)[0]
        places = [row[2] for row in self.rows.find("successor_operand", terminator, successor, None, value)]
        name = self.rows.block_name(target)
        if not places:
            return f"needed in {name} or later"
        arguments = [
            self.rows.short(other)
            for place in places
            for other in self.rows.cells("block_argument", target, place, None)
        ]
        return f"passed to {name} as {', '.join(arguments)}"

    def _terminator(self, block: str) -> str:
        return self.rows.naming.ops[self.rows.cells("terminator", block, None)[0]].name

    def freed(self, block: str) -> list[tuple[str, Outcome]]:
        """The buffers that a block frees, or may free, in text order."""
        values = sorted(
            (str(row[1]) for row in self.rows.find("candidate", block, None, None)), key=self.rows.order.__getitem__
        )
        outcomes = ((value, self.outcome(block, value)[0]) for value in values)
        return [(value, outcome) for value, outcome in outcomes if outcome in ("freed", "maybe", "partly")]

    def state(self, value: str) -> tuple[int, str]:
        """The sign and the words for who owns a buffer."""
        state = self.rows.cells("ownership", value, None)[0]
        return sign(state), ownership(self.rows, state)

    def states(self, value: str) -> list[Owned]:
        """The same, for each block that can tell."""
        found = [(str(block), str(state)) for block, _, state in self.rows.find("ownership_at", None, value, None)]
        return [
            Owned(block, sign(state), ownership(self.rows, state), ("ownership_at", block, value, state))
            for block, state in found
        ]

    def held(self, block: str, value: str, last: int) -> int:
        """The line until which a buffer exists in a block that uses it last on line `last`."""
        return self.rows.block_end(block) if self.rows.holds("candidate", block, value, None) else last

    def notes(self, value: str) -> list[Reason]:
        rows = self.rows
        notes: list[Reason] = []
        for op, position, _, unless in rows.find("return_copy", None, None, value, None):
            line = rows.op_line(rows.naming.ops[str(op)])
            why = self.reasons.why("return_copy", str(op), int(position or 0), value, str(unless))
            if unless in ("never", "false"):
                notes.append(
                    (
                        (
                            f"Line {line} returns a copy: what a function returns must be owned, and must not be"
                            " returned twice."
                        ),
                        why,
                    )
                )
            else:
                notes.append((f"Line {line} returns a copy unless it is {ownership(rows, str(unless))}.", why))
        for op, position, _ in rows.find("freed_operand", None, None, value):
            line = rows.op_line(rows.naming.ops[str(op)])
            notes.append(
                (
                    f"Line {line} frees it by hand.",
                    self.reasons.why("freed_operand", str(op), int(position or 0), value),
                )
            )
        if not rows.holds("candidate", None, value, None):
            notes.append(("No block decides about it: whoever holds its allocation under another name does.", None))
        return notes

    def endings(self, value: str, limit: int) -> tuple[list[Ending], int]:
        """The first `limit` decisions about a buffer, and how many there are."""
        decided = self.blocks(value)
        return [self.ending(block, value) for block in decided[:limit]], len(decided)

    def ending(self, block: str, value: str) -> Ending:
        """The decision with its reasons."""
        outcome, text, details = self.outcome(block, value)
        whys: list[Reason] = []
        for _, _, reason in self.rows.find("candidate", block, value, None):
            whys.append((_CAME[str(reason)], self.reasons.why("candidate", block, value, str(reason))))
        for row in self.rows.find("condition", block, value, None):
            whys.append((f"Its ownership here: {ownership(self.rows, str(row[2]))}.", self._why("condition", row)))
        for row in self.rows.find("given_up", block, value):
            whys.append(("The block gives it up.", self._why("given_up", row)))
        for row in self.rows.find("retained_on_edge", block, None, value):
            target = self.rows.cells("edge", block, row[1], None)[0]
            whys.append(
                (f"It must survive the way to {self.rows.block_name(target)}.", self._why("retained_on_edge", row))
            )
        for row in self.rows.find("retained_on_exit", block, value):
            whys.append(("It must survive the way out.", self._why("retained_on_exit", row)))
        return {
            "block": self.rows.block_numbers[block],
            "place": "end of",
            "line": self.rows.last_line(block),
            "outcome": outcome,
            "text": text,
            "details": details,
            "whys": whys,
        }

    def _why(self, relation: str, row: tuple[str | int | None, ...]) -> int | None:
        return self.reasons.why(relation, *(cell for cell in row if cell is not None))
