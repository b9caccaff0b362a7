"""The cheapest choice that satisfies clauses: weighted MaxSAT, by branch and bound on small parts, by Z3's Optimize on
greater ones.

A clause asks that one of some items is chosen, or one of some others is not. Items are chosen only where clauses ask
for them, so parts whose clauses have no item in common are solved on their own. What is still to come is bounded by the
local ratios of open clauses: each takes what its cheapest item still costs from all of its items (Bar-Yehuda and Even
1985). Z3's Optimize: Bjorner, Phan, Fleckenstein 2015.

While clauses are still found, a good choice does as well as the best one (Davies and Bacchus 2013): Z3 is asked where
`exact` says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ownlog.backend.bufferize.minimize_copies.effort import Effort

if TYPE_CHECKING:
    import z3

STEPS = 1_000
"""Steps that branch and bound may take in a part, before Z3 is asked."""
FEW = 20
"""Steps that it may take in a part that has grown from one where `STEPS` were not enough."""
EFFORT = 4_000_000
"""What Z3 may spend on a part, in its own measure of work (`rlimit`): a second or two."""
BUILT = 20
"""Steps that an item in a clause costs where this is built for Z3."""


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
    """Solves a growing set of clauses.

    In: the positive cost of each item. Without `by_branching`, Z3 solves all parts.
    """

    weights: Mapping[int, int]
    by_branching: bool = True
    by_z3: bool = True
    effort: Effort = field(default_factory=Effort)
    _solved: dict[frozenset[Clause], Solved] = field(default_factory=dict)
    _asked: set[frozenset[Clause]] = field(default_factory=set)
    """The parts that Z3 was asked about."""
    _hard: set[int] = field(default_factory=set)
    """Items of parts that branch and bound did not solve."""

    def solve(self, clauses: Iterable[Clause], exact: bool = True) -> Solved:
        """The cheapest choice with an item of every clause, or a choice and a bound if that takes too long."""
        chosen: set[int] = set()
        cost = bound = 0
        for part in _parts(clauses):
            found = self._part(part, exact)
            chosen |= found.chosen
            cost += found.cost
            bound += found.bound
        return Solved(frozenset(chosen), cost, bound)

    def parts(self, clauses: Iterable[Clause]) -> Iterator[tuple[frozenset[Clause], Solved]]:
        """The parts of clauses that were solved, each with what was found."""
        for part in _parts(clauses):
            yield part, self._solved[part]

    def _part(self, part: frozenset[Clause], exact: bool) -> Solved:
        found = self._solved.get(part)
        if found is None:
            found = self._solved[part] = self._branched(part)
        if exact and self.by_z3 and found.bound < found.cost and part not in self._asked and self.effort.spend(0):
            self._asked.add(part)
            found = self._solved[part] = _by_z3(self.weights, _ordered(part), found, self.effort)
        return found

    def _branched(self, part: frozenset[Clause]) -> Solved:
        items = {item for clause in part for item in (*clause.chosen, *clause.left)}
        steps = STEPS if self._hard.isdisjoint(items) else FEW
        branching = _Branching(self.weights, _ordered(part), steps if self.by_branching else 0, self.effort)
        branching.run()
        if not branching.complete:
            self._hard |= items
        bound = branching.cost if branching.complete else branching.least()
        return Solved(frozenset(branching.best), branching.cost, bound)


def _ordered(part: Iterable[Clause]) -> list[Clause]:
    return sorted(part, key=lambda clause: (sum(map(len, clause)), sorted(clause.chosen), sorted(clause.left)))


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
    """Branch and bound: decisions are in `value`; unsatisfied clauses are branched on, item by item."""

    def __init__(self, weights: Mapping[int, int], clauses: list[Clause], steps: int, effort: Effort) -> None:
        self.weights, self.clauses, self.steps, self.effort = weights, clauses, steps, effort
        self.value: dict[int, bool] = {}
        self.complete = True
        self.best: set[int] = self._greedy()
        self.cost = sum(weights[item] for item in self.best)

    def _greedy(self) -> set[int]:
        """A choice that satisfies all clauses: the cheapest item for each open one; more items may break others."""
        chosen: set[int] = set()
        known = -1
        while len(chosen) > known:
            known = len(chosen)
            self.effort.spend(len(self.clauses))
            for clause in self.clauses:
                if clause.chosen.isdisjoint(chosen) and clause.left <= chosen:
                    chosen.add(min(clause.chosen, key=lambda item: (self.weights[item], item)))
        return chosen

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
        if self.steps <= 0 or not self.effort.spend(len(self.clauses)):
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


def _work(solver: z3.Optimize) -> int:
    """What Z3 has done so far, for this solver or others, in its own measure."""
    statistics = solver.statistics()
    return int(statistics.get_key_value("rlimit count")) if "rlimit count" in statistics.keys() else 0  # noqa: SIM118


def _by_z3(weights: Mapping[int, int], clauses: list[Clause], known: Solved, effort: Effort) -> Solved:
    import z3

    effort.spend(BUILT * sum(len(clause.chosen) + len(clause.left) for clause in clauses))
    solver = z3.Optimize()
    solver.set("rlimit", max(1, min(EFFORT, effort.left)))
    items = sorted({item for clause in clauses for item in clause.chosen | clause.left})
    chosen = {item: z3.Bool(f"chosen{item}") for item in items}
    for clause in clauses:
        solver.add(
            z3.Or(
                [chosen[item] for item in sorted(clause.chosen)]
                + [z3.Not(chosen[item]) for item in sorted(clause.left)]
            )
        )
    goal = None
    for item in items:
        goal = solver.add_soft(z3.Not(chosen[item]), str(weights[item]), "cost")
    before = _work(solver)
    answer = solver.check()
    effort.spend(_work(solver) - before)
    if answer != z3.sat or goal is None:
        effort.ended |= answer != z3.sat
        return known
    model = solver.model()
    found = frozenset(item for item in items if z3.is_true(model.eval(chosen[item])))
    cost = sum(weights[item] for item in found)
    return Solved(found, cost, cost) if cost <= known.cost else known
