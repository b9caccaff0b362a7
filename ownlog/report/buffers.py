"""What the page says about each buffer: ownership and liveness by block, uses, decisions, aliases."""

from __future__ import annotations

from collections import defaultdict

from ownlog.frontend.ir.ir import Op
from ownlog.report.block_ends import BlockEnds
from ownlog.report.page.model import UNKNOWN, Buffer, Range, State
from ownlog.report.plan import Plan
from ownlog.report.reasons import ReasonTable
from ownlog.report.rows import Rows
from ownlog.report.words import definition


class Buffers:
    """Makes the `Buffer`s of a page; `limit` is how many blocks one of them may tell about."""

    def __init__(self, rows: Rows, reasons: ReasonTable, decisions: BlockEnds | Plan, limit: int) -> None:
        self.rows = rows
        self.reasons = reasons
        self.limit = limit
        self.decisions = decisions
        self.texts: dict[str, int] = {}
        self._uses: dict[str, list[Op]] = defaultdict(list)
        for op, _, value in rows.store.rows("operand"):
            if value in rows.buffer_numbers:
                self._uses[str(value)].append(rows.naming.ops[str(op)])

    def buffer(self, name: str, function: int, group: int, leader: str) -> Buffer:
        """All about one buffer but for pairs, which `aliases.py` adds."""
        rows = self.rows
        value = rows.value(name)
        sign, state = self.decisions.state(name)
        endings, decided = self.decisions.endings(name, self.limit)
        states = self._states(name)
        return {
            "name": rows.short(name),
            "full": name,
            "type": str(value.type),
            "line": rows.text.line(value.offset)
            if value.offset >= 0
            else rows.block_line(rows.naming.block(value.block)),
            "origin": definition(rows, name),
            "function": function,
            "block": rows.block_numbers[rows.naming.block(value.block)],
            "group": group,
            "state": self._text(state),
            "sign": sign,
            "states": states[: self.limit],
            "ranges": self._ranges(name),
            "uses": sorted({rows.op_line(op) for op in self._uses[name]}),
            "endings": endings,
            "cut": max(0, len(states) - self.limit, decided - self.limit),
            "notes": self.decisions.notes(name),
            "aliases": "",
            "why": self.reasons.why("alias_class_leader", name, leader),
            "pairs": {},
        }

    def _text(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))

    def _states(self, name: str) -> list[State]:
        rows = self.rows
        found = sorted(self.decisions.states(name), key=lambda owned: rows.block_numbers[owned.block])
        return [
            State(
                rows.block_numbers[owned.block],
                owned.sign,
                self._text(owned.text),
                rows.holds("live_in", owned.block, name),
                rows.holds("live_out", owned.block, name),
                self.reasons.why(*owned.row) if i < self.limit else None,
            )
            for i, owned in enumerate(found)
        ]

    def _ranges(self, name: str) -> list[Range]:
        """The lines where a buffer is live, for each block of its region; nested blocks lie within them."""
        rows = self.rows
        value = rows.value(name)
        home = rows.naming.block(value.block)
        last_use = self._last_uses(name)
        signs = {owned.block: owned.sign for owned in self.decisions.states(name)}
        ranges = []
        for block in [home, *(str(b) for b, _ in rows.find("live_in_sibling", None, name))]:
            end = rows.block_end(block)
            first = rows.block_line(block)
            if block == home:
                first = rows.text.line(value.offset) if value.offset >= 0 else first
            last = end if rows.holds("live_out", block, name) else last_use.get(block, first)
            held = self.decisions.held(block, name, last)
            ranges.append(Range(first, max(first, last), max(held, first), signs.get(block, UNKNOWN)))
        return sorted(set(ranges))

    def _last_uses(self, name: str) -> dict[str, int]:
        """The last line of each block of the buffer's region on which an op, or one nested in it, uses the buffer."""
        region = self.rows.value(name).block.parent
        found: dict[str, int] = {}
        for user in self._uses[name]:
            op: Op | None = user
            while op is not None and op.parent is not None and op.parent.parent is not region:
                op = op.parent_op
            if op is not None and op.parent is not None:
                block = self.rows.naming.block(op.parent)
                found[block] = max(found.get(block, 0), self.rows.op_end(op))
        return found
