"""Small corpora, runs of the command line on them, and what their data sets hold, read without Ownlog."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NoReturn
from unittest.mock import patch

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.inputs import diamonds, nested_loops, straight_line
from ownlog.corpus.data.outcome import Options
from ownlog.corpus.examine import Laboratory
from ownlog.corpus.warmup import warm_up
from ownlog.workers import processes
from ownlog.workers.processes import serve
from tests.tools import Outcome, OwnlogFork, fork_alive

# What each fork would load, and of that most of the time goes to pandas, which pyarrow looks for.
for _name in ("pandas", "pyarrow.dataset", "rich.table", "ownlog.commands.corpus", "ownlog.corpus.executors"):
    import_module(_name)
for _name in ("diff", "sql", "store", "summary"):
    import_module(f"ownlog.corpus.data.{_name}")

corpus = OwnlogFork(("corpus",), timeout=120)

CALLS = """\
func.func @make(%n: index) -> memref<?xf32> {
  %a = memref.alloc(%n) : memref<?xf32>
  return %a : memref<?xf32>
}
func.func @"a/b"(%n: index, %out: memref<?xf32>) {
  %b = call @make(%n) : (index) -> memref<?xf32>
  memref.copy %b, %out : memref<?xf32> to memref<?xf32>
  return
}
"""
BROKEN = "func.func @f() {\n  %a = arith.constant 1 : i32\n  %a = arith.constant 2 : i32\n  return\n}\n"
UNKNOWN = "func.func @f(%a: i32) {\n  toy.frobnicate %a into %a\n  return\n}\n"
REFUSED = 'func.func @f(%a: memref<4xf32>) {\n  "toy.keep"(%a) : (memref<4xf32>) -> ()\n  return\n}\n'
UNDECIDED = """\
func.func @f(%c: i1, %in: memref<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %p = call @pick(%c, %a, %b) : (i1, memref<4xf32>, memref<4xf32>) -> memref<4xf32>
  %q = call @pick(%c, %p, %in) : (i1, memref<4xf32>, memref<4xf32>) -> memref<4xf32>
  %r = call @pick(%c, %q, %a) : (i1, memref<4xf32>, memref<4xf32>) -> memref<4xf32>
  return %r : memref<4xf32>
}
func.func private @pick(%c: i1, %a: memref<4xf32>, %b: memref<4xf32>) -> memref<4xf32> {
  %s = arith.select %c, %a, %b : memref<4xf32>
  return %s : memref<4xf32>
}
"""
GOOD = {
    "calls.mlir": CALLS,
    "deep/diamonds.mlir": diamonds(3),
    "deep/er/loops.mlir": nested_loops(2),
    "empty.mlir": "",
    "line.mlir": straight_line(5),
}


def write_all(folder: Path, texts: dict[str, str]) -> Path:
    """The texts as files below `folder`."""
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def run(*args: object) -> Outcome:
    """`ownlog corpus run ARGS`, which must succeed; with one worker if ARGS do not say how many.

    Workers are forks of the test's process, in which all that they need is loaded. A new process would load it, which
    takes longer than the work; `run_afresh` does that.
    """
    be_warm()
    with patch.object(processes, "_run", _start_in_fork):
        return run_afresh(*args)


def run_afresh(*args: object) -> Outcome:
    """As `run`, with workers that are processes of their own, as the user gets them."""
    done = corpus(["run", *map(str, args if "-j" in args else (*args, "-j", 1))])
    assert done.status == 0, done.err
    return done


@cache
def be_warm() -> None:
    """Load what workers load before they fork."""
    warm_up(Laboratory.equip(Options()))


def _start_in_fork(descriptor: int) -> _Fork:
    pid = fork_alive()
    if pid == 0:
        _be_worker(descriptor)
    return _Fork(pid)


def _be_worker(number: int) -> NoReturn:
    """What the fork does; it must not return.

    Other workers' sockets are not its own: they would not see that the other end is closed.
    """
    try:
        with suppress(EOFError, ConnectionError):
            os.closerange(3, number)
            os.closerange(number + 1, max(map(int, os.listdir("/proc/self/fd"))) + 1)
            pipe = Connection(number)
            serve(pipe, pipe.recv())
    finally:
        os._exit(0)


class _Fork(subprocess.Popen[bytes]):
    """A fork, as `subprocess` has processes."""

    def __init__(self, pid: int) -> None:
        self.pid, self.returncode = pid, None

    def wait(self, timeout: float | None = None) -> int:
        end = time.monotonic() + (timeout or math.inf)
        while (ended := os.waitpid(self.pid, os.WNOHANG))[0] == 0:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired("the fork", timeout or 0)
            time.sleep(0.002)
        self.returncode = os.waitstatus_to_exitcode(ended[1])
        return self.returncode


def start(args: Sequence[object], **environment: str) -> subprocess.Popen[bytes]:
    """`ownlog corpus run ARGS` as a process that goes on by itself."""
    command = [sys.executable, "-m", "ownlog", "corpus", "run", *map(str, args)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/"}
    return subprocess.Popen(command, env={**os.environ, **environment}, **quiet)  # type: ignore[call-overload,no-any-return]


def files(folder: Path) -> dict[str, dict[str, Any]]:
    """The rows of files.parquet by file."""
    # Read at once: a run that is under way may put another file in its place.
    rows = pq.read_table(pa.BufferReader((folder / "files.parquet").read_bytes())).to_pylist()
    assert len({row["file"] for row in rows}) == len(rows)
    return {row["file"]: row for row in rows}


def outcomes(folder: Path) -> dict[str, str]:
    """The outcome by file."""
    return {name: row["outcome"] for name, row in files(folder).items()}


def facts(folder: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all relations, sorted, straight from the Parquet files."""
    found = {}
    with duckdb.connect() as connection:
        for relation in sorted((folder / "relations").iterdir()):
            found[relation.name] = connection.execute(f"SELECT * FROM '{relation}/*.parquet' ORDER BY ALL").fetchall()
    return found


def ask(folder: Path, query: str) -> list[dict[str, Any]]:
    """The answer of `ownlog corpus sql`."""
    done = corpus(["sql", str(folder), query, "--format", "json"])
    assert done.status == 0, done.err
    answer: list[dict[str, Any]] = json.loads(done.out)
    return answer


def processes_with(mark: str) -> list[int]:
    """The processes in whose environment `mark` stands."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and mark.encode() in (entry / "environ").read_bytes():
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def kill(process: subprocess.Popen[bytes], number: int = signal.SIGKILL) -> None:
    """Send a signal and wait for the end."""
    process.send_signal(number)
    process.wait(timeout=600)
