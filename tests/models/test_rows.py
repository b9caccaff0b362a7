"""Each row of the dialect files is compared with what mlir-opt-22 does with the op."""

from __future__ import annotations

import re
import subprocess

import pytest

from tests.models.measure import KNOWN, PROBES, Ours, known_to_mlir_opt, probes
from tests.models.table import REASONS, TABLE, WITHOUT_ROWS, lines, verdict
from tests.shared import require_tool


def test_nothing_is_said_that_mlir_opt_does_not_know_either() -> None:
    asked = probes()
    theirs = known_to_mlir_opt(str(require_tool("mlir-opt-22")), asked)
    ours = Ours()
    assert [probe.op for probe in asked if not verdict(probe.op, ours.words(probe.op), theirs[probe.op])] == []


def test_the_table_is_what_is_measured() -> None:
    require_tool("mlir-opt-22")
    assert TABLE.read_text().splitlines() == list(lines()), "python -m tests.models.table writes it anew"


def test_every_reason_is_needed() -> None:
    theirs = known_to_mlir_opt(str(require_tool("mlir-opt-22")), [probe for probe in probes() if probe.op in REASONS])
    ours = Ours()
    assert {op for op in REASONS if not ours.words(op) <= theirs.get(op, set())} == REASONS.keys()


def test_every_op_with_a_row_is_in_the_table() -> None:
    listed = {line.partition("\t")[0] for line in TABLE.read_text().splitlines()[1:]}
    assert {op for op in Ours().names() if not op.startswith("test.")} <= listed


def test_what_no_row_is_about_is_listed() -> None:
    ours = Ours()
    names = WITHOUT_ROWS.read_text().split()
    assert names == sorted(set(names))
    assert [op for op in names if ours.rows_of(op)] == []


def test_what_is_listed_without_rows_is_an_op() -> None:
    programs = [f'"{op}"() : () -> ()' for op in [*WITHOUT_ROWS.read_text().split(), "memref.nothing"]]
    source = "\n// -----\n".join(programs)
    tool = str(require_tool("mlir-opt-22"))
    said = subprocess.run([tool, "--split-input-file"], input=source, capture_output=True, text=True, check=False).stderr
    assert re.findall(r"unregistered operation '([\w.]+)'", said) == ["memref.nothing"]


def test_every_probe_is_of_another_op() -> None:
    names = [probe.op for probe in probes()]
    assert names == sorted(set(names)), PROBES


@pytest.mark.parametrize("op", ["memref.load", "tensor.empty", "vector.load", "linalg.fill"])
def test_a_wrong_row_would_be_noticed(op: str) -> None:
    (probe,) = [probe for probe in probes() if probe.op == op]
    theirs = known_to_mlir_opt(str(require_tool("mlir-opt-22")), [probe])[op]
    assert not verdict(op, theirs | {"allocates"}, theirs)
    assert verdict(op, theirs - {KNOWN}, theirs) == "more careful"
