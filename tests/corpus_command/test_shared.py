"""Programs that compilers made, as one corpus: none is lost, and none is Ownlog's fault."""

from pathlib import Path

import pytest

from tests.corpus_command.sets import ask, outcomes, run
from tests.shared import require_shared


@pytest.mark.parametrize(
    "folder",
    [pytest.param("mlp", marks=pytest.mark.slow, id="mlp"), pytest.param("", marks=pytest.mark.nightly, id="all")],
)
def test_no_file_is_lost(folder: str, tmp_path: Path) -> None:
    inputs = require_shared("corpus", folder)
    run(inputs, "-o", tmp_path / "out", "-j", 2)
    found = outcomes(tmp_path / "out")
    assert found.keys() == {str(path.relative_to(inputs)) for path in inputs.rglob("*.mlir")}
    assert set(found.values()) <= {"ok", "undecided"}
    assert {row["file"] for row in ask(tmp_path / "out", "SELECT DISTINCT file FROM op")} == found.keys()
