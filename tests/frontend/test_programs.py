"""A program for each dialect, with many of its ops: read without loss, and written as mlir-opt-22 understands it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ownlog.frontend import split_input
from tests.frontend.upstream.judge import judge

PROGRAMS = sorted(Path(__file__).with_name("programs").glob("*.mlir"))


@pytest.mark.peer
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_of_the_dialect(path: Path) -> None:
    text = path.read_text()
    verdicts = judge(text)
    assert len(verdicts) == len(split_input(text)), "mlir-opt-22 refuses a piece"
    assert not [verdict for verdict in verdicts if verdict.fault]
