"""Where the system has hardly a process or a thread: what can be done is, and what cannot is told; nothing is aborted,
nothing hangs.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from ownlog.backend.proofs.threads import has_thread, has_threads
from tests.shared import REPOSITORY
from tests.tools import OWNLOG, Outcome

_NOBODY = str(60_000 + os.getpid() % 5_000)
"""A user who has no processes, nor those of another worker of the tests."""
_WAIT = 120
PIPELINE = "--buffer-deallocation-pipeline"


def _prefix(most: int) -> list[str]:
    """What runs a command that may have so many processes and threads, and may read what the tests may.

    Skips where none can.
    """
    prlimit, setpriv = shutil.which("prlimit"), shutil.which("setpriv")
    if prlimit is None or setpriv is None:
        pytest.skip("prlimit and setpriv are in Debian's util-linux")
    limit = [prlimit, f"--nproc={most}", "--"]
    if os.geteuid() != 0:
        if most > 1:
            pytest.skip("only root can become a user who has no processes yet")
        return limit
    rights = "+dac_read_search"
    user = [
        setpriv,
        f"--reuid={_NOBODY}",
        f"--regid={_NOBODY}",
        "--clear-groups",
        f"--inh-caps={rights}",
        f"--ambient-caps={rights}",
    ]
    if subprocess.run([*user, sys.executable, "-c", ""], capture_output=True, check=False).returncode:
        pytest.skip("root may not become another user here")
    return [*user, *limit]


def ownlog(most: int, *arguments: str | Path) -> Outcome:
    """The command line with so many processes and threads, and without proofs of other runs."""
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run(
        [*_prefix(most), *OWNLOG.command, *map(str, arguments)],
        capture_output=True, text=True, timeout=_WAIT, check=False, env={**environment,
        "XDG_CACHE_HOME": "/nonexistent"},
    )  # fmt: skip
    return Outcome(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def inputs() -> Iterator[Path]:
    """Sixteen programs whose deallocation takes proofs, in a folder; everybody may write beside it."""
    with TemporaryDirectory() as name:
        folder = Path(name, "in")
        folder.mkdir()
        os.chmod(name, 0o777)
        for number in range(16):
            shutil.copy(REPOSITORY / "examples" / "calls.mlir", folder / f"{number:02}.mlir")
        yield folder


def results(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


def test_a_proof_needs_no_thread(inputs: Path) -> None:
    run = ownlog(1, "opt", PIPELINE, "--stats", inputs / "00.mlir")
    assert run.status == 0, run.err
    assert re.search(r"^obligations: (\d+), proved: \1, .*\nshapes solved: [1-9]", run.err, re.M), run.err
    assert run.out == OWNLOG(["opt", PIPELINE, str(inputs / "00.mlir")]).out


@pytest.mark.parametrize("most", [1, 2, 3, 4, 5])
def test_many_inputs_are_done_by_as_many_processes_as_there_are(inputs: Path, most: int) -> None:
    assert OWNLOG(["opt", PIPELINE, str(inputs), "--output-dir", str(inputs.parent / "wanted")]).status == 0
    run = ownlog(most, "opt", PIPELINE, inputs, "--output-dir", inputs.parent / "out", "-j3")
    assert run.status == 0, run.err
    found = {1: "none", 2: "none", 3: "1", 4: "1", 5: "2"}[most]
    assert run.err.startswith(f"warning: {found} of 3 processes could be started: ")
    assert run.err.count("\n") == 2
    assert results(inputs.parent / "out") == results(inputs.parent / "wanted")


@pytest.mark.parametrize("most", [1, 2])
def test_a_corpus_says_that_there_is_no_process(inputs: Path, most: int) -> None:
    run = ownlog(most, "corpus", "run", inputs, "-o", inputs.parent / "out")
    assert (run.status, run.out) == (1, "")
    assert (
        run.err
        == "error: the system has no process for a file\n  help: raise the limit (ulimit -u); --resume goes on\n"
    )


@pytest.mark.parametrize("most", [1, 2, 3, 14])
def test_so_it_does_where_there_are_too_few_for_a_cluster(inputs: Path, most: int) -> None:
    run = ownlog(most, "corpus", "run", inputs, "-o", inputs.parent / "out", "--executor", "dask", "-j2")
    assert (run.status, run.out) == (1, "")
    advice = "raise the limit (ulimit -u), use fewer --jobs, or leave out --executor dask"
    assert run.err == f"error: the system has not enough processes and threads for a Dask cluster\n  help: {advice}\n"


@pytest.mark.parametrize("most", [3, 4, 5])
def test_a_corpus_is_done_by_as_many_processes_as_there_are(inputs: Path, most: int) -> None:
    run = ownlog(most, "corpus", "run", inputs, "--pipeline", "-o", inputs.parent / "out", "-j3")
    assert run.status == 0, run.err
    assert run.err.startswith("warning: the system has processes for no more than ")
    assert run.out == "16 files: 16 ok\n"
    again = ownlog(most, "corpus", "run", inputs, "--pipeline", "-o", inputs.parent / "out", "-j3", "--resume")
    assert again.status == 0, again.err
    assert again.err.startswith("16 of 16 files are done already\n")


@pytest.mark.parametrize("most", [1, 2, 3])
def test_questions_about_a_corpus_need_no_thread(inputs: Path, most: int) -> None:
    out = str(inputs.parent / "out")
    assert OWNLOG(["corpus", "run", str(inputs), "-o", out]).status == 0
    for words in (
        ["summary", out],
        ["sql", out, "select outcome, count(*) from files group by all"],
        ["diff", out, out],
    ):
        run = ownlog(most, "corpus", *words)
        assert (run.status, run.err, run.out) == (0, "", OWNLOG(["corpus", *words]).out)


def test_an_arrow_stream_needs_no_thread(inputs: Path) -> None:
    run = ownlog(1, "query", inputs / "00.mlir", "buffer(V)", "--format", "arrow", "-o", inputs.parent / "out")
    assert (run.status, run.err) == (0, "")


def limited(limit: str, *arguments: str | Path) -> Outcome:
    """The command line with a limit of the shell, such as `-n 8`."""
    done = subprocess.run(
        ["sh", "-c", f'ulimit {limit}; exec "$@"', "sh", *OWNLOG.command, *map(str, arguments)],
        capture_output=True, text=True, timeout=_WAIT, check=False,
    )  # fmt: skip
    return Outcome(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("most", [6, 7, 8])
def test_where_files_are_what_is_scarce_that_is_said(inputs: Path, most: int) -> None:
    run = limited(f"-n {most}", "opt", "--cse", inputs, "--output-dir", inputs.parent / "out", "-j3")
    assert run.status == 0, run.err
    assert (
        "of 3 processes could be started: Too many open files\n  help: raise the limit of open files (ulimit -n),"
        " or use" in run.err
    )
    assert len(results(inputs.parent / "out")) == 16


@pytest.mark.parametrize(("most", "command"), [(5, "facts -o"), (6, "corpus run -o"), (8, "corpus run -o")])
def test_so_it_is_where_nothing_can_be_done(inputs: Path, most: int, command: str) -> None:
    run = limited(
        f"-n {most}", *command.split(), inputs.parent / "out", inputs if "facts" not in command else inputs / "00.mlir"
    )
    assert (run.status, run.out) == (1, "")
    assert "\n  help: raise the limit of open files (ulimit -n)" in run.err
    assert "ulimit -u" not in run.err


@pytest.mark.parametrize("command", ["opt --cse -o", "facts -o", "corpus run -o"])
def test_a_file_that_is_too_large_is_no_wrong_path(inputs: Path, command: str) -> None:
    run = limited("-f 0", *command.split(), inputs.parent / "out", inputs / "00.mlir")
    assert (run.status, run.out) == (1, "")
    assert "File too large\n  help: raise the limit of the sizes of files (ulimit -f)" in run.err


def test_whether_there_is_a_thread() -> None:
    assert has_thread()
    assert has_threads(30)
    many = "from ownlog.backend.proofs.threads import has_threads; print(has_threads(3), has_threads(30))"
    assert (
        subprocess.run([*_prefix(9), sys.executable, "-c", many], capture_output=True, text=True, check=False).stdout
        == "True False\n"
    )
    start = "from ownlog.backend.proofs.threads import has_thread; print(has_thread())"
    done = subprocess.run([*_prefix(1), sys.executable, "-c", start], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("False\n", "")


def test_what_takes_long_is_given_up_without_a_thread_too(tmp_path: Path) -> None:
    """With a thread it is a matter of seconds, without one of steps."""
    script = tmp_path / "long.py"
    script.write_text(
        "from ownlog.backend.proofs.solver import solve\n"
        "n = 11\n"
        "holes = [f'p{i}_{j}' for i in range(n + 1) for j in range(n)]\n"
        "text = ''.join(f'(declare-const {h} Bool)' for h in holes)\n"
        "text += ''.join('(assert (or ' + ' '.join(f'p{i}_{j}' for j in range(n)) + '))' for i in range(n + 1))\n"
        "pairs = [(i, k) for i in range(n + 1) for k in range(i)]\n"
        "text += ''.join(f'(assert (not (and p{i}_{j} p{k}_{j})))' for j in range(n) for i, k in pairs)\n"
        "print(solve(text, 0, 0, 1.0))\n"
    )
    for prefix in ([], _prefix(1)):
        done = subprocess.run(
            [*prefix, sys.executable, str(script)], capture_output=True, text=True, timeout=_WAIT, check=False
        )
        assert done.stdout == "canceled\n", done.stderr
