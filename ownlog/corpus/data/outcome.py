"""What becomes of one file of a corpus."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from enum import StrEnum

from ownlog.corpus.data.coded import NOTHING, Coded

PIPELINE = "buffer-deallocation-pipeline"
"""The passes that `--pipeline` stands for."""


class Outcome(StrEnum):
    """How the work on a file ended; docs/corpora.md says exactly when each is given."""

    OK = "ok"
    UNDECIDED = "undecided"
    UNSUPPORTED = "unsupported"
    REJECTED = "rejected"
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out-of-memory"
    CRASHED = "crashed"


def told(outcome: str, pipeline: str | None) -> str:
    """An outcome for people: what is said of the input is no failure of the pipeline that was run on it."""
    return (
        f"{outcome} (the pipeline went through)" if outcome == Outcome.UNDECIDED and pipeline is not None else outcome
    )


class Stage(StrEnum):
    """What was done with a file, in this order."""

    READ = "read"
    PARSE = "parse"
    ANALYZE = "analyze"
    REWRITE = "rewrite"
    STORE = "store"


@dataclass(frozen=True)
class Options:
    """What holds for every file of a run. `seconds` and `memory` (bytes) are the limits of one file,
    `relations` what the data set is to have beyond the usual (see `kept`)."""

    pipeline: str | None = None
    models: tuple[str, ...] = ()
    engine: str | None = None
    seconds: float = 60.0
    memory: int = 2 << 30
    relations: tuple[str, ...] = ()


@dataclass(frozen=True)
class Request:
    """One file: the name that it has in the data set, and where it is."""

    file: str
    path: str


@dataclass
class FileReport:
    """The row of a file in files.parquet; `stage` is the last one begun, counts are None for stages not reached."""

    file: str
    path: str
    outcome: Outcome = Outcome.OK
    stage: Stage = Stage.READ
    message: str | None = None
    advice: str | None = None
    line: int | None = None
    column: int | None = None
    op: str | None = None
    details: str | None = None
    digest: str | None = None
    bytes: int | None = None
    read_seconds: float | None = None
    parse_seconds: float | None = None
    analyze_seconds: float | None = None
    rewrite_seconds: float | None = None
    store_seconds: float | None = None
    seconds: float | None = None
    peak_memory: int | None = None
    functions: int | None = None
    ops: int | None = None
    facts: int | None = None
    derived: int | None = None
    deallocations: int | None = None
    checks: int | None = None
    clones: int | None = None
    part: int | None = None

    def end(self, outcome: Outcome, message: str, advice: str | None = None) -> None:
        """Say how it ended and why."""
        self.outcome, self.message, self.advice = outcome, message, advice


class Answer:
    """What a worker returns: the report, and the rows of each relation, as bytes while on their way."""

    def __init__(self, report: FileReport, rows: Coded = NOTHING) -> None:
        self.report = report
        self._rows: Coded | bytes = rows

    @property
    def rows(self) -> Coded:
        if isinstance(self._rows, bytes):
            self._rows = pickle.loads(self._rows)
            assert isinstance(self._rows, Coded)
        return self._rows

    def __getstate__(self) -> tuple[FileReport, bytes]:
        return self.report, self._rows if isinstance(self._rows, bytes) else pickle.dumps(self._rows)

    def __setstate__(self, state: tuple[FileReport, bytes]) -> None:
        self.report, self._rows = state
