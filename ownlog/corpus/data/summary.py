"""What a data set comes to: what was read, what failed and why, how precise the answers are."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ownlog.corpus.data.database import open_database, rows
from ownlog.corpus.data.outcome import told

if TYPE_CHECKING:
    import duckdb
    from rich.console import Console

    from ownlog.corpus.data.store import Store

_PAIRS = ("must_alias", "may_alias", "never_alias", "function_buffer")


@dataclass(frozen=True)
class Precision:
    """How many pairs of buffers of one function always, may, and never share an allocation.

    `not_asked` are those of functions with more than a hundred buffers.
    """

    never: int
    may: int
    must: int
    not_asked: int

    @property
    def asked(self) -> int:
        return self.never + self.may + self.must


@dataclass(frozen=True)
class Summary:
    """Counts of `outcomes`, `reasons` (outcome, message, files) and `unsupported` ops; sums of `sizes` and `seconds`.

    `precision` is None without the relations for it, `left` if nothing was rewritten.
    """

    complete: bool
    pipeline: str | None
    outcomes: list[tuple[str, int]]
    reasons: list[tuple[str, str, int]]
    unsupported: list[tuple[str, int]]
    sizes: dict[str, int]
    seconds: dict[str, float]
    precision: Precision | None
    left: dict[str, int] | None

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def summarize(folder: Path, top: int) -> Summary:
    """The summary of a data set, with the `top` most frequent reasons and ops. Raises InputError."""
    connection, store = open_database(folder)
    with connection:
        return Summary(
            store.manifest.complete,
            store.manifest.pipeline,
            _list(connection, "SELECT outcome, count(*) AS n FROM files GROUP BY ALL ORDER BY n DESC, outcome"),
            _list(
                connection,
                "SELECT outcome, message, count(*) AS n FROM files WHERE outcome <> 'ok'"
                f" GROUP BY ALL ORDER BY n DESC, outcome, message LIMIT {top}",
            ),
            _list(
                connection,
                "SELECT op, count(*) AS n FROM files WHERE outcome = 'unsupported' GROUP BY op ORDER BY n DESC, op"
                f" LIMIT {top}",
            ),
            _sums(connection, ("bytes", "ops", "functions", "facts", "derived")),
            _sums(connection, [f"{stage}_seconds" for stage in ("read", "parse", "analyze", "rewrite", "store")]),
            _precision(connection, store),
            _sums(connection, ("deallocations", "checks", "clones")) if store.manifest.pipeline is not None else None,
        )


def _list(connection: duckdb.DuckDBPyConnection, query: str) -> list[Any]:
    return rows(connection, query)


def _sums(connection: duckdb.DuckDBPyConnection, columns: Any) -> dict[str, Any]:
    (found,) = rows(connection, f"SELECT {', '.join(f'coalesce(sum({column}), 0)' for column in columns)} FROM files")
    return {
        column: value if isinstance(value, float) else int(value) for column, value in zip(columns, found, strict=True)
    }


def _precision(connection: duckdb.DuckDBPyConnection, store: Store) -> Precision | None:
    """Each pair is in the relations in both orders, and each buffer with itself: one of the orders is counted."""
    if not all(name in store.manifest.tables for name in _PAIRS):
        return None
    counts = [rows(connection, f"SELECT count(*) FROM {name} WHERE value < other")[0][0] for name in _PAIRS[:3]]
    must, may, never = counts
    each = "SELECT count(*) AS n FROM function_buffer GROUP BY file, function"
    total = rows(connection, f"SELECT coalesce(sum(n * (n - 1) // 2), 0) FROM ({each})")[0][0]
    return Precision(never, may - must, must, int(total) - may - never)


def show(summary: Summary, console: Console) -> None:
    """Print tables."""
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table

    def table(title: str, columns: list[str], lines: list[list[str]]) -> None:
        console.print(title, style="bold", highlight=False, markup=False)
        made = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
        for i, column in enumerate(columns):
            made.add_column(
                column, justify="left" if i < len(columns) - 1 or len(columns) == 1 else "right", overflow="fold"
            )
        for line in lines:
            made.add_row(*map(escape, line))
        console.print(made)
        console.print()

    if not summary.complete:
        console.print("The run has not come to its end; ownlog corpus run PATH... --resume goes on.\n")
    total = sum(count for _, count in summary.outcomes)
    table(
        "Files",
        ["outcome", "files"],
        [[told(o, summary.pipeline), str(n)] for o, n in summary.outcomes] + [["all", str(total)]],
    )
    if summary.reasons:
        table("Why not ok", ["outcome", "reason", "files"], [[o, m or "", str(n)] for o, m, n in summary.reasons])
    if summary.unsupported:
        table("Unsupported ops", ["op", "files"], [[op, str(n)] for op, n in summary.unsupported])
    table("Sizes", ["what", "sum"], [[name, f"{value:,}"] for name, value in summary.sizes.items()])
    table(
        "Time",
        ["stage", "seconds"],
        [[n.removesuffix("_seconds"), f"{v:.2f}"] for n, v in summary.seconds.items() if v],
    )
    if summary.precision is not None:
        table("Pairs of buffers that share an allocation", ["answer", "share", "pairs"], _shares(summary.precision))
    if summary.left is not None:
        lines = [
            ["deallocations", f"{summary.left['deallocations']:,}"],
            ["tested at run time", f"{summary.left['checks']:,}"],
        ]
        table(f"After {summary.pipeline}", ["what", "count"], [*lines, ["clones", f"{summary.left['clones']:,}"]])


def _shares(found: Precision) -> list[list[str]]:
    answered = {"NEVER": found.never, "MAY": found.may, "MUST": found.must}
    lines = [
        [name, f"{count / found.asked:.1%}" if found.asked else "-", f"{count:,}"] for name, count in answered.items()
    ]
    return [*lines, ["not asked (functions of more than a hundred buffers)", "", f"{found.not_asked:,}"]]
