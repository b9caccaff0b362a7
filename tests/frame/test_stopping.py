"""A run with several processes that is stopped: its workers end with it, however that comes, and what was done is
told.
"""

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from ownlog.workers.processes import GRACE
from tests.frame.programs import GOOD
from tests.tools import OWNLOG

# Runs inputs in two workers, as the command does; those whose name begins with "slow" are never done, nor are those
# that begin with "deaf", and these hear nothing either. Each of them says so once it is begun. One that is called
# "fatal" ends its process the first time, and what comes of a "large" one takes a while to hand over. A "write" one
# takes a while to write.
_RUN = r"""
import os, signal, sys, time
from ownlog.api.process import Request
from ownlog.backend.context import Context
from ownlog.batch.run import Batch, Result
from ownlog.batch.tally import Tally
from ownlog.batch.targets import jobs_for
from ownlog.base.files import undisturbed
from ownlog.batch.workers import run_in_workers
from ownlog.commands.common import ended_as_told

# Whoever runs the tests may have it ignored, as nohup does.
signal.signal(signal.SIGHUP, signal.SIG_DFL)

class Slow(Batch):
    def work(self, job):
        if job.name.startswith("large"):
            os.write(1, b"begun\n")
            return Result(job, [], ["x" * 3_000_000])
        if job.name.startswith("fatal") and not os.path.exists(once := sys.argv[2] + ".once"):
            open(once, "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
        if job.name.startswith(("slow", "fatal")):
            os.write(1, b"begun\n")
            while True:
                time.sleep(0.01)
        if job.name.startswith("deaf"):
            os.write(1, b"begun\n")
            sum(range(1 << 62))
        if job.name.startswith("write"):
            with undisturbed():
                os.makedirs(sys.argv[2], exist_ok=True)
                open(half := sys.argv[2] + "/half", "w").close()
                try:
                    os.write(1, b"begun\n")
                    time.sleep(0.5)
                finally:
                    os.unlink(half)
            while True:
                time.sleep(0.01)
        return super().work(job)

jobs = jobs_for([sys.argv[1]], sys.argv[2])
say = lambda message: print(message, file=sys.stderr, flush=True)
tally = Tally(len(jobs), say)
try:
    with ended_as_told():
        tally.take(run_in_workers(Slow(Request([], Context())), jobs, 2), keep=False)
except KeyboardInterrupt:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(130)
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Two inputs that are done at once, then two that never are, then one that is not begun: larger ones are begun
    first.
    """
    (tmp_path / "in").mkdir()
    for name, times in (("a", 9), ("b", 9), ("slow1", 5), ("slow2", 5), ("z", 1)):
        (tmp_path / "in" / f"{name}.mlir").write_text(
            "".join(GOOD.replace("@good", f"@f{number}") for number in range(times))
        )
    return tmp_path


Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts the run, in a group of its own, and waits until so many of its workers are busy.

    None is left behind in the end.
    """
    started: list[subprocess.Popen[str]] = []

    def begun(tree: Path, busy: int, shell: Sequence[str] = ()) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [*shell, sys.executable, "-c", _RUN, str(tree / "in"), str(tree / "out")],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        started.append(process)
        assert process.stdout is not None
        for _ in range(busy):
            if process.stdout.readline() != "begun\n":
                pytest.fail(f"it did not begin: {process.communicate()}")
        return process

    yield begun
    for process in started:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def _all_end(process: subprocess.Popen[str], seconds: float = 30) -> str:
    """What comes through standard error until nobody is there any more who could write to it."""
    assert process.stderr is not None
    said, end = b"", time.monotonic() + seconds
    while time.monotonic() < end:
        if select.select([process.stderr], [], [], 0.1)[0]:
            part = os.read(process.stderr.fileno(), 1 << 16)
            if not part:
                process.wait()
                return said.decode()
            said += part
    raise AssertionError("workers are left behind")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_workers_end_with_the_process_that_gives_them_work(tree: Path, start: Start, number: signal.Signals) -> None:
    process = start(tree, 2)
    os.kill(process.pid, number)
    assert _all_end(process) == ("" if number == signal.SIGKILL else "interrupted: 2 of 5 inputs are done\n")
    assert process.returncode == -number
    # No half of a file, nor a temporary one.
    assert sorted(path.name for path in (tree / "out").iterdir()) == ["a.mlir", "b.mlir"]


@pytest.mark.parametrize("group", [False, True], ids=["it", "all"])
def test_workers_end_at_once_whatever_they_are_at(tmp_path: Path, start: Start, group: bool) -> None:
    (tmp_path / "in").mkdir()
    for name in ("deaf1", "deaf2"):
        (tmp_path / "in" / f"{name}.mlir").write_text(GOOD)
    process = start(tmp_path, 2)
    (os.killpg if group else os.kill)(process.pid, signal.SIGTERM)
    assert _all_end(process) == "interrupted: 0 of 2 inputs are done\n"
    assert process.returncode == -signal.SIGTERM


@pytest.mark.parametrize("group", [False, True], ids=["it", "all"])
def test_but_leave_no_half_of_a_file(tmp_path: Path, start: Start, group: bool) -> None:
    (tmp_path / "in").mkdir()
    for name in ("write", "z"):
        (tmp_path / "in" / f"{name}.mlir").write_text(GOOD)
    process = start(tmp_path, 1)
    (os.killpg if group else os.kill)(process.pid, signal.SIGTERM)
    assert re.fullmatch("interrupted: [01] of 2 inputs (is|are) done\n", _all_end(process))
    assert process.returncode == -signal.SIGTERM
    assert not (tmp_path / "out" / "half").exists()


def test_an_interrupt_that_is_ignored_from_the_start_ends_nothing(tree: Path, start: Start) -> None:
    process = start(tree, 2, ["sh", "-c", 'trap "" INT; exec "$@"', "sh"])
    os.killpg(process.pid, signal.SIGINT)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.5)
    process.terminate()
    assert _all_end(process) == "interrupted: 2 of 5 inputs are done\n"
    assert process.returncode == -signal.SIGTERM


@pytest.mark.parametrize("group", [False, True], ids=["it", "all"])
def test_an_interrupt_ends_the_run_and_tells_what_is_done(tree: Path, start: Start, group: bool) -> None:
    """As from `kill -INT`, and as from Ctrl-C in a terminal, which interrupts the workers, too."""
    process = start(tree, 2)
    (os.killpg if group else os.kill)(process.pid, signal.SIGINT)
    assert _all_end(process) == "interrupted: 2 of 5 inputs are done\n"
    assert process.returncode == 130
    assert sorted(path.name for path in (tree / "out").iterdir()) == ["a.mlir", "b.mlir"]


@pytest.mark.parametrize("group", [False, True], ids=["it", "all"])
@pytest.mark.parametrize("pause", [0.0, 0.001, 0.002, 0.02])
def test_several_interrupts_are_told_as_one_is(tree: Path, start: Start, group: bool, pause: float) -> None:
    process = start(tree, 2)
    for _ in range(8):
        with suppress(ProcessLookupError):
            (os.killpg if group else os.kill)(process.pid, signal.SIGINT)
        time.sleep(pause)
    assert _all_end(process) == "interrupted: 2 of 5 inputs are done\n"
    assert process.returncode == 130


def test_a_second_interrupt_ends_workers_at_once(tmp_path: Path, start: Start) -> None:
    (tmp_path / "in").mkdir()
    for name in ("deaf1", "deaf2"):
        (tmp_path / "in" / f"{name}.mlir").write_text(GOOD)
    process = start(tmp_path, 2)
    os.kill(process.pid, signal.SIGINT)
    time.sleep(0.3)
    os.kill(process.pid, signal.SIGINT)
    began = time.monotonic()
    assert _all_end(process) == "interrupted: 0 of 2 inputs are done\n"
    assert process.returncode == 130
    assert time.monotonic() - began < GRACE - 0.3


@pytest.mark.parametrize("count", [2, 6])
@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("opt --buffer-deallocation-pipeline --output-dir", r"interrupted: \d+ of 200 inputs (is|are) done"),
        ("corpus run -o", "stopped; what was done is saved, and --resume goes on"),
    ],
)
def test_so_it_is_in_one_process_and_over_a_corpus(tmp_path: Path, command: str, said: str, count: int) -> None:
    (tmp_path / "in").mkdir()
    for number in range(200):
        text = "".join(GOOD.replace("@good", f"@f{each}") for each in range(60))
        (tmp_path / "in" / f"{number}.mlir").write_text(text)
    words = [*OWNLOG.command, *command.split(), str(tmp_path / "out"), str(tmp_path / "in")]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, start_new_session=True)
    while not any(tmp_path.glob("out/*")):
        time.sleep(0.01)
    for _ in range(count):
        os.killpg(process.pid, signal.SIGINT)
        time.sleep(0.002)
    assert re.fullmatch(rf"{said}\n\n?", _all_end(process))
    assert process.returncode == 130


@pytest.mark.parametrize("group", [False, True], ids=["it", "all"])
def test_so_does_one_while_an_input_is_done_again_alone(tmp_path: Path, start: Start, group: bool) -> None:
    (tmp_path / "in").mkdir()
    for name in ("fatal", "z"):
        (tmp_path / "in" / f"{name}.mlir").write_text(GOOD)
    process = start(tmp_path, 1)
    (os.killpg if group else os.kill)(process.pid, signal.SIGINT)
    assert re.fullmatch("interrupted: [01] of 2 inputs (is|are) done\n", _all_end(process))
    assert process.returncode == 130
    assert not (tmp_path / "out" / "fatal.mlir").exists()


@pytest.mark.parametrize("delay", [0.0, 0.01, 0.02, 0.04, 0.08])
def test_an_interrupt_while_results_are_handed_over_ends_the_run(tmp_path: Path, start: Start, delay: float) -> None:
    (tmp_path / "in").mkdir()
    for number in range(400):
        (tmp_path / "in" / f"large{number}.mlir").write_text(GOOD)
    process = start(tmp_path, 2)
    time.sleep(delay)
    os.killpg(process.pid, signal.SIGINT)
    assert re.fullmatch(r"interrupted: \d+ of 400 inputs (is|are) done\n", _all_end(process))
    assert process.returncode == 130
