"""Whether the system has another thread: libraries end the process where it has not what they want of it."""

from __future__ import annotations

import _thread
import os
import time

_TASKS = "/proc/self/task"
_MOMENT, _MOST_MOMENTS = 0.001, 50


def has_thread() -> bool:
    """Can a library start a thread in this process now? Other processes of the same user may take it as well."""
    return has_threads(1)


def has_threads(count: int) -> bool:
    """Can so many be started, all at the same time?"""
    gate = _thread.allocate_lock()
    with gate:
        before = _tasks()
        try:
            # What has ended counts for the system until it is gone: with one more, there are enough for who asks even
            # so.
            for _ in range(count + 1):
                _thread.start_new_thread(_pass, (gate,))
        except RuntimeError:
            return False
    for _ in range(_MOST_MOMENTS):
        if _tasks() <= before:
            break
        time.sleep(_MOMENT)
    return True


def _pass(gate: _thread.LockType) -> None:
    with gate:
        pass


def _tasks() -> int:
    """How many threads there are, of which the system tells; where it does not, none, and nobody waits."""
    try:
        return len(os.listdir(_TASKS))
    except OSError:
        return 0
