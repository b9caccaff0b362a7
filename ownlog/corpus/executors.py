"""Who works on the files of a corpus: processes of this machine, or a Dask cluster."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError, Future
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from ownlog.base.errors import Diagnostic, EngineError, report
from ownlog.base.words import counted
from ownlog.corpus import worker
from ownlog.corpus.data.outcome import Answer, FileReport, Options, Outcome, Request
from ownlog.corpus.stamp import code_stamp
from ownlog.workers.pool import Lost, Pool, as_done
from ownlog.workers.processes import start_program

if TYPE_CHECKING:
    from distributed import Client

_AHEAD = 4  # tasks for each thread of a cluster, so that none waits and no answers pile up
_kept = threading.local()


def run_in_processes(requests: Iterable[Request], options: Options, jobs: int) -> Iterator[Answer]:
    """The answers, as they come, from up to `jobs` workers.

    Raises OwnlogError for options that no worker can follow, EngineError for a worker that does not start, and
    NoProcess if there is none at all.
    """
    requests = list(requests)
    wanted = min(jobs, len(requests))
    with _pool(options, wanted) as pool:
        for request, future in as_done(lambda request: pool.submit(worker.examine_alone, request), requests, pool=pool):
            yield _answer(request, future)
        found = len(pool.workers)
    if pool.refused is not None and found < wanted:
        message = f"the system has processes for no more than {counted(found, 'file')} at a time"
        report([Diagnostic(message, advice=f"{pool.refused.limit}, or use fewer --jobs", severity="warning")])


def _pool(options: Options, workers: int) -> Pool:
    return Pool(partial(start_program, (worker.prepare, (options,))), workers)


def _answer(request: Request, future: Future[Answer], lost: type[Exception] = Lost) -> Answer:
    """What comes of a file; a worker that was ended from outside twice, which is `lost`, has no answer."""
    try:
        return future.result()
    except lost:
        row = FileReport(request.file, request.path)
        message = "the worker process was killed twice while it was at this file"
        row.end(Outcome.CRASHED, message, "run it again with --resume")
        return Answer(row)


def run_on_cluster(requests: Iterable[Request], options: Options, client: Client) -> Iterator[Answer]:
    """The answers, as they come; the paths must lead to the same files on all machines.

    A thread of a Dask worker keeps a worker process as above, so that a file's limits hold there, too. Dask repeats the
    tasks of lost workers. Raises OwnlogError for options that no worker can follow, and EngineError for a cluster with
    another Ownlog.
    """
    from distributed import KilledWorker

    options = replace(options, models=tuple(os.path.abspath(model) for model in options.models))
    executor = client.get_executor(pure=False)
    threads = sum(client.nthreads().values())

    def submit(request: Request) -> Future[Answer]:
        there = Request(request.file, os.path.abspath(request.path))
        future: Future[Answer] = executor.submit(_examine, there, options, code_stamp())
        return future

    for request, future in as_done(submit, requests, max(threads, 1) * _AHEAD):
        try:
            answer = _answer(request, future, KilledWorker)
        except CancelledError:
            message, advice = "the Dask cluster went away", "--resume goes on with another"
            raise EngineError(Diagnostic(message, advice=advice)) from None
        answer.report.path = request.path
        yield answer


def _examine(request: Request, options: Options, code: str) -> Answer:
    """The task. Its worker stays for the next one in this thread."""
    if code != code_stamp():
        raise EngineError(
            Diagnostic("a Dask worker has another Ownlog", advice="install the same version on all machines")
        )
    if getattr(_kept, "options", None) != options:
        if (former := getattr(_kept, "pool", None)) is not None:
            former.shutdown()
        _kept.pool, _kept.options = _pool(options, 1), options
    return _answer(request, _kept.pool.submit(worker.examine_alone, request))
