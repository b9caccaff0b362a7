"""When a run over files counts as failed, and in which formats a data set answers."""

import json
from pathlib import Path

import pyarrow as pa
import pytest

from tests.corpus_command.sets import BROKEN, GOOD, UNKNOWN, write_all
from tests.corpus_command.sets import corpus as run_corpus
from tests.tools import Outcome


def corpus(*arguments: object) -> Outcome:
    """`ownlog corpus` with these arguments."""
    return run_corpus([str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def data_set(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set with files that are ok, one that is rejected and one that is unsupported."""
    work = tmp_path_factory.mktemp("statuses")
    corpus("run", write_all(work / "in", {**GOOD, "broken.mlir": BROKEN, "unknown.mlir": UNKNOWN}), "-o", work / "out")
    return work / "out"


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ((), 0),
        (("--strict",), 1),
        (("--fail-on", "rejected"), 1),
        (("--fail-on=timeout", "--fail-on=unsupported"), 1),
        (("--fail-on", "timeout", "--fail-on", "crashed"), 0),
        (("--fail-on", "ok"), 2),
    ],
)
def test_what_makes_a_run_fail(data_set: Path, options: tuple[str, ...], status: int) -> None:
    assert corpus("run", data_set.parent / "in", "-o", data_set, "--resume", *options).status == status


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "no input: there is no file"),
        (("in", "--relation", "nosuch"), "there is no relation nosuch"),
        (("in", "--relation", "accesses_memory"), "no data set has rows of accesses_memory"),
    ],
)
def test_a_run_that_cannot_be_meant_is_refused_as_such(
    data_set: Path, arguments: tuple[str, ...], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(data_set.parent)
    done = corpus("run", *arguments, "-o", "new")
    assert done.status == 2
    assert f"error: {message}\n  help: " in done.err
    assert not Path("new").exists()


def test_files_that_are_all_ok_are_never_a_failure(tmp_path: Path) -> None:
    assert corpus("run", write_all(tmp_path / "in", GOOD), "-o", tmp_path / "out", "--strict").status == 0


def test_answers_in_every_format(data_set: Path, tmp_path: Path) -> None:
    query = (
        "SELECT outcome, count(*) AS files, 1 / 3 AS part, NULL AS nothing FROM files WHERE outcome <> 'ok' GROUP BY"
        " ALL ORDER BY ALL"
    )
    told = {
        form: corpus("sql", data_set, query, "--format", form).out for form in ("table", "csv", "tsv", "json", "ndjson")
    }
    rows = [{"outcome": name, "files": 1, "part": 1 / 3, "nothing": None} for name in ("rejected", "unsupported")]
    assert json.loads(told["json"]) == [json.loads(line) for line in told["ndjson"].splitlines()] == rows
    assert told["csv"].splitlines()[1] == f"rejected,1,{1 / 3},"
    assert told["tsv"] == told["csv"].replace(",", "\t")
    assert told["table"].splitlines()[2].split() == ["rejected", "1", "0.333333"]
    for form, text in told.items():
        assert corpus("sql", data_set, query, "--format", form, "-o", tmp_path / form).out == ""
        assert (tmp_path / form).read_text() == text
    assert corpus("sql", data_set, query, "--format", "arrow", "-o", tmp_path / "arrow").status == 0
    with pa.OSFile(str(tmp_path / "arrow")) as file:
        assert pa.ipc.open_stream(file).read_all().to_pylist() == rows


def test_summaries_and_differences_in_files(data_set: Path, tmp_path: Path) -> None:
    for command in (("summary", data_set), ("diff", data_set, data_set)):
        for form in ("text", "json"):
            printed = corpus(*command, "--format", form)
            written = corpus(*command, "--format", form, "-o", tmp_path / "told")
            assert (written.out, written.status) == ("", printed.status)
            assert (tmp_path / "told").read_text().split() == printed.out.split()
            assert printed.out or command[0] == "diff"
