"""`python -m tests.fuzz.printed --count 10000 --seed 1 [--kind empty]`: random programs of which passes once printed
what is no MLIR.

Layouts as maps, on buffers and on tensors; parts without elements; bodies of foreign types and attributes. Each fault
is written out.
"""

import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.bufferize.rewriting import test_empty_parts as empty
from tests.execution.executor import Executor
from tests.frontend import test_foreign as foreign
from tests.frontend import test_layouts as layouts
from tests.frontend.layout_buffers import buffers
from tests.frontend.layout_tensors import tensors
from tests.fuzz.tries import options_of, seeds_of

_BATCH = 25


def main() -> None:
    """Make many programs, of each kind as many, and write those with which something is wrong."""
    parser = options_of("tests.fuzz.printed", main.__doc__, 1000)
    with tempfile.TemporaryDirectory() as folder:
        kinds: dict[str, Callable[[range], list[tuple[str, str]]]] = {
            "buffers": partial(layouts.faults, buffers),
            "tensors": partial(layouts.faults, tensors),
            "empty": partial(empty.faults, Executor.build(Path(folder))),
            "foreign": foreign.faults,
        }
        parser.add_argument(
            "--kind", action="append", choices=[*kinds], help="only this one (may be given several times)"
        )
        given = parser.parse_args()
        seeds, wrong = seeds_of(given), 0
        for kind in given.kind or kinds:
            for start in range(0, len(seeds), _BATCH):
                for text, problem in kinds[kind](seeds[start : start + _BATCH]):
                    wrong += 1
                    print(f"// {kind}, seeds from {seeds[start]}\n{text}\n// {problem}\n", flush=True)
            print(f"{kind}: {given.count} programs, {wrong} faults so far", flush=True)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
