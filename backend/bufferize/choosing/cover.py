"""The cheapest choice that satisfies clauses: weighted MaxSAT, by branch and bound on small parts, by Z3's Optimize on greater ones.

A clause asks that one of some items is chosen, or one of some others is not. Items are chosen only where clauses ask for them, so parts
whose clauses have no item in common are solved on their own. What is still to come is bounded by the local ratios of open clauses: each
takes what its cheapest item still costs from all of its items (Bar-Yehuda and Even 1985). Z3's Optimize: Bjorner, Phan, Fleckenstein 2015.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

STEPS = 1_000
"""Steps that branch and bound may take in a part, before Z3 is asked."""
EFFORT = 4_000_000
"""What Z3 may spend on a part, in its own measure of work (`rlimit`): a second or two."""


class Clause(NamedTuple):
    """One of `chosen` is chosen, or one of `left` is not."""

    chosen: frozenset[int]
    left: frozenset[int] = frozenset()


class Solved(NamedTuple):
    """A choice, its cost, and what no choice costs less than."""

    chosen: frozenset[int]
    cost: int
    bound: int


@dataclass
class Cover:
    """Solves clauses that become more. In: what each item costs, above zero. `by_branching` is False where Z3 is to solve all of them."""

    weights: Mapping[int, int]
    by_branching: bool = True
    by_z3: bool = True
    _solved: dict[frozenset[Clause], Solved] = field(default_factory=dict)

    def solve(self, clauses: Iterable[Clause]) -> Solved:
        """The cheapest choice, or a choice and a bound where that is not found in time. Every clause has a chosen item."""
        chosen: set[int] = set()
        cost = bound = 0
        for part in _parts(clauses):
            if part not in self._solved:
                self._solved[part] = self._part(part)
            found = self._solved[part]
            chosen |= found.chosen
            cost += found.cost
            bound += found.bound
        return Solved(frozenset(chosen), cost, bound)

    def parts(self, clauses: Iterable[Clause]) -> Iterator[tuple[frozenset[Clause], Solved]]:
        """The parts of clauses that were solved, each with what was found."""
        for part in _parts(clauses):
            yield part, self._solved[part]

    def _part(self, clauses: frozenset[Clause]) -> Solved:
        ordered = sorted(clauses, key=lambda clause: (len(clause.chosen) + len(clause.left), sorted(clause.chosen), sorted(clause.left)))
        branching = _Branching(self.weights, ordered, STEPS if self.by_branching else 0)
        branching.run()
        chosen = frozenset(branching.best)
        if branching.complete or not self.by_z3:
            return Solved(chosen, branching.cost, branching.cost if branching.complete else branching.least())
        return _by_z3(self.weights, ordered, Solved(chosen, branching.cost, branching.least()))


def _parts(clauses: Iterable[Clause]) -> list[frozenset[Clause]]:
    """Clauses in groups that have no item in common."""
    above: dict[int, int] = {}

    def root(item: int) -> int:
        while above.setdefault(item, item) != item:
            above[item] = above[above[item]]
            item = above[item]
        return item

    kept = list(dict.fromkeys(clauses))
    for clause in kept:
        first, *rest = sorted(clause.chosen | clause.left)
        for item in rest:
            above[root(item)] = root(first)
    groups: dict[int, list[Clause]] = {}
    for clause in kept:
        groups.setdefault(root(min(clause.chosen | clause.left)), []).append(clause)
    return [frozenset(group) for group in groups.values()]


class _Branching:
    """Branch and bound: what is decided stands in `value`; a clause that nothing satisfies yet is branched on, item by item."""

    def __init__(self, weights: Mapping[int, int], clauses: list[Clause], steps: int) -> None:
        self.weights, self.clauses, self.steps = weights, clauses, steps
        self.value: dict[int, bool] = {}
        self.complete = True
        self.best: set[int] = self._greedy()
        self.cost = sum(weights[item] for item in self.best)

    def _greedy(self) -> set[int]:
        """A choice that satisfies all clauses: the cheapest item for each that is not satisfied; choosing more may break others."""
        chosen: set[int] = set()
        while True:
            open_ = [clause for clause in self.clauses if not clause.chosen & chosen and clause.left <= chosen]
            if not open_:
                return chosen
            chosen.add(min(open_[0].chosen, key=lambda item: (self.weights[item], item)))

    def run(self) -> None:
        """Finds the best choice, as far as the steps go."""
        # A stack of what is to be tried: decisions to take back to, and one to make.
        stack: list[tuple[int, int, bool]] = []
        trail: list[int] = []
        self._expand(stack, trail)
        while stack:
            depth, item, value = stack.pop()
            while len(trail) > depth:
                del self.value[trail.pop()]
            self.value[item] = value
            trail.append(item)
            self._expand(stack, trail)

    def _expand(self, stack: list[tuple[int, int, bool]], trail: list[int]) -> None:
        if self.steps <= 0:
            self.complete = False
            return
        self.steps -= 1
        spent = sum(self.weights[item] for item, value in self.value.items() if value)
        rest, branch = self._rest()
        if rest is None or spent + rest >= self.cost:
            return
        if branch is None:
            self.best = {item for item, value in self.value.items() if value}
            self.cost = spent
            return
        # The last one on the stack is tried first: the cheapest way.
        item = min(self._open(branch), key=lambda item: (item in branch.left, self.weights[item], item))
        wanted = item in branch.chosen
        stack += [(len(trail), item, not wanted), (len(trail), item, wanted)]

    def _open(self, clause: Clause) -> list[int]:
        return [item for item in (*clause.chosen, *clause.left) if item not in self.value]

    def _rest(self) -> tuple[int | None, Clause | None]:
        """What open clauses cost at least, and one to branch on; None where one cannot be satisfied."""
        value, rest = self.value, dict[int, int]()
        least, branch, size = 0, None, 0
        for clause in self.clauses:
            open_, satisfied, leaves = [], False, False
            for item in clause.chosen:
                known = value.get(item)
                if known:
                    satisfied = True
                    break
                if known is None:
                    open_.append(item)
            for item in () if satisfied else clause.left:
                known = value.get(item)
                if known is False:
                    satisfied = True
                    break
                if known is None:
                    open_.append(item)
                    leaves = True
            if satisfied:
                continue
            if not open_:
                return None, None
            if branch is None or len(open_) < size:
                branch, size = clause, len(open_)
            if leaves:
                continue
            # One of these items is chosen: that much of the cost of each is spent on this clause.
            spent = min(rest.get(item, self.weights[item]) for item in open_)
            if spent:
                least += spent
                for item in open_:
                    rest[item] = rest.get(item, self.weights[item]) - spent
        return least, branch

    def least(self) -> int:
        """What no choice costs less than, before anything is decided."""
        self.value.clear()
        return self._rest()[0] or 0


def _by_z3(weights: Mapping[int, int], clauses: list[Clause], known: Solved) -> Solved:
    import z3

    solver = z3.Optimize()
    solver.set("rlimit", EFFORT)
    items = sorted({item for clause in clauses for item in clause.chosen | clause.left})
    chosen = {item: z3.Bool(f"chosen{item}") for item in items}
    for clause in clauses:
        solver.add(z3.Or([chosen[item] for item in sorted(clause.chosen)] + [z3.Not(chosen[item]) for item in sorted(clause.left)]))
    goal = None
    for item in items:
        goal = solver.add_soft(z3.Not(chosen[item]), str(weights[item]), "cost")
    if solver.check() != z3.sat or goal is None:
        return known
    model = solver.model()
    found = frozenset(item for item in items if z3.is_true(model.eval(chosen[item])))
    cost = sum(weights[item] for item in found)
    return Solved(found, cost, cost) if cost <= known.cost else known
