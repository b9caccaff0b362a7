"""What the page says about each buffer: ownership and liveness by block, uses, decisions, aliases."""

from __future__ import annotations

from collections import defaultdict

from ownlog.frontend.ir.ir import Op
from ownlog.report.gather.endings import Endings
from ownlog.report.gather.reasons import ReasonTable
from ownlog.report.gather.rows import Rows
from ownlog.report.gather.words import definition, ownership, sign
from ownlog.report.page.model import Buffer, Range, Reason, State


class Buffers:
    """Makes the `Buffer`s of a page; `limit` is how many blocks one of them may tell about."""

    def __init__(self, rows: Rows, reasons: ReasonTable, limit: int) -> None:
        self.rows = rows
        self.reasons = reasons
        self.limit = limit
        self.endings = Endings(rows, reasons)
        self.texts: dict[str, int] = {}
        self._uses: dict[str, list[Op]] = defaultdict(list)
        for op, _, value in rows.store.rows("operand"):
            if value in rows.buffer_numbers:
                self._uses[str(value)].append(rows.naming.ops[str(op)])

    def buffer(self, name: str, function: int, group: int, leader: str) -> Buffer:
        """All about one buffer but for pairs, which `aliases.py` adds."""
        rows = self.rows
        value = rows.value(name)
        state = rows.cells("ownership", name, None)[0]
        decided = self.endings.blocks(name)
        states = self._states(name)
        return {
            "name": rows.short(name),
            "full": name,
            "type": str(value.type),
            "line": rows.text.line(value.offset) if value.offset >= 0 else rows.block_line(rows.naming.block(value.block)),
            "origin": definition(rows, name),
            "function": function,
            "block": rows.block_numbers[rows.naming.block(value.block)],
            "group": group,
            "state": self._text(state),
            "sign": sign(state),
            "states": states[: self.limit],
            "ranges": self._ranges(name),
            "uses": sorted({rows.op_line(op) for op in self._uses[name]}),
            "endings": [self.endings.ending(block, name) for block in decided[: self.limit]],
            "cut": max(0, len(states) - self.limit, len(decided) - self.limit),
            "notes": self._notes(name),
            "aliases": "",
            "why": self.reasons.why("alias_class_leader", name, leader),
            "pairs": {},
        }

    def _text(self, state: str) -> int:
        return self.texts.setdefault(ownership(self.rows, state), len(self.texts))

    def _states(self, name: str) -> list[State]:
        rows = self.rows
        found = [(str(block), str(state)) for block, _, state in rows.find("ownership_at", None, name, None)]
        found.sort(key=lambda row: rows.block_numbers[row[0]])
        return [
            State(
                rows.block_numbers[block],
                sign(state),
                self._text(state),
                rows.holds("live_in", block, name),
                rows.holds("live_out", block, name),
                self.reasons.why("ownership_at", block, name, state) if i < self.limit else None,
            )
            for i, (block, state) in enumerate(found)
        ]

    def _ranges(self, name: str) -> list[Range]:
        """The lines where a buffer is live, for each block of its region; nested blocks lie within them."""
        rows = self.rows
        value = rows.value(name)
        home = rows.naming.block(value.block)
        last_use = self._last_uses(name)
        ranges = []
        for block in [home, *(str(b) for b, _ in rows.find("live_in_sibling", None, name))]:
            end = rows.block_end(block)
            first = rows.block_line(block)
            if block == home:
                first = rows.text.line(value.offset) if value.offset >= 0 else first
            last = end if rows.holds("live_out", block, name) else last_use.get(block, first)
            held = end if rows.holds("candidate", block, name, None) else last
            state = rows.cells("ownership_at", block, name, None)
            ranges.append(Range(first, max(first, last), max(held, first), sign(state[0]) if state else sign("unknown")))
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

    def _notes(self, name: str) -> list[Reason]:
        """What else happens to a buffer: copies where it is returned, frees by hand."""
        rows = self.rows
        notes: list[Reason] = []
        for op, position, _, unless in rows.find("return_copy", None, None, name, None):
            line = rows.op_line(rows.naming.ops[str(op)])
            why = self.reasons.why("return_copy", str(op), int(position or 0), name, str(unless))
            if unless in ("never", "false"):
                notes.append((f"Line {line} returns a copy: what a function returns must be owned, and must not be returned twice.", why))
            else:
                notes.append((f"Line {line} returns a copy unless it is {ownership(rows, str(unless))}.", why))
        for op, position, _ in rows.find("freed_operand", None, None, name):
            line = rows.op_line(rows.naming.ops[str(op)])
            notes.append((f"Line {line} frees it by hand.", self.reasons.why("freed_operand", str(op), int(position or 0), name)))
        if not rows.holds("candidate", None, name, None):
            notes.append(("No block decides about it: whoever holds its allocation under another name does.", None))
        return notes
