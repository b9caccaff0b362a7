"""The list of which of upstream's tests do not pass today, and how a run is compared with it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ownlog.backend.passes.registry import PASSES
from tests.conformance.lit import RunLine
from tests.conformance.runner import FAIL, PASS, WHOLE, LitFile, Result, Tools
from tests.shared import find_tool, require_shared, require_tool
from tests.tools import OwnlogFork, Program

LIST = Path(__file__).with_name("expectations.tsv")
HEADER = "file\trun\tsplit\tmode\tstate\treason"
HOW_TO_UPDATE = (
    "if this is what was meant to change, write the list anew: make expectations (python -m tests.conformance.update)"
)
# A reason that begins so was written by a person and stays as long as the state does.
BY_DESIGN = "by design: "
BUFFERIZATION = {
    "eliminate-empty-tensors", "empty-tensor-to-alloc-tensor", "one-shot-bufferize", "test-one-shot-module-bufferize",
    "test-tensor-copy-insertion",
}  # fmt: skip
FOLDERS = ("Dialect", "Transforms")
# Written for an LLVM that frees buffers in loops of unstructured control flow, which mlir-opt-22 refuses and Ownlog
# must not. Written for a pass that mlir-opt-22 does not have any more.
EXTRA = (
    "other-version/Dialect/Bufferization/Transforms/OwnershipBasedBufferDeallocation/dealloc-unstructured-cf-loops.mlir",
    "old-buffer-deallocation/buffer-deallocation.mlir",
)


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """One RUN line in one mode."""

    file: str
    run: int
    mode: str


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list. `reason` is for people; a different reason for the same state is no difference."""

    key: Key
    split: str
    state: str
    reason: str

    def __str__(self) -> str:
        return "\t".join([self.key.file, str(self.key.run), self.split, self.key.mode, self.state, self.reason])

    @classmethod
    def read(cls, line: str) -> "Row":
        file, run, split, mode, state, reason = line.split("\t")
        return cls(Key(file, int(run), mode), split, state, reason)

    @classmethod
    def of(cls, key: Key, result: Result) -> "Row":
        return cls(key, result.split, result.state, " ".join(result.reason.split())[:160])


def read_list(path: Path = LIST) -> dict[Key, list[Row]]:
    """The rows of the list by RUN line and mode, in the order of the file."""
    rows: dict[Key, list[Row]] = {}
    if path.exists():
        for line in path.read_text().splitlines()[1:]:
            row = Row.read(line)
            rows.setdefault(row.key, []).append(row)
    return rows


def write_list(rows: Iterable[Row], path: Path = LIST) -> None:
    """Writes the rows of what does not pass, in the order in which they are given."""
    path.write_text("\n".join([HEADER, *(str(row) for row in rows if row.state != PASS)]) + "\n")


def files() -> list[str]:
    """The test files that the list must cover, relative to the folder of upstream's tests."""
    upstream = require_shared("upstream")
    found = [str(path.relative_to(upstream)) for folder in FOLDERS for path in (upstream / folder).rglob("*.mlir")]
    return sorted(found) + list(EXTRA)


def ownlog_tools() -> Tools:
    """Ownlog as the tool, with the passes that it has."""
    mlir_opt, filecheck = (Program((require_tool(name),)) for name in ("mlir-opt-22", "FileCheck"))
    return Tools(OwnlogFork(), mlir_opt, filecheck, frozenset(PASSES))


def tools_present() -> bool:
    """Whether the tools that the list is made with are installed."""
    return all(find_tool(name) for name in ("mlir-opt-22", "FileCheck"))


def rows_of(file: LitFile, key: Key) -> Iterator[tuple[Row, Result]]:
    """Runs one RUN line in one mode: what the list would say, and the details."""
    for result in file.results(file.run_lines[key.run], key.mode):
        yield Row.of(key, result), result


def keys_of(name: str, file: LitFile) -> list[Key]:
    """Everything that there is to run in a file."""
    return [Key(name, run.index, mode) for run in file.run_lines for mode in file.modes(run)]


def is_of_bufferization(file: LitFile) -> bool:
    """Is the file about one of the passes of bufferization?"""
    return any(each.name in BUFFERIZATION for run in file.run_lines for tool in run.tools for each in tool.passes)


def passing_splits(file: LitFile, rows: Mapping[Key, Sequence[Row]]) -> tuple[int, int]:
    """How many splits of a file pass, all their RUN lines in one of the modes, and how many there are."""
    name = str(file.path.relative_to(require_shared("upstream")))

    def passes(split: int, run: RunLine) -> bool:
        for mode in file.modes(run):
            listed = {row.split: row.state for row in rows.get(Key(name, run.index, mode), ())}
            if WHOLE not in listed or (listed[WHOLE] == FAIL and file.tries_splits(run) and str(split) not in listed):
                return True
        return False

    passing = [split for split, _ in enumerate(file.splits) if all(passes(split, run) for run in file.run_lines)]
    return len(passing), len(file.splits)


def differences(expected: Sequence[Row], found: list[tuple[Row, Result]]) -> list[str]:
    """What in a run is not as the list says; empty where all is."""
    states = {row.split: row.state for row in expected}
    messages = []
    for row, result in found:
        listed = states.pop(row.split, PASS)
        if row.state != listed:
            where = "the whole file" if row.split == "*" else f"split {row.split}"
            detail = f"\n{result.detail}" if row.state == FAIL else ""
            messages.append(f"{where}: the list says {listed}, now {row.state} {row.reason}{detail}")
    messages += [f"split {split}: the list says {state}, but it was not run" for split, state in states.items()]
    return messages
