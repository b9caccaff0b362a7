"""How a run goes, on the terminal."""

from __future__ import annotations

from contextlib import AbstractContextManager
from time import monotonic
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ownlog.base.errors import say
from ownlog.base.words import counted
from ownlog.corpus.data.outcome import FileReport, Outcome

_FINE = (Outcome.OK, Outcome.UNDECIDED)


class Bar(AbstractContextManager["Bar"]):
    """A progress bar on a terminal: files, failures, files per second, time left."""

    def __init__(self) -> None:
        console = Console(stderr=True)
        columns = [
            TextColumn("{task.fields[shown]}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
        ]
        self._progress = Progress(*columns, TimeRemainingColumn(), console=console, disable=not console.is_terminal)
        self.failures = 0
        self._count = 0
        self._start = monotonic()

    def begin(self, total: int, kept: int, dropped: int) -> None:
        if kept or dropped:
            gone = f", {dropped} are no longer among the inputs and dropped" if dropped else ""
            say(f"{kept} of {total} files are done already{gone}")
        self._task = self._progress.add_task("", total=total, completed=kept, shown="", rate="")
        self._start = monotonic()
        self._progress.start()

    def done(self, report: FileReport) -> None:
        self._count += 1
        self.failures += report.outcome not in _FINE
        rate = self._count / max(monotonic() - self._start, 1e-6)
        shown = f"{self.failures} failed" if self.failures else ""
        self._progress.update(self._task, advance=1, shown=shown, rate=f"{rate:.1f} files/s")

    @property
    def rate(self) -> str:
        """What was done in this run, for the last line."""
        seconds = monotonic() - self._start
        return f"{counted(self._count, 'file')} in {seconds:.1f} s, {self._count / max(seconds, 1e-6):.1f} files/s"

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()
