"""The executor of this machine: it keeps some processes busy, and loses only the task that ends one of them."""

from __future__ import annotations

import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import suppress
from errno import EAGAIN
from itertools import islice
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from typing import Any, ParamSpec, TypeVar

from ownlog.base.errors import Diagnostic, EngineError, OwnlogError, limit_to_raise

P = ParamSpec("P")
T = TypeVar("T")
Item = TypeVar("Item")

_STARTS = 3  # of workers, one after the other, that do not even start


class NoProcess(EngineError):
    """The system has no process more, for a worker, or for what a worker was given; `number` is that of its error."""

    def __init__(self, number: int | None) -> None:
        self.number = number
        # That of processes is what has no other name.
        self.limit = limit_to_raise(number, limit_to_raise(EAGAIN, ""))
        super().__init__(Diagnostic("the system has no process for a file", advice=f"{self.limit}; --resume goes on"))

    def __reduce__(self) -> tuple[type[NoProcess], tuple[int | None]]:
        # From a worker it comes as bytes.
        return NoProcess, (self.number,)


class Lost(Exception):
    """A task has ended two processes; `status` is the exit status of one, or minus the signal that ended it."""

    def __init__(self, status: int) -> None:
        super().__init__(f"the process was ended twice: {status}")
        self.status = status


class Worker:
    """A process that does one task after the other, at the other end of a pipe."""

    def __init__(self, pipe: Connection, pid: int, wait: Callable[[], int]) -> None:
        self.pipe, self.pid, self._wait = pipe, pid, wait
        self.is_ready = False

    def get_ready(self) -> None:
        """Wait until it is. Raises EOFError or OSError where it is gone, and what its preparations raise."""
        if not self.is_ready:
            went_well, problem = self.take()
            if not went_well:
                raise problem
            self.is_ready = True

    def give(self, work: object) -> None:
        """Let it begin with something. Raises OSError where it is gone."""
        self.pipe.send(work)

    def take(self) -> tuple[bool, Any]:
        """Whether the work succeeded, and its result or exception. Raises EOFError or OSError from a dead process."""
        answer: tuple[bool, Any] = pickle.loads(self.pipe.recv_bytes())
        return answer

    def end(self) -> int:
        """Wait for its end: its exit status, or minus the signal that ended it."""
        self.pipe.close()
        return self._wait()


Start = Callable[[list[Worker]], Worker]
"""Starts a process beside others. Raises OSError where the system has none."""


class _Task(Future[T]):
    """A task of a pool, which works on while somebody waits for a result."""

    def __init__(self, pool: Pool, work: object) -> None:
        super().__init__()
        self._pool = pool
        self.work = work
        self.killed_by: int | None = None
        """The status of a process that it has ended."""

    def result(self, timeout: float | None = None) -> T:
        while not self.done():
            self._pool.step()
        return super().result(timeout)


class Pool(Executor):
    """Tasks in up to `wanted` processes; `cut` makes all end without waiting, and may be called in a signal's handler.

    If a process is ended (for lack of memory, say), its task is repeated alone, and is `Lost` if that process is ended,
    too; others go on. `refused` is the system's error if it has fewer processes; tasks without any fail with
    `NoProcess`. The pool has no thread, which forks would not be safe with: it works in `step`, and while a result is
    waited for. After it is `ended` by a signal, tasks are cancelled.
    """

    def __init__(self, start: Start, wanted: int, cut: Callable[[], None] = lambda: None) -> None:
        self.workers: list[Worker] = []
        self.refused: NoProcess | None = None
        self.ended = False
        self._start, self._wanted, self._cut = start, wanted, cut
        self._idle: list[Worker] = []
        self._at_work: dict[Connection, tuple[Worker, _Task[Any]]] = {}
        self._waiting: deque[_Task[Any]] = deque()
        self._suspects: deque[_Task[Any]] = deque()
        self._failed_starts = 0
        self._is_last_chance = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have a function called in a process; it goes there as a pickle."""
        task: _Task[T] = _Task(self, (fn, args, kwargs))
        self._waiting.append(task)
        return task

    def hire(self) -> None:
        """Start as many workers as are missing."""
        try:
            while len(self.workers) < self._wanted and not self.ended:
                worker = self._start(self.workers)
                self.workers.append(worker)
                self._idle.append(worker)
        except OSError as error:
            self._wanted = len(self.workers)
            self.refused = NoProcess(error.errno)

    def step(self) -> None:
        """Go on until some task is done, and have something to do for all workers then."""
        self._give()
        if not self._at_work and (self.ended or not self.workers):
            self._give_up()
        for pipe in wait([*self._at_work]) if self._at_work else ():
            assert isinstance(pipe, Connection)
            self._take(*self._at_work.pop(pipe))
        # Else they would wait while others look at what is done.
        self._give()

    def _give(self) -> None:
        """Give idle workers something to do."""
        if self._waiting or self._suspects:
            self.hire()
        while self._idle and (task := self._next()) is not None:
            worker = self._idle.pop(0)
            try:
                worker.get_ready()
                worker.give(task.work)
                self._at_work[worker.pipe] = worker, task
                self._failed_starts = 0
            except (EOFError, OSError):
                # It was ended before it could begin.
                self._failed_starts += not worker.is_ready
                self._bury(worker)
                if self._failed_starts == _STARTS:
                    self._failed_starts = 0
                    advice = "--resume goes on; with --jobs 1 there is one process only"
                    task.set_exception(EngineError(Diagnostic("a worker process does not start", advice=advice)))
                    return
                self._put_back(task)
                self.hire()
            except OwnlogError as error:
                self._bury(worker)
                task.set_exception(error)
                return

    def _next(self) -> _Task[Any] | None:
        """The next task; none until what has ended a worker was tried alone."""
        if self.ended or any(task.killed_by is not None for _, task in self._at_work.values()):
            return None
        if self._suspects:
            return None if self._at_work else self._suspects.popleft()
        return self._waiting.popleft() if self._waiting else None

    def _put_back(self, task: _Task[Any]) -> None:
        (self._waiting if task.killed_by is None else self._suspects).appendleft(task)

    def _take(self, worker: Worker, task: _Task[Any]) -> None:
        try:
            went_well, answer = worker.take()
        except (EOFError, OSError):
            self._judge(task, self._bury(worker))
            return
        if isinstance(answer, NoProcess):
            self._dismiss(worker, task, answer)
            return
        if went_well:
            task.set_result(answer)
        else:
            task.set_exception(answer)
        self._is_last_chance = False
        self._idle.append(worker)

    def _judge(self, task: _Task[Any], status: int) -> None:
        """What comes of a task whose worker was ended: it is lost if that was the second one."""
        if self.ended:
            task.cancel()
        elif task.killed_by is None:
            task.killed_by = status
            self._suspects.append(task)
        else:
            task.set_exception(Lost(status))

    def _dismiss(self, worker: Worker, task: _Task[Any], error: NoProcess) -> None:
        """Do without a worker that finds no process for its task, as long as there is another one."""
        self.refused = error
        if len(self.workers) > 1:
            self._wanted = len(self.workers) - 1
            self._bury(worker)
            self._put_back(task)
            return
        self._idle.append(worker)
        if self._is_last_chance:
            task.set_exception(error)
        else:
            # What the last of the others had is free only now.
            self._put_back(task)
        self._is_last_chance = not self._is_last_chance

    def _give_up(self) -> None:
        """Nobody will do what is left. What has ended a worker is not tried in another way."""
        for task in (*self._suspects, *self._waiting):
            if self.ended:
                task.cancel()
            elif task.killed_by is not None:
                task.set_exception(Lost(task.killed_by))
            else:
                task.set_exception(self.refused or NoProcess(None))
        self._suspects.clear()
        self._waiting.clear()

    def _bury(self, worker: Worker) -> int:
        status = worker.end()
        self.workers.remove(worker)
        return status

    def let_go(self) -> None:
        """Tell the workers to end, whatever they are at; does not wait for that."""
        if not self.ended:
            # A signal may come while this goes on.
            self.ended = True
            self._cut()

    def end(self) -> None:
        """End the workers at once, but for what they are writing; does not wait for that."""
        for worker in [*self.workers]:
            with suppress(ProcessLookupError):
                os.kill(worker.pid, signal.SIGTERM)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers, and what they are at, and wait for that whatever is asked for: none is left behind."""
        self.let_go()
        for worker in self.workers:
            worker.pipe.close()
        while self.workers:
            self._bury(self.workers[-1])


def as_done(
    submit: Callable[[Item], Future[T]], items: Iterable[Item], ahead: int | None = None, pool: Pool | None = None
) -> Iterator[tuple[Item, Future[T]]]:
    """Items with their futures, as they are done, `ahead` of them submitted at a time. A pool must be named, to be
    stepped.
    """
    done: SimpleQueue[Future[T]] = SimpleQueue()
    going: dict[Future[T], Item] = {}
    waiting = iter(items)

    def add(count: int | None) -> None:
        for item in islice(waiting, count):
            future = submit(item)
            going[future] = item
            future.add_done_callback(done.put)

    add(ahead)
    while going:
        while pool is not None and done.empty():
            pool.step()
        future = done.get()
        add(1)
        yield going.pop(future), future
