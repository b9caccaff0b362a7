"""Each row of the dialect files is compared with what mlir-opt-22 does with the op, and with what the op's definition
says.
"""

import re
import subprocess

import pytest

from tests.models.accesses import Accesses
from tests.models.interfaces import DEFINITIONS, HEADERS, interfaces
from tests.models.interfaces import lines as interface_lines
from tests.models.kinds import BY_DEFINITION, BY_MEASURE, EXCEPTIONS, MODEL, WITHOUT, kinds, objections, rows_by_op
from tests.models.measure import KNOWN, PROBES, probes, said
from tests.models.table import EFFECTS, definitions, lines, measured_effects
from tests.models.verdicts import CAREFUL, LESS, REASONS, contradictions, verdict
from tests.shared import require_tool

Measured = tuple[dict[str, set[str]], dict[str, Accesses]]


@pytest.fixture(scope="module")
def measured() -> Measured:
    """What mlir-opt knows of the effects of each op that has a probe, and what the op accesses."""
    require_tool("mlir-opt-22")
    return measured_effects()


def test_nothing_is_said_that_mlir_opt_denies(measured: Measured) -> None:
    theirs, done = measured
    ours, words = rows_by_op(), definitions()
    assert {
        op: found for op in theirs if (found := contradictions(op, ours.get(op, {}), theirs[op], done[op], words[op]))
    } == {}


def test_every_row_is_borne_out_by_the_op_s_definition() -> None:
    words = definitions()
    ours = {op: rows for op, rows in rows_by_op().items() if not op.startswith("test.")}
    found = {(op, kind): how for op, rows in ours.items() for kind, how in objections(rows, words[op])}
    assert {key: how for key, how in found.items() if key not in EXCEPTIONS} == {}
    assert EXCEPTIONS.keys() <= found.keys(), "an exception that none needs"


def test_what_is_said_of_the_effects_of_an_op_is_probed() -> None:
    asked = {probe.op for probe in probes()}
    assert [
        op
        for op, rows in rows_by_op().items()
        if EFFECTS & rows.keys() and op not in asked and not op.startswith("test.")
    ] == []


def test_every_kind_of_row_is_compared_or_has_a_reason() -> None:
    compared = [BY_DEFINITION.keys(), BY_MEASURE.keys(), WITHOUT.keys()]
    assert sorted(kinds()) == sorted(kind for some in compared for kind in some)
    # What would be said of a whole dialect would be compared with nothing.
    assert not re.search(r"^dialect_", "".join(path.read_text() for path in MODEL.parent.glob("*.dl")), re.MULTILINE)


def test_every_reason_is_needed(measured: Measured) -> None:
    ours = rows_by_op()
    assert {op for op in REASONS if not said(ours[op]) <= measured[0][op]} == REASONS.keys()
    assert {op for op, theirs in measured[0].items() if said(ours.get(op, {})) < theirs} == LESS


def test_every_op_has_a_verdict(measured: Measured) -> None:
    assert [row for row in lines() if row.endswith("\t")] == []


def test_every_op_with_a_row_has_a_definition() -> None:
    ours = {op for op in rows_by_op() if not op.startswith("test.")}
    assert sorted(ours - definitions().keys()) == [], "python -m tests.models.interfaces writes them anew"


@pytest.mark.nightly
@pytest.mark.peer
def test_the_definitions_are_llvm_s() -> None:
    require_tool("llvm-tblgen-22")
    if not HEADERS.joinpath("mlir/Dialect").is_dir():
        pytest.skip("LLVM 22's headers are not installed (Debian package libmlir-22-dev)")
    assert DEFINITIONS.read_text().splitlines() == list(interface_lines()), (
        "python -m tests.models.interfaces writes it anew"
    )


def test_what_is_defined_is_an_op_that_mlir_opt_has() -> None:
    source = "\n// -----\n".join(f'"{op}"() : () -> ()' for op in [*interfaces(), "memref.nothing"])
    tool = require_tool("mlir-opt-22")
    told = subprocess.run(
        [tool, "--split-input-file"], input=source, capture_output=True, text=True, check=False
    ).stderr
    assert re.findall(r"unregistered operation '([\w.]+)'", told) == ["memref.nothing"]


def test_every_probe_is_of_another_op() -> None:
    names = [probe.op for probe in probes()]
    assert names == sorted(set(names)), PROBES


@pytest.mark.parametrize("op", ["memref.load", "tensor.empty", "vector.load", "linalg.fill"])
def test_a_wrong_row_would_be_noticed(op: str, measured: Measured) -> None:
    theirs, done, words = measured[0][op], measured[1][op], definitions()[op]
    rows = rows_by_op()[op]
    assert not contradictions(op, rows, theirs, done, words)
    for kind, row in (("allocates", (0,)), ("frees", (0,)), ("view_like", (0, 0)), ("symbol_table", ())):
        assert not verdict(op, {**rows, kind: [row]}, theirs, done, words)
    assert verdict(op, {"effects_known": [()]}, theirs | {KNOWN, "erased"}, done, words) == CAREFUL


@pytest.mark.parametrize(
    ("op", "kind"), [("memref.store", "only_reads"), ("memref.dealloc", "only_reads"), ("memref.alloc", "pure")]
)
def test_an_effect_that_a_row_leaves_out_would_be_noticed(op: str, kind: str, measured: Measured) -> None:
    theirs, done, words = measured[0][op], measured[1][op], definitions()[op]
    assert contradictions(op, {kind: [()]}, theirs, done, words)
    assert contradictions(op, {"effects_known": [()]}, theirs, set(), words) or op == "memref.store"


def test_another_operand_of_an_access_would_be_noticed(measured: Measured) -> None:
    op = "memref.store"
    theirs, done, words = measured[0][op], measured[1][op], definitions()[op]
    rows = rows_by_op()[op]
    assert not contradictions(op, rows, theirs, done, words)
    assert contradictions(op, {**rows, "accesses_memory": [(0,)]}, theirs, done, words)
    assert not contradictions(op, {**rows, "only_writes": [(1,)]}, theirs, done, words)
    assert contradictions(op, {**rows, "only_writes": [(0,)]}, theirs, done, words)
