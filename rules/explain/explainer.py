"""Finds the derivation of a row in the rules and the complete relations.

Backwards from the row, all rule instances that could derive it are collected, then those of their premises, and so on.
Forwards from the facts, the rows met on the way get their heights: Knuth's generalization of Dijkstra's algorithm ("A
generalization of Dijkstra's algorithm", 1977), with each step costing one, which makes it a search in levels. An
instance counts only when all its premises have their height, so that no derivation ever rests on itself, however the
rules recurse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ownlog.base.errors import EngineError
from ownlog.rules.engine.language.normal_form import NormalClause, grounded
from ownlog.rules.engine.language.syntax_tree import Const, variables
from ownlog.rules.engine.program.engine import Row
from ownlog.rules.engine.program.program import Program
from ownlog.rules.engine.program.relations import Rule
from ownlog.rules.explain.derivation import Derivation
from ownlog.rules.explain.matching import Match, Matcher, Premise, unify
from ownlog.rules.explain.notation import Pattern, plain, row_text, rule_text
from ownlog.rules.explain.positions import Positions
from ownlog.rules.explain.store import Store
from ownlog.rules.explain.terms import evaluate


class Goal(NamedTuple):
    """A row that wants a derivation."""

    relation: str
    row: Pattern


@dataclass(frozen=True)
class _Instance:
    """A rule with values for its variables, or a given row (`clause` is None)."""

    goal: Goal
    clause: NormalClause | None
    match: Match
    needs: tuple[Goal, ...]
    is_fact: bool


@dataclass(frozen=True)
class _Settled:
    """The instance that derives a row, and the height and number of steps of that derivation."""

    instance: _Instance
    height: int
    steps: int


_NOTHING = Match({}, ())


def explain(
    program: Program,
    rows: Mapping[str, Iterable[Row]],
    relation: str,
    row: Row,
    given: Mapping[str, Iterable[Row]] | None = None,
) -> Derivation:
    """The derivation of one row; see `Explainer`, which also serves many questions about the same rows."""
    return Explainer(program, rows, given).explain(relation, row)


class Explainer:
    """Explains rows of the relations that an engine derived.

    In: the program, the rows of *all* its relations (except inline ones), and the facts given to the engine (by default
    the rows of `.input` relations). ValueError for a missing relation.
    """

    def __init__(
        self, program: Program, rows: Mapping[str, Iterable[Row]], given: Mapping[str, Iterable[Row]] | None = None
    ) -> None:
        missing = [name for name in program.stored if name not in rows]
        if missing:
            raise ValueError(f"the rows of all relations are needed; there are none of {', '.join(missing)}")
        self.program = program
        self.store = Store(rows)
        self._matcher = Matcher(self.store)
        self._given = {name: set(found) for name, found in (_inputs(program, rows) if given is None else given).items()}
        self._stated: dict[Goal, NormalClause] = {}
        self._clauses: dict[str, list[NormalClause]] = {}
        for clause in (*program.core.clauses, *program.core.inlined):
            if self._is_fact(clause) and all(isinstance(arg, Const) for arg in clause.head.args):
                goal = Goal(
                    clause.head.relation, tuple(arg.value for arg in clause.head.args if isinstance(arg, Const))
                )
                self._stated.setdefault(goal, clause)
            else:
                self._clauses.setdefault(clause.head.relation, []).append(clause)
        self._settled: dict[Goal, _Settled] = {}
        self._made: dict[Goal | Premise, Derivation] = {}
        self._positions = Positions(program, self.store)

    def explain(self, relation: str, row: Row) -> Derivation:
        """A derivation of least height, with the fewest steps of those; rows are always derived the same way.

        Raises KeyError for a row that is not there, and EngineError if the rules do not derive it: then the rows do not
        belong to the program.
        """
        if relation not in self.program.relations or not self.matching(relation, row):
            raise KeyError(f"there is no row {row_text(relation, row)}")
        goal = Goal(relation, row)
        if goal not in self._settled:
            self._settle(self._collect(goal))
        if goal not in self._settled:
            raise EngineError(f"no rule derives {row_text(relation, row)}: these rows do not belong to this program")
        return self._make(goal)

    def matching(self, relation: str, pattern: Pattern) -> Sequence[Row]:
        """The rows that match the pattern (None: any cell); those of an inline relation are derived on demand.

        Raises ValueError for an inline relation whose rules do not bind the open cells.
        """
        if not self.program.relations[relation].inline:
            return self.store.matching(relation, pattern)
        rows = {row for clause in self._clauses.get(relation, ()) for row in self._rows(clause, pattern)}
        for goal in self._stated:
            if goal.relation == relation and all(
                want in (None, cell) for want, cell in zip(pattern, goal.row, strict=True)
            ):
                rows.add(tuple([cell for cell in goal.row if cell is not None]))
        return sorted(rows)

    def _rows(self, clause: NormalClause, pattern: Pattern) -> Iterator[Row]:
        unified = unify(clause, pattern)
        if unified is None:
            return
        bindings, remaining = unified
        if not grounded(clause.body, frozenset(bindings)).issuperset(var.name for var in variables(clause.head.args)):
            raise ValueError(f"the rules of {clause.head.relation} bind no values by themselves")
        for match in self._matcher.matches([*clause.body, *remaining], bindings):
            yield tuple([evaluate(arg, match.bindings) for arg in clause.head.args])

    def _is_fact(self, clause: NormalClause) -> bool:
        return not clause.body and not self.program.rules[clause.rule].body

    def _collect(self, first: Goal) -> list[_Instance]:
        """All instances that may matter for the derivation of a row, but for those of rows that have theirs."""
        instances: list[_Instance] = []
        seen, stack = {first}, [first]
        while stack:
            for instance in self._instances(stack.pop()):
                instances.append(instance)
                for need in instance.needs:
                    if need not in seen and need not in self._settled:
                        seen.add(need)
                        stack.append(need)
        return instances

    def _instances(self, goal: Goal) -> Iterable[_Instance]:
        if goal.row in self._given.get(goal.relation, ()):
            return [_Instance(goal, None, _NOTHING, (), True)]
        stated = self._stated.get(goal)
        if stated is not None:
            return [_Instance(goal, stated, _NOTHING, (), True)]
        found: list[_Instance] = []
        for clause in self._clauses.get(goal.relation, ()):
            unified = unify(clause, goal.row)
            if unified is None:
                continue
            bindings, remaining = unified
            for match in self._matcher.matches([*clause.body, *remaining], bindings):
                needs = dict.fromkeys(Goal(p.relation, p.cells) for p in match.premises if p.kind == "row")
                found.append(_Instance(goal, clause, match, tuple(needs), self._is_fact(clause)))
        return found

    def _settle(self, instances: list[_Instance]) -> None:
        """Gives the rows their derivations, lowest first: no lower instance of a row can come later."""
        waiting: dict[Goal, list[int]] = {}
        missing: list[int] = []
        levels: dict[int, list[_Instance]] = {}
        for number, instance in enumerate(instances):
            needs = [need for need in instance.needs if need not in self._settled]
            missing.append(len(needs))
            for need in needs:
                waiting.setdefault(need, []).append(number)
            if not needs:
                levels.setdefault(self._height(instance), []).append(instance)
        while levels:
            height = min(levels)
            for goal, settled in self._choose(levels.pop(height), height).items():
                self._settled[goal] = settled
                for number in waiting.get(goal, ()):
                    missing[number] -= 1
                    if not missing[number]:
                        levels.setdefault(height + 1, []).append(instances[number])

    def _height(self, instance: _Instance) -> int:
        if instance.is_fact:
            return 0
        return 1 + max((self._settled[need].height for need in instance.needs), default=0)

    def _choose(self, instances: list[_Instance], height: int) -> dict[Goal, _Settled]:
        """The instance with the fewest steps for each row without one; of equals, that of the first rule."""
        best: dict[Goal, _Settled] = {}
        for instance in instances:
            if instance.goal in self._settled:
                continue
            steps = 1 + sum(
                self._settled[Goal(p.relation, p.cells)].steps if p.kind == "row" else 1
                for p in instance.match.premises
            )
            if instance.goal not in best or steps < best[instance.goal].steps:
                best[instance.goal] = _Settled(instance, height, steps)
        return best

    def _make(self, goal: Goal) -> Derivation:
        """The derivation of a settled row, without recursion: chains can be thousands of rules high."""
        stack = [goal]
        while stack:
            top = stack[-1]
            if top in self._made:
                stack.pop()
                continue
            below = [need for need in self._settled[top].instance.needs if need not in self._made]
            if below:
                stack.extend(below)
            else:
                self._made[top] = self._node(self._settled[top].instance)
        return self._made[goal]

    def _node(self, instance: _Instance) -> Derivation:
        relation, row = instance.goal
        if instance.clause is None:
            return Derivation(relation, row, "fact", position=self._positions.of(relation, row))
        rule: Rule = self.program.rules[instance.clause.rule]
        return Derivation(
            relation,
            row,
            "fact" if instance.is_fact else "derived",
            rule.number,
            rule_text(self.program, rule),
            rule.position,
            {name: value for name, value in instance.match.bindings.items() if plain(name)},
            tuple(map(self._premise, instance.match.premises)),
        )

    def _premise(self, premise: Premise) -> Derivation:
        key = Goal(premise.relation, premise.cells) if premise.kind == "row" else premise
        if key not in self._made:
            assert premise.kind != "row"
            self._made[key] = Derivation(
                premise.relation, premise.cells, premise.kind, rows=premise.rows, expression=premise.expression
            )
        return self._made[key]


def _inputs(program: Program, rows: Mapping[str, Iterable[Row]]) -> dict[str, Iterable[Row]]:
    return {name: rows[name] for name in program.inputs}
