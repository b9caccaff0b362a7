"""A run over a corpus: what is to be done, doing it, and saving it piece by piece."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Protocol

from ownlog import rules
from ownlog.base.errors import Diagnostic, InputError
from ownlog.base.version import __version__
from ownlog.corpus.data.kept import kept
from ownlog.corpus.data.outcome import Answer, FileReport, Options, Outcome, Request
from ownlog.corpus.data.schema import Table, tables, tables_of
from ownlog.corpus.data.store import Manifest, Store, check_empty, create, is_data_set, locked, open_store
from ownlog.corpus.stamp import stamp

Executor = Callable[[Iterable[Request], Options], Iterator[Answer]]
"""Answers all requests, in any order."""

# What is saved at once: many files together, or there would be a small Parquet file for each relation of each of them.
# These are bytes of numbers; their texts take some six times as much.
_BYTES_AT_ONCE = 8 << 20


class Watcher(Protocol):
    """Who is told how a run goes."""

    def begin(self, total: int, kept: int, dropped: int) -> None:
        """There are `total` files, of which `kept` need not be done again; `dropped` are no longer among the inputs."""
        ...

    def done(self, report: FileReport) -> None: ...


@dataclass(frozen=True)
class Run:
    """The files of a run, the folder of its data set, options, and how often (in seconds) results are saved."""

    inputs: list[Request]
    folder: Path
    options: Options
    resume: bool = False
    save_every: float = 30.0


def run(task: Run, execute: Executor, watcher: Watcher) -> Store:
    """Do a run, and return the data set; whatever ends it, finished work is saved.

    Raises InputError for an unsuitable folder or an unknown relation, OSError for a folder that cannot be written, and
    what the executor raises.
    """
    program = rules.load([Path(model) for model in task.options.models])
    tables = tables_of(program, kept(program, task.options.relations))
    _check_folder(task)
    task.folder.mkdir(parents=True, exist_ok=True)
    with locked(task.folder):
        store, dropped = _open(task, stamp(task.options), tables)
        waiting = [request for request in task.inputs if request.file not in store.reports]
        watcher.begin(len(task.inputs), len(task.inputs) - len(waiting), dropped)
        with closing(_Saver(store, tables, task.save_every)) as saver:
            for answer in execute(waiting, task.options):
                saver.take(answer)
                watcher.done(answer.report)
        store.compact()
        store.manifest.complete = True
        store.commit()
    return store


def _check_folder(task: Run) -> None:
    folder = task.folder
    if folder.exists() and not folder.is_dir():
        raise InputError(Diagnostic(f"'{folder}' is not a folder", advice="choose a new or empty folder with -o"))
    if not is_data_set(folder):
        check_empty(folder)
    elif not task.resume:
        advice = "go on with --resume, or choose another folder with -o"
        raise InputError(Diagnostic(f"the folder '{folder}' holds a data set already", advice=advice))


def _open(task: Run, state: str, tables: dict[str, Table]) -> tuple[Store, int]:
    """The data set with those files that need not be done again, and the number of files no longer asked for."""
    options = task.options
    manifest = Manifest(__version__, state, options.pipeline, options.seconds, options.memory)
    manifest.tables = {table.name: [list(column) for column in table.columns] for table in tables.values()}
    if not is_data_set(task.folder):
        return create(task.folder, manifest), 0
    try:
        store = open_store(task.folder)
    except InputError:
        # What the set holds cannot be known: all is done again.
        store = Store(task.folder, manifest)
    old, damaged = store.manifest, store.damaged()
    wanted = {request.file: request for request in task.inputs}
    stale = {
        name
        for name, report in store.reports.items()
        if old.stamp != state
        or report.part in damaged
        or name not in wanted
        or _is_stale(report, wanted[name], old, options)
    }
    dropped = len(store.reports.keys() - wanted.keys())
    store.remove(stale)
    manifest.parts = store.manifest.parts
    store.manifest = manifest
    store.commit()
    store.sweep()
    return store, dropped


def _is_stale(report: FileReport, request: Request, old: Manifest, options: Options) -> bool:
    """Whether a file must be done again, by rules and version that are the same."""
    roomier = {Outcome.TIMEOUT: options.seconds > old.seconds, Outcome.OUT_OF_MEMORY: options.memory > old.memory}
    return (
        roomier.get(report.outcome, False)
        or report.digest is None
        or _digest(Path(request.path), report.bytes) != report.digest
    )


def _digest(path: Path, size: int | None) -> str | None:
    """The digest of a file's content, None where it cannot be read or has another size."""
    try:
        if not path.is_file() or path.stat().st_size != size:
            return None
        with path.open("rb") as file:
            return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()
    except OSError:
        return None


@dataclass
class _Saver:
    """Collects answers and saves many at once, in the background.

    An interrupt may come between any two steps: a file is saved as a whole, or not at all, and never twice.
    """

    store: Store
    tables: dict[str, Table]
    every: float
    waiting: list[Answer] = field(default_factory=list)
    size: int = 0
    since: float = 0.0

    def __post_init__(self) -> None:
        self._thread: ThreadPoolExecutor | None = ThreadPoolExecutor(1, "save")
        self._saving: Future[None] | None = None

    def take(self, answer: Answer) -> None:
        """Collect an answer, and save if it is time to."""
        size = answer.rows.size
        if not self.waiting:
            self.since = monotonic()
        self.waiting.append(answer)
        self.size += size
        if self.size >= _BYTES_AT_ONCE or monotonic() - self.since >= self.every:
            self._save()

    def _save(self) -> None:
        self._wait()
        # Taken away before it is given to be saved: what is lost in between is done again, what is saved twice would
        # stay so.
        taken, self.waiting = self.waiting, []
        self.size = 0
        if self._thread is not None:
            try:
                self._saving = self._thread.submit(self._add, taken)
                return
            except RuntimeError:
                # The system has no thread for it, and what was submitted must not be done later, too.
                self._thread.shutdown(cancel_futures=True)
                self._thread = None
        self._add(taken)

    def _add(self, taken: list[Answer]) -> None:
        self.store.add([answer.report for answer in taken], tables(taken, self.tables))

    def _wait(self) -> None:
        if self._saving is not None:
            self._saving.result()
            self._saving = None

    def close(self) -> None:
        """Save the rest."""
        try:
            if self.waiting:
                self._save()
            self._wait()
        finally:
            if self._thread is not None:
                self._thread.shutdown()


def outcome_counts(store: Store) -> dict[Outcome, int]:
    """How many files ended in each way."""
    counts = dict.fromkeys(Outcome, 0)
    for report in store.reports.values():
        counts[report.outcome] += 1
    return {outcome: count for outcome, count in counts.items() if count}
