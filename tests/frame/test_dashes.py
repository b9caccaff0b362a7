"""What begins with a dash: options, with one dash or two; their values, and names of files, which stay as they are
written.
"""

from pathlib import Path

import pytest

from ownlog.base.errors import WRONG_USAGE
from tests.frame.programs import GOOD, PASS, opt, write
from tests.tools import OwnlogFork

ownlog = OwnlogFork(())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a good program in it."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path, GOOD)
    return tmp_path


@pytest.mark.parametrize("prefix", ["opt in.mlir --canonicalize", "opt in.mlir -canonicalize"])
@pytest.mark.parametrize(
    "option", ["-o", "--o", "-output-dir", "--output-dir", "-remarks-output", "--remarks-output", "--emit-proofs"]
)
def test_a_value_of_opt_keeps_its_dash(folder: Path, prefix: str, option: str) -> None:
    run = ownlog([*prefix.split(), option, "-out"])
    assert (run.status, run.err) == (0, "")
    assert sorted(path.name for path in folder.iterdir()) == ["-out", "in.mlir"]


@pytest.mark.parametrize(
    "command", ["check in.mlir -o -out", "why -o -out in.mlir 3", "annotate -o -out in.mlir", "facts in.mlir -o -out"]
)
def test_so_does_one_of_any_command(folder: Path, command: str) -> None:
    assert not ownlog(command.split()).crashed
    assert sorted(path.name for path in folder.iterdir()) == ["-out", "in.mlir"]


def test_so_does_one_of_a_command_of_a_command(folder: Path) -> None:
    run = ownlog(["corpus", "run", "in.mlir", "-o", "-out", "--pipeline", "-resume", "-jobs", "1"])
    assert run.status == 0, run.err
    assert sorted(path.name for path in folder.iterdir()) == ["-out", "in.mlir"]


def test_a_value_that_is_called_like_a_pass_is_no_pass(folder: Path) -> None:
    assert ownlog(["why", "-o", "--cse", "in.mlir", "3", "--canonicalize"]).status == 0
    assert "passes: canonicalize" in (folder / "--cse").read_text()


def test_passes_may_stand_in_front_of_names(folder: Path) -> None:
    write(folder, GOOD, "--cse")
    run = ownlog(["why", "--canonicalize", "--", "--cse", "3"])
    assert (run.status, run.err) == (0, "")
    assert "passes: canonicalize" in run.out


@pytest.mark.parametrize(
    "command", ["opt in.mlir", "check in.mlir", "why in.mlir 3", "annotate in.mlir", "facts in.mlir"]
)
@pytest.mark.parametrize("name", ["out", "-out", "a=b"])
def test_a_value_may_stand_behind_an_equals_sign(folder: Path, command: str, name: str) -> None:
    run = ownlog([*command.split(), f"-o={name}"])
    assert (run.crashed, run.out, run.err) == (False, "", "")
    assert sorted(path.name for path in folder.iterdir()) == sorted([name, "in.mlir"])


@pytest.mark.parametrize(
    ("words", "same"),
    [
        ("opt in.mlir --output-dir out -j=2", "opt in.mlir --output-dir out -j 2"),
        ("opt in.mlir -j=2", "opt in.mlir -j 2"),
        ("opt in.mlir -j=", "opt in.mlir --jobs="),
        ("corpus run in.mlir -j=0 -o out", "corpus run in.mlir -j 0 -o out"),
        ("opt in.mlir -p=builtin.module(cse)", "opt in.mlir --pass-pipeline builtin.module(cse)"),
        ("why in.mlir 3 -p=cse", "why in.mlir 3 --cse"),
        ("why in.mlir 3 -p=", "why in.mlir 3 --pass-pipeline="),
        ("opt in.mlir -p=", "opt in.mlir --pass-pipeline="),
        ("opt in.mlir -o=", "opt in.mlir -o="),
        ("query in.mlir -i=yes", "query in.mlir --interactive=yes"),
    ],
)
def test_which_means_the_same_as_another_word(folder: Path, words: str, same: str) -> None:
    assert ownlog(words.split()) == ownlog(same.split())
    assert "no such" not in ownlog(words.split()).err
    assert "unknown option" not in ownlog(words.split()).err


@pytest.mark.parametrize(
    "command",
    ["opt in.mlir --cse -o --", "opt -o -- --cse -- in.mlir", "check -o -- in.mlir", "opt in.mlir --output-dir --"],
)
def test_two_dashes_may_be_a_value(folder: Path, command: str) -> None:
    run = ownlog(command.split())
    assert (run.crashed, run.out, run.err) == (False, "", "")
    assert sorted(path.name for path in folder.iterdir()) == ["--", "in.mlir"]


def test_values_that_are_called_like_options(folder: Path) -> None:
    assert ownlog(["why", "in.mlir", "3", "-o", "-p", "--canonicalize"]).status == 0
    assert "passes: canonicalize" in (folder / "-p").read_text()
    assert ownlog(["opt", "in.mlir", "-o=-j", "--remarks", "--cse"]).status == 0
    assert (folder / "-j").read_text() == GOOD


@pytest.mark.parametrize("option", [["-o", "-"], ["-o-"], ["-o=-"], ["--o=-"], ["--o", "-"]], ids=" ".join)
def test_standard_output_is_a_single_dash(folder: Path, option: list[str]) -> None:
    run = opt([PASS, "in.mlir", *option])
    assert (run.status, run.err, run.out) == (0, "", opt([PASS, "in.mlir"]).out)
    assert [path.name for path in folder.iterdir()] == ["in.mlir"]


def test_names_that_begin_with_a_dash(folder: Path) -> None:
    for name in ("-dash.mlir", "--dashes.mlir"):
        write(folder, GOOD, name)
    assert (
        opt([PASS, "--", "-dash.mlir"]).out == opt([PASS, "./-dash.mlir"]).out == opt([PASS, "--", "-"], GOOD).out != ""
    )
    run = opt([PASS, "--output-dir", "out", "--", "-dash.mlir", "--dashes.mlir"])
    assert (run.status, run.err) == (0, "")
    assert sorted(path.name for path in (folder / "out").iterdir()) == ["--dashes.mlir", "-dash.mlir"]
    assert OwnlogFork(("check",))(["--", "-dash.mlir"]).out.startswith("-dash.mlir:")


@pytest.mark.parametrize("command", ["opt", "check"])
@pytest.mark.parametrize("name", ["-dash.mlir", "--dashes.mlir", "-d.mlir", "-1.mlir", "-h.mlir"])
def test_messages_have_words_as_they_were_written(folder: Path, command: str, name: str) -> None:
    refused = ownlog([command, name])
    assert refused.status == WRONG_USAGE
    assert f" {name}\n" in refused.err.replace("'", "")
    missing = ownlog([command, "--", name])
    assert missing.err.startswith(f"error: cannot open input file '{name}'")
    write(folder, GOOD, name)
    refused = ownlog([command, name])
    assert refused.status == WRONG_USAGE
    assert f"  help: the file is named ./{name}, or {name} behind a --" in refused.err
