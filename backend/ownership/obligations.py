"""What has to be valid for a plan of moves and releases to be carried out, stated and proved step by step.

Each step says who owned an allocation before it and who does after it. If all owners let go at that point, the same
allocations have to be freed on both sides, each at most once: then nothing that is owned gets lost, and nothing gets a
second owner. That an owner is not released while it is used is not stated here; the rules decide that from uses alone,
and no condition is involved.

The steps: an owner moves (`move`), a successor input gets no ownership (`no-move`), a select chooses between owners,
and what it does not choose is released (`choice`), a terminator transfers at run time what ends there (`transfer`, or
`transfer-unless-owned`), a return hands out a copy of what is not owned (`copy`). A plain release needs no proof: it
frees what is owned if it is owned. That the condition of such a transfer is exact follows from the rules of
`transfer_condition` and `transfer_if_unowned`.

Transfers and copies are proved as the actions say that will be carried out. How owners move, and what selects take, is
no action: that is read from the rules' rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeVar

from ownlog.backend.actions.schema import Actions, Copy, DynamicTransfer, Ownership, Unless
from ownlog.backend.proofs.obligation import Dealloc, Free, Obligation
from ownlog.backend.proofs.prover import Prover
from ownlog.backend.proofs.terms import And, Ite, Not, Or, Same, Term, Var
from ownlog.frontend.facts.names import Naming
from ownlog.rules import relations as rel
from ownlog.rules.typed_rows import Found, Relation, TypedRows

R = TypeVar("R", "rel.Side", "rel.Consumes", "rel.ConsumesOnEdge", "rel.ReleaseUnless")
Place = tuple[str, int, int]
"""An op, one of its edges, and the number of what is forwarded along that."""

PROOFS = (
    rel.SuccessorInput, rel.Dropped, rel.Move, rel.Owns, rel.ReleaseUnless, rel.SelectSide, rel.Forward, rel.Side,
    rel.Consumes, rel.ConsumesOnEdge,
)  # fmt: skip
"""The derived relations that the steps of a plan are read from, beside its actions."""

_COPY = "copy"


def unproved(relations: Found, actions: Actions, naming: Naming, prover: Prover) -> list[tuple[str, str]]:
    """The steps that `prover` does not prove, as the name of the op (or value) and the rule."""
    steps = _Steps(TypedRows(relations), actions, naming, prover)
    steps.check()
    return steps.failed


def _by_op(rows: Iterable[R]) -> dict[str, list[R]]:
    found: dict[str, list[R]] = defaultdict(list)
    for row in sorted(rows, key=_spelling):
        found[row.op].append(row)
    return found


def _spelling(row: Relation) -> str:
    return str(tuple(row))


def _shape(owned: Term) -> object:
    """What obligations of one shape have in common in an ownership."""
    return owned if isinstance(owned, bool) else "told"


class _Steps:
    def __init__(self, rows: TypedRows, actions: Actions, naming: Naming, prover: Prover) -> None:
        self.rows = rows
        self.actions = actions
        self.naming = naming
        self.prover = prover
        self.failed: list[tuple[str, str]] = []
        # How each owner begins; and what its owner may say later: a drop flag may have been cleared.
        self.begins = {row.owner: row.when for row in rows(rel.Owns)}
        dropped = {row.owner for row in rows(rel.Dropped)}
        self.owns = {owner: "sometimes" if owner in dropped else when for owner, when in self.begins.items()}
        self.sides = _by_op(rows(rel.Side))
        self.takes = _by_op(rows(rel.Consumes))
        self.along = _by_op(rows(rel.ConsumesOnEdge))
        self.unless = _by_op(rows(rel.ReleaseUnless))
        self.moved = {(row.op, row.edge, row.position): row.owner for row in rows(rel.Move)}
        self.chosen = {row.op: row.value for row in rows(rel.SelectSide)}
        self.known: dict[tuple[object, ...], bool] = {}

    def check(self) -> None:
        self._successor_inputs()
        for group in self._groups():
            self._choice(group)
        for transfer in self.actions.transfers:
            self._transfer(transfer)
        for copy in self.actions.copies:
            self._copy(copy)

    def _owned(self, owner: str) -> Term:
        when = self.owns.get(owner)
        return Var(owner) if when == "sometimes" else when is not None

    def _told(self, owned: Ownership) -> Term:
        """What an action says of an ownership: the i1 that tells it is called as its owner."""
        return owned if isinstance(owned, bool) else Var(self.naming.value(owned.value))

    def _place(self, transfer: DynamicTransfer) -> Place:
        return self.naming.op(transfer.op), transfer.edge, transfer.position

    def _step(self, key: tuple[object, ...], at: str, obligation: Obligation) -> None:
        """Prove an obligation; steps with the same `key` have obligations of the same shape."""
        proved = self.known.get(key)
        if proved is None or self.prover.keeps_scripts:
            proved = self.known[key] = self.prover.proves(obligation)
        else:
            self.prover.repeat(obligation.rule, proved)
        if not proved:
            self.failed.append((at, obligation.rule))

    def _successor_inputs(self) -> None:
        """Operands forwarded along one edge to one place: each moved owner has one owner afterwards."""
        value = {(row.op, row.edge, row.position): row.value for row in self.rows(rel.Forward)}
        transferred = set(map(self._place, self.actions.transfers))
        for row in self.rows(rel.SuccessorInput):
            place = (row.op, row.edge, row.position)
            owner = self.moved.get(place)
            before = self._owned(owner) if owner is not None else False
            state = self.begins.get(row.value)
            # An indicator that travels has the value that the op which forwards it gives it.
            after: Term = before if state == "sometimes" else state is not None
            if place in transferred and state == "sometimes":
                continue
            key = ("successor_input", before if isinstance(before, bool) else "owner", state, place in transferred)
            if place in transferred:
                before = Or((before, Var("transferred")))
            if key in self.known and self.known[key] and not self.prover.keeps_scripts:
                self.prover.repeat("no-move" if owner is None else "move", True)
                continue
            forwarded = value[place]
            owners = ((owner or forwarded, before),)
            must = ((owner, forwarded),) if owner is not None and owner != forwarded else ()
            rule = "move" if owner is not None else "no-move"
            self._step(
                key, row.op, self._obligation(rule, row.op, Dealloc(owners), (Free(forwarded, after),), must=must)
            )

    def _groups(self) -> list[list[str]]:
        """The selects that take owners, together with those of the same block that take the same owners."""
        block = {op: self.naming.ops[op].parent for op in self.takes}
        by_owner: dict[tuple[object, str], list[str]] = defaultdict(list)
        for op, rows in self.takes.items():
            for owner in dict.fromkeys(row.owner for row in rows):
                by_owner[block[op], owner].append(op)
        groups: list[list[str]] = []
        seen: set[str] = set()
        for first in self.takes:
            group = [] if first in seen else [first]
            for op in group:
                seen.add(op)
                near = (other for row in self.takes[op] for other in by_owner[block[op], row.owner])
                group += [other for other in dict.fromkeys(near) if other not in group]
            groups += [group] if group else []
        return groups

    def _choice(self, group: list[str]) -> None:
        """Selects by one condition: the side that is chosen moves, what nobody chooses is released."""
        condition = Var(self.sides[group[0]][0].condition)
        exact: dict[str, Term] = {"true": condition, "false": Not(condition)}
        owners: dict[str, Term] = {row.owner: self._owned(row.owner) for op in group for row in self.takes[op]}
        known: list[Term] = []
        after: list[Free] = []
        shape: list[object] = []
        number = {h: i for i, h in enumerate(dict.fromkeys(row.owner for op in group for row in self.sides[op]))}
        for op in group:
            chosen = self.chosen[op]
            known += [Or((Not(exact[side.when]), Same(chosen, side.owner))) for side in self.sides[op]]
            state = {taken.when: owners[taken.owner] for taken in self.takes[op]}
            result = self.begins.get(chosen)
            chosen_owned = Ite(condition, state.get("true", False), state.get("false", False))
            after.append(Free(chosen, chosen_owned if result == "sometimes" else result is not None))
            released = [(row.when, row.value) for row in self.unless.get(op, ())]
            after += [Free(h, And((self._owned(h), Not(exact[when])))) for when, h in released]
            rows = [(side.when, side.owner) for side in self.sides[op]] + [
                (taken.when, taken.owner) for taken in self.takes[op]
            ]
            shape += [tuple((when, number[h], self.owns.get(h)) for when, h in rows), result]
            shape.append(tuple((when, number[h]) for when, h in released))
        # On the edges an owner is kept where no select takes it.
        kept: dict[str, list[Term]] = defaultdict(list)
        for edge in (edge for op in group for edge in self.along.get(op, ())):
            kept[edge.owner].append(exact[edge.when])
        after += [Free(h, And((self._owned(h), *map(Not, taken)))) for h, taken in kept.items()]
        shape.append(tuple((edge.when, number[edge.owner]) for op in group for edge in self.along.get(op, ())))
        known += self._apart(list(owners.items()))
        obligation = self._obligation(
            "choice", group[0], Dealloc(tuple(owners.items())), tuple(after), known=tuple(known)
        )
        self._step(("choice", *shape), group[0], obligation)

    def _transfer(self, transfer: DynamicTransfer) -> None:
        """The ending owner of a terminator is transferred with the operand, if that is the same, and else released."""
        if isinstance(transfer.same, Unless):
            self._transfer_unowned(transfer, transfer.same)
            return
        value, owner = self.naming.value(transfer.value), self.naming.value(transfer.owner)
        same: Term = Same(value, owner)
        forwarded, owned = Var(f"forwarded {value}"), self._told(transfer.owned)
        before = Dealloc(((owner, owned), (value, forwarded)))
        guard: Term | None = None
        if transfer.same is not None:
            condition = Var(self.naming.value(transfer.same.condition))
            guard = condition if transfer.same.positive else Not(condition)
        test = same if guard is None else guard
        # That the guard is exact is derived.
        exact = () if guard is None else (Or((And((guard, same)), And((Not(guard), Not(same))))),)
        known = (*exact, *self._apart([(owner, owned), (value, forwarded)]))
        after = (Free(value, Or((forwarded, And((owned, test))))), Free(owner, And((owned, Not(test)))))
        op = self.naming.op(transfer.op)
        self._step(
            ("transfer", _shape(owned), guard is None), op, self._obligation("transfer", op, before, after, known=known)
        )

    def _transfer_unowned(self, transfer: DynamicTransfer, unless: Unless) -> None:
        """A transfer where what goes along does not own it, as an i1 says."""
        value, owner = self.naming.value(transfer.value), self.naming.value(transfer.owner)
        moving = self.moved.get(self._place(transfer), "")
        forwarded, owned, elsewhere = self._owned(moving), self._told(transfer.owned), self._told(unless.owned)
        before = Dealloc(((owner, owned), (value, forwarded)))
        # That it is the same just there is derived.
        known = (Or((forwarded, Same(value, owner))), *self._apart([(owner, owned), (value, forwarded)]))
        after = (Free(value, Or((forwarded, owned))), Free(owner, And((owned, elsewhere))))
        key = ("mover", _shape(owned), _shape(forwarded), _shape(elsewhere), elsewhere == forwarded)
        op = self.naming.op(transfer.op)
        self._step(key, op, self._obligation("transfer-unless-owned", op, before, after, known=known))

    def _copy(self, copy: Copy) -> None:
        """A return returns what it owns, or a copy: one allocation, which no one else owns."""
        op, value = self.naming.op(copy.op), self.naming.value(copy.value)
        owned: Term = False if copy.unless is None else self._told(copy.unless)
        result = f"result {value}"
        before = Dealloc(((value, owned), (_COPY, Not(owned))))
        known = (Or((Not(owned), Same(result, value))), Or((owned, Same(result, _COPY))))
        obligation = self._obligation("copy", op, before, (Free(result),), known=known, never=((_COPY, value),))
        self._step(("copy", _shape(owned)), op, obligation)

    def _apart(self, owners: list[tuple[str, Term]]) -> list[Term]:
        """No two owners own one allocation: what the steps before have established."""
        pairs = [(left, right) for i, left in enumerate(owners) for right in owners[i + 1 :] if left[0] != right[0]]
        return [Not(And((s, t, Same(v, w)))) for (v, s), (w, t) in pairs]

    def _obligation(
        self,
        rule: str,
        at: str,
        before: Dealloc,
        after: tuple[Free, ...],
        *,
        must: tuple[tuple[str, str], ...] = (),
        never: tuple[tuple[str, str], ...] = (),
        known: tuple[Term, ...] = (),
    ) -> Obligation:
        position = None
        if self.prover.keeps_scripts:
            op = self.naming.ops.get(at) or getattr(self.naming.values.get(at), "owner", None)
            source, start = getattr(op, "source", None), getattr(op, "start", -1)
            position = source.position(start) if source is not None and start >= 0 else None
        return Obligation(rule, (before,), after, (), must, never, known, (), position)
