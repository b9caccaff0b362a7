"""Where output goes: whole or not at all, to files, streams and the input itself; and what is said where it cannot
go.
"""

import os
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from tests.frame.programs import GOOD, PASS, assert_refused, contents, opt, write
from tests.tools import OWNLOG, Outcome, OwnlogFork


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A good program in a file."""
    return write(tmp_path, GOOD)


def deallocated() -> str:
    run = opt([PASS, "-"], GOOD)
    assert run.status == 0, run.err
    assert "bufferization.dealloc" in run.out
    return run.out


def test_output_to_a_file_is_what_would_be_printed(source: Path, tmp_path: Path) -> None:
    run = opt([PASS, str(source), "-o", str(tmp_path / "out.mlir")])
    assert (run.status, run.out, run.err) == (0, "", "")
    assert contents(tmp_path) == {"in.mlir": GOOD.encode(), "out.mlir": deallocated().encode()}


@pytest.mark.parametrize("words", [["-o", "out.mlir"], ["--output-dir", "out"]], ids=["one", "many"])
def test_remarks_take_the_place_of_no_input_and_no_result(source: Path, tmp_path: Path, words: list[str]) -> None:
    output = [words[0], str(tmp_path / words[1])]
    result = tmp_path / words[1] if words[0] == "-o" else tmp_path / words[1] / "in.mlir"
    for taken, what in ((source, "an input"), (result, "a result")):
        run = opt([PASS, str(source), *output, "--remarks-output", str(taken)])
        assert (run.status, run.out) == (1, "")
        assert f"the remarks would replace {what}: '{taken}'" in run.err
        assert contents(tmp_path) == {"in.mlir": GOOD.encode()}
    assert opt([PASS, str(source), *output, "--remarks-output", str(tmp_path / "remarks.yaml")]).status == 0


@pytest.mark.parametrize("seconds", ["inf", "nan", "1e10", "0", "-1"])
def test_a_time_has_an_end(source: Path, tmp_path: Path, seconds: str) -> None:
    run = opt([PASS, str(source), "--prover-timeout", seconds])
    assert (run.status, run.out) == (2, "")
    assert "help: write --prover-timeout SECONDS" in run.err
    runs = OWNLOG(["corpus", "run", str(source), "-o", str(tmp_path / "data"), "--timeout", seconds])
    assert (runs.status, runs.out) == (2, "")
    assert contents(tmp_path) == {"in.mlir": GOOD.encode()}


def test_input_may_be_the_output(source: Path, tmp_path: Path) -> None:
    run = opt([PASS, str(source), "-o", str(source)])
    assert (run.status, run.out, run.err) == (0, "", "")
    assert contents(tmp_path) == {"in.mlir": deallocated().encode()}


def test_an_output_file_has_the_permissions_of_any_new_file(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.mlir"
    assert opt([PASS, str(source), "-o", str(out)]).status == 0
    assert stat.S_IMODE(out.stat().st_mode) == stat.S_IMODE(source.stat().st_mode)


def test_a_pipe_is_written_to_and_not_replaced(source: Path, tmp_path: Path) -> None:
    # As with a device: renaming a finished file over it would destroy it.
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert opt([PASS, str(source), "-o", str(pipe)]).status == 0
        assert pipe.is_fifo()
        assert os.read(reader, 1 << 16).decode() == deallocated()
    finally:
        os.close(reader)


def test_output_through_a_link_keeps_the_link(source: Path, tmp_path: Path) -> None:
    target, link = tmp_path / "target.mlir", tmp_path / "link.mlir"
    target.write_text("old")
    link.symlink_to(target)
    assert opt([PASS, str(source), "-o", str(link)]).status == 0
    assert link.is_symlink()
    assert target.read_text() == deallocated()


@pytest.mark.parametrize("where", ["in.mlir/out.mlir", "missing/out.mlir", "folder"])
def test_where_output_cannot_go_it_is_said(where: str, source: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    before = contents(tmp_path)
    run = opt([PASS, str(source), "-o", str(tmp_path / where)])
    assert_refused(run)
    assert str(tmp_path / where) in run.err
    assert contents(tmp_path) == before
    assert list((tmp_path / "folder").iterdir()) == []


@pytest.mark.parametrize(
    ("words", "said", "advice"),
    [
        ("opt -o folder", "open output file 'folder': Is a directory", "a folder has this name"),
        ("opt -o folder/", "open output file 'folder/': Is a directory", "a folder has this name"),
        ("opt -o new/", "open output file 'new/': Is a directory", "a folder has this name"),
        ("opt -o in.mlir/", "open output file 'in.mlir/': Is a directory", "a folder has this name"),
        (
            "opt -o in.mlir/deep/out.mlir",
            "open output file 'in.mlir/deep/out.mlir': Not a directory",
            "'in.mlir' is no folder",
        ),
        (
            "opt --output-dir in.mlir/deep",
            "write to the folder 'in.mlir/deep': Not a directory",
            "'in.mlir' is no folder",
        ),
        ("opt --output-dir taken", "open output file 'taken/in.mlir': Is a directory", "a folder has this name"),
        ("facts -o in.mlir", "write to the folder 'in.mlir': Not a directory", "'in.mlir' is no folder"),
        ("report -o folder", "open output file 'folder': Is a directory", "a folder has this name"),
    ],
)
def test_what_is_in_the_way_is_told(
    words: str, said: str, advice: str, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(source.parent)
    Path("folder").mkdir()
    Path("taken", "in.mlir").mkdir(parents=True)
    before = contents(source.parent)
    run = OwnlogFork(())([*words.split(), "in.mlir"])
    assert_refused(run)
    assert f"error: cannot {said}\n  help: {advice}" in run.err
    assert contents(source.parent) == before


def test_a_file_in_the_way_of_a_result_s_folder_is_told(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(source.parent)
    Path("in", "sub").mkdir(parents=True)
    Path("in", "sub", "a.mlir").write_text(GOOD)
    Path("out").mkdir()
    Path("out", "sub").write_text("mine\n")
    run = opt([PASS, "in", "--output-dir", "out"])
    assert_refused(run)
    assert run.err.startswith(
        "error: cannot write to the folder 'out/sub': Not a directory\n  help: 'out/sub' is no folder: "
    )


def test_a_kernel_file_that_takes_no_output(source: Path) -> None:
    # /proc takes no new file from anybody, root included.
    assert_refused(opt([PASS, str(source), "-o", "/proc/out.mlir"]))


@pytest.mark.skipif(os.geteuid() == 0, reason="permission bits do not bind root")
def test_a_folder_without_write_permission(source: Path, tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o500)
    assert_refused(opt([PASS, str(source), "-o", str(folder / "out.mlir")]))
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("where", ["in.mlir", "in.mlir/proofs", "link", "link/proofs", "/proc/proofs"])
@pytest.mark.parametrize(
    "command", ["opt {path} --canonicalize -o {out} --emit-proofs", "facts --derived {path} -o", "facts {path} -o"]
)
def test_a_folder_that_cannot_be_written_is_said_before_anything_is_done(
    command: str, where: str, source: Path, tmp_path: Path
) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    before = contents(tmp_path)
    folder = str(tmp_path / where)
    arguments = command.format(path=tmp_path / "not_there.mlir", out=tmp_path / "out.mlir").split()
    run = OwnlogFork(())([*arguments, folder])
    assert_refused(run)
    # The input is not there either, which nobody has found out yet.
    assert "folder" in run.err
    assert "not_there" not in run.err
    assert contents(tmp_path) == before


def test_a_folder_that_can_be_made_is_made_when_the_work_is_done(source: Path, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "proofs"
    assert opt([PASS, str(tmp_path / "not_there.mlir"), "--emit-proofs", str(folder)]).status == 1
    assert list(tmp_path.iterdir()) == [source]
    assert opt([PASS, "--canonicalize", str(source), "--emit-proofs", str(folder)]).status == 0
    assert folder.is_dir()


@pytest.mark.parametrize("args", [["-"], [], ["-", "-o", "-"]])
def test_standard_streams(args: list[str]) -> None:
    run = OWNLOG(["opt", PASS, *args], GOOD)
    assert (run.status, run.out, run.err) == (0, deallocated(), "")


@pytest.fixture
def left() -> Iterator[BinaryIO]:
    """A pipe whose reader has left."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as closed:
        yield closed


_EVERY_KIND = [
    "--help", "--version", "opt --help", "opt --list-passes", "opt {} --cse", "opt {} --cse -o /dev/stdout", "check {}",
    "check {} -h",
    "query {} buffer(V)", "annotate {}", "relations", "corpus run {} -o {}.set", "corpus summary {set}",
    "corpus sql {set} from_files",
    "corpus diff {set} {other}", "completion bash",
]  # fmt: skip
"""Commands that print by different ways."""


@pytest.fixture(scope="module")
def data_sets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Two data sets, of which one has another file."""
    folder = tmp_path_factory.mktemp("sets")
    made = {}
    for name, text in (("set", GOOD), ("other", GOOD.replace("@good", "@better"))):
        path, made[name] = write(folder, text), folder / name
        run = OwnlogFork(("corpus", "run"))([str(path), "-o", str(made[name])])
        assert run.status == 0, run.err
    return made


def streamed(command: str, source: Path, sets: dict[str, Path], shell: str = 'exec "$@"', **streams: Any) -> Outcome:
    """Run a command, with its streams as the shell opens them."""
    words = [word.format(source, source, **sets).replace("from_files", "from files") for word in command.split()]
    shelled = ["sh", "-c", shell, "sh", *OWNLOG.command, *words]
    done = subprocess.run(shelled, stderr=subprocess.PIPE, text=True, check=False, **streams)
    return Outcome(done.returncode, done.stdout or "", done.stderr)


def told(err: str) -> str:
    """What is said beside how fast a run went."""
    return "".join(line for line in err.splitlines(keepends=True) if " files/s" not in line)


@pytest.mark.parametrize("command", _EVERY_KIND)
def test_a_reader_that_leaves_changes_no_status(
    command: str, source: Path, data_sets: dict[str, Path], left: BinaryIO
) -> None:
    """As with `| head -1`: how fast the reader was must not be seen in the status."""
    run = streamed(command, source, data_sets, stdout=left)
    assert told(run.err) == ""
    assert run.status == {"check {}": 1, "corpus diff {set} {other}": 1}.get(command, 0)


@pytest.mark.parametrize("command", [each for each in _EVERY_KIND if "/dev/stdout" not in each])
@pytest.mark.parametrize(
    ("shell", "message"),
    [
        (
            'exec "$@" >/dev/full',
            "'standard output': No space left on device\n  help: make room, or choose another place\n",
        ),
        ('exec "$@" >&-', "standard output: it is closed\n  help: write to a file with -o\n"),
    ],
    ids=["full", "closed"],
)
def test_an_answer_that_cannot_be_written_is_told(
    command: str, shell: str, message: str, source: Path, data_sets: dict[str, Path]
) -> None:
    if "full" in shell and not os.path.exists("/dev/full"):
        pytest.skip("Linux has a device that is always full")
    run = streamed(command, source, data_sets, shell)
    assert (run.status, told(run.err)) == (1, f"error: cannot write to {message}")


def test_so_it_is_where_more_is_asked(source: Path) -> None:
    """Questions after the first one have no answer either, which is told once, and by the status."""
    run = streamed("query {} -i", source, {}, 'exec "$@" >&-', input="buffer(V)\nbuffer(V)\n")
    assert run.status == 1
    assert run.err.count("cannot write to standard output") == 1


def test_a_large_answer_without_a_reader(source: Path, left: BinaryIO) -> None:
    source.write_text("\n".join(GOOD.replace("@good", f"@good{n}") for n in range(2000)))
    run = streamed("opt {}", source, {}, stdout=left)
    assert (run.status, run.err) == (0, "")


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("bad", [0, 1])
def test_without_a_reader_of_messages_all_inputs_are_done(tmp_path: Path, left: BinaryIO, jobs: str, bad: int) -> None:
    names = [f"{number}.mlir" for number in range(4)]
    for number, name in enumerate(names):
        write(tmp_path, "no\n" if number < bad else GOOD, name)
    out = tmp_path / "out"
    command = [
        *OWNLOG.command,
        "opt",
        PASS,
        "--stats",
        "--mlir-print-ir-after-all",
        str(tmp_path),
        "--output-dir",
        str(out),
        "-j",
        jobs,
    ]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=left, check=False)
    assert (done.returncode, done.stdout) == (1, b"")
    assert sorted(path.name for path in out.glob("*.mlir")) == names[bad:]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="Linux has a device that is always full")
def test_a_full_disk_is_no_file_that_cannot_be_opened(source: Path) -> None:
    run = opt([PASS, str(source), "-o", "/dev/full"])
    assert run.status == 1
    message = (
        "error: cannot write output file '/dev/full': No space left on device\n  help: make room, or choose another"
        " place\n"
    )
    assert run.err == message


def test_so_it_is_with_a_file(source: Path, tmp_path: Path) -> None:
    """A limit of sizes is a full disk, too, and nothing is left behind."""
    limit = "import resource, signal, sys, os; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
    limit += (
        "resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16)); os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    )
    command = [
        OWNLOG.command[0],
        "-c",
        limit,
        *OWNLOG.command[1:],
        "opt",
        str(source),
        "-o",
        str(tmp_path / "out.mlir"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"error: cannot write output file '{tmp_path}/out.mlir': File too large\n" in done.stderr
    assert list(tmp_path.iterdir()) == [source]


@pytest.mark.parametrize("jobs", [[], ["-j", "2"]])
def test_messages_that_go_nowhere_are_told_by_the_status(source: Path, tmp_path: Path, jobs: list[str]) -> None:
    """With standard error closed there is nothing that would be wrong with the result, but somebody wanted to read of
    it.
    """
    for option, status in (("--canonicalize", 0), ("--mlir-timing", 1)):
        command = [*OWNLOG.command, "opt", option, str(source), "--output-dir", str(tmp_path / option), *jobs]
        done = subprocess.run(["sh", "-c", 'exec "$@" 2>&-', "sh", *command], check=False)
        assert done.returncode == status
        assert (tmp_path / option / "in.mlir").read_text() == GOOD
