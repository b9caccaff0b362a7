"""Runs a command and says what it took: seconds on the clock, seconds of CPU, and memory."""

from __future__ import annotations

import math
import os
import resource
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial


@dataclass(frozen=True)
class Cost:
    """What one process took."""

    wall: float
    cpu: float
    memory: float  # MiB, the largest resident set


def run(command: Sequence[str], limit: float) -> Cost | None:
    """The cost of `command`, or None where it fails or takes more than `limit` seconds of CPU (or four times that on
    the clock).
    """
    start = time.perf_counter()
    null = subprocess.DEVNULL
    whole = math.ceil(limit)
    allow = partial(resource.setrlimit, resource.RLIMIT_CPU, (whole, whole))
    process = subprocess.Popen(command, stdin=null, stdout=null, stderr=null, preexec_fn=allow)
    timer = threading.Timer(4 * limit, os.kill, (process.pid, signal.SIGKILL))
    timer.start()
    # wait4, because what all children together took says nothing about the memory of this one.
    _, status, used = os.wait4(process.pid, 0)
    timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - start
    return Cost(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024) if process.returncode == 0 else None


def least(costs: Sequence[Cost]) -> Cost | None:
    """The cheapest run; None of none."""
    return min(costs, key=lambda cost: cost.cpu, default=None)
