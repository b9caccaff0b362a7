"""The loops of one planned clause."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ownlog.base.errors import Diagnostic, EngineError
from ownlog.rules.engine.generated.code_writer import Writer
from ownlog.rules.engine.generated.expressions import comparison, expression, pattern, row
from ownlog.rules.engine.language.syntax_tree import Atom, Term
from ownlog.rules.engine.planning.indexes import IndexSpec, safe
from ownlog.rules.engine.planning.join_order import Bind, Exists, Fold, Operation, Scan, Test, counted, guard_pays

# CPython refuses to compile more than 20 nested blocks; the loop over rounds is one of them.
_MAX_LOOPS = 18


class Context(Protocol):
    """The stratum that a clause belongs to."""

    arities: dict[str, int]
    recursive: frozenset[str]

    def use_relation(self, relation: str) -> str:
        """The name of a relation's set."""

    def use_index(self, relation: str, key: tuple[int, ...], values: tuple[int, ...], distinct: bool) -> IndexSpec:
        """An index."""

    def fetch(self, spec: IndexSpec, out: Writer) -> None:
        """Writes what has to stand in front of the first use of an index."""


@dataclass
class _WholeRow:
    """A loop that unpacks whole rows: the name for the row itself, and how the loop starts if that is used."""

    scan: Scan
    name: str
    columns: list[str]
    line: int
    head: str
    indent: str
    used: bool = False


class ClauseCode:
    """Writes the code of one clause to `out`. `grows` tells whether new rows must be noted for the next round."""

    def __init__(self, stratum: Context, out: Writer, head: Atom, grows: bool) -> None:
        self.stratum, self.out, self.head, self.grows = stratum, out, head, grows
        self.names: dict[str, str] = {}
        self.loops = 0
        self.guarded: int | None = None
        self.whole: dict[str, _WholeRow] = {}

    def name(self, variable: str) -> str:
        """The Python name of a variable."""
        if variable not in self.names:
            plain = f"v_{safe(variable)}"
            self.names[variable] = plain if plain.isidentifier() else f"w_{len(self.names)}"
        return self.names[variable]

    def write(self, operations: Sequence[Operation]) -> None:
        """The code of the clause whose body is planned as `operations`."""
        self._rest(tuple(operations), frozenset())

    def _rest(self, operations: tuple[Operation, ...], bound: frozenset[str]) -> None:
        if self.guarded is None and guard_pays(operations, self.head, bound):
            self._guarded(operations, bound)
        elif not operations:
            self._derive()
        else:
            first, rest = operations[0], operations[1:]
            depth = self.out.depth
            bound |= self._operation(first)
            self._rest(rest, bound)
            self.out.depth = depth
            if isinstance(first, Scan):
                self._settle(first)
                self.loops -= 1
                if self.guarded is not None and self.loops > self.guarded:
                    # One derivation is enough: leave the loops that only looked for it.
                    self.out.open(f"if row in {self._head_set()}:")
                    self.out.line("break")
                    self.out.close()

    def _guarded(self, operations: tuple[Operation, ...], bound: frozenset[str]) -> None:
        self.guarded = self.loops
        depth = self.out.depth
        self.out.line(f"row = {self._head_row()}")
        self.out.open(f"if row not in {self._head_set()}:")
        self._rest(operations, bound)
        self.out.depth = depth

    def _row(self, terms: Iterable[Term]) -> str:
        text = row([expression(term, self.name) for term in terms])
        if text in self.whole:
            self.whole[text].used = True
            return self.whole[text].name
        return text

    def _settle(self, scan: Scan) -> None:
        """Rewrites the head of a loop whose rows are used as they are, so that they need not be built again."""
        for text, whole in list(self.whole.items()):
            if whole.scan is scan:
                del self.whole[text]
                if whole.used:
                    body = "\n".join(self.out.lines[whole.line + 1 :])
                    unpack = any(re.search(rf"\b{name}\b", body) for name in whole.columns)
                    self.out.lines[whole.line] = whole.head
                    if unpack:
                        self.out.lines.insert(whole.line + 1, f"{whole.indent}{', '.join(whole.columns)} = {whole.name}")

    def _head_row(self) -> str:
        return self._row(self.head.args)

    def _head_set(self) -> str:
        return self.stratum.use_relation(self.head.relation)

    def _derive(self) -> None:
        relation = self.head.relation
        if self.guarded is not None:
            self._add(relation)
            if self.loops > self.guarded:
                self.out.line("break")
        elif self.grows:
            self.out.line(f"row = {self._head_row()}")
            self.out.open(f"if row not in {self._head_set()}:")
            self._add(relation)
            self.out.close()
        else:
            self.out.line(f"A_{safe(relation)}({self._head_row()})")

    def _add(self, relation: str) -> None:
        self.out.line(f"A_{safe(relation)}(row)")
        if self.grows:
            self.out.line(f"E_{safe(relation)}(row)")

    # Operations: each writes code, leaves the writer inside the block where the rest belongs, and gives the variables it bound.

    def _operation(self, operation: Operation) -> set[str]:
        if isinstance(operation, Scan):
            return self._scan(operation)
        if isinstance(operation, Exists):
            self._exists(operation)
        elif isinstance(operation, Test):
            self.out.open(f"if {comparison(operation.compare, self.name)}:")
        elif isinstance(operation, Bind):
            self.out.line(f"{self.name(operation.name)} = {expression(operation.term, self.name)}")
            return {operation.name}
        else:
            self._fold(operation)
            return {operation.aggregation.result.name}
        return set()

    def _key(self, key: tuple[tuple[int, Term], ...]) -> str:
        return self._row(term for _, term in key)

    def _index(self, relation: str, key: tuple[int, ...], values: tuple[int, ...], distinct: bool) -> IndexSpec:
        """An index, which is there from here on."""
        spec = self.stratum.use_index(relation, key, values, distinct)
        self.stratum.fetch(spec, self.out)
        return spec

    def _exists(self, operation: Exists) -> None:
        relation, key = operation.atom.relation, operation.key
        if not key:
            test = self.stratum.use_relation(relation)
            self.out.open(f"if {test}:" if operation.wanted else f"if not {test}:")
            return
        if len(key) == self.stratum.arities[relation]:
            where = self.stratum.use_relation(relation)
        else:
            where = self._index(relation, tuple(column for column, _ in key), (), True).name
        self.out.open(f"if {self._key(key)} {'in' if operation.wanted else 'not in'} {where}:")

    def _scan(self, scan: Scan) -> set[str]:
        self.loops += 1
        if self.loops > _MAX_LOOPS:
            message = f"a rule for {self.head.relation} joins more than {_MAX_LOOPS} atoms"
            raise EngineError(Diagnostic(message, advice="split it with a helper relation"))
        relation, arity = scan.atom.relation, self.stratum.arities[scan.atom.relation]
        names = {column: self.name(variable) for column, variable in scan.binds}
        names.update({column: f"same_{self.loops}_{column}" for column, _ in scan.repeats})
        tests = [f"{names[column]} == {self.name(variable)}" for column, variable in scan.repeats]
        if scan.delta or (not scan.key and relation not in self.stratum.recursive):
            for column, term in scan.key:
                names[column] = f"key_{self.loops}_{column}"
                tests.append(f"{names[column]} == {expression(term, self.name)}")
            rows = f"D_{safe(relation)}" if scan.delta else self.stratum.use_relation(relation)
            self._loop(scan, pattern(arity, names), rows, [names.get(column, "_") for column in range(arity)])
        else:
            self._lookup(scan, names)
        if tests:
            self.out.open(f"if {' and '.join(tests)}:")
        return {variable for _, variable in scan.binds}

    def _loop(self, scan: Scan, target: str, rows: str, columns: list[str]) -> None:
        self.out.open(f"for {target} in {rows}:")
        if len(columns) > 1 and "_" not in columns:
            name = f"row_{self.loops}"
            indent = "    " * self.out.depth
            head = f"{indent[4:]}for {name} in {rows}:"
            self.whole[row(columns)] = _WholeRow(scan, name, columns, len(self.out.lines) - 1, head, indent)

    def _lookup(self, scan: Scan, names: dict[int, str]) -> None:
        relation, arity = scan.atom.relation, self.stratum.arities[scan.atom.relation]
        key = tuple(column for column, _ in scan.key)
        values = tuple(sorted(names))
        if not key:
            spec = self._index(relation, (), tuple(range(arity)), False)
            self._loop(scan, pattern(arity, names), spec.name, [names.get(column, "_") for column in range(arity)])
            return
        spec = self._index(relation, key, values, not scan.exact)
        target = pattern(arity, names) if spec.whole else ", ".join(names[column] for column in values) or "_"
        self.out.open(f"for {target} in {spec.name}_get({self._key(scan.key)}, ()):")

    def _fold(self, fold: Fold) -> None:
        aggregation, result = fold.aggregation, self.name(fold.aggregation.result.name)
        size = self._size(fold)
        if size is not None:
            self.out.line(f"{result} = {size}")
            return
        extreme = aggregation.op in ("min", "max")
        self.out.line(f"{result} = {None if extreme else 0}")
        depth, loops = self.out.depth, self.loops
        for operation in fold.body:
            self._operation(operation)
        value = expression(aggregation.target, self.name) if aggregation.target is not None else "1"
        if extreme:
            self.out.line(f"value = {value}")
            sign = "<" if aggregation.op == "min" else ">"
            self.out.open(f"if {result} is None or value {sign} {result}:")
            self.out.line(f"{result} = value")
        else:
            self.out.line(f"{result} += {value}")
        self.out.depth, self.loops = depth, loops
        if extreme:
            self.out.open(f"if {result} is not None:")

    def _size(self, fold: Fold) -> str | None:
        """The expression for a count of rows that need not be looked at, if this is one."""
        scan = counted(fold)
        if scan is None:
            return None
        relation = scan.atom.relation
        if not scan.key:
            return f"len({self.stratum.use_relation(relation)})"
        key = tuple(column for column, _ in scan.key)
        spec = self._index(relation, key, tuple(column for column, _ in scan.binds), False)
        return f"len({spec.name}_get({self._key(scan.key)}, ()))"
