"""Many inputs where something goes wrong that is planted here: a process is killed, none can be had, Ownlog has a
mistake.
"""

import faulthandler
import os
import signal
import threading
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import CancelledError
from errno import EAGAIN
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NoReturn

import pytest

from ownlog.api.process import Request
from ownlog.base.errors import INTERNAL_ERROR, INTERRUPTED
from ownlog.batch.run import Batch, Result
from ownlog.batch.targets import Job
from ownlog.workers.pool import Pool
from ownlog.workers.processes import Forks
from tests.frame.programs import BAD, GOOD, JOBS, PASS, make_tree, opt, results


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Good programs in a folder and one below it."""
    return make_tree(tmp_path)


def killed_at(
    folder: Path, names: Collection[str], times: int = 2, by: signal.Signals = signal.SIGKILL
) -> Iterator[Result]:
    """What comes of the inputs in `folder` in two workers; those of these names end the process that works on them, so
    many times.

    `folder`/begun has the name of each input for each time that it was begun.
    """
    from ownlog.backend.context import Context
    from ownlog.batch.targets import jobs_for
    from ownlog.batch.workers import run_in_workers

    begun = folder / "begun"
    begun.touch()

    class Deadly(Batch):
        def work(self, job: Job) -> Result:
            with begun.open("a") as file:
                file.write(f"{job.name}\n")
            if job.name in names and begun.read_text().split().count(job.name) <= times:
                faulthandler.disable()  # pytest's would have a lot to say
                os.kill(os.getpid(), by)
            return super().work(job)

    return run_in_workers(Deadly(Request([], Context())), jobs_for([str(folder / "in")], str(folder / "out")), 2)


@pytest.mark.parametrize(
    ("by", "said", "advice"),
    [(signal.SIGKILL, "was ended\n", "run out of memory"), (signal.SIGABRT, "was ended: Aborted\n", "ulimit -u")],
)
def test_a_process_that_is_killed_fails_only_its_input(tree: Path, by: signal.Signals, said: str, advice: str) -> None:
    done = list(killed_at(tree, ["sub/a.mlir"], by=by))
    assert [result.job.name for result in done] == ["a.mlir", "sub/a.mlir", "sub/b.mlir"]
    assert [result.failed for result in done] == [False, True, False]
    assert said in done[1].said[0]
    assert advice in done[1].said[0]
    assert set(results(tree / "out")) == {"a.mlir", "sub/b.mlir"}


def test_after_a_process_is_killed_only_its_input_is_done_again(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    names = sorted(f"{number}.mlir" for number in range(40))
    for name in names:
        (tmp_path / "in" / name).write_text(GOOD)
    done = list(killed_at(tmp_path, ["3.mlir", "21.mlir"]))
    assert [result.job.name for result in done] == names
    assert {result.job.name for result in done if result.failed} == {"3.mlir", "21.mlir"}
    assert sorted((tmp_path / "begun").read_text().split()) == sorted([*names, "3.mlir", "21.mlir"])


def test_what_kills_one_process_and_not_the_next_has_not_failed(tree: Path) -> None:
    done = list(killed_at(tree, ["sub/a.mlir"], times=1))
    assert [(result.job.name, result.failed) for result in done] == [
        ("a.mlir", False),
        ("sub/a.mlir", False),
        ("sub/b.mlir", False),
    ]
    assert len(results(tree / "out")) == 3


def test_an_interrupt_between_inputs_that_are_done_again_ends_the_run(tree: Path) -> None:
    told = killed_at(tree, ["a.mlir", "sub/a.mlir", "sub/b.mlir"])
    assert next(told).failed
    os.kill(os.getpid(), signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        list(told)


def test_a_process_that_is_killed_before_it_begins_fails_nothing(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ownlog.workers.pool import Worker

    give = Worker.give
    killed: list[int] = []

    def killing(worker: Worker, work: object) -> None:
        if len(killed) < 3:
            killed.append(worker.pid)
            os.kill(killed[-1], signal.SIGKILL)
            os.waitid(os.P_PID, killed[-1], os.WEXITED | os.WNOWAIT)
        give(worker, work)

    monkeypatch.setattr(Worker, "give", killing)
    done = list(killed_at(tree, []))
    assert len(set(killed)) == 3
    assert [(result.job.name, result.failed) for result in done] == [
        ("a.mlir", False),
        ("sub/a.mlir", False),
        ("sub/b.mlir", False),
    ]
    assert len(results(tree / "out")) == 3


def forks_until(most: int) -> Callable[[], int]:
    """`os.fork` where the system has so many processes, and no more."""
    fork = os.fork
    forked: list[bool] = []

    def forked_once_more() -> int:
        if len(forked) == most:
            raise BlockingIOError(EAGAIN, os.strerror(EAGAIN))
        forked.append(True)
        return fork()

    return forked_once_more


@pytest.mark.parametrize(("most", "told"), [(0, "none"), (1, "1"), (2, "2")])
def test_where_the_system_has_fewer_processes_those_do_it(
    tree: Path, monkeypatch: pytest.MonkeyPatch, most: int, told: str
) -> None:
    (tree / "in" / "a.mlir").write_text(BAD)
    monkeypatch.setattr(os, "fork", forks_until(most + 1))  # the first one is the run itself
    run = opt([PASS, str(tree / "in"), "--output-dir", str(tree / "out"), "-j3"])
    assert run.status == 1
    assert list(results(tree / "out")) == ["sub/a.mlir", "sub/b.mlir"]
    assert run.err.startswith(
        f"warning: {told} of 3 processes could be started: {os.strerror(EAGAIN)}\n  help: raise the limit"
    )
    assert f"{tree}/in/a.mlir:1:15: error" in run.err
    assert run.err.endswith("1 of 3 inputs failed and has no new output\n")


def test_so_they_do_where_it_has_no_threads(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_more(thread: threading.Thread) -> NoReturn:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", no_more)
    run = opt([PASS, str(tree / "in"), "--output-dir", str(tree / "out"), "-j3"])
    assert run.status == 0
    assert len(results(tree / "out")) == 3
    assert run.err.startswith("warning: none of 3 processes could be started")
    assert run.err.count("\n") == 2


def test_an_input_that_has_killed_a_process_is_not_tried_without_one(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fork", forks_until(1))
    done = list(killed_at(tree, ["sub/a.mlir"]))
    assert [(result.job.name, result.failed) for result in done] == [
        ("a.mlir", False),
        ("sub/a.mlir", True),
        ("sub/b.mlir", False),
    ]
    assert set(results(tree / "out")) == {"a.mlir", "sub/b.mlir"}


def test_a_mistake_in_ownlog_among_many_inputs_is_told_by_the_status(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(text: str, name: str, request: Request) -> NoReturn:
        if name.endswith("sub/a.mlir"):
            raise RuntimeError("can't start new thread")
        raise RuntimeError if name.endswith("b.mlir") else MemoryError

    monkeypatch.setattr("ownlog.batch.run.run", broken)
    run = opt([PASS, str(tree / "in"), "--output-dir", str(tree / "out")])
    assert run.status == INTERNAL_ERROR
    assert run.err.count("this is a mistake in Ownlog") == 1
    assert run.err.count("the system has no more: out of memory") == 1
    assert run.err.count("the system has no more: can't start new thread") == 1
    run = opt([PASS, str(tree / "in" / "a.mlir"), "--output-dir", str(tree / "out")])
    assert run.status == 1


@JOBS
def test_an_interrupt_that_python_wraps_is_one(tree: Path, monkeypatch: pytest.MonkeyPatch, jobs: list[str]) -> None:
    """As it does while it loads a module."""

    def loading(text: str, name: str, request: Request) -> NoReturn:
        try:
            # A second one would end the run at once.
            if name.endswith("in/a.mlir"):
                os.kill(os.getppid() if jobs else os.getpid(), signal.SIGINT)
            time.sleep(60)
        except KeyboardInterrupt as error:
            raise RuntimeError("Error calling __set_name__") from error
        raise AssertionError("it was not interrupted")

    monkeypatch.setattr("ownlog.batch.run.run", loading)
    run = opt([PASS, str(tree / "in"), "--output-dir", str(tree / "out"), *jobs])
    assert (run.status, run.err.strip()) == (INTERRUPTED, "interrupted: 0 of 3 inputs are done")


def nothing(pipe: Connection) -> None:
    """What a worker needs before its first task."""


def test_a_pool_is_an_executor() -> None:
    forks = Forks((nothing, ()))
    with Pool(forks.start, 2, forks.cut) as pool:
        assert list(pool.map(divmod, [7, 8, 9], [2, 3, 4])) == [(3, 1), (2, 2), (2, 1)]
        assert pool.submit(os.getpid).result() != os.getpid()
        left = pool.submit(abs, -1)
    assert pool.workers == []
    with pytest.raises(CancelledError):
        left.result()
