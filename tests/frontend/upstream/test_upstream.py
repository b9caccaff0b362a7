"""LLVM's own files, piece by piece: read without loss, in generic form what mlir-opt-22 says, and written anew in
custom form the same.
"""

import pytest

from tests.frontend.upstream.expectations import files, read_list, row
from tests.shared import require_llvm_tests

LISTED = read_list()


@pytest.mark.peer
@pytest.mark.parametrize("file", LISTED)
def test_a_file_fares_as_the_list_says(file: str) -> None:
    root = require_llvm_tests()
    assert row(root, file) == LISTED[file], "run `make expectations` if this was meant"


def test_the_list_is_complete() -> None:
    assert files(require_llvm_tests()) == sorted(LISTED)


def test_nearly_all_pieces_pass() -> None:
    pieces, passed = sum(one.pieces for one in LISTED.values()), sum(one.passed for one in LISTED.values())
    assert sum(one.pieces > 0 for one in LISTED.values()) >= 60
    assert passed >= 0.97 * pieces
