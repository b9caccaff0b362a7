"""The executor that gives the work to a Dask cluster.

A task is one file. It goes to a worker process as in `processes`, which the thread of the Dask worker keeps for its
next task, so the limits of a file hold there as well. A Dask worker that is lost takes its tasks with it, and Dask
gives them to others.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from ownlog.backend.proofs.threads import has_threads
from ownlog.base.errors import Diagnostic, EngineError, InputError, OwnlogError
from ownlog.corpus.data.outcome import Answer, Options, Request
from ownlog.corpus.processes import Worker, lost
from ownlog.corpus.stamp import code_stamp

if TYPE_CHECKING:
    from distributed import Client, Future, LocalCluster

_AHEAD = 4  # tasks for each thread of the cluster, so that none waits and no answers pile up
_OWN, _EACH = 4, 12
"""Processes and threads that a cluster on this machine takes (Dask 2024 to 2026), and those of each of its workers."""
_kept = threading.local()


@contextmanager
def connected(scheduler: str | None, jobs: int) -> Iterator[Client]:
    """A client of the cluster whose scheduler has this address; without one, of a cluster of `jobs` processes on this
    machine.

    Raises InputError for an address where nobody answers, and EngineError where this machine has not enough processes
    and threads.
    """
    from distributed import Client

    if scheduler is None:
        with _local(jobs) as cluster, Client(cluster) as client:
            yield client
        return
    try:
        client = Client(scheduler, timeout=5)
    except (OSError, ValueError) as error:
        message = f"no Dask scheduler answers at '{scheduler}': {error}"
        raise InputError(Diagnostic(message, advice="give its address as tcp://HOST:PORT")) from None
    with client:
        yield client


def _not_started() -> EngineError:
    message = "the system has not enough processes and threads for a Dask cluster"
    advice = "raise the limit (ulimit -u), use fewer --jobs, or leave out --executor dask"
    return EngineError(Diagnostic(message, advice=advice))


def _local(jobs: int) -> LocalCluster:
    from distributed import LocalCluster

    # Where it lacks some, Dask ends in tracebacks of all its parts, or never.
    if not has_threads(_OWN + jobs * _EACH):
        raise _not_started()
    try:
        # Each file has its own limit of memory; Dask's would stop workers for what their children do.
        return LocalCluster(
            n_workers=jobs, threads_per_worker=1, memory_limit=0, dashboard_address=None, silence_logs=logging.CRITICAL
        )
    except RuntimeError:
        raise _not_started() from None


def run_on_cluster(requests: Iterable[Request], options: Options, client: Client) -> Iterator[Answer]:
    """The answers to all requests, in the order in which they come.

    The paths must lead to the same files on all machines.

    Raises OwnlogError for options that no worker can follow, and EngineError for a cluster whose workers have another
    Ownlog.
    """
    from distributed import as_completed

    options = replace(options, models=tuple(os.path.abspath(model) for model in options.models))
    waiting = iter(requests)
    asked: dict[str, Request] = {}

    def submit(count: int) -> list[Future]:
        futures = []
        for request in islice(waiting, count):
            there = Request(request.file, os.path.abspath(request.path))
            futures.append(client.submit(_examine, there, options, code_stamp(), pure=False))
            asked[futures[-1].key] = request
        return futures

    threads = sum(client.nthreads().values())
    going = as_completed(submit(max(threads, 1) * _AHEAD))
    for future in going:
        request = asked.pop(future.key)
        answer = _result(future, request)
        answer.report.path = request.path
        future.release()
        for more in submit(1):
            going.add(more)
        yield answer


def _result(future: Future, request: Request) -> Answer:
    from distributed import CancelledError, KilledWorker

    try:
        answer: Any = future.result()
    except KilledWorker:
        return lost(request)
    except OwnlogError:
        raise
    except CancelledError:
        raise EngineError(Diagnostic("the Dask cluster went away", advice="--resume goes on with another")) from None
    assert isinstance(answer, Answer)
    return answer


def _examine(request: Request, options: Options, code: str) -> Answer:
    """The task. Its worker stays for the next one in this thread."""
    if code != code_stamp():
        raise EngineError(
            Diagnostic("a Dask worker has another Ownlog", advice="install the same version on all machines")
        )
    if getattr(_kept, "options", None) != options:
        if (former := getattr(_kept, "worker", None)) is not None:
            former.close()
        _kept.worker, _kept.options = Worker(options), options
    for _ in range(2):
        _kept.worker.give(request)
        answer = _kept.worker.take()
        if answer is not None:
            assert isinstance(answer, Answer)
            return answer
    return lost(request)
