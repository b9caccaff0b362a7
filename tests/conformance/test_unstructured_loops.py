"""What upstream's other version expects of loops in unstructured control flow holds where mlir-opt-22 simplifies what
the pass has made.

Ownlog's own simplification knows more and leaves less, so that the lines that show what is left cannot match
(docs/differences.md).
"""

from pathlib import Path

import pytest

from tests.conformance.expectations import EXTRA
from tests.conformance.lit import cut
from tests.shared import require_shared, require_tool
from tests.tools import OwnlogFork, Program

PASS, SIMPLIFICATION = "-ownership-based-buffer-deallocation", "-buffer-deallocation-simplification"

# One expects a private function to return what it may not own without a copy, one that the simplification leaves more
# than LLVM 22's does.
OTHERWISE = (3, 5)


@pytest.mark.peer
@pytest.mark.parametrize("split", range(6))
def test_the_expected_form_is_made(split: int, tmp_path: Path) -> None:
    pieces = cut(require_shared("upstream", EXTRA[0]).read_text())
    assert len(pieces) == 6
    checks = tmp_path / "checks.mlir"
    checks.write_text(pieces[split])
    inserted = OwnlogFork()([PASS], pieces[split])
    assert inserted.status == 0, inserted.err
    simplified = Program((require_tool("mlir-opt-22"),))(["-allow-unregistered-dialect", SIMPLIFICATION], inserted.out)
    assert simplified.status == 0, simplified.err
    checked = Program((require_tool("FileCheck"),))([str(checks)], simplified.out)
    assert (checked.status != 0) is (split in OTHERWISE), checked.err
