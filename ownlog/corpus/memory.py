"""Memory of this process: its use, and a limit (on Linux only)."""

from __future__ import annotations

import resource
import sys
from contextlib import suppress

_PAGE = resource.getpagesize()
_MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024


def resident() -> int:
    """The bytes of this process that are in memory; 0 where nobody knows."""
    return _pages(1)


def limit(size: int) -> None:
    """Let this process allocate `size` bytes more than it has, and count its peak from now on."""
    with suppress(OSError), open("/proc/self/clear_refs", "w") as file:
        file.write("5")
    data = _pages(5)
    if data:
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (data + size, hard))


def peak() -> int:
    """The peak memory since the last `limit` (since the start, where the system does not reset it), in bytes."""
    with suppress(OSError), open("/proc/self/status") as file:
        for line in file:
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _MAXRSS_UNIT


def _pages(column: int) -> int:
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[column]) * _PAGE
    except OSError:
        return 0
