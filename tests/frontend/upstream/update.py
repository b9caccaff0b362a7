"""Writes the list of what passes anew and shows what changed: `python -m tests.frontend.upstream.update`."""

import os
import sys
from pathlib import Path

from tests.frontend.upstream.expectations import files, read_list, row, write_list
from tests.shared import find_tool


def main() -> int:
    """Exit status: 0, also where there is no LLVM checkout: then the list stays as it is."""
    named = os.environ.get("OWNLOG_LLVM_TESTS")
    if not named or find_tool("mlir-opt-22") is None:
        print(
            "LLVM's own tests: OWNLOG_LLVM_TESTS names no folder mlir/test, or mlir-opt-22 is missing; the list stays"
            " as it is"
        )
        return 0
    before, rows = read_list(), []
    for file in files(Path(named)):
        rows.append(row(Path(named), file))
        if before.get(file) != rows[-1]:
            print(f"{before.get(file, 'new')} -> {rows[-1]}", flush=True)
    write_list(rows)
    pieces, passed = sum(one.pieces for one in rows), sum(one.passed for one in rows)
    print(f"{passed} of {pieces} pieces in {sum(one.pieces > 0 for one in rows)} of {len(rows)} files")
    return 0


if __name__ == "__main__":
    sys.exit(main())
