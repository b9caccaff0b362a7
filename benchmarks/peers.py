"""What `ownlog check` says of mlir-opt-22's deallocation: `python -m benchmarks.peers`, written to docs/peers.md.

The programs: files of the shared corpus, the pieces of upstream's own lit tests for deallocation, random programs, and programs that
mlir-opt is known to go wrong on. Each goes through mlir-opt's `--buffer-deallocation-pipeline`; what comes out is judged.
"""

from __future__ import annotations

import argparse
import re
import signal
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import ownlog
from benchmarks.tables import markdown, write_between
from ownlog.backend.checking import Verdict, check
from tests.checking.programs import MAKERS
from tests.execution.choices import Choices
from tests.execution.soundness import OUTSIDE
from tests.garbage import kept_objects
from tests.shared import REPOSITORY, find_tool, shared_dir
from tests.warm import load_all

PAGE = REPOSITORY / "docs" / "peers.md"
_PIPELINE = ("--buffer-deallocation-pipeline", "--allow-unregistered-dialect")
_SECONDS = 20
_LIT = "upstream/Dialect/Bufferization/Transforms/OwnershipBasedBufferDeallocation"


class _TooLongError(Exception):
    """A file takes more than _SECONDS of the processor."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A program, and what is said of what mlir-opt made of it; `verdict` is None where it made nothing, or where judging takes too long."""

    name: str
    verdict: Verdict | None
    outcome: str

    @property
    def reasons(self) -> str:
        """What was found, in short: each kind once, with its lines in mlir-opt's output, and why it is not certain."""
        found = self.verdict.findings if self.verdict is not None else []
        shown = {f"{f.kind}: {' - '.join(str(s.line) for s in f.steps if s.line)}{f' ({f.doubt})' if f.doubt else ''}" for f in found}
        return "; ".join(sorted(shown)[:3])


def judged(name: str, text: str) -> Judged:
    """What is said of mlir-opt's output for a program."""
    tool = find_tool("mlir-opt-22")
    assert tool is not None
    done = subprocess.run([tool, *_PIPELINE], input=text, capture_output=True, text=True, check=False)
    if done.returncode < 0:
        return Judged(name, None, "mlir-opt crashes")
    if done.returncode:
        return Judged(name, None, "refused by mlir-opt")
    signal.setitimer(signal.ITIMER_PROF, _SECONDS)
    try:
        verdict = check(ownlog.parse(done.stdout))
    except ownlog.OwnlogError:
        return Judged(name, None, "refused by ownlog")
    except _TooLongError:
        return Judged(name, None, f"more than {_SECONDS} s")
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return Judged(name, verdict, verdict.status)


def programs(every: int, random: int) -> Iterator[tuple[str, str, str]]:
    """Where each program is from, its name, and its text."""
    shared = shared_dir()
    if shared is not None:
        for path in sorted((shared / "upstream-findings").glob("*.mlir")):
            yield "known findings", path.stem, path.read_text()
        for path in sorted((shared / _LIT).glob("*.mlir")):
            for number, piece in enumerate(re.split(r"^// -----.*$", path.read_text(), flags=re.MULTILINE)):
                yield "lit tests", f"{path.stem} {number}", piece
    for seed in range(random):
        yield "random programs", f"seed {seed}", MAKERS[seed % len(MAKERS)](Choices(seed)).partition(OUTSIDE)[0]
    if shared is not None:
        for path in sorted((shared / "corpus").rglob("*.mlir"))[::every]:
            yield "corpus", path.stem, path.read_text()


def tables(found: Iterable[tuple[str, Judged]]) -> str:
    """How many there are of each outcome, and what was found where something was."""
    found = list(found)
    sources = list(dict.fromkeys(source for source, _ in found))
    outcomes = ["clean", "error", "undecided", f"more than {_SECONDS} s", "refused by mlir-opt", "mlir-opt crashes", "refused by ownlog"]
    rows = []
    for source in sources:
        own = [one.outcome for origin, one in found if origin == source]
        rows.append([source, f"{len(own):,}", *(f"{own.count(outcome):,}" for outcome in outcomes)])
    listed = [[source, one.name, one.outcome, one.reasons] for source, one in found if one.outcome in (*outcomes[1:4], outcomes[6])]
    counted = markdown(["programs", "number", *outcomes], rows)
    return counted + "\n" + markdown(["programs", "name", "verdict", "found (lines of the path)"], listed)


def _interrupt(number: int, frame: object) -> None:
    raise _TooLongError


def main() -> None:
    """Judge all, and write the page's tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="each so-many-th file of the corpus only")
    parser.add_argument("--random", type=int, default=500, help="random programs")
    parser.add_argument("--page", type=Path, default=PAGE)
    options = parser.parse_args()
    signal.signal(signal.SIGPROF, _interrupt)
    load_all()
    found = []
    with kept_objects():
        for source, name, text in programs(options.every, options.random):
            found.append((source, judged(name, text)))
            write_between(options.page, "peers", tables(found))
    print(tables(found))


if __name__ == "__main__":
    main()
