"""Fills the schema of actions with the pipeline's plan, as the relations of `rules/analysis/plan/` describe it."""

from __future__ import annotations

from ownlog.backend.actions.rows import SHARED, Rows, grouped
from ownlog.backend.actions.schema import (
    LEAVES,
    Actions,
    After,
    Choice,
    Copy,
    DropFlag,
    DynamicTransfer,
    EndOf,
    Forward,
    Guard,
    OnEdge,
    Ownership,
    Place,
    Release,
    ReleaseUnchosen,
    StartOf,
    Told,
    Unless,
    Widen,
)
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op, Reason, Value
from ownlog.rules import relations as rel
from ownlog.rules.typed_rows import Found, Relation

FILLED_FROM: tuple[type[Relation], ...] = (
    *SHARED,
    rel.CarriedArgument, rel.CarriedResult, rel.Carries, rel.Consumes, rel.DropCleared, rel.Dropped, rel.OwningSelect,
    rel.Owns, rel.FreedSpecially, rel.ParameterCleared, rel.ReleaseAfter, rel.ReleaseAtEnd, rel.ReleaseOnEdge,
    rel.ReleaseUnless, rel.ReturnClone, rel.TransferCondition, rel.TransferIfSame, rel.TransferIfUnowned,
)  # fmt: skip
"""The derived relations that the actions are read from."""


def planned_actions(found: Found, naming: Naming) -> Actions:
    """The actions that `found` (rows of `FILLED_FROM`, for the module that `naming` names) describe."""
    return _Filling(Rows(found, naming)).fill()


class _Filling:
    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.actions = rows.actions()
        self.owning_selects = {
            rows.values[row.value]: rows.ops[row.op] for row in rows.of(rel.OwningSelect, first="value")
        }
        self.owns = {rows.values[row.owner]: row.when for row in rows.of(rel.Owns)}
        self.dropped = {rows.values[row.owner]: None for row in rows.of(rel.Dropped)}

    def begins(self, owner: Value | None) -> Ownership:
        """Whether `owner` owns what it holds when it begins; nobody owns nothing."""
        when = self.owns.get(owner) if owner is not None else None
        if owner is None or when != "sometimes":
            return when is not None
        if owner in self.owning_selects:
            return Told("selected", owner)
        return Told("argument" if owner.is_block_argument else "result", owner)

    def owned(self, owner: Value | None) -> Ownership:
        """Whether `owner` owns what it holds by now: a free may have taken it."""
        return Told("flag", owner) if owner is not None and owner in self.dropped else self.begins(owner)

    def fill(self) -> Actions:
        self.actions.freed_by = {self.rows.values[row.owner]: row.free for row in self.rows.of(rel.FreedSpecially)}
        self.actions.carries = self.rows.carries(rel.CarriedArgument, rel.CarriedResult)
        self._flags()
        self._choices()
        self._releases()
        self._copies()
        self._transfers()
        self._forwards()
        self._widens()
        return self.actions

    def _flags(self) -> None:
        for owner in self.dropped:
            self.actions.drop_flags.append(
                DropFlag(owner, self.begins(owner), ("dropped", (owner,)), ("dropped", (owner,)))
            )
        self.actions.clears = self.rows.clears(rel.DropCleared, rel.ParameterCleared)

    def _choices(self) -> None:
        sides: dict[Op, dict[str, Value]] = {}
        for row in self.rows.of(rel.Consumes):
            sides.setdefault(self.rows.ops[row.op], {})[row.when] = self.rows.values[row.owner]
        for value, op in self.owning_selects.items():
            if self.owns.get(value) == "sometimes":
                true, false = (self.begins(sides.get(op, {}).get(when)) for when in ("true", "false"))
                self.actions.choices.append(Choice(value, op.operands[0], true, false, ("owns", (value, "sometimes"))))

    def _releases(self) -> None:
        """Those within a block come first, and those at one place together, as their ops are named in this order."""
        values, ops, blocks = self.rows.values, self.rows.ops, self.rows.blocks
        releases: list[Release] = []
        for after in self.rows.of(rel.ReleaseAfter, first="value"):
            block, value = blocks[after.block], values[after.value]
            place = After(block.ops[after.position]) if after.position >= 0 else StartOf(block)
            releases.append(self._release(place, value, ("release_after", (block, None, value))))
        for at_end in self.rows.of(rel.ReleaseAtEnd, first="value"):
            block, value = blocks[at_end.block], values[at_end.value]
            releases.append(self._release(EndOf(block), value, ("release_at_end", (block, value))))
        for on_edge in self.rows.of(rel.ReleaseOnEdge, first="value"):
            edge, value = OnEdge(blocks[on_edge.block], on_edge.successor), values[on_edge.value]
            releases.append(self._release(edge, value, ("release_on_edge", (edge.block, edge.successor, value))))
        kinds = (After, StartOf, EndOf, OnEdge)
        releases.sort(key=lambda release: kinds.index(type(release.place)))
        self.actions.releases = grouped(releases, lambda release: release.place)
        unchosen: dict[tuple[Op, Op], ReleaseUnchosen] = {}
        for row in self.rows.of(rel.ReleaseUnless, first="value"):
            op, anchor, value = ops[row.op], blocks[row.block].ops[row.position], values[row.value]
            if (op, anchor) not in unchosen:
                reason = ("release_unless", (op, None, None, None, None))
                unchosen[op, anchor] = ReleaseUnchosen(anchor, op.operands[0], {}, reason)
            unchosen[op, anchor].sides[row.when == "true"] = value, self.begins(value)
        self.actions.releases_unchosen = [*unchosen.values()]

    def _release(self, place: Place, value: Value, reason: Reason) -> Release:
        return Release(place, value, self.owned(value), (reason,))

    def _copies(self) -> None:
        copies: list[Copy] = []
        for row in self.rows.of(rel.ReturnClone, first="position"):
            op, value = self.rows.ops[row.op], self.rows.values[row.value]
            unless = self.owned(self.rows.values[row.owner]) if row.owner else None
            copies.append(Copy(op, row.position, value, unless, ("return_clone", (op, row.position, value, None))))
        self.actions.copies = grouped(copies, lambda copy: copy.op)

    def _transfers(self) -> None:
        values = self.rows.values
        told: dict[tuple[object, ...], Guard | Unless] = {}
        for guard in self.rows.of(rel.TransferCondition):
            told[guard.op, guard.edge, guard.position, guard.owner, guard.value] = Guard(
                values[guard.condition], guard.when == "true"
            )
        for mover in self.rows.of(rel.TransferIfUnowned):
            told[mover.op, mover.edge, mover.position, mover.owner] = Unless(self.owned(values[mover.value]))
        transfers: list[DynamicTransfer] = []
        for row in self.rows.of(rel.TransferIfSame, first="owner"):
            op, value, owner = self.rows.ops[row.op], values[row.value], values[row.owner]
            place = row.op, row.edge, row.position, row.owner
            same = told.get(place) or told.get((*place, row.value))
            reason = ("transfer_if_same", (op, row.edge, row.position, value, owner))
            transfers.append(DynamicTransfer(op, row.edge, row.position, value, owner, self.owned(owner), same, reason))
        self.actions.transfers = grouped(transfers, lambda transfer: transfer.op)

    def _forwards(self) -> None:
        ops, values = self.rows.ops, self.rows.values
        rows = sorted(self.rows.of(rel.Carries), key=lambda row: (row.edge, row.position))
        forwards = (
            Forward(ops[row.op], row.edge, row.position, self.owned(values[row.owner] if row.owner else None))
            for row in rows
        )
        self.actions.forwards = grouped(forwards, lambda forward: forward.op)

    def _widens(self) -> None:
        """The functions whose entry block gets more arguments, or whose returns get more operands."""
        functions = self.actions.functions
        entered = [carry.value.block for carry in self.actions.carries if carry.value.is_block_argument]
        found = [functions[block] for block in entered if block is functions[block].regions[0].blocks[0]]
        ends = [forward.op for forward in self.actions.forwards if forward.edge == LEAVES]
        ends += [tell.op for tell in self.actions.tells_unfreed]
        for op in ends:
            block = op.parent
            if block is not None and op is block.terminator and block.parent_op is functions[block]:
                found.append(functions[block])
        self.actions.widens = [Widen(function) for function in dict.fromkeys(found)]
