"""Writes the list of what works anew and shows what changed: `python -m tests.compiled_programs.update`."""

import sys
from collections import Counter

from tests.compiled_programs.runs import HEADER, LIST, Run, other_files, read_list
from tests.shared import find_tool


def main() -> int:
    """Exit status: 0 unless something that is needed is missing."""
    names = other_files()
    if not names or find_tool("mlir-opt-22") is None:
        print("the shared corpus and mlir-opt-22 are needed to write the list", file=sys.stderr)
        return 1
    before = read_list()
    rows = []
    for name in names:
        row = Run.of(name).row(name)
        if name not in before or before[name].state != row.state:
            print(f"{before[name].state if name in before else 'new'} -> {row}", flush=True)
        rows.append(row)
    LIST.write_text("\n".join([HEADER, *map(str, rows)]) + "\n")
    print(", ".join(f"{count} {state}" for state, count in sorted(Counter(row.state for row in rows).items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
