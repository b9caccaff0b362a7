"""The choice of uses in place that copies the fewest bytes.

What has to be out of place is found by asking: some uses are taken to be out of place, all others are decided one by
one as ever (`../aliasing/decisions.py`), and for each that cannot be in place then, the uses are named of which one has
to be out of place. Those are the clauses of a weighted MaxSAT; its answer is the next question, until nothing is in
conflict that the clauses do not know of. So the judge of conflicts is the one that there is, and clauses are only those
that somebody ran into (as in the implicit hitting sets of Davies and Bacchus 2011). No choice costs less than the best
answer, because that need not satisfy but the clauses that are known. The search ends after a number of steps, with the
best of what it has found and of what the heuristics decide.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from ownlog.backend.bufferize.aliasing.classes import Use
from ownlog.backend.bufferize.aliasing.decisions import Decider
from ownlog.backend.bufferize.aliasing.uses import Uses
from ownlog.backend.bufferize.minimize_copies.cover import Clause, Cover
from ownlog.backend.bufferize.minimize_copies.effort import Effort
from ownlog.backend.bufferize.minimize_copies.rounds import Handed, Rounds
from ownlog.backend.bufferize.minimize_copies.ways import Ways
from ownlog.backend.bufferize.minimize_copies.weights import Cost, Weights
from ownlog.backend.proofs.emission import ProofFile
from ownlog.frontend.facts.names import Naming
from ownlog.rules.relations import PutBackThrough
from ownlog.rules.typed_rows import TypedRows

RULE = "fewest copies"


@dataclass(frozen=True)
class Part:
    """Connected clauses, the least cost of satisfying them, and of each item its cost, op, and words."""

    clauses: tuple[Clause, ...]
    least: int
    costs: Mapping[int, int]
    ops: Mapping[int, str]
    words: Mapping[int, str]

    def script(self) -> str:
        """The script: `unsat` says that no choice costs less."""
        lines = ["(set-logic QF_LIA)", *(f"(declare-fun x{item} () Bool)" for item in self.costs)]
        for clause in self.clauses:
            literals = [
                *(f"x{item}" for item in sorted(clause.chosen)),
                *(f"(not x{item})" for item in sorted(clause.left)),
            ]
            lines.append(f"(assert {_joined('or', literals)})")
        terms = [f"(ite x{item} {cost} 0)" for item, cost in self.costs.items()]
        lines += [f"(assert (< {_joined('+', terms)} {self.least}))", "(check-sat)"]
        return "\n".join(lines) + "\n"

    def file(self, naming: Naming) -> ProofFile:
        """What is written to disk, with the places of the ops."""
        names = {}
        for item, op in self.ops.items():
            found = naming.ops[op]
            at = f" at line {found.position.line}" if found.position is not None else ""
            names[f"x{item}"] = f"{self.words[item]} {found.name}{at}"
        first = naming.ops[min(self.ops.values(), key=lambda op: naming.ops[op].start)].position
        meaning = (
            f"nothing that satisfies these clauses costs less than {self.least}, which is what the choice costs that"
            " was made"
        )
        return ProofFile(RULE, str(first or "no place in the text"), meaning, names, self.script())


def _joined(word: str, terms: list[str]) -> str:
    return terms[0] if len(terms) == 1 else f"({word} {' '.join(terms)})"


DECIDED = 100
"""Steps that it costs to decide a use."""

Order: TypeAlias = Callable[[], Sequence[tuple[str, int]]]
"""The ops, by their names, each with the number of its operands, in the order in which a heuristic decides them."""


class Paid(NamedTuple):
    """A copy besides uses out of place: `op` copies its source ("insertion"), or passes on a copy ("handed").

    "changed": it passes on another buffer than the loop's, which is not allowed.
    """

    kind: str
    op: str
    number: int


Item: TypeAlias = "Use | Paid"


@dataclass(frozen=True)
class Outcome:
    """What a choice costs, and what no choice costs less than."""

    cost: Cost
    bound: Cost
    parts: tuple[Part, ...] = ()
    """Why nothing costs less, where nothing does."""
    ended: bool = False
    """Whether the search ended because it had taken all its steps."""


@dataclass
class _Found:
    """Decisions, with what they cost, and the items that they pay."""

    decider: Decider
    paid: dict[Item, None]
    handed: list[Handed]
    cost: int = 0


class Chooser:
    """Chooses the uses in place.

    In: uses, costs of copies, loops' values; derived rows; the orders of the heuristics; the limit of steps. `returns`:
    loops may pass on buffers of their own.
    """

    def __init__(
        self,
        uses: Uses,
        weights: Weights,
        rounds: Rounds,
        rows: TypedRows,
        orders: Sequence[Order],
        effort: Effort,
        *,
        returns: bool,
    ) -> None:
        self.effort = effort
        self.uses, self.weights, self.rounds, self.orders, self._returns = uses, weights, rounds, orders, returns
        self._through: defaultdict[Use, list[str]] = defaultdict(list)
        for row in rows(PutBackThrough):
            self._through[row.op, row.operand].append(row.insertion)
        self._free = [use for use in uses.values if use[0] in uses.known and use not in set(uses.forced)]
        self._numbers: dict[Item, int] = {}
        self._items: list[Item] = []
        self._costs: dict[Item, Cost] = {}
        self._clauses: dict[Clause, None] = {}
        self._ways = Ways(uses, effort)
        self._cover = Cover(_Weights(self), effort=effort)
        # Each use may be paid for twice: out of place, and as what is handed over.
        self._whole = 1 + 2 * sum(self._cost(use).allocated for use in uses.values)
        self._many = 1 + 2 * len(uses.values)

    def run(self) -> tuple[Decider, Outcome]:
        """The decisions, and how good they are."""
        best = self._decided(frozenset(), self.orders[0]())
        bound = 0
        if best.paid and not best.decider.decisions.impossible:
            best, bound = self._search(best)
            if bound < best.cost:
                best = min([best, *self._by_heuristics()], key=lambda found: found.cost)
            best.decider.explain()
            decisions = best.decider.decisions
            for use, clash in decisions.refused.items() if bound >= best.cost else ():
                decisions.rivals[use] = (self._ways.clash(clash, decisions.in_place | {use}) or frozenset()) - {use}
        parts = tuple(self._parts()) if bound >= best.cost > 0 else ()
        ended = self.effort.ended and bound < best.cost
        return best.decider, Outcome(self._read(best.cost), self._read(bound), parts, ended)

    def _by_heuristics(self) -> Iterator[_Found]:
        """What the heuristics decide: with what is known here to harm nobody, and as they do without a search."""
        for order in self.orders:
            ordered = order()
            yield self._decided(frozenset(), ordered)
            decider = Decider(self.uses)
            decider.decide_all(ordered)
            decider.reconsider(ordered)
            yield self._found(decider)

    def _search(self, best: _Found) -> tuple[_Found, int]:
        found, cover = best, self._cover
        bound, order, exact = 0, self.orders[0](), False
        while self.effort.spend(DECIDED * len(self._free)):
            new = {clause: None for clause in self._reasons(found) if clause not in self._clauses}
            if not new and exact:
                break
            self._clauses |= new
            # The best answer is looked for where a good one leads to nothing new.
            exact = not new
            answer = cover.solve(self._clauses, exact)
            bound = max(bound, answer.bound)
            if bound >= best.cost:
                break
            apart = {item for item in (self._items[number] for number in answer.chosen) if not isinstance(item, Paid)}
            found = self._decided(apart, order)
            if found.cost < best.cost:
                best = found
        return best, min(bound, best.cost)

    def _parts(self) -> Iterable[Part]:
        """The clauses that are known, and what satisfying them costs, in parts."""
        for clauses, found in self._cover.parts(self._clauses):
            ordered = sorted(clauses, key=lambda clause: (sorted(clause.chosen), sorted(clause.left)))
            items = sorted({item for clause in clauses for item in (*clause.chosen, *clause.left)})
            named = {number: self._items[number] for number in items}
            costs = {number: self.weight(item) for number, item in named.items()}
            ops = {number: item.op if isinstance(item, Paid) else item[0] for number, item in named.items()}
            yield Part(tuple(ordered), found.bound, costs, ops, _words(named))

    def _decided(self, apart: Set[Use], order: Sequence[tuple[str, int]]) -> _Found:
        """Decisions with some uses out of place, and what they cost."""
        decider = Decider(self.uses, apart)
        decider.decide_all(order)
        return self._found(decider)

    def _found(self, decider: Decider) -> _Found:
        in_place = decider.decisions.in_place
        out = [use for use in self._free if use not in in_place]
        paid: dict[Item, None] = dict.fromkeys(out)
        for use in out:
            paid |= dict.fromkeys(Paid("insertion", insertion, 0) for insertion in self._through.get(use, ()))
        handed = self.rounds.handed(decider)
        paid |= dict.fromkeys(Paid("handed", one.op, one.operand) for one in handed if one.others)
        if not self._returns:
            paid |= dict.fromkeys(Paid("changed", one.op, one.operand) for one in handed)
        return _Found(decider, paid, handed, sum(map(self.weight, paid)))

    def _reasons(self, found: _Found) -> Iterable[Clause]:
        """Clauses that decisions satisfy only because they pay for it."""
        decisions = found.decider.decisions
        for use, clash in decisions.refused.items():
            concerned = self._ways.clash(clash, decisions.in_place | {use})
            if concerned:
                yield Clause(self._numbered(concerned))
        for item in found.paid:
            if isinstance(item, Paid):
                continue
            for insertion in self._through.get(item, ()):
                yield Clause(
                    frozenset({self._number(Paid("insertion", insertion, 0))}), frozenset({self._number(item)})
                )
        for one in found.handed:
            yield from self._handed(one, found)

    def _handed(self, one: Handed, found: _Found) -> Iterable[Clause]:
        in_place = found.decider.decisions.in_place
        keeping = self._numbered(one.keeping)
        if not self._returns:
            yield Clause(frozenset({self._number(Paid("changed", one.op, one.operand))}), keeping)
        copied = {self._number(Paid("handed", one.op, one.operand))}
        way = self._ways.way(one.value, one.others, in_place) if one.others else None
        if way is not None:
            copied |= {self._number(Paid("handed", *other)) for other in one.elsewhere}
            yield Clause(self._numbered(way) | copied, keeping)

    def _numbered(self, uses: Iterable[Use]) -> frozenset[int]:
        """The numbers of uses, given out in the order of the program: sets have another one in each run."""
        return frozenset(map(self._number, sorted(uses, key=self.uses.place)))

    def _number(self, item: Item) -> int:
        if item not in self._numbers:
            self._numbers[item] = len(self._items)
            self._items.append(item)
        return self._numbers[item]

    def weight(self, item: Item) -> int:
        """What an item costs, as one number."""
        copied, allocated, buffers = self._cost(item)
        refused = isinstance(item, Paid) and item.kind == "changed"
        return ((copied * self._whole + allocated) * self._many + buffers) << (_REFUSED if refused else 0)

    def item(self, number: int) -> Item:
        return self._items[number]

    def _cost(self, item: Item) -> Cost:
        if item not in self._costs:
            if not isinstance(item, Paid):
                self._costs[item] = self.weights.use(item)
            elif item.kind == "insertion":
                self._costs[item] = self.weights.insertion(item.op)
            else:
                self._costs[item] = self.weights.handed(item.op, item.number)
        return self._costs[item]

    def _read(self, weight: int) -> Cost:
        rest, buffers = divmod(weight, self._many)
        copied, allocated = divmod(rest, self._whole)
        return Cost(copied, allocated, buffers)


def _words(items: Mapping[int, Item]) -> dict[int, str]:
    """What it is that items stand for, in words that go on with an op."""
    changed = "another buffer than goes round, as operand {} of"
    words = {"insertion": "a copy of the source of", "handed": "a copy of operand {} of", "changed": changed}
    return {
        number: words[item.kind].format(item.number) if isinstance(item, Paid) else f"a copy for operand {item[1]} of"
        for number, item in items.items()
    }


_REFUSED = 80
"""What is refused costs more than anything else, by so many bits."""


class _Weights(dict[int, int]):
    """What items cost, by their numbers."""

    def __init__(self, chooser: Chooser) -> None:
        super().__init__()
        self._chooser = chooser

    def __missing__(self, number: int) -> int:
        self[number] = found = self._chooser.weight(self._chooser.item(number))
        return found
