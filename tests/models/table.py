"""The table of what the dialect files say of each op, beside what mlir-opt-22 and its definition say.

`python -m tests.models.table` prints it, and writes the table of where buffers flow anew.
"""

from collections.abc import Iterator
from functools import cache

from tests.models import flows
from tests.models.accesses import Accesses, accesses
from tests.models.interfaces import interfaces
from tests.models.kinds import rows_by_op
from tests.models.measure import as_text, known_to_mlir_opt, probes, said
from tests.models.verdicts import verdict
from tests.shared import find_tool

EFFECTS = {
    "pure",
    "only_reads",
    "only_allocates",
    "effects_known",
    "allocates",
    "frees",
    "accesses_memory",
    "call_like",
}
"""The kinds of row that a probe asks about."""

_NOT_PROBED = "not probed: nothing is said of its effects"
_OF_NO_DIALECT = {"builtin.module": {"symbol_table"}, "builtin.unrealized_conversion_cast": {"effects", "no_effects"}}
"""What is not defined in the headers of a dialect."""


def definitions() -> dict[str, set[str]]:
    """The words of each op's definition."""
    return interfaces() | _OF_NO_DIALECT


@cache
def measured_effects() -> tuple[dict[str, set[str]], dict[str, Accesses]]:
    """What mlir-opt knows of the effects of each op that has a probe, and what the op accesses."""
    tool, asked = find_tool("mlir-opt-22"), probes()
    assert tool is not None
    return known_to_mlir_opt(tool, asked), accesses(tool, asked)


def lines() -> Iterator[str]:
    """The table as it has to be today."""
    ours = {op: rows for op, rows in rows_by_op().items() if not op.startswith("test.")}
    (theirs, done), words = measured_effects(), definitions()
    yield "op\trows\tthe dialect files say\tmlir-opt-22 knows\tit reads and writes\tits definition says\tverdict"
    for op in sorted(ours.keys() | theirs.keys()):
        rows, measured, found = ours.get(op, {}), theirs.get(op), done.get(op, set())
        compared = verdict(op, rows, measured, found, words[op])
        columns = (
            op,
            " ".join(sorted(rows)),
            as_text(said(rows)),
            "" if measured is None else as_text(measured),
            _as_text(found),
            " ".join(sorted(words[op])),
            compared or ("" if measured is not None or EFFECTS & rows.keys() else _NOT_PROBED),
        )
        yield "\t".join(columns)


def _as_text(done: Accesses) -> str:
    return ", ".join(f"{how} {place}" for how, place in sorted(done))


def main() -> None:
    """Print the one, and write the other anew."""
    print(*lines(), sep="\n")
    flows.TABLE.write_text("".join(f"{line}\n" for line in flows.lines()))


if __name__ == "__main__":
    main()
