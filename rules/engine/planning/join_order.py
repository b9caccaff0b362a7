"""The order in which the steps of a clause are evaluated.

Filters run as soon as their variables are bound. Joins keep the written order, except that the delta of a recursive
relation comes first and that an atom with a bound or constant column goes before one without, which would be a cross
product.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ownlog.rules.engine.language.normal_form import Aggregation, Step, step_variables
from ownlog.rules.engine.language.syntax_tree import Atom, Compare, Negation, Term, Var, Wildcard, variables


@dataclass(frozen=True)
class Scan:
    """Loop over the rows of a relation that have the values `key` in their columns.

    `binds` are the columns that give a variable its value, `repeats` those that must equal a variable bound in the same
    row. `delta` scans the rows new since the last round. `exact` counts every row once.
    """

    atom: Atom
    key: tuple[tuple[int, Term], ...]
    binds: tuple[tuple[int, str], ...]
    repeats: tuple[tuple[int, str], ...]
    delta: bool
    exact: bool


@dataclass(frozen=True)
class Exists:
    """Whether some row has the values `key` (`wanted`), or none has."""

    atom: Atom
    key: tuple[tuple[int, Term], ...]
    wanted: bool


@dataclass(frozen=True)
class Test:
    """A comparison of bound terms."""

    compare: Compare


@dataclass(frozen=True)
class Bind:
    """Gives a variable the value of a term."""

    name: str
    term: Term


@dataclass(frozen=True)
class Fold:
    """Evaluates an aggregate over the operations `body` and binds its result."""

    aggregation: Aggregation
    body: tuple[Operation, ...]


Operation: TypeAlias = "Scan | Exists | Test | Bind | Fold"


def looked_into(operations: Sequence[Operation], recursive: Collection[str]) -> list[str]:
    """The relations that the first loop looks into for each row: if one is empty, nothing is derived.

    Those that grow meanwhile are left out.
    """
    if not operations or not isinstance(first := operations[0], Scan):
        return []
    reads = [step for step in operations[1:] if isinstance(step, Scan) or (isinstance(step, Exists) and step.wanted)]
    return sorted({step.atom.relation for step in reads}.difference(recursive, [first.atom.relation]))


def guard_pays(operations: Sequence[Operation], head: Atom, bound: Collection[str]) -> bool:
    """Whether the operations that are left only look for one more derivation of a row that is known."""
    return any(isinstance(step, Scan) for step in operations) and all(var.name in bound for var in variables(head.args))


def counted(fold: Fold) -> Scan | None:
    """The rows of which only the number matters, if the aggregate asks for no more."""
    scan = fold.body[0] if fold.aggregation.op == "count" and len(fold.body) == 1 else None
    return scan if isinstance(scan, Scan) and not scan.repeats else None


class Planner:
    """Plans one clause: `head` are the terms that its evaluation must bind besides what the steps need."""

    def __init__(self, steps: Sequence[Step], head: Iterable[Term]) -> None:
        self.steps = steps
        self.uses = Counter(var.name for step in steps for var in step_variables(step))
        self.uses.update(var.name for var in variables(tuple(head)))
        # Only its aggregate may give a result its value: an equation with another bound variable is then a test.
        self.results = {step.result.name for step in steps if isinstance(step, Aggregation)}

    def plan(self, bound: Iterable[str] = (), delta: int | None = None, exact: bool = False) -> tuple[Operation, ...]:
        """The operations for the steps; `delta` is the index of the delta atom, `exact` keeps multiplicities."""
        self.bound = set(bound)
        self.exact = exact
        self.operations: list[Operation] = []
        pending = list(self.steps)
        if delta is not None:
            atom = pending.pop(delta)
            assert isinstance(atom, Atom)
            self._flush(pending)
            self._scan(atom, True)
        self._flush(pending)
        while pending:
            atom = self._choose(pending)
            pending.remove(atom)
            self._scan(atom, False)
            self._flush(pending)
        return tuple(self.operations)

    def _choose(self, pending: list[Step]) -> Atom:
        atoms = [step for step in pending if isinstance(step, Atom)]
        assert atoms, "an unbound variable passed the check of groundedness"
        if not self.operations:
            # The first atom stays first even where a later one has a constant: the rule's author knows what is small.
            return atoms[0]
        found = [atom for atom in atoms if any(self._is_bound(arg) for arg in atom.args)]
        # One that only has a constant would be gone through for each row that was found before.
        joined = [atom for atom in found if any(self._is_bound(arg) and any(variables((arg,))) for arg in atom.args)]
        return (joined or found or atoms)[0]

    def _is_bound(self, term: Term) -> bool:
        return not isinstance(term, Wildcard) and all(var.name in self.bound for var in variables((term,)))

    def _matters(self, term: Term) -> bool:
        if isinstance(term, Wildcard):
            return False
        return self.exact or not isinstance(term, Var) or term.name in self.bound or self.uses[term.name] > 1

    def _flush(self, pending: list[Step]) -> None:
        """Moves every step that needs no loop, and has what it needs, from `pending` to the operations."""
        progress = True
        while progress:
            progress = False
            for attempt in (self._bind, self._test, self._fold):
                for step in list(pending):
                    operation = attempt(step)
                    if operation is not None:
                        pending.remove(step)
                        self.operations.append(operation)
                        progress = True
                if progress:
                    break

    def _bind(self, step: Step) -> Operation | None:
        if isinstance(step, Compare) and step.op == "=":
            for side, other in ((step.left, step.right), (step.right, step.left)):
                if isinstance(side, Var) and side.name not in self.bound | self.results and self._is_bound(other):
                    self.bound.add(side.name)
                    return Bind(side.name, other)
        return None

    def _test(self, step: Step) -> Operation | None:
        if isinstance(step, Compare) and self._is_bound(step.left) and self._is_bound(step.right):
            return Test(step)
        if isinstance(step, Negation):
            key: tuple[tuple[int, Term], ...] = tuple(
                (i, arg) for i, arg in enumerate(step.atom.args) if not isinstance(arg, Wildcard)
            )
            return Exists(step.atom, key, False) if all(self._is_bound(arg) for _, arg in key) else None
        if isinstance(step, Atom):
            key = tuple((i, arg) for i, arg in enumerate(step.args) if self._matters(arg))
            if self.exact and len(key) < len(step.args):
                return None
            return Exists(step, key, True) if all(self._is_bound(arg) for _, arg in key) else None
        return None

    def _fold(self, step: Step) -> Operation | None:
        if not isinstance(step, Aggregation) or not step.outer <= self.bound:
            return None
        self.bound.add(step.result.name)
        target = (step.target,) if step.target is not None else ()
        # A sum or a count needs every row once; a minimum does not care.
        return Fold(step, Planner(step.body, target).plan(step.outer, exact=step.op in ("count", "sum")))

    def _scan(self, atom: Atom, delta: bool) -> None:
        key: list[tuple[int, Term]] = []
        binds: list[tuple[int, str]] = []
        repeats: list[tuple[int, str]] = []
        fresh: set[str] = set()
        for column, arg in enumerate(atom.args):
            if isinstance(arg, Var) and arg.name in fresh:
                repeats.append((column, arg.name))
            elif self._matters(arg) and self._is_bound(arg):
                key.append((column, arg))
            elif isinstance(arg, Var) and self._matters(arg):
                fresh.add(arg.name)
                binds.append((column, arg.name))
        self.bound |= fresh
        self.operations.append(Scan(atom, tuple(key), tuple(binds), tuple(repeats), delta, self.exact))
