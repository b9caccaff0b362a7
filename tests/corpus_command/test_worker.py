"""Whatever happens to the process of a file is an outcome of that file. Faults are put where the rules run."""

import faulthandler
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from errno import EAGAIN, EMFILE
from multiprocessing.connection import Pipe
from pathlib import Path
from typing import Any

import pytest

from ownlog import rules
from ownlog.base.errors import EngineError, RuleError
from ownlog.corpus.data.outcome import Answer, Options, Outcome, Request
from ownlog.corpus.examine import Laboratory
from ownlog.corpus.executors import run_in_processes
from ownlog.corpus.worker import Supervisor, examine_alone, prepare
from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.workers.pool import NoProcess, Worker
from tests.corpus_command.sets import be_warm
from tests.tools import OwnlogFork


class Faulty(EmbeddedEngine):
    """An engine to which something happens."""

    def __init__(self, fault: Callable[[], object]) -> None:
        super().__init__()
        self.fault = fault

    def run(self, *_: Any, **__: Any) -> Any:
        self.fault()
        raise AssertionError("the fault did nothing")


def endless() -> None:
    while True:
        pass


def stubborn() -> None:
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    endless()


def greedy() -> None:
    kept = []
    while True:
        kept.append(bytearray(16 << 20))


def recursive() -> None:
    recursive()


def die_of(number: int) -> None:
    faulthandler.disable()  # pytest's, which would tell about it on the terminal
    os.kill(os.getpid(), number)


def wrong() -> None:
    raise EngineError("the engine broke")


def trial(tmp_path: Path, fault: Callable[[], object], seconds: float = 30.0) -> Answer:
    """What a worker says of a file while the engine has a fault."""
    (tmp_path / "a.mlir").write_text("func.func @f() {\n  return\n}\n")
    ours, theirs = Pipe()
    with ours, theirs:
        options = Options(seconds=seconds, memory=256 << 20)
        laboratory = Laboratory(options, rules.load(), Faulty(fault), [])
        return Supervisor(laboratory, theirs).run(Request("a.mlir", str(tmp_path / "a.mlir")))


@pytest.mark.parametrize(
    ("fault", "outcome", "said"),
    [
        (lambda: die_of(signal.SIGSEGV), Outcome.CRASHED, "SIGSEGV"),
        (lambda: die_of(signal.SIGABRT), Outcome.CRASHED, "SIGABRT"),
        (lambda: die_of(signal.SIGKILL), Outcome.OUT_OF_MEMORY, "the system killed"),
        (lambda: os._exit(0), Outcome.CRASHED, "status 0"),
        (lambda: os._exit(3), Outcome.CRASHED, "status 3"),
        (lambda: sys.exit(3), Outcome.CRASHED, "status"),
        (lambda: 1 // 0, Outcome.CRASHED, "ZeroDivisionError"),
        (recursive, Outcome.CRASHED, "RecursionError"),
        (wrong, Outcome.CRASHED, "the engine broke"),
        (greedy, Outcome.OUT_OF_MEMORY, "256 MiB"),
    ],
    ids="segv abort kill exit-0 exit-3 sys-exit exception recursion engine memory".split(),
)
def test_what_happens_to_the_process_is_told(
    tmp_path: Path, fault: Callable[[], object], outcome: Outcome, said: str
) -> None:
    answer = trial(tmp_path, fault)
    assert answer.report.outcome is outcome
    assert said in (answer.report.message or "")
    assert answer.report.stage == "analyze"
    assert answer.report.digest is not None
    assert not answer.rows.relations


@pytest.mark.parametrize("fault", [endless, stubborn, lambda: time.sleep(100)], ids=["loop", "stubborn", "sleep"])
def test_what_does_not_end_is_ended(tmp_path: Path, fault: Callable[[], object]) -> None:
    answer = trial(tmp_path, fault, seconds=0.5)
    assert answer.report.outcome is Outcome.TIMEOUT
    assert answer.report.stage in ("read", "parse", "analyze")


def watched(tmp_path: Path, fault: Callable[[int], object], count: int) -> tuple[list[Answer], list[int]]:
    """What one worker says of several files, and the processes that worked on them; `fault` is told the number of the
    file.
    """
    (tmp_path / "a.mlir").write_text("func.func @f() {\n  return\n}\n")
    be_warm()
    asked = iter(range(count))
    notes = tmp_path / "notes"

    class Noting(EmbeddedEngine):
        def run(self, *given: Any, **named: Any) -> Any:
            with notes.open("a") as file:
                file.write(f"{os.getpid()}\n")
            fault(len(notes.read_text().split()) - 1)
            return super().run(*given, **named)

    ours, theirs = Pipe()
    with ours, theirs:
        supervisor = Supervisor(Laboratory(Options(seconds=30.0, memory=256 << 20), rules.load(), Noting(), []), theirs)
        answers = [supervisor.run(Request(f"{number}.mlir", str(tmp_path / "a.mlir"))) for number in asked]
    return answers, [int(pid) for pid in notes.read_text().split()]


def test_files_share_a_process(tmp_path: Path) -> None:
    answers, processes = watched(tmp_path, lambda _: None, 4)
    assert [(answer.report.file, answer.report.outcome) for answer in answers] == [
        (f"{number}.mlir", Outcome.OK) for number in range(4)
    ]
    assert len(processes) == 4
    assert len(set(processes)) == 1
    assert all(answer.report.peak_memory for answer in answers)
    told = " ".join(OwnlogFork(("corpus", "run"))(["--help"]).out.split())
    assert "A process does one file after the other" in told


@pytest.mark.parametrize(
    "fault",
    [lambda: die_of(signal.SIGSEGV), lambda: 1 // 0, greedy, lambda: os._exit(0)],
    ids="segv error memory exit".split(),
)
def test_what_ends_one_file_ends_no_other(tmp_path: Path, fault: Callable[[], object]) -> None:
    answers, processes = watched(tmp_path, lambda number: fault() if number == 1 else None, 4)
    assert [answer.report.outcome is Outcome.OK for answer in answers] == [True, False, True, True]
    assert len(processes) == 4
    assert processes[1] == processes[0] != processes[2] == processes[3]


def test_a_process_that_grew_is_given_no_other_file(tmp_path: Path) -> None:
    kept: list[bytearray] = []
    answers, processes = watched(
        tmp_path, lambda number: kept.append(bytearray(os.urandom(96 << 20))) if number == 1 else None, 4
    )
    assert all(answer.report.outcome is Outcome.OK for answer in answers)
    assert processes[0] == processes[1] != processes[2] == processes[3]
    peaks = [answer.report.peak_memory or 0 for answer in answers]
    assert peaks[1] > peaks[0] + (90 << 20)
    assert peaks[3] < peaks[1] - (30 << 20)


def test_a_process_that_is_gone_before_a_file_costs_no_file(tmp_path: Path) -> None:
    (tmp_path / "a.mlir").write_text("func.func @f() {\n  return\n}\n")
    ours, theirs = Pipe()
    with ours, theirs:
        supervisor = Supervisor(Laboratory.equip(Options()), theirs)
        request = Request("a.mlir", str(tmp_path / "a.mlir"))
        assert supervisor.run(request).report.outcome is Outcome.OK
        assert supervisor.child is not None
        os.kill(supervisor.child.pid, signal.SIGKILL)
        assert supervisor.run(request).report.outcome is Outcome.OK


def test_an_exception_leaves_its_traceback(tmp_path: Path) -> None:
    assert "in recursive" in (trial(tmp_path, recursive).report.details or "")


def test_a_worker_that_is_killed_is_replaced_and_its_file_tried_again(tmp_path: Path) -> None:
    for number in range(12):
        (tmp_path / f"{number}.mlir").write_text("func.func @f() {\n  return\n}\n")
    requests = [Request(path.name, str(path)) for path in tmp_path.iterdir()]
    killed = []
    found = {}
    # Other tests may have left processes of their own.
    others = set(children())
    for answer in run_in_processes(requests, Options(), 1):
        found[answer.report.file] = answer.report.outcome
        if len(found) == 3:
            (worker,) = set(children()) - others
            os.kill(worker, signal.SIGKILL)
            killed.append(worker)
    assert killed
    assert found == {request.file: Outcome.OK for request in requests}


def refusing(monkeypatch: pytest.MonkeyPatch, refuses: Callable[[int, int], bool]) -> None:
    """Let the system have no process for the file of a worker, by the numbers of the worker and of its attempt."""
    take = Worker.take
    attempts: dict[Worker, int] = {}

    def refusing(worker: Worker) -> tuple[bool, Any]:
        answer = take(worker)
        if worker.is_ready:
            attempts[worker] += 1
            if refuses([*attempts].index(worker), attempts[worker]):
                return False, NoProcess(EAGAIN)
        else:
            attempts[worker] = 0
        return answer

    monkeypatch.setattr(Worker, "take", refusing)


def files(tmp_path: Path, count: int) -> list[Request]:
    for number in range(count):
        (tmp_path / f"{number}.mlir").write_text("func.func @f() {\n  return\n}\n")
    return [Request(path.name, str(path)) for path in tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("refuses", "workers"),
    [(lambda worker, _: worker != 1, 1), (lambda _, attempt: attempt == 1, 1), (lambda worker, _: worker == 2, 2)],
    ids=["all-but-one", "at-first", "one"],
)
def test_workers_that_find_no_process_leave_their_files_to_the_others(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    refuses: Callable[[int, int], bool],
    workers: int,
) -> None:
    refusing(monkeypatch, refuses)
    requests = files(tmp_path, 12)
    found = {answer.report.file: answer.report.outcome for answer in run_in_processes(requests, Options(), 3)}
    assert found == {request.file: Outcome.OK for request in requests}
    said = f"warning: the system has processes for no more than {workers} file{'s' if workers > 1 else ''} at a time\n"
    assert capsys.readouterr().err.startswith(said)


def test_without_a_process_for_any_file_a_run_ends_with_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusing(monkeypatch, lambda worker, attempt: attempt > 1 or worker > 0)
    done = []
    with pytest.raises(EngineError, match="the system has no process for a file"):
        done += [answer.report.file for answer in run_in_processes(files(tmp_path, 4), Options(), 2)]


@pytest.mark.parametrize("most", [0, 1])
def test_where_the_system_has_fewer_processes_there_are_fewer_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], most: int
) -> None:
    start = subprocess.Popen
    started: list[Any] = []

    def limited(*given: Any, **named: Any) -> Any:
        if len(started) == most:
            raise BlockingIOError(EAGAIN, os.strerror(EAGAIN))
        started.append(start(*given, **named))
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", limited)
    requests = files(tmp_path, 3)
    if most:
        assert len(list(run_in_processes(requests, Options(), 3))) == 3
        assert "for no more than 1 file at a time" in capsys.readouterr().err
    else:
        with pytest.raises(EngineError, match="the system has no process for a file"):
            list(run_in_processes(requests, Options(), 3))


def test_a_worker_that_finds_no_process_for_a_file_says_so_and_goes_on(tmp_path: Path) -> None:
    lines = [
        "import os",
        "fork, times = os.fork, []",
        "def but_for_once():",
        "    times.append(1)",
        f"    if times == [1]: raise BlockingIOError({EAGAIN}, '')",
        "    return fork()",
        "os.fork = but_for_once",
        "from ownlog.workers.processes import main",
        "main()",
    ]
    code = "\n".join(lines)
    (request,) = files(tmp_path, 1)
    ours, theirs = Pipe()
    with ours, theirs, subprocess.Popen([sys.executable, "-c", code, str(theirs.fileno())], pass_fds=[theirs.fileno()]):
        theirs.close()
        ours.send((prepare, (Options(),)))
        assert ours.recv() == (True, None)
        ours.send((examine_alone, (request,), {}))
        went_well, problem = ours.recv()
        assert (went_well, problem.number) == (False, EAGAIN)
        ours.send((examine_alone, (request,), {}))
        assert ours.recv()[1].report.outcome is Outcome.OK
        ours.close()


def test_what_was_scarce_is_told_over_a_wire_too() -> None:
    error = pickle.loads(pickle.dumps(NoProcess(EMFILE)))
    assert "ulimit -n" in str(error)
    assert "ulimit -u" in str(NoProcess(None))


def children() -> list[int]:
    """The processes that this one started and that still run."""
    return [int(pid) for pid in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]


def test_options_that_no_worker_can_follow_are_reported_once(tmp_path: Path) -> None:
    model = tmp_path / "faulty.dl"
    model.write_text("allocates(")
    with pytest.raises(RuleError):
        Laboratory.equip(Options(models=(str(model),)))
