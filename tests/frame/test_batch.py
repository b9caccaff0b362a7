"""Many inputs in one run: each has its own output and its own errors, whoever does the work."""

import os
import signal
import threading
import time
from collections.abc import Callable, Collection, Iterator
from errno import EACCES, EAGAIN
from pathlib import Path
from typing import Any, NoReturn

import pytest

from ownlog.api.process import Request
from ownlog.base.errors import INTERNAL_ERROR, INTERRUPTED
from ownlog.base.inputs import MARK
from ownlog.batch.run import Batch, Result
from ownlog.batch.targets import Job
from tests.frame.programs import GOOD, PASS, assert_refused, contents, opt
from tests.tools import Outcome

BAD = "func.func @f( {\n"
INVALID = "func.func @f(%a: memref<2xf32>) {\n  memref.dealloc %b : memref<2xf32>\n  return\n}\n"
JOBS = pytest.mark.parametrize("jobs", [[], ["-j", "2"]], ids=["here", "workers"])


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Good programs in a folder and one below it."""
    for name in ("a.mlir", "sub/b.mlir", "sub/a.mlir"):
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).write_text(GOOD)
    return tmp_path


def assert_refused_with(run: Outcome, message: str, *, usage: bool = False) -> None:
    assert_refused(run, usage=usage)
    assert message in run.err


def results(folder: Path) -> dict[str, str]:
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != MARK]
    return {str(path.relative_to(folder)): path.read_text() for path in files}


@JOBS
def test_each_input_has_the_output_that_it_has_alone(tree: Path, jobs: list[str]) -> None:
    run = opt([PASS, str(tree / "in"), "--output-dir", str(tree / "out"), *jobs])
    assert (run.status, run.out, run.err) == (0, "", "")
    alone = opt([PASS, "-"], GOOD).out
    assert results(tree / "out") == {"a.mlir": alone, "sub/a.mlir": alone, "sub/b.mlir": alone}


@JOBS
def test_an_input_that_fails_has_no_output_and_stops_no_other(tree: Path, jobs: list[str]) -> None:
    (tree / "in" / "a.mlir").write_text(BAD)
    (tree / "in" / "sub" / "b.mlir").write_text(INVALID)
    run = opt([PASS, str(tree / "in"), "--output-dir", str(tree / "out"), *jobs])
    assert run.status == 1
    assert list(results(tree / "out")) == ["sub/a.mlir"]
    positions = [line for line in run.err.splitlines() if ": error: " in line]
    assert [line.split(": ")[0] for line in positions] == [f"{tree}/in/a.mlir:1:15", f"{tree}/in/sub/b.mlir:2:18"]
    assert run.err.endswith("2 of 3 inputs failed and have no new output\n")
    assert "of an earlier run" not in run.err
    # What an earlier run made stays, and that is said.
    (tree / "out" / "a.mlir").write_text("// earlier\n")
    run = opt([PASS, str(tree / "in"), "--output-dir", str(tree / "out"), *jobs])
    assert f"note: '{tree}/out/a.mlir' is of an earlier run, and stays as it is\n" in run.err
    assert run.err.count("of an earlier run") == 1
    assert results(tree / "out")["a.mlir"] == "// earlier\n"


@JOBS
def test_what_is_no_file_is_an_error_of_its_own(tree: Path, jobs: list[str]) -> None:
    (tree / "in" / "gone.mlir").symlink_to("nowhere")
    run = opt([PASS, str(tree / "in"), "--output-dir", str(tree / "out"), *jobs])
    assert run.status == 1
    assert len(results(tree / "out")) == 3
    assert f"cannot open input file '{tree}/in/gone.mlir': No such file or directory" in run.err


@JOBS
def test_a_file_with_a_bad_piece_has_no_output_as_with_o(tree: Path, jobs: list[str]) -> None:
    """What mlir-opt's -o does, too: only on standard output the good pieces can be seen."""
    (tree / "in" / "a.mlir").write_text(f"{GOOD}// -----\n{BAD}// -----\n{GOOD}")
    run = opt([PASS, "--split-input-file", str(tree / "in"), "--output-dir", str(tree / "out"), *jobs])
    assert run.status == 1
    assert list(results(tree / "out")) == ["sub/a.mlir", "sub/b.mlir"]
    alone = opt([PASS, "--split-input-file", str(tree / "in" / "a.mlir"), "-o", str(tree / "alone.mlir")])
    assert alone.status == 1
    assert not (tree / "alone.mlir").exists()
    assert opt([PASS, "--split-input-file", str(tree / "in" / "a.mlir")]).out.count("func.func @good") == 2


@JOBS
@pytest.mark.parametrize("named", ["in", "in/**/*.mlir"])
def test_a_folder_that_may_not_be_read_has_failed(tree: Path, monkeypatch: pytest.MonkeyPatch, named: str, jobs: list[str]) -> None:
    scan = os.scandir

    def closed(path: Any) -> Any:
        if isinstance(path, str) and os.path.basename(os.path.normpath(path)) == "sub":
            raise PermissionError(EACCES, os.strerror(EACCES), path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", closed)
    run = opt([PASS, str(tree / named), "--output-dir", str(tree / "out"), *jobs])
    monkeypatch.undo()
    assert run.status == 1
    assert [Path(name).name for name in results(tree / "out")] == ["a.mlir"]
    assert run.err.startswith(f"error: cannot read the folder '{tree}/in/sub': Permission denied\n  help: change the permissions")
    assert run.err.endswith("1 of 2 inputs failed and has no new output\n")


@JOBS
def test_a_pipe_is_not_waited_for(tree: Path, jobs: list[str]) -> None:
    os.mkfifo(tree / "in" / "pipe.mlir")
    run = opt([PASS, str(tree / "in"), "--output-dir", str(tree / "out"), *jobs])
    assert run.status == 1
    assert len(results(tree / "out")) == 3
    assert f"cannot open input file '{tree}/in/pipe.mlir': it is not a regular file" in run.err


@JOBS
def test_a_name_that_stands_for_nothing_stops_no_other(tree: Path, jobs: list[str]) -> None:
    (tree / "list.txt").write_text("in/a.mlir\nin/none.mlir\n")
    names = [str(tree / "list.txt"), str(tree / "in" / "sub"), *[str(tree / "gone")] * 2, str(tree / "no*.mlir")]
    run = opt([PASS, *names, "--output-dir", str(tree / "out"), *jobs])
    assert run.status == 1
    assert list(results(tree / "out")) == ["in/a.mlir", "in/sub/a.mlir", "in/sub/b.mlir"]
    assert f"{tree}/list.txt:2:1: error: no such file or folder: '{tree}/in/none.mlir'" in run.err
    assert f"error: no such file or folder: '{tree}/gone'" in run.err
    assert f"error: nothing matches '{tree}/no*.mlir'" in run.err
    assert run.err.endswith("3 of 6 inputs failed and have no new output\n")


@JOBS
def test_statistics_are_of_all_inputs(tree: Path, jobs: list[str]) -> None:
    run = opt(["--buffer-deallocation-pipeline", "--stats", str(tree / "in"), "--output-dir", str(tree / "out"), *jobs])
    alone = opt(["--buffer-deallocation-pipeline", "--stats", "-"], GOOD)
    (one,) = [int(line.split(",")[0].split()[1]) for line in alone.err.splitlines() if line.startswith("obligations:")]
    assert f"obligations: {3 * one}," in run.err


@JOBS
def test_an_input_whose_proofs_cannot_be_written_has_no_output(tree: Path, jobs: list[str]) -> None:
    (tree / "proofs").mkdir()
    (tree / "proofs" / "a.mlir").write_text("no folder\n")
    flags = ["--buffer-deallocation-pipeline", "--emit-proofs", str(tree / "proofs"), *jobs]
    run = opt([*flags, str(tree / "in"), "--output-dir", str(tree / "out")])
    assert run.status == 1
    assert list(results(tree / "out")) == ["sub/a.mlir", "sub/b.mlir"]
    assert "1 of 3 inputs failed and has no new output" in run.err
    assert "of an earlier run" not in run.err


def test_files_and_lists_keep_their_paths_below_the_folder_that_all_are_in(tree: Path) -> None:
    (tree / "list.txt").write_text("in/sub/a.mlir\n# no\nin/sub/b.mlir\n")
    run = opt([PASS, str(tree / "list.txt"), "--output-dir", str(tree / "out")])
    assert run.status == 0
    assert list(results(tree / "out")) == ["a.mlir", "b.mlir"]
    run = opt([PASS, str(tree / "in" / "a.mlir"), str(tree / "in" / "sub" / "a.mlir"), "--output-dir", str(tree / "more")])
    assert run.status == 0
    assert list(results(tree / "more")) == ["a.mlir", "sub/a.mlir"]


def test_what_an_earlier_run_left_is_no_input(tree: Path) -> None:
    for _ in range(2):
        run = opt([PASS, str(tree), "--output-dir", str(tree / "out")])
        assert (run.status, run.err) == (0, "")
        assert list(results(tree / "out")) == ["in/a.mlir", "in/sub/a.mlir", "in/sub/b.mlir"]


@pytest.mark.parametrize("named", [".", "**/*.mlir"])
def test_results_are_inputs_of_no_run_unless_their_folder_is_named(tree: Path, named: str) -> None:
    opt([PASS, str(tree / "in"), "--output-dir", str(tree / "in" / "done" / "first")])
    names = ["a.mlir", "sub/a.mlir", "sub/b.mlir"]
    run = opt([PASS, str(tree / "in" / named), "--output-dir", str(tree / "in" / "second")])
    assert (run.status, run.err) == (0, "")
    assert list(results(tree / "in" / "second")) == names
    opt([PASS, str(tree / "in" / named), "--output-dir", str(tree / "out")])
    assert list(results(tree / "out")) == names
    opt(["--canonicalize", str(tree / "in" / "done" / "first"), "--output-dir", str(tree / "again")])
    assert list(results(tree / "again")) == names


def test_results_outside_of_the_folders_of_inputs_are_inputs_of_later_runs(tree: Path) -> None:
    """So that results of several runs, side by side, may be analysed together."""
    opt([PASS, str(tree / "in"), "--output-dir", str(tree / "made" / "first")])
    opt([PASS, str(tree / "in" / "sub"), "--output-dir", str(tree / "made" / "second")])
    assert not list(tree.rglob(MARK))
    opt(["--canonicalize", str(tree / "made"), "--output-dir", str(tree / "out")])
    assert list(results(tree / "out")) == ["first/a.mlir", "first/sub/a.mlir", "first/sub/b.mlir", "second/a.mlir", "second/b.mlir"]


def test_a_list_in_a_list_is_a_file(tree: Path) -> None:
    (tree / "inner.txt").write_text(GOOD)
    (tree / "outer.txt").write_text("inner.txt\n")
    run = opt([PASS, str(tree / "outer.txt"), "--output-dir", str(tree / "out")])
    assert (run.status, run.err) == (0, "")
    assert list(results(tree / "out")) == ["inner.txt"]


def test_a_glob_over_folders_that_a_glob_names_leaves_results_out(tree: Path) -> None:
    opt([PASS, str(tree / "in"), "--output-dir", str(tree / "in" / "done")])
    opt([PASS, str(tree / "[i]n" / "**" / "*.mlir"), "--output-dir", str(tree / "out")])
    assert [Path(name).name for name in results(tree / "out")] == ["a.mlir", "a.mlir", "b.mlir"]


def test_a_file_is_no_result_because_it_is_in_the_folder_for_results(tree: Path) -> None:
    before = results(tree / "in")
    run = opt([PASS, str(tree / "in"), "--output-dir", str(tree / "in" / "sub")])
    assert_refused_with(run, f"'{tree}/in/sub/a.mlir' is an input, in the folder for results")
    assert results(tree / "in") == before


def test_a_result_has_its_place_whatever_else_there_is(tree: Path) -> None:
    (tree / "in" / "a.mlir").unlink()
    for names in (["."], ["sub/a.mlir", "none.mlir"], ["**/a.mlir"]):
        opt([PASS, *(str(tree / "in" / name) for name in names), "--output-dir", str(tree / "out")])
        assert set(results(tree / "out")) <= {"sub/a.mlir", "sub/b.mlir"}


def test_proofs_have_a_folder_for_each_input(tree: Path) -> None:
    proofs = tree / "proofs"
    run = opt(["--buffer-deallocation-pipeline", str(tree / "in"), "--output-dir", str(tree / "out"), "--emit-proofs", str(proofs)])
    assert run.status == 0
    folders = {str(path.parent.relative_to(proofs)) for path in proofs.rglob("*.smt2")}
    assert folders <= {"a.mlir", "sub/a.mlir", "sub/b.mlir"}
    alone = opt(["--buffer-deallocation-pipeline", "-", "--emit-proofs", str(tree / "alone")], GOOD)
    assert alone.status == 0
    for name in ("a.mlir", "sub/b.mlir"):
        assert contents(proofs / name) == contents(tree / "alone")


def test_an_input_is_never_replaced(tree: Path) -> None:
    before = results(tree / "in")
    assert_refused_with(opt([PASS, str(tree / "in"), "--output-dir", str(tree / "in")]), "would replace an input")
    # Nor through a link, nor another input than the one whose result it is.
    (tree / "link").symlink_to("in")
    assert_refused_with(opt([PASS, str(tree / "in"), "--output-dir", str(tree / "link")]), "would replace an input")
    assert results(tree / "in") == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{in}", "-o", "{out}", "--output-dir", "{out}"], "-o cannot be combined with --output-dir"),
        (["--output-dir", "{out}"], "no input for --output-dir"),
        (["{in}", "--output-dir", ""], "'' is no name for a folder"),
        (["{in}", "--output-dir", "-"], "'-' is no name for a folder"),
        (["-", "--output-dir", "{out}"], "standard input has no name"),
        (["{in}", "-j", "2"], "--jobs is for many inputs"),
        (["{in}/a.mlir", "{in}/sub/a.mlir"], "one input expected"),
    ],
)
def test_what_cannot_be_meant_is_refused(tree: Path, arguments: list[str], message: str) -> None:
    filled = [part.format_map({"in": str(tree / "in"), "out": str(tree / "out")}) for part in arguments]
    assert_refused_with(opt([PASS, *filled]), message, usage=True)
    assert not (tree / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{in}/nothing", "--output-dir", "{out}"], "no such file or folder"),
        (["{in}", "--output-dir", "{in}/a.mlir"], "cannot write to the folder"),
    ],
)
def test_what_cannot_be_read_or_written_is_refused(tree: Path, arguments: list[str], message: str) -> None:
    filled = [part.format_map({"in": str(tree / "in"), "out": str(tree / "out")}) for part in arguments]
    assert_refused_with(opt([PASS, *filled]), message)
    assert not (tree / "out").exists()


def killed_at(folder: Path, names: Collection[str], times: int = 2) -> Iterator[Result]:
    """What comes of the inputs in `folder` in two workers; those of these names end the process that works on them, so many times.

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
                os.kill(os.getpid(), signal.SIGKILL)
            return super().work(job)

    return run_in_workers(Deadly(Request([], Context())), jobs_for([str(folder / "in")], str(folder / "out")), 2)


def test_a_process_that_is_killed_fails_only_its_input(tree: Path) -> None:
    done = list(killed_at(tree, ["sub/a.mlir"]))
    assert [result.job.name for result in done] == ["a.mlir", "sub/a.mlir", "sub/b.mlir"]
    assert [result.failed for result in done] == [False, True, False]
    assert "was ended" in done[1].said[0]
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
    assert [(result.job.name, result.failed) for result in done] == [("a.mlir", False), ("sub/a.mlir", False), ("sub/b.mlir", False)]
    assert len(results(tree / "out")) == 3


def test_an_interrupt_between_inputs_that_are_done_again_ends_the_run(tree: Path) -> None:
    told = killed_at(tree, ["a.mlir", "sub/a.mlir", "sub/b.mlir"])
    assert next(told).failed
    os.kill(os.getpid(), signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        list(told)


def test_a_process_that_is_killed_before_it_begins_fails_nothing(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ownlog.batch import workers

    next_one = workers._Crew._next
    killed: list[int] = []

    def killing(crew: workers._Crew) -> int | None:
        number = next_one(crew)
        if number is not None and len(killed) < 3:
            killed.append(crew._pids[crew._idle[-1]])
            os.kill(killed[-1], signal.SIGKILL)
            os.waitid(os.P_PID, killed[-1], os.WEXITED | os.WNOWAIT)
        return number

    monkeypatch.setattr(workers._Crew, "_next", killing)
    done = list(killed_at(tree, []))
    assert len(set(killed)) == 3
    assert [(result.job.name, result.failed) for result in done] == [("a.mlir", False), ("sub/a.mlir", False), ("sub/b.mlir", False)]
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
def test_where_the_system_has_fewer_processes_those_do_it(tree: Path, monkeypatch: pytest.MonkeyPatch, most: int, told: str) -> None:
    (tree / "in" / "a.mlir").write_text(BAD)
    monkeypatch.setattr(os, "fork", forks_until(most + 1))  # the first one is the run itself
    run = opt([PASS, str(tree / "in"), "--output-dir", str(tree / "out"), "-j3"])
    assert run.status == 1
    assert list(results(tree / "out")) == ["sub/a.mlir", "sub/b.mlir"]
    assert run.err.startswith(f"warning: {told} of 3 processes could be started: {os.strerror(EAGAIN)}\n  help: raise the limit")
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


def test_an_input_that_has_killed_a_process_is_not_tried_without_one(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", forks_until(1))
    done = list(killed_at(tree, ["sub/a.mlir"]))
    assert [(result.job.name, result.failed) for result in done] == [("a.mlir", False), ("sub/a.mlir", True), ("sub/b.mlir", False)]
    assert set(results(tree / "out")) == {"a.mlir", "sub/b.mlir"}


def test_a_mistake_in_ownlog_among_many_inputs_is_told_by_the_status(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
