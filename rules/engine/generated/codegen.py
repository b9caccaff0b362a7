"""Compiles a checked program to one Python module: a function per stratum, loops and hash lookups in place of rules.

Recursive strata are evaluated semi-naively (Bancilhon and Ramakrishnan, "An amateur's introduction to recursive query processing
strategies", 1986): in each round every recursive rule runs once per recursive atom, with that atom reading only the rows found in the
previous round. New rows enter the set of their relation at once, which filters duplicates, but the indexes only between rounds.

A relation of one column is stored as a set of bare values, any other as a set of tuples.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ownlog.rules.engine.generated.clause_code import ClauseCode
from ownlog.rules.engine.generated.code_writer import Writer, relation_name
from ownlog.rules.engine.generated.index_code import builder, growing, updates
from ownlog.rules.engine.language.normal_form import NormalClause, is_ground_fact
from ownlog.rules.engine.language.syntax_tree import Atom, Const, Var
from ownlog.rules.engine.planning.indexes import IndexSpec, safe
from ownlog.rules.engine.planning.join_order import Operation, Planner, Scan, looked_into
from ownlog.rules.engine.planning.shape import Component, Shape


class Code(NamedTuple):
    """The source of the function of a stratum, and of what builds the indexes that it asks for, by their names."""

    source: str
    builders: dict[str, str]


# Programs that a process compiles in turn mostly share their strata.
@lru_cache(maxsize=4096)
def generate(component: Component) -> Code:
    """The code of a stratum. Raises EngineError for a rule that joins more atoms than Python can nest loops."""
    stratum = _Stratum(component)
    source = "\n".join([*stratum.lines(), ""])
    return Code(source, {name: "\n".join([*builder(spec), ""]) for name, spec in stratum.indexes.items()})


def _copies(scan: Scan, head: Atom) -> bool:
    columns = [arg.name if isinstance(arg, Var) else None for arg in head.args]
    return not scan.key and not scan.repeats and scan.binds == tuple(enumerate(columns)) and len(scan.atom.args) == len(columns)


class _Stratum(Shape):
    """The code of one strongly connected component."""

    def __init__(self, component: Component) -> None:
        super().__init__(component)
        self.late: dict[str, IndexSpec] = {}
        """The indexes that are fetched where they are first asked."""
        self.used_relations: dict[str, None] = {clause.head.relation: None for clause in self.clauses}

    def use_relation(self, relation: str) -> str:
        """The Python name of a relation's set, which the function will fetch."""
        self.used_relations[relation] = None
        return relation_name(relation)

    def use_index(self, relation: str, key: tuple[int, ...], values: tuple[int, ...], distinct: bool) -> IndexSpec:
        """An index over a relation, which the function will fetch or build."""
        self.use_relation(relation)
        return self.index(relation, key, values, distinct)

    def fetch(self, spec: IndexSpec, out: Writer) -> None:
        """Has an index fetched where it is first asked: where the loops around it find nothing, it is not built.

        Those of relations that grow are there from the first round on.
        """
        if spec.relation in self.recursive:
            return
        self.late[spec.name] = spec
        out.open(f"if {spec.name} is None:")
        for line in self._fetch(spec):
            out.line(line.strip())
        out.close()

    def lines(self) -> list[str]:
        """The lines of the function that evaluates the stratum."""
        start, rounds = Writer(1), Writer(2 if self.recursive else 1)
        self._facts(start)
        for clause in self.at_once():
            if not is_ground_fact(clause):
                self._clause(start, clause, None)
        for relation in self.names:
            self._round(rounds, relation)

        lines = [f"def {self.function}(relations, index):"]
        for relation in self.used_relations:
            lines.append(f"    {relation_name(relation)} = relations[{relation!r}]")
            if any(clause.head.relation == relation for clause in self.clauses):
                lines.append(f"    A_{safe(relation)} = {relation_name(relation)}.setdefault")
        own = [spec for spec in self.indexes.values() if spec.relation in self.recursive]
        if self.late:
            lines.append(f"    {' = '.join(self.late)} = None")
        lines += start.lines
        if self.recursive:
            lines += self._loop(rounds.lines, own)
        return lines

    def _fetch(self, spec: IndexSpec) -> list[str]:
        build = growing(spec) if spec.relation in self.recursive else f"build_{spec.name}"
        fetched = f"index({spec.name!r}, {build}, {relation_name(spec.relation)})"
        lines = [f"    {spec.name} = {fetched}"]
        if spec.kind in ("lists", "sets"):
            lines.append(f"    {spec.name}_get = {spec.name}.get")
        return lines

    def _facts(self, out: Writer) -> None:
        rows: dict[str, list[object]] = {}
        for clause in self.clauses:
            if is_ground_fact(clause):
                values = tuple(arg.value for arg in clause.head.args if isinstance(arg, Const))
                rows.setdefault(clause.head.relation, []).append(values[0] if len(values) == 1 else values)
        for relation, found in rows.items():
            out.line(f"{relation_name(relation)}.update(dict.fromkeys({tuple(found)!r}))")

    def _clause(self, out: Writer, clause: NormalClause, delta: int | None) -> None:
        operations = Planner(clause.body, clause.head.args).plan(delta=delta)
        if delta is None and len(operations) == 1 and isinstance(operations[0], Scan) and _copies(operations[0], clause.head):
            out.line(f"{relation_name(clause.head.relation)}.update({self.use_relation(operations[0].atom.relation)})")
            return
        depth = out.depth
        self._unless_empty(out, operations)
        ClauseCode(self, out, clause.head, clause.head.relation in self.recursive and delta is not None).write(operations)
        out.depth = depth

    def _unless_empty(self, out: Writer, operations: Sequence[Operation]) -> None:
        """Passes over a loop where a relation is empty that is looked into for each of the loop's rows."""
        names = [self.use_relation(name) for name in looked_into(operations, self.recursive)]
        if names:
            out.open(f"if {' and '.join(names)}:")

    def _round(self, out: Writer, relation: str) -> None:
        versions = self.in_rounds(relation)
        nested = len(self.names) > 1 and versions
        if nested:
            out.open(f"if D_{safe(relation)}:")
        for clause, index in versions:
            self._clause(out, clause, index)
        if nested:
            out.close()

    def _loop(self, body: list[str], own: list[IndexSpec]) -> list[str]:
        names = {safe(name): name for name in self.names}
        lines = [f"    D_{name} = list({relation_name(name)})" for name in names]
        some_rows = " or ".join(f"D_{name}" for name in names)
        if own:
            lines += [f"    if not ({some_rows}):", "        return"]
            lines += [line for spec in own for line in self._fetch(spec)]
        lines.append(f"    while {some_rows}:")
        for name in names:
            lines += [f"        N_{name} = []", f"        E_{name} = N_{name}.append"]
        lines += body
        for name, relation in names.items():
            specs = [spec for spec in own if spec.relation == relation]
            lines += updates(specs, f"N_{name}", 2)
            lines.append(f"        D_{name} = N_{name}")
        return lines
