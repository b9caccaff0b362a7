"""Signals while a pool is at work."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from ownlog.workers.pool import Pool
from ownlog.workers.processes import AT_ONCE


@contextmanager
def stoppable(pool: Pool) -> Iterator[list[int]]:
    """Meanwhile an interrupt ends the workers, and nothing else: what they were done with can still be reported.

    Another one ends them at once. So do SIGTERM, and the end of the terminal, whose number is in the list then: this
    process has yet to do what they would have done.
    """
    ends: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield ends
        return

    def stop(number: int, frame: object) -> None:
        if pool.ended:
            pool.end()
        pool.let_go()

    def end(number: int, frame: object) -> None:
        ends.append(number)
        pool.let_go()
        pool.end()

    handlers = {signal.SIGINT: stop, **dict.fromkeys(AT_ONCE, end)}
    before = {
        each: signal.signal(each, handlers[each]) for each in handlers if signal.getsignal(each) is not signal.SIG_IGN
    }
    try:
        yield ends
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
