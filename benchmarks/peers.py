"""What `ownlog check` and `ownlog verify` say of mlir-opt-22's deallocation: `python -m benchmarks.peers`, written to
docs/peers.md.

The programs: files of the shared corpus, the pieces of upstream's own lit tests for deallocation, random programs, and
programs that mlir-opt is known to go wrong on. Each goes through mlir-opt's `--buffer-deallocation-pipeline`; what
comes out is judged, and compared with what went in.
"""

from __future__ import annotations

import argparse
import re
import signal
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import ownlog
from benchmarks.tables import markdown, write_between
from ownlog.backend.checking import Verdict, check
from ownlog.backend.verifying import Outcome, compare
from ownlog.backend.verifying.outcome import DIFFERENT, SAME, UNKNOWN
from tests.checking.programs import MAKERS
from tests.execution.programs.choices import Choices
from tests.execution.soundness import OUTSIDE
from tests.garbage import kept_objects
from tests.shared import REPOSITORY, find_tool, shared_dir
from tests.warm import load_all

PAGE = REPOSITORY / "docs" / "peers.md"
_PIPELINE = ("--buffer-deallocation-pipeline", "--allow-unregistered-dialect")
_SECONDS = 20
_TOO_LONG, _REFUSED = f"more than {_SECONDS} s", "refused by ownlog"
_LIT = "upstream/Dialect/Bufferization/Transforms/OwnershipBasedBufferDeallocation"


T = TypeVar("T")


class _TooLongError(Exception):
    """A file takes more than _SECONDS of the processor."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A program, and what is said of what mlir-opt made of it.

    `verdict` is None where it made nothing, or where judging takes too long; `compared` is what is said of each
    function, and why of none.
    """

    name: str
    verdict: Verdict | None
    outcome: str
    compared: tuple[Outcome, ...] | str = ""

    @property
    def reasons(self) -> str:
        """What was found, in short: each kind once, with its lines in mlir-opt's output, and why it is not certain."""
        found = self.verdict.findings if self.verdict is not None else []
        shown = {
            f"{f.kind}: {' - '.join(str(s.line) for s in f.steps if s.line)}{f' ({f.doubt})' if f.doubt else ''}"
            for f in found
        }
        return "; ".join(sorted(shown)[:3])


def judged(name: str, text: str, compares: bool = True) -> Judged:
    """What is said of mlir-opt's output for a program, and, if asked for, how it compares with the program."""
    tool = find_tool("mlir-opt-22")
    assert tool is not None
    done = subprocess.run([tool, *_PIPELINE], input=text, capture_output=True, text=True, check=False)
    if done.returncode < 0:
        return Judged(name, None, "mlir-opt crashes")
    if done.returncode:
        return Judged(name, None, "refused by mlir-opt")
    found = _in_time(lambda: check(ownlog.parse(done.stdout)))
    compared = _in_time(lambda: _compared(text, done.stdout)) if compares else ""
    verdict, outcome = (None, found) if isinstance(found, str) else (found, found.status)
    return Judged(name, verdict, outcome, compared)


def _compared(before: str, after: str) -> tuple[Outcome, ...]:
    return tuple(compare(ownlog.parse(before), ownlog.parse(after), again=lambda: ownlog.parse(before)).outcomes)


def _in_time(work: Callable[[], T]) -> T | str:
    """What `work` gives, or why it gives nothing."""
    signal.setitimer(signal.ITIMER_PROF, _SECONDS)
    try:
        return work()
    except ownlog.OwnlogError:
        return _REFUSED
    except _TooLongError:
        return _TOO_LONG
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


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
    outcomes = ["clean", "error", "undecided", _TOO_LONG, "refused by mlir-opt", "mlir-opt crashes", _REFUSED]
    rows = []
    for source in sources:
        own = [one.outcome for origin, one in found if origin == source]
        rows.append([source, f"{len(own):,}", *(f"{own.count(outcome):,}" for outcome in outcomes)])
    listed = [
        [source, one.name, one.outcome, one.reasons]
        for source, one in found
        if one.outcome in (*outcomes[1:4], outcomes[6])
    ]
    counted = markdown(["programs", "number", *outcomes], rows)
    judged_only = counted + "\n" + markdown(["programs", "name", "verdict", "found (lines of the path)"], listed)
    return judged_only + "\n" + comparisons(found, sources)


def comparisons(found: Iterable[tuple[str, Judged]], sources: Iterable[str]) -> str:
    """How many functions do the same before and after, and which do not, or may not."""
    rows, listed, reasons = [], [], Counter[str]()
    for source in sources:
        own = [one for origin, one in found if origin == source]
        functions = [outcome for one in own if not isinstance(one.compared, str) for outcome in one.compared]
        said = Counter(outcome.status for outcome in functions)
        left = Counter(one.compared for one in own if isinstance(one.compared, str))
        numbers = [
            len(functions),
            *(said[status] for status in (SAME, DIFFERENT, UNKNOWN)),
            left[_TOO_LONG],
            left[_REFUSED],
        ]
        rows.append([source, *(f"{number:,}" for number in numbers)])
        reasons.update(outcome.reason for outcome in functions if outcome.status == UNKNOWN)
        for one in own:
            for outcome in one.compared if not isinstance(one.compared, str) else ():
                if outcome.status == DIFFERENT:
                    lines = " - ".join(
                        str(place.line) for place in (outcome.before, outcome.after) if place is not None
                    )
                    listed.append([source, one.name, outcome.function, f"{outcome.reason} ({lines})"])
    head = [
        "programs",
        "functions compared",
        SAME,
        DIFFERENT,
        UNKNOWN,
        f"files that take {_TOO_LONG}",
        f"files {_REFUSED}",
    ]
    why = [[reason, f"{number:,}"] for reason, number in sorted(reasons.items(), key=lambda item: (-item[1], item[0]))]
    counted = markdown(head, rows) + "\n" + markdown(["why it is unknown", "functions"], why)
    differing = (
        markdown(["programs", "name", "function", "how it differs (lines before and after)"], listed) if listed else ""
    )
    return counted + ("\n" + differing if differing else "")


def _interrupt(number: int, frame: object) -> None:
    raise _TooLongError


def main() -> None:
    """Judge all, and write the page's tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="each so-many-th file of the corpus only")
    parser.add_argument(
        "--compare-every", type=int, default=1, help="of these, compare each so-many-th with what mlir-opt made of it"
    )
    parser.add_argument("--random", type=int, default=500, help="random programs")
    parser.add_argument("--page", type=Path, default=PAGE)
    options = parser.parse_args()
    signal.signal(signal.SIGPROF, _interrupt)
    load_all()
    found: list[tuple[str, Judged]] = []
    seen = Counter[str]()
    with kept_objects():
        for source, name, text in programs(options.every, options.random):
            compares = source != "corpus" or seen[source] % options.compare_every == 0
            seen[source] += 1
            found.append((source, judged(name, text, compares)))
            write_between(options.page, "peers", tables(found))
    print(tables(found))


if __name__ == "__main__":
    main()
