"""Two data sets beside each other: which outcomes, decisions and facts changed."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ownlog.base.errors import Diagnostic, InputError
from ownlog.base.suggestions import did_you_mean, similar
from ownlog.corpus.data.database import add_views, connect, literal, quoted, rows
from ownlog.corpus.data.kept import decisions, missing
from ownlog.corpus.data.store import Store, open_store, tables_from

if TYPE_CHECKING:
    import duckdb
    from rich.console import Console

    from ownlog.corpus.data.schema import Table


NEEDED = ("op", "operand", "result")
"""The relations that the names are made of."""

_NUMBERED = "'(^|.*/)[0-9]+:[^/]*'"
_AT = ("release_after", "release_unless")
"""The decisions that name an op by its block and its position in that."""


def name_ops(connection: duckdb.DuckDBPyConnection, side: str) -> None:
    """Make a table of the names of the ops of a side, whose views (of `NEEDED`) are in the schema of that name."""
    bare = "regexp_replace(value, '^.*/', '')"
    connection.execute(
        f"CREATE TABLE named_{side} AS WITH made AS (SELECT file, op, min_by({bare}, position) AS text FROM"
        f" {side}.result GROUP BY ALL), given AS (SELECT file, op, string_agg({bare}, ', ' ORDER BY position) AS text"
        f" FROM {side}.operand GROUP BY ALL), alike AS (SELECT o.file, o.op, o.block, o.position, regexp_replace(o.op,"
        f" '[0-9]+:[^/]*$', '') || o.name || '(' || coalesce(made.text, given.text, '') || ')' AS name FROM {side}.op o"
        f" LEFT JOIN made USING (file, op) LEFT JOIN given USING (file, op) WHERE regexp_full_match(o.op, {_NUMBERED}))"
        " SELECT file, op, block, position, name || '#' || row_number() OVER (PARTITION BY file, name ORDER BY"
        " CAST(regexp_extract(op, '([0-9]+):[^/]*$', 1) AS BIGINT)) AS name FROM alike"
    )


def renamed(table: Table, side: str) -> str:
    """A query for the rows of a relation about the files of both sides, with its ops by these names."""
    from ownlog import rules

    relation = rules.load().relations.get(table.name)
    kinds = {column.name: column.type for column in relation.columns} if relation is not None else {}
    file, shown, joins = quoted(table.file_column), [], []
    for number, name in enumerate(table.schema.names):
        column, kind = f"t.{quoted(name)}", kinds.get(name)
        on = f"n{number}.file = t.{file}"
        if kind == "Op":
            joins.append(f"LEFT JOIN named_{side} n{number} ON {on} AND n{number}.op = {column}")
            shown.append(f"coalesce(n{number}.name, {column}) AS {quoted(name)}")
        elif name == "position" and table.name in _AT:
            joins.append(
                f"LEFT JOIN named_{side} n{number} ON {on} AND n{number}.block = t.block AND n{number}.position ="
                " t.position"
            )
            shown.append(f"coalesce(n{number}.name, t.position::VARCHAR) AS {quoted(name)}")
        else:
            shown.append(column)
    within = f"WHERE t.{file} IN (FROM common)"
    return f"SELECT {', '.join(shown)} FROM {side}.{quoted(table.name)} t {' '.join(joins)} {within}"


_WIDEST = 100  # of a cell in an example
_LINES = frozenset({"op_position"})
"""The relations about where things stand in the text: a comment that changes moves everything behind it."""
DECISION, DERIVED, FACT = "decision", "derived", "fact"
_AT_ONCE = 8  # relations in one query: half the price of one at a time, and more at once cost more again


@dataclass(frozen=True)
class RelationDiff:
    """How many rows of a relation are gone and new, in how many files, with examples.

    `kind` is "decision" if the pipeline acts on it, "derived" for other derived relations, and "fact".
    """

    relation: str
    kind: str
    gone: int
    new: int
    files: int
    gone_examples: list[tuple[Any, ...]]
    new_examples: list[tuple[Any, ...]]


@dataclass(frozen=True)
class Diff:
    """The changes from one data set to another.

    `gone_files` and `new_files` are in one of them only; relations are compared for the files of both. `changed_inputs`
    have another content, `outcomes` are (file, outcome and message before, and after). `other_columns` are relations
    that cannot be compared.
    """

    gone_files: list[str]
    new_files: list[str]
    changed_inputs: list[str]
    outcomes: list[tuple[str, str, str | None, str, str | None]]
    gone_relations: list[str]
    new_relations: list[str]
    other_columns: list[str]
    relations: list[RelationDiff]

    @property
    def equal(self) -> bool:
        """Whether nothing changed; other content alone, with the same facts, is no change."""
        return not any(
            (
                self.gone_files,
                self.new_files,
                self.outcomes,
                self.gone_relations,
                self.new_relations,
                self.other_columns,
                self.relations,
            )
        )

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def compare(before: Path, after: Path, examples: int, relations: Sequence[str] = ()) -> Diff:
    """The difference, with up to `examples` rows for each relation and side.

    In: the folders, and the relations (none: all but those about positions). Raises InputError for a folder that is no
    data set, and for an unknown relation.
    """
    stores = open_store(before), open_store(after)
    tables = [{table.name: table for table in tables_from(store.manifest.tables)} for store in stores]
    _check_names(relations, tables[0].keys() | tables[1].keys())
    wanted = frozenset(relations) or tables[0].keys() - _LINES
    common = [table for name, table in tables[0].items() if name in tables[1] and name in wanted]
    doubtful = [table for table in common if table == tables[1][table.name] and not _plainly_equal(table, *stores)]
    with connect() as connection:
        for schema, store in zip("ab", stores, strict=True):
            add_views(connection, store, schema, {table.name for table in doubtful} | {*NEEDED})
        connection.execute("CREATE TABLE common AS SELECT file FROM a.files SEMI JOIN b.files USING (file)")
        differing = _differing(connection, doubtful)
        if differing:
            for side in "ab":
                name_ops(connection, side)
        found = [_compare(connection, table, examples) for table in differing]
        return Diff(
            _only(stores[0], stores[1]),
            _only(stores[1], stores[0]),
            [row[0] for row in rows(connection, _CHANGED.format("a.file", "a.digest IS DISTINCT FROM b.digest"))],
            rows(connection, _CHANGED.format("a.file, a.outcome, a.message, b.outcome, b.message", _OTHER)),
            sorted(tables[0].keys() - tables[1].keys()),
            sorted(tables[1].keys() - tables[0].keys()),
            [table.name for table in common if table != tables[1][table.name]],
            sorted(
                (relation for relation in found if relation.gone or relation.new),
                key=lambda relation: _ORDER.index(relation.kind),
            ),
        )


_ORDER = (DECISION, DERIVED, FACT)


def _check_names(relations: Sequence[str], known: Collection[str]) -> None:
    for name in relations:
        if name not in known:
            advice = did_you_mean(similar(name, known)) or "ownlog relations lists them"
            raise InputError(missing(name) or Diagnostic(f"there is no relation {name}", advice=advice))


def _kind(name: str) -> str:
    from ownlog import rules

    relation = rules.load().relations.get(name)
    return FACT if relation is not None and relation.is_input else DECISION if name in decisions() else DERIVED


_CHANGED = "SELECT {} FROM a.files a JOIN b.files b USING (file) WHERE {} ORDER BY a.file"
_OTHER = " OR ".join(f"a.{name} IS DISTINCT FROM b.{name}" for name in ("outcome", "message", "op", "line", '"column"'))


def _only(store: Store, other: Store) -> list[str]:
    return sorted(store.reports.keys() - other.reports.keys())


def _plainly_equal(table: Table, before: Store, after: Store) -> bool:
    """Are a relation's rows equal without reading them: none at all, or the same checksums and files?"""
    written, again = (sorted(store.checksums(table.name)) for store in (before, after))
    return written == again and (not written or before.reports.keys() == after.reports.keys())


def _differing(connection: duckdb.DuckDBPyConnection, tables: Sequence[Table]) -> list[Table]:
    """The relations whose rows about the files of both sets differ."""
    found = []
    for start in range(0, len(tables), _AT_ONCE):
        group = tables[start : start + _AT_ONCE]
        prints = {(name, side): both for name, side, *both in rows(connection, " UNION ALL ".join(map(_prints, group)))}
        found += [table for table in group if prints[table.name, "a"] != prints[table.name, "b"]]
    return found


def _prints(table: Table) -> str:
    """A query for the number of rows and the sum of their hashes, a tenth of the cost of comparing rows."""
    columns, name = ", ".join(map(quoted, table.schema.names)), literal(table.name)
    sums = (
        f"SELECT {name}, '{side}', count(*), sum(hash({columns})::HUGEINT) FROM ({_in_common(table, side)})"
        for side in "ab"
    )
    return " UNION ALL ".join(sums)


def _in_common(table: Table, side: str) -> str:
    return f"SELECT * FROM {side}.{quoted(table.name)} WHERE {quoted(table.file_column)} IN (FROM common)"


def _compare(connection: duckdb.DuckDBPyConnection, table: Table, examples: int) -> RelationDiff:
    file = quoted(table.file_column)
    # No column can have the name by which whole rows go here.
    some = '(SELECT list("a row") FROM (FROM {} ORDER BY ALL LIMIT {}) "a row")'
    ((gone, new, files, *shown),) = rows(
        connection,
        f"WITH a AS MATERIALIZED ({renamed(table, 'a')}), b AS MATERIALIZED ({renamed(table, 'b')}),"
        " gone AS MATERIALIZED (FROM a EXCEPT FROM b), new AS MATERIALIZED (FROM b EXCEPT FROM a)"
        " SELECT (SELECT count(*) FROM gone), (SELECT count(*) FROM new),"
        f" (SELECT count(DISTINCT {file}) FROM (SELECT {file} FROM gone UNION ALL SELECT {file} FROM new)),"
        f" {some.format('gone', examples)}, {some.format('new', examples)}",
    )
    return RelationDiff(
        table.name,
        _kind(table.name),
        gone,
        new,
        files,
        *([tuple(row.values()) for row in side or ()] for side in shown),
    )


def show(diff: Diff, console: Console) -> None:
    """Print what changed; nothing where nothing did."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as Grid

    for title, names in (
        ("Files that are gone", diff.gone_files),
        ("New files", diff.new_files),
        ("Files with other content", diff.changed_inputs),
        ("Relations that are gone", diff.gone_relations),
        ("New relations", diff.new_relations),
        ("Relations with other columns, not compared", diff.other_columns),
    ):
        if names and not (diff.equal and names is diff.changed_inputs):
            console.print(f"{title} ({len(names)})", style="bold")
            for name in names:
                console.print(f"  {name}", highlight=False, markup=False, soft_wrap=True)
            console.print()
    if diff.outcomes:
        console.print(f"Outcomes ({len(diff.outcomes)})", style="bold")
        for file, before, why_before, after, why_after in diff.outcomes:
            said = f"  {file}: {_said(before, why_before)} -> {_said(after, why_after)}"
            console.print(said, highlight=False, markup=False, soft_wrap=True)
        console.print()
    for kind, title in ((DECISION, "Decisions"), (DERIVED, "What else is derived"), (FACT, "Facts")):
        relations = [relation for relation in diff.relations if relation.kind == kind]
        if not relations:
            continue
        console.print(title, style="bold")
        grid = Grid("relation", box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
        for column in ("gone", "new", "files"):
            grid.add_column(column, justify="right")
        for relation in relations:
            grid.add_row(relation.relation, str(relation.gone), str(relation.new), str(relation.files))
        console.print(grid)
        for relation in relations:
            for sign, examples in (("-", relation.gone_examples), ("+", relation.new_examples)):
                for row in examples:
                    cells = "  ".join("" if cell is None else _short(str(cell)) for cell in row)
                    console.print(f"{sign} {relation.relation}  {cells}", highlight=False, markup=False, soft_wrap=True)


def _said(outcome: str, message: str | None) -> str:
    return outcome if message is None else f"{outcome} ({message})"


def _short(text: str) -> str:
    """The text on one line, and not more of it than a reader wants to see."""
    line = text if text.isprintable() else json.dumps(text, ensure_ascii=False)[1:-1]
    return line if len(line) <= _WIDEST else f"{line[: _WIDEST - 1]}…"
