"""Upstream's own tests of buffers, piece by piece: the checker has a verdict of each that is read, and of what the
pipeline makes of it.
"""

import pytest

import ownlog
from ownlog.backend.checking import check
from ownlog.frontend import split_input
from tests.shared import require_shared, shared_programs
from tests.tiers import every

FOLDER = "upstream"
PIPELINE = "buffer-deallocation-pipeline"


@pytest.mark.parametrize("name", every(6, shared_programs(FOLDER), slow=2))
def test_the_pipeline_adds_no_fault_to_a_piece(name: str) -> None:
    for text, _ in split_input((require_shared(FOLDER) / name).read_text()):
        try:
            given = check(ownlog.parse(text))
            made = str(ownlog.run_pipeline(ownlog.parse(text), PIPELINE))
        except ownlog.OwnlogError:
            continue
        wrong = {(finding.kind, finding.value) for finding in check(ownlog.parse(made)).findings}
        assert wrong <= {(finding.kind, finding.value) for finding in given.findings}, text
