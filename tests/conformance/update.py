"""Writes the list of what passes anew and shows what changed: `python -m tests.conformance.update`."""

import sys
from collections import Counter

from tests.conformance.expectations import (
    BY_DESIGN,
    files,
    is_of_bufferization,
    keys_of,
    ownlog_tools,
    passing_splits,
    read_list,
    rows_of,
    tools_present,
    write_list,
)
from tests.conformance.runner import PASS, WHOLE, LitFile
from tests.shared import require_shared, shared_dir


def main() -> int:
    """Exit status: 0 unless something that is needed is missing."""
    if shared_dir() is None or not tools_present():
        print("the shared material, mlir-opt-22 and FileCheck are needed to write the list", file=sys.stderr)
        return 1
    upstream, tools, before = require_shared("upstream"), ownlog_tools(), read_list()
    old = {(row.key, row.split): row for rows in before.values() for row in rows}
    rows = []
    for name in files():
        file = LitFile(upstream / name, tools)
        for key in keys_of(name, file):
            for row, _ in rows_of(file, key):
                known = old.pop((key, row.split), None)
                state = known.state if known else PASS
                if state != row.state:
                    print(f"{state} -> {row}")
                elif known and known.reason.startswith(BY_DESIGN):
                    row = known
                rows.append(row)
    for gone in old.values():
        print(f"gone: {gone}")
    write_list(rows)
    written = read_list()
    splits = [
        passing_splits(file, written)
        for file in (LitFile(upstream / name, tools) for name in files())
        if is_of_bufferization(file)
    ]
    print(
        f"{sum(passing for passing, _ in splits)} of {sum(count for _, count in splits)} splits of bufferization's"
        " tests pass"
    )
    counts = Counter(row.state for row in rows if row.split == WHOLE)
    print(", ".join(f"{count} {state}" for state, count in sorted(counts.items())), "(RUN lines on whole files)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
