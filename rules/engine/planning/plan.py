"""Plans: the clauses of a stratum as numbers, which `joins` or `../interpreter.py` runs."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from ownlog.rules.engine.language.normal_form import NormalClause
from ownlog.rules.engine.language.syntax_tree import Atom, Call, Compare, Const, Term, Var
from ownlog.rules.engine.planning.indexes import IndexSpec
from ownlog.rules.engine.planning.join_order import (
    Bind,
    Exists,
    Fold,
    Operation,
    Planner,
    Scan,
    Test,
    counted,
    guard_pays,
    looked_into,
)
from ownlog.rules.engine.planning.shape import Component, Shape
from ownlog.rules.engine.planning.steps import AGGREGATES, COMPARISONS, KINDS, OPERATIONS, Rows, Step

_Key = tuple[tuple[int, Term], ...]


class Plan(NamedTuple):
    """What `joins.Stratum` is made of, with names in place of functions. All of it can be marshalled."""

    relations: tuple[str, ...]
    constants: tuple[str | int, ...]
    functions: tuple[str, ...]
    registers: int
    width: int
    indexes: tuple[tuple[str, int, bool, int, tuple[int, ...], tuple[int, ...]], ...]
    start: bytes
    rounds: tuple[tuple[int, bytes], ...]


@lru_cache(maxsize=4096)
def plan(component: Component) -> Plan:
    """The plan of a stratum."""
    return _Planned(Shape(component)).plan()


class _Planned:
    """A stratum in the making: what its clauses share."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.relations: dict[str, int] = {}
        self.constants: dict[tuple[type, str | int], int] = {}
        self.functions: dict[str, int] = {}
        self.indexes: dict[str, tuple[int, IndexSpec]] = {}
        self.registers = 0

    def plan(self) -> Plan:
        for clause in self.shape.clauses:
            self.relation(clause.head.relation)
        start = self._code((clause, None) for clause in self.shape.at_once())
        rounds = [(self.relation(name), self._code(self.shape.in_rounds(name))) for name in self.shape.names]
        indexes = tuple(
            (
                name,
                self.relation(spec.relation),
                spec.relation in self.shape.recursive,
                KINDS[spec.kind],
                *_columns(spec),
            )
            for name, (_, spec) in self.indexes.items()
        )
        constants = tuple(value for _, value in self.constants)
        width = max(self.shape.arities.values())
        return Plan(
            tuple(self.relations),
            constants,
            tuple(self.functions),
            self.registers,
            width,
            indexes,
            start,
            tuple(rounds),
        )

    def relation(self, name: str) -> int:
        return self.relations.setdefault(name, len(self.relations))

    def constant(self, value: str | int) -> int:
        return self.constants.setdefault((type(value), value), len(self.constants))

    def function(self, name: str) -> int:
        return self.functions.setdefault(name, len(self.functions))

    def index(
        self, relation: str, key: tuple[int, ...], values: tuple[int, ...], distinct: bool
    ) -> tuple[int, IndexSpec]:
        spec = self.shape.index(relation, key, values, distinct)
        return self.indexes.setdefault(spec.name, (len(self.indexes), spec))

    def _code(self, clauses: Iterable[tuple[NormalClause, int | None]]) -> bytes:
        numbers: list[int] = []
        for clause, delta in clauses:
            steps = _Clause(self, clause.head).steps(Planner(clause.body, clause.head.args).plan(delta=delta))
            numbers += [len(steps) + 1, *steps]
        return array("i", numbers).tobytes()


def _columns(spec: IndexSpec) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The columns of the rows that an index finds, and which of these are the key."""
    if spec.kind == "sets":
        return (*spec.key, *spec.values), tuple(range(len(spec.key)))
    return (), spec.key


class _Clause:
    """The steps of one clause."""

    def __init__(self, stratum: _Planned, head: Atom) -> None:
        self.stratum, self.head = stratum, head
        self.out: list[int] = []
        self.places: dict[str, int] = {}
        self.count = 0
        self.guarded = False

    def steps(self, operations: Sequence[Operation]) -> list[int]:
        for name in looked_into(operations, self.stratum.shape.recursive):
            self._add(Step.REQUIRE, self.stratum.relation(name))
        bound: set[str] = set()
        for number, operation in enumerate(operations):
            if not self.guarded and guard_pays(operations[number:], self.head, bound):
                self._head(Step.UNLESS)
                self.guarded = True
            self._operation(operation)
            bound |= _bound_by(operation)
        if self.guarded:
            self._add(Step.ADD_FOUND, self.stratum.relation(self.head.relation))
        else:
            self._head(Step.ADD)
        self.stratum.registers = max(self.stratum.registers, self.count)
        return self.out

    def _head(self, step: Step) -> None:
        terms = [self._term(arg) for arg in self.head.args]
        self._add(step, self.stratum.relation(self.head.relation), len(terms), *terms)

    def _add(self, *numbers: int) -> None:
        self.out += numbers

    def _register(self, name: str | None = None) -> int:
        if name is not None and name in self.places:
            return self.places[name]
        self.count += 1
        if name is not None:
            self.places[name] = self.count - 1
        return self.count - 1

    # Terms

    def _term(self, term: Term) -> int:
        """The number of a term, behind the steps that compute it."""
        if isinstance(term, Var):
            return self.places[term.name]
        if isinstance(term, Const):
            return ~self.stratum.constant(term.value)
        assert isinstance(term, Call), term
        args = [self._term(arg) for arg in term.args]
        if term.op == "neg":
            return self._computed("-", [~self.stratum.constant(0), *args])
        if term.op == "bnot":
            return self._computed("bxor", [*args, ~self.stratum.constant(-1)])
        if term.op in OPERATIONS:
            return self._computed(term.op, args)
        result = self._register()
        self._add(Step.CALL, self.stratum.function(term.op), result, len(args), *args)
        return result

    def _computed(self, op: str, args: list[int]) -> int:
        result, *rest = args
        for arg in rest:
            left, result = result, self._register()
            self._add(Step.COMPUTE, OPERATIONS[op], result, left, arg)
        return result

    def _terms(self, key: _Key) -> list[int]:
        terms = [self._term(term) for _, term in key]
        return [len(terms), *terms]

    # Operations

    def _operation(self, operation: Operation) -> None:
        if isinstance(operation, Scan):
            self._scan(operation)
        elif isinstance(operation, Exists):
            self._exists(operation)
        elif isinstance(operation, Test):
            self._test(operation.compare)
        elif isinstance(operation, Bind):
            term = self._term(operation.term)
            self._add(Step.MOVE, self._register(operation.name), term)
        else:
            self._fold(operation)

    def _scan(self, scan: Scan) -> None:
        relation, recursive = scan.atom.relation, self.stratum.shape.recursive
        terms = self._terms(scan.key)
        key = tuple(column for column, _ in scan.key)
        if scan.delta or not key:
            rows = Rows.NEW if scan.delta else Rows.SETTLED if relation in recursive else Rows.ALL
            self._add(Step.SCAN, self.stratum.relation(relation), rows, *self._pairs(scan, None))
            self._add(len(key), *(number for pair in zip(key, terms[1:], strict=True) for number in pair))
            return
        values = tuple(sorted({column for column, _ in (*scan.binds, *scan.repeats)}))
        index, spec = self.stratum.index(relation, key, values, not scan.exact)
        assert spec.kind != "keys", "a look-up that binds nothing is a test"
        self._add(Step.LOOKUP, index, *terms, *self._pairs(scan, spec))

    def _pairs(self, scan: Scan, spec: IndexSpec | None) -> list[int]:
        """What a row binds, and what it must repeat: columns of the rows that are found, and registers."""
        found = (*spec.key, *spec.values) if spec is not None and spec.kind == "sets" else None
        numbers: list[int] = []
        for pairs in (scan.binds, scan.repeats):
            numbers.append(len(pairs))
            for column, name in pairs:
                numbers += [column if found is None else found.index(column), self._register(name)]
        return numbers

    def _exists(self, operation: Exists) -> None:
        relation, key = operation.atom.relation, operation.key
        if not key:
            self._add(Step.HAS_ROWS, self.stratum.relation(relation), operation.wanted)
            return
        terms = self._terms(key)
        if len(key) == self.stratum.shape.arities[relation]:
            self._add(Step.MEMBER, self.stratum.relation(relation), operation.wanted, *terms)
        else:
            index, _ = self.stratum.index(relation, tuple(column for column, _ in key), (), True)
            self._add(Step.HAS_KEY, index, operation.wanted, *terms)

    def _test(self, compare: Compare) -> None:
        terms = self._term(compare.left), self._term(compare.right)
        if compare.op in COMPARISONS:
            self._add(Step.TEST, COMPARISONS[compare.op], *terms)
        else:
            self._add(Step.ASK, self.stratum.function(compare.op.lstrip("!")), not compare.op.startswith("!"), *terms)

    def _fold(self, fold: Fold) -> None:
        aggregation = fold.aggregation
        if self._size(fold):
            return
        start = len(self.out)
        kind, result = AGGREGATES[aggregation.op], self._register(aggregation.result.name)
        self._add(Step.FOLD, kind, result, 0)
        for operation in fold.body:
            self._operation(operation)
        value = self._term(aggregation.target) if aggregation.target is not None else ~self.stratum.constant(1)
        self._add(Step.FOLDED, kind, result, value)
        self.out[start + 3] = len(self.out) - start

    def _size(self, fold: Fold) -> bool:
        """Counts rows that need not be looked at, if that is all."""
        scan, name = counted(fold), fold.aggregation.result.name
        if scan is None:
            return False
        if not scan.key:
            self._add(Step.SIZE, self._register(name), self.stratum.relation(scan.atom.relation))
            return True
        terms = self._terms(scan.key)
        binds = tuple(column for column, _ in scan.binds)
        index, _ = self.stratum.index(scan.atom.relation, tuple(column for column, _ in scan.key), binds, False)
        self._add(Step.KEY_SIZE, self._register(name), index, *terms)
        return True


def _bound_by(operation: Operation) -> set[str]:
    if isinstance(operation, Scan):
        return {name for _, name in operation.binds}
    if isinstance(operation, Bind):
        return {operation.name}
    return {operation.aggregation.result.name} if isinstance(operation, Fold) else set()
