"""No file stops a run, whatever it is; nothing that was asked for is lost; nothing of the user's is overwritten."""

import os
import socket
from pathlib import Path

import pytest

from benchmarks.inputs import live_through
from tests.corpus_command.sets import BROKEN, GOOD, corpus, facts, files, outcomes, run, run_afresh, write_all
from tests.tools import Outcome


def nested(depth: int) -> str:
    return "func.func @f(%c: i1) {\n" + "scf.if %c {\n" * depth + "}\n" * depth + "return\n}\n"


def refused(*args: object, usage: bool = False) -> Outcome:
    """A run that ends with status 1, or 2 for a command line that cannot be meant, and a diagnostic with advice."""
    done = corpus(["run", *map(str, args)])
    assert done.status == (2 if usage else 1)
    assert not done.crashed, done.err
    assert done.err.startswith("error: ") or ": error: " in done.err
    assert "help: " in done.err
    return done


@pytest.fixture(scope="module")
def zoo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set of files that nobody wants, among good ones."""
    work = tmp_path_factory.mktemp("zoo")
    folder = write_all(work / "in", {**GOOD, "broken.mlir": BROKEN, "zero.mlir": "", "nested.mlir": nested(100_001)})
    (folder / "garbage.mlir").write_bytes(bytes(range(256)) * 64)
    (folder / "bytecode.mlir").write_bytes(b"ML\xefR\rMLIR22.1.8\0")
    (folder / "latin.mlir").write_bytes(
        'func.func @f() attributes {a = "\xe9\u00ff"} {\n  return\n}\n'.encode("latin-1")
    )
    (folder / "colum\udcff.mlir").write_text("func.func @g() {\n  return\n}\n")
    os.mkfifo(folder / "fifo.mlir")
    (folder / "dir.mlir").mkdir()
    (folder / "dir.mlir" / "inside.mlir").write_text("")
    (folder / "loop.mlir").symlink_to("loop.mlir")
    (folder / "round").symlink_to(folder)
    (folder / "nowhere.mlir").symlink_to("gone.mlir")
    (folder / "linked.mlir").symlink_to("line.mlir")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(folder / "socket.mlir"))
    (folder / "brackets.mlir").write_text("(" * 1_000_000)
    run_afresh(folder, "-o", work / "out", "-j", 2, "--pipeline")
    return work / "out"


def test_each_file_of_the_zoo_has_its_outcome(zoo: Path) -> None:
    fine = [*GOOD, "zero.mlir", "latin.mlir", "colum\\xff.mlir", "dir.mlir/inside.mlir", "linked.mlir"]
    bad = "broken nested garbage bytecode fifo loop nowhere socket brackets".split()
    assert outcomes(zoo) == {**dict.fromkeys(fine, "ok"), **{f"{name}.mlir": "rejected" for name in bad}}


@pytest.mark.parametrize(
    ("name", "stage", "said"),
    [
        ("fifo", "read", "not a regular file"),
        ("socket", "read", "not a regular file"),
        ("loop", "read", "symbolic links"),
        ("nowhere", "read", "No such file"),
        ("nested", "parse", "nested"),
    ],
)
def test_what_cannot_be_read_says_why(zoo: Path, name: str, stage: str, said: str) -> None:
    row = files(zoo)[f"{name}.mlir"]
    assert row["stage"] == stage
    assert said in row["message"]
    assert row["advice"]


def test_a_line_of_a_list_that_names_nothing_stops_nothing(tmp_path: Path) -> None:
    folder = write_all(tmp_path, GOOD)
    (folder / "list.txt").write_text("\n".join(["missing.mlir", *GOOD, "*.none"]))
    done = run_afresh(folder / "list.txt", "-o", tmp_path / "out")
    missing, glob = f"{folder}/missing.mlir", f"{folder}/*.none"
    assert (
        f"{folder}/list.txt:1:1: warning: no such file or folder: '{missing}'\nmissing.mlir\n^\n  help: check the"
        " path\n" in done.err
    )
    assert (
        f"{folder}/list.txt:{len(GOOD) + 2}:1: warning: nothing matches '{glob}'\n*.none\n^\n  help: check the glob"
        in done.err
    )
    found = {Path(name).name: outcome for name, outcome in outcomes(tmp_path / "out").items()}
    assert found == {**{Path(name).name: "ok" for name in GOOD}, "missing.mlir": "rejected", "*.none": "rejected"}
    row = next(row for name, row in files(tmp_path / "out").items() if name.endswith("missing.mlir"))
    assert "No such file" in row["message"]
    assert row["advice"]


def test_many_lines_that_name_nothing_are_counted(tmp_path: Path) -> None:
    folder = write_all(tmp_path, GOOD)
    (folder / "list.txt").write_text("\n".join([*GOOD, *(f"{number}.mlir" for number in range(12))]))
    done = run(folder / "list.txt", "-o", tmp_path / "out")
    assert done.err.count("warning: no such file") == 10
    assert "\n2 more lines of lists with nothing there\n" in done.err


def test_bytes_that_are_no_text_become_escapes(zoo: Path) -> None:
    attributes = {row[-1] for row in facts(zoo)["attribute"] if row[0] == "latin.mlir" and row[3] == "a"}
    assert attributes == {r'"\xe9\xff"'}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_and_an_unreadable_folder_are_rejected(tmp_path: Path) -> None:
    folder = write_all(tmp_path / "in", {**GOOD, "secret.mlir": "", "closed/a.mlir": ""})
    (folder / "secret.mlir").chmod(0)
    (folder / "closed").chmod(0)
    run(folder, "-o", tmp_path / "out")
    (folder / "closed").chmod(0o700)
    assert outcomes(tmp_path / "out") == {**dict.fromkeys(GOOD, "ok"), "secret.mlir": "rejected", "closed": "rejected"}


def test_a_file_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    run(write_all(tmp_path / "in", {"slow.mlir": live_through(1500, 400)}), "-o", tmp_path / "out", "--timeout", 1)
    assert outcomes(tmp_path / "out") == {"slow.mlir": "timeout"}
    row = files(tmp_path / "out")["slow.mlir"]
    assert row["seconds"] >= 1
    assert "1 s" in row["message"]


@pytest.mark.slow
def test_a_file_that_takes_too_long_spares_the_others(tmp_path: Path) -> None:
    # By the clock: what is to be in time has far more of it than it needs, because the machine may have other things to
    # do.
    folder = write_all(tmp_path / "in", {**GOOD, "slow.mlir": live_through(3000, 800)})
    run(folder, "-o", tmp_path / "out", "--timeout", 10, "--memory", "4G", "-j", 2)
    assert outcomes(tmp_path / "out") == {**dict.fromkeys(GOOD, "ok"), "slow.mlir": "timeout"}
    assert files(tmp_path / "out")["slow.mlir"]["digest"] is not None


def test_a_file_that_takes_too_much_memory_is_ended(tmp_path: Path) -> None:
    folder = write_all(tmp_path / "in", {**GOOD, "large.mlir": live_through(1500, 400)})
    with (folder / "sparse.mlir").open("wb") as sparse:
        sparse.truncate(1 << 40)
    run_afresh(folder, "-o", tmp_path / "out", "--memory", "64M", "-j", 2)
    assert outcomes(tmp_path / "out") == {
        **dict.fromkeys(GOOD, "ok"),
        "large.mlir": "out-of-memory",
        "sparse.mlir": "out-of-memory",
    }
    rows = files(tmp_path / "out")
    assert "64 MiB" in rows["large.mlir"]["message"]
    assert rows["large.mlir"]["peak_memory"] < 512 << 20


def test_no_input_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    done = refused(tmp_path / "in", "-o", tmp_path / "out")
    assert "no input" in done.err
    assert "no input" in refused("-o", tmp_path / "out", usage=True).err
    assert not (tmp_path / "out").exists()


def test_a_missing_path_is_named(tmp_path: Path) -> None:
    assert (
        "missing.mlir"
        in refused(write_all(tmp_path / "in", GOOD), tmp_path / "missing.mlir", "-o", tmp_path / "out").err
    )
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("more", [[], ["--resume"]], ids=["new", "resume"])
def test_a_folder_that_holds_something_else_is_left_alone(tmp_path: Path, more: list[str]) -> None:
    folder = write_all(tmp_path / "in", GOOD)
    out = write_all(tmp_path / "out", {"thesis.txt": "precious", "files.parquet": "precious"})
    assert "something else" in refused(folder, "-o", out, *more).err
    assert {path.name: path.read_text() for path in out.iterdir()} == {
        "thesis.txt": "precious",
        "files.parquet": "precious",
    }


def test_a_data_set_is_only_added_to_when_asked(tmp_path: Path) -> None:
    folder = write_all(tmp_path / "in", GOOD)
    run(folder, "-o", tmp_path / "out")
    before = (tmp_path / "out" / "files.parquet").read_bytes()
    assert "--resume" in refused(folder, "-o", tmp_path / "out").err
    assert (tmp_path / "out" / "files.parquet").read_bytes() == before


def test_a_file_as_output_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("precious")
    assert "is not a folder" in refused(write_all(tmp_path / "in", GOOD), "-o", tmp_path / "out").err
    assert (tmp_path / "out").read_text() == "precious"


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot write" in refused(write_all(tmp_path / "in", GOOD), "-o", tmp_path / "file" / "out").err
