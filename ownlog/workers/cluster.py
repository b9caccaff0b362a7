"""Dask clusters: one that is there, or one of processes of this machine."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ownlog.backend.proofs.threads import has_threads
from ownlog.base.errors import Diagnostic, EngineError, InputError

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

_OWN, _EACH = 4, 12
"""Processes and threads that a cluster on this machine takes (Dask 2024 to 2026), and those of each of its workers."""


@contextmanager
def connected(scheduler: str | None, jobs: int) -> Iterator[Client]:
    """A client of the cluster at this address, or of a new one of `jobs` processes on this machine.

    Raises InputError if no scheduler answers, EngineError if this machine lacks processes or threads.
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
