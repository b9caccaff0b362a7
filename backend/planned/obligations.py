"""What has to be valid for a plan of moves and releases to be carried out, stated and proved step by step.

Each step says who owned an allocation before it and who does after it. If all owners let go at that point, the same allocations have to be
freed on both sides, each at most once: then nothing that is owned gets lost, and nothing gets a second owner. That an owner is not released
while it is used is not stated here; the rules decide that from uses alone, and no condition is involved.

The steps: an owner moves (T25 - T27, T67), something arrives without ownership (T36), a select chooses between owners, and what it does not
choose is released (K3, E23), a terminator claims what ends there (T80), a return hands out a copy of what is not owned (E31 - E33). A plain
release needs no proof: it frees what is owned if it is owned. That the condition of a claim is exact is taken from the rules E59 and E76.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Set

from ownlog.backend.proofs import And, Dealloc, Free, Ite, Not, Obligation, Or, Prover, Same, Term, Var
from ownlog.frontend.facts.names import Naming

Row = tuple[str | int, ...]

PROOFS = (
    "successor_input", "transfer_condition", "transfer_if_unowned", "transfer_if_same", "dropped", "moves", "owns", "release_unless",
    "return_clone", "select_side",
    "forwards", "side", "consumes", "consumes_on_edge",
)  # fmt: skip
"""The derived relations that the steps of a plan are read from."""

_COPY = "copy"


def unproved(relations: Mapping[str, Set[Row]], naming: Naming, prover: Prover) -> list[tuple[str, str]]:
    """The steps that `prover` does not prove, as the name of the op (or value) and the rule."""
    steps = _Steps(relations, naming, prover)
    steps.check()
    return steps.failed


def _by_op(rows: Iterable[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for row in sorted(rows, key=str):
        found[str(row[0])].append(row)
    return found


class _Steps:
    def __init__(self, relations: Mapping[str, Set[Row]], naming: Naming, prover: Prover) -> None:
        self.relations = relations
        self.naming = naming
        self.prover = prover
        self.failed: list[tuple[str, str]] = []
        # How each owner begins; and what its owner may say later: a drop flag may have been cleared.
        self.begins = {str(owner): str(when) for owner, when in relations["owns"]}
        dropped = {str(owner) for (owner,) in relations["dropped"]}
        self.owns = {owner: "sometimes" if owner in dropped else when for owner, when in self.begins.items()}
        self.sides = _by_op(relations["side"])
        self.takes = _by_op(relations["consumes"])
        self.along = _by_op(relations["consumes_on_edge"])
        self.unless = _by_op(relations["release_unless"])
        self.guards = _by_op(relations["transfer_condition"])
        self.movers: dict[Row, str] = {(o, e, k, h): str(y) for o, e, k, y, h in relations["transfer_if_unowned"]}
        self.moved: dict[Row, str] = {(o, e, k): str(h) for o, e, k, h in relations["moves"]}
        self.chosen = {str(o): str(w) for o, _, w, _ in relations["select_side"]}
        self.known: dict[tuple[object, ...], bool] = {}

    def check(self) -> None:
        self._arrivals()
        for group in self._groups():
            self._choice(group)
        for o, e, k, v, h in sorted(self.relations["transfer_if_same"]):
            self._claim((o, e, k), str(v), str(h))
        for o, _, v, h in sorted(self.relations["return_clone"]):
            self._copy(str(o), str(v), str(h))

    def _owned(self, owner: str) -> Term:
        """Whether an owner owns what it holds."""
        when = self.owns.get(owner)
        return Var(owner) if when == "sometimes" else when is not None

    def _step(self, key: tuple[object, ...], at: str, obligation: Obligation) -> None:
        """Prove an obligation; steps with the same `key` have obligations of the same shape."""
        proved = self.known.get(key)
        if proved is None or self.prover.keeps_scripts:
            proved = self.known[key] = self.prover.proves(obligation)
        else:
            self.prover.repeat(obligation.rule, proved)
        if not proved:
            self.failed.append((at, obligation.rule))

    def _arrivals(self) -> None:
        """What is sent along one edge to one place: each owner that moves has one owner afterwards, all else has none."""
        value = {(o, e, k): str(v) for o, e, k, v in self.relations["forwards"]}
        claimed = {(o, e, k) for o, e, k, _, _ in self.relations["transfer_if_same"]}
        for o, e, k, _, target in self.relations["successor_input"]:
            place = (o, e, k)
            owner = self.moved.get(place)
            before = self._owned(owner) if owner is not None else False
            state = self.begins.get(str(target))
            # An indicator that travels has the value that the sender gives it.
            after: Term = before if state == "sometimes" else state is not None
            if place in claimed and state == "sometimes":
                continue
            key = ("successor_input", before if isinstance(before, bool) else "owner", state, place in claimed)
            if place in claimed:
                before = Or((before, Var("claimed")))
            if key in self.known and self.known[key] and not self.prover.keeps_scripts:
                self.prover.repeat("T36" if owner is None else "T25", True)
                continue
            sent = value[place]
            owners = ((owner or sent, before),)
            must = ((owner, sent),) if owner is not None and owner != sent else ()
            rule = "T25" if owner is not None else "T36"
            self._step(key, str(o), self._obligation(rule, str(o), Dealloc(owners), (Free(sent, after),), must=must))

    def _groups(self) -> list[list[str]]:
        """The selects that take owners, together with those of the same block that take the same owners in other cases."""
        block = {op: self.naming.ops[op].parent for op in self.takes}
        by_holder: dict[tuple[object, str], list[str]] = defaultdict(list)
        for op, rows in self.takes.items():
            for owner in dict.fromkeys(str(h) for _, h, _ in rows):
                by_holder[block[op], owner].append(op)
        groups: list[list[str]] = []
        seen: set[str] = set()
        for first in self.takes:
            group = [] if first in seen else [first]
            for op in group:
                seen.add(op)
                near = (other for _, h, _ in self.takes[op] for other in by_holder[block[op], str(h)])
                group += [other for other in dict.fromkeys(near) if other not in group]
            groups += [group] if group else []
        return groups

    def _choice(self, group: list[str]) -> None:
        """Selects by one condition: the side that is chosen moves, what nobody chooses is released (E23)."""
        condition = Var(self.sides[group[0]][0][3])
        exact: dict[str, Term] = {"true": condition, "false": Not(condition)}
        owners: dict[str, Term] = {str(h): self._owned(str(h)) for op in group for _, h, _ in self.takes[op]}
        known: list[Term] = []
        after: list[Free] = []
        shape: list[object] = []
        number = {h: i for i, h in enumerate(dict.fromkeys(str(h) for op in group for _, h, _, _ in self.sides[op]))}
        for op in group:
            chosen = self.chosen[op]
            known += [Or((Not(exact[str(when)]), Same(chosen, h))) for _, h, when, _ in self.sides[op]]
            state = {str(when): owners[str(h)] for _, h, when in self.takes[op]}
            result = self.begins.get(chosen)
            chosen_owned = Ite(condition, state.get("true", False), state.get("false", False))
            after.append(Free(chosen, chosen_owned if result == "sometimes" else result is not None))
            released = [(str(when), str(h)) for _, when, h, _, _ in self.unless.get(op, ())]
            kept = [(str(when), str(h)) for _, h, when, _ in self.along.get(op, ())]
            after += [Free(h, And((self._owned(h), Not(exact[when])))) for when, h in (*released, *kept)]
            rows = (*self.sides[op], *self.takes[op])
            shape += [tuple((when, number[str(h)], self.owns.get(str(h))) for _, h, when, *_ in rows), result]
            shape += [tuple((when, number[h]) for when, h in names) for names in (released, kept)]
        known += self._apart(list(owners.items()))
        obligation = self._obligation("K3", group[0], Dealloc(tuple(owners.items())), tuple(after), known=tuple(known))
        self._step(("choice", *shape), group[0], obligation)

    def _claim(self, place: Row, value: str, owner: str) -> None:
        """What ends at a terminator goes along with what is sent, if that is the same, and is released otherwise."""
        op, mover = str(place[0]), self.movers.get((*place, owner))
        if mover is not None:
            self._claim_unowned(place, value, owner, mover)
            return
        same: Term = Same(value, owner)
        sent, owned = Var(f"sent {value}"), self._owned(owner)
        before = Dealloc(((owner, owned), (value, sent)))
        rows = (row for row in self.guards.get(op, ()) if row[3:5] == (value, owner))
        guard = next((Var(c) if when == "true" else Not(Var(c)) for *_, c, when in rows), None)
        test = same if guard is None else guard
        # E59 derives that the guard is exact.
        exact = () if guard is None else (Or((And((guard, same)), And((Not(guard), Not(same))))),)
        known = (*exact, *self._apart([(owner, owned), (value, sent)]))
        after = (Free(value, Or((sent, And((owned, test))))), Free(owner, And((owned, Not(test)))))
        key = ("claim", self.owns.get(owner), guard is None)
        self._step(key, op, self._obligation("T80", op, before, after, known=known))

    def _claim_unowned(self, place: Row, value: str, owner: str, mover: str) -> None:
        """A claim where what goes along does not own it, as the i1 of `mover` says."""
        op, moving = str(place[0]), self.moved.get(place, "")
        sent, owned = self._owned(moving), self._owned(owner)
        before = Dealloc(((owner, owned), (value, sent)))
        # E76 derives that it is the same just there.
        known = (Or((sent, Same(value, owner))), *self._apart([(owner, owned), (value, sent)]))
        after = (Free(value, Or((sent, owned))), Free(owner, And((owned, self._owned(mover)))))
        key = ("mover", self.owns.get(owner), self.owns.get(moving), self.owns.get(mover), mover == moving)
        self._step(key, op, self._obligation("E76", op, before, after, known=known))

    def _copy(self, op: str, value: str, owner: str) -> None:
        """A return hands out what it owns, or a copy: the caller owns one allocation, and it is not one that others own."""
        owned: Term = self._owned(owner) if owner else False
        result = f"result {value}"
        before = Dealloc(((value, owned), (_COPY, Not(owned))))
        known = (Or((Not(owned), Same(result, value))), Or((owned, Same(result, _COPY))))
        obligation = self._obligation("E31", op, before, (Free(result),), known=known, never=((_COPY, value),))
        self._step(("copy", self.owns.get(owner) if owner else None), op, obligation)

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
