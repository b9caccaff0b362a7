"""Runs plans in Python, where the extension in C was not built, and to check it in tests.

The steps of a plan (`planning/plan.py`; `native/joins.h` defines them) become functions that call one another, once for
each row. A function returns True if the row that `Step.UNLESS` asked for was derived: one derivation is enough, so the
loops up to there end.
"""

from __future__ import annotations

import operator
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from ownlog.rules.engine.planning import functors
from ownlog.rules.engine.planning.steps import AGGREGATES, COMPARISONS, KINDS, OPERATIONS, Rows, Step

Row = tuple[Any, ...]
Run = Callable[[], bool]
"""A step with all that come behind it."""

_COMPARISONS = {number: functors.COMPARISONS[name] for name, number in COMPARISONS.items()}
_OPERATIONS = {number: functors.OPERATIONS[name] for name, number in OPERATIONS.items()}
_FOLDS = {AGGREGATES["min"]: min, AGGREGATES["max"]: max}


class Table:
    """The rows of a relation: distinct, in the order in which they came."""

    __slots__ = ("members", "rows")

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.rows = list(dict.fromkeys(rows))
        self.members = set(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def add(self, row: Row) -> None:
        if row not in self.members:
            self.members.add(row)
            self.rows.append(row)


class Index:
    """The rows of a table by some of their columns, or by those of their projection on `columns`."""

    def __init__(self, kind: int, columns: Sequence[int], key: Sequence[int], table: Table) -> None:
        self._table, self._seen = table, 0
        self._project = _picker(columns) if kind == KINDS["sets"] else None
        self._projected = Table()
        self._key = _picker(key)
        self.entries: dict[Row, list[Row]] = {}
        self.extend()

    def extend(self) -> None:
        """Take in the rows that came since the last time."""
        new = self._table.rows[self._seen :]
        self._seen += len(new)
        if self._project is not None:
            known = len(self._projected)
            for row in new:
                self._projected.add(self._project(row))
            new = self._projected.rows[known:]
        for row in new:
            self.entries.setdefault(self._key(row), []).append(row)


class Stratum:
    """The rules of some relations; the fields are those of `Plan`.

    Called with the tables by name and a function that gives an index, it derives their rows.
    """

    def __init__(
        self,
        relations: Sequence[str],
        constants: Sequence[str | int],
        functions: Sequence[Callable[..., Any]],
        registers: int,
        width: int,
        indexes: Sequence[tuple[str, int, bool, int, Sequence[int], Sequence[int]]],
        start: bytes,
        rounds: Sequence[tuple[int, bytes]],
    ) -> None:
        self._names, self._plans, self._functions = relations, indexes, functions
        # A term is the number of a register, or ~n for constant n: a negative index counts from the end.
        self._values: list[Any] = [None] * registers + [*reversed(constants)]
        self._tables: list[Table] = [Table()] * len(relations)
        self._indexes: list[Index | None] = [None] * len(indexes)
        self._fetch: Callable[..., Index] | None = None
        self._settled, self._known = [0] * len(relations), [0] * len(relations)
        self._found: Row = ()
        self._start = list(self._clauses(start))
        self._rounds = [(relation, list(self._clauses(code))) for relation, code in rounds]

    def __call__(self, relations: dict[str, Table], index: Callable[..., Index]) -> None:
        self._tables[:] = [relations[name] for name in self._names]
        self._indexes[:] = [None] * len(self._plans)
        self._fetch = index
        for clause in self._start:
            clause()
        self._run_rounds()

    def _run_rounds(self) -> None:
        """Semi-naive evaluation: a round for the rows that the one before has added. Indexes grow between rounds."""
        recursive = [relation for relation, _ in self._rounds]
        for relation in recursive:
            self._known[relation], self._settled[relation] = 0, len(self._tables[relation])
        grow = [number for number, plan in enumerate(self._plans) if plan[2]]
        while any(self._known[relation] < self._settled[relation] for relation in recursive):
            for number in grow:
                self._index(number).extend()
            for relation, clauses in self._rounds:
                if self._known[relation] < self._settled[relation]:
                    for clause in clauses:
                        clause()
            for relation in recursive:
                self._known[relation], self._settled[relation] = self._settled[relation], len(self._tables[relation])

    def _index(self, number: int) -> Index:
        found = self._indexes[number]
        if found is None:
            name, relation, _, kind, columns, key = self._plans[number]
            assert self._fetch is not None
            found = self._indexes[number] = self._fetch(
                name, partial(Index, kind, columns, key), self._tables[relation]
            )
        return found

    # Steps

    def _clauses(self, code: bytes) -> Iterator[Run]:
        numbers = array("i", code)
        at = 0
        while at < len(numbers):
            yield self._steps(numbers[at + 1 : at + numbers[at]])
            at += numbers[at]

    def _steps(self, code: Sequence[int]) -> Run:
        made: Run = getattr(self, f"_{Step(code[0]).name.lower()}")(code)
        return made

    def _scan(self, code: Sequence[int]) -> Run:
        relation, which = code[1], code[2]
        binds, at = _pairs(code, 3)
        repeats, at = _pairs(code, at)
        tests, at = _pairs(code, at)
        tables, known, settled, values, then = (
            self._tables,
            self._known,
            self._settled,
            self._values,
            self._steps(code[at:]),
        )

        def run() -> bool:
            rows = tables[relation].rows
            start = known[relation] if which == Rows.NEW else 0
            for row in rows[start : len(rows) if which == Rows.ALL else settled[relation]]:
                if tests and any(row[column] != values[term] for column, term in tests):
                    continue
                for column, register in binds:
                    values[register] = row[column]
                if (not repeats or _repeats(values, row, repeats)) and then():
                    return True
            return False

        return run

    def _lookup(self, code: Sequence[int]) -> Run:
        index, (key, at) = code[1], _list(code, 2)
        binds, at = _pairs(code, at)
        repeats, at = _pairs(code, at)
        values, pick, then = self._values, _picker(key), self._steps(code[at:])

        def run() -> bool:
            for row in self._index(index).entries.get(pick(values), ()):
                for column, register in binds:
                    values[register] = row[column]
                if (not repeats or _repeats(values, row, repeats)) and then():
                    return True
            return False

        return run

    def _if(self, holds: Callable[[], bool], rest: Sequence[int]) -> Run:
        then = self._steps(rest)
        return lambda: holds() and then()

    def _require(self, code: Sequence[int]) -> Run:
        tables, relation = self._tables, code[1]
        return self._if(lambda: bool(tables[relation].rows), code[2:])

    def _has_rows(self, code: Sequence[int]) -> Run:
        tables, relation, wanted = self._tables, code[1], bool(code[2])
        return self._if(lambda: bool(tables[relation].rows) == wanted, code[3:])

    def _member(self, code: Sequence[int]) -> Run:
        tables, values, relation, wanted, (terms, at) = (
            self._tables,
            self._values,
            code[1],
            bool(code[2]),
            _list(code, 3),
        )
        pick = _picker(terms)
        return self._if(lambda: (pick(values) in tables[relation].members) == wanted, code[at:])

    def _has_key(self, code: Sequence[int]) -> Run:
        values, index, wanted, (terms, at) = self._values, code[1], bool(code[2]), _list(code, 3)
        pick = _picker(terms)
        return self._if(lambda: (pick(values) in self._index(index).entries) == wanted, code[at:])

    def _test(self, code: Sequence[int]) -> Run:
        values, holds, left, right = self._values, _COMPARISONS[code[1]], code[2], code[3]
        return self._if(lambda: holds(values[left], values[right]), code[4:])

    def _ask(self, code: Sequence[int]) -> Run:
        values, function, wanted, left, right = self._values, self._functions[code[1]], bool(code[2]), code[3], code[4]
        return self._if(lambda: bool(function(values[left], values[right])) == wanted, code[5:])

    def _set(self, register: int, compute: Callable[[], Any], rest: Sequence[int]) -> Run:
        values, then = self._values, self._steps(rest)

        def run() -> bool:
            values[register] = compute()
            return then()

        return run

    def _move(self, code: Sequence[int]) -> Run:
        values, term = self._values, code[2]
        return self._set(code[1], lambda: values[term], code[3:])

    def _compute(self, code: Sequence[int]) -> Run:
        values, operation, left, right = self._values, _OPERATIONS[code[1]], code[3], code[4]
        return self._set(code[2], lambda: operation(values[left], values[right]), code[5:])

    def _call(self, code: Sequence[int]) -> Run:
        values, function, (terms, at) = self._values, self._functions[code[1]], _list(code, 3)
        return self._set(code[2], lambda: function(*(values[term] for term in terms)), code[at:])

    def _size(self, code: Sequence[int]) -> Run:
        tables, relation = self._tables, code[2]
        return self._set(code[1], lambda: len(tables[relation]), code[3:])

    def _key_size(self, code: Sequence[int]) -> Run:
        values, index, (terms, at) = self._values, code[2], _list(code, 3)
        pick = _picker(terms)
        return self._set(code[1], lambda: len(self._index(index).entries.get(pick(values), ())), code[at:])

    def _fold(self, code: Sequence[int]) -> Run:
        values, kind, result, distance = self._values, code[1], code[2], code[3]
        body, then = self._steps(code[4:distance]), self._steps(code[distance:])
        start = None if kind in _FOLDS else 0

        def run() -> bool:
            values[result] = start
            body()
            return values[result] is not None and then()

        return run

    def _folded(self, code: Sequence[int]) -> Run:
        values, result, term = self._values, code[2], code[3]
        better = _FOLDS.get(code[1])

        def run() -> bool:
            old, value = values[result], values[term]
            values[result] = old + value if better is None else value if old is None else better(old, value)
            return False

        return run

    def _unless(self, code: Sequence[int]) -> Run:
        tables, values, relation, (terms, at) = self._tables, self._values, code[1], _list(code, 2)
        pick, then = _picker(terms), self._steps(code[at:])

        def run() -> bool:
            self._found = pick(values)
            if self._found not in tables[relation].members:
                then()
            return False

        return run

    def _add(self, code: Sequence[int]) -> Run:
        tables, values, relation, (terms, _) = self._tables, self._values, code[1], _list(code, 2)
        pick = _picker(terms)

        def run() -> bool:
            tables[relation].add(pick(values))
            return False

        return run

    def _add_found(self, code: Sequence[int]) -> Run:
        tables, relation = self._tables, code[1]

        def run() -> bool:
            tables[relation].add(self._found)
            return True

        return run


def _picker(numbers: Sequence[int]) -> Callable[[Sequence[Any]], Row]:
    """What takes a tuple of some items out of a sequence."""
    if len(numbers) > 1:
        return operator.itemgetter(*numbers)
    return (lambda row: (row[numbers[0]],)) if numbers else lambda _: ()


def _repeats(values: list[Any], row: Row, repeats: Sequence[tuple[int, int]]) -> bool:
    """Whether columns of a row are what registers have already."""
    return all(row[column] == values[register] for column, register in repeats)


def _list(code: Sequence[int], at: int) -> tuple[list[int], int]:
    """A list with its length in front, and where what comes behind it begins."""
    end = at + 1 + code[at]
    return list(code[at + 1 : end]), end


def _pairs(code: Sequence[int], at: int) -> tuple[list[tuple[int, int]], int]:
    """The same of pairs, whose number is in front."""
    end = at + 1 + 2 * code[at]
    return list(zip(code[at + 1 : end : 2], code[at + 2 : end : 2], strict=True)), end
