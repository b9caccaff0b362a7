"""A killed run leaves a valid data set; `--resume` does what is missing, changed or damaged, and nothing else."""

import json
import math
import os
import shutil
import signal
import subprocess
import threading
import time
import uuid
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import NoReturn

import pyarrow.parquet as pq
import pytest

from benchmarks.inputs import live_through
from ownlog import rules
from ownlog.corpus.data.coded import Coded, coded
from ownlog.corpus.data.kept import kept
from ownlog.corpus.data.outcome import Answer, FileReport
from ownlog.corpus.data.schema import tables_of
from ownlog.corpus.data.store import Manifest, create
from ownlog.corpus.run import _Saver
from tests.corpus_command.sets import (
    BROKEN,
    GOOD,
    ask,
    corpus,
    facts,
    files,
    outcomes,
    processes_with,
    run,
    start,
    write_all,
)
from tests.tiers import every

STABLE = ("outcome", "stage", "message", "op", "line", "column", "digest", "facts", "derived")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """In `now` inputs and their data set, of several parts; in `kept` the same."""
    work = tmp_path_factory.mktemp("resume")
    run(
        write_all(work / "now" / "in", {**GOOD, "broken.mlir": BROKEN}),
        "-o",
        work / "now" / "out",
        "-j",
        1,
        "--save-every",
        0,
    )
    shutil.copytree(work / "now", work / "kept")
    return work


@pytest.fixture
def folder(made: Path) -> Path:
    """The inputs; `out` beside them is their data set. Whatever the test before did to them is undone."""
    shutil.rmtree(made / "now")
    shutil.copytree(made / "kept", made / "now")
    return made / "now" / "in"


def same_as_new(out: Path, inputs: Path, *args: object) -> None:
    """A data set is what a new run would make."""
    fresh = out.with_name("fresh")
    run(inputs, "-o", fresh, *args)
    assert facts(out) == facts(fresh)
    mine, new = files(out), files(fresh)
    assert mine.keys() == new.keys()
    assert [[row[name] for name in STABLE] for row in mine.values()] == [
        [row[name] for name in STABLE] for row in new.values()
    ]
    assert corpus(["diff", str(out), str(fresh)]).status == 0


def redone(out: Path, inputs: Path, *args: object) -> set[str]:
    """The files that `--resume` does again."""
    before = files(out)
    run(inputs, "-o", out, "--resume", *args)
    after = files(out)
    return {name for name, row in after.items() if name not in before or row["seconds"] != before[name]["seconds"]}


def test_nothing_is_done_again_without_a_reason(folder: Path) -> None:
    out = folder.with_name("out")
    before = facts(out)
    assert redone(out, folder) == set()
    assert facts(out) == before


def test_a_changed_a_new_and_a_deleted_file(folder: Path) -> None:
    out = folder.with_name("out")
    (folder / "broken.mlir").write_text("func.func @f() {\n  return\n}\n")
    (folder / "line.mlir").write_text(BROKEN)
    (folder / "calls.mlir").unlink()
    (folder / "new.mlir").write_text(GOOD["line.mlir"])
    os.utime(folder / "empty.mlir", (0, 0))
    assert redone(out, folder) == {"broken.mlir", "line.mlir", "new.mlir"}
    assert outcomes(out)["line.mlir"] == "rejected"
    same_as_new(out, folder)


@pytest.mark.slow
def test_a_change_in_one_file_of_a_part_leaves_the_others_rows(tmp_path: Path) -> None:
    folder = write_all(tmp_path / "in", GOOD)
    run(folder, "-o", tmp_path / "out")
    assert len(list((tmp_path / "out" / "relations" / "op").iterdir())) == 1
    (folder / "line.mlir").write_text(GOOD["calls.mlir"])
    assert redone(tmp_path / "out", folder) == {"line.mlir"}
    same_as_new(tmp_path / "out", folder)


def test_other_options_and_other_rules_redo_all(folder: Path) -> None:
    out = folder.with_name("out")
    everything = {*GOOD, "broken.mlir"}
    assert redone(out, folder, "--pipeline=canonicalize") == everything
    assert redone(out, folder, "--pipeline=canonicalize") == set()
    table = pq.read_table(out / "files.parquet")
    manifest = json.loads(table.schema.metadata[b"ownlog"])
    manifest["stamp"] = "of other rules"
    pq.write_table(table.replace_schema_metadata({b"ownlog": json.dumps(manifest).encode()}), out / "files.parquet")
    assert redone(out, folder, "--pipeline=canonicalize") == everything


@pytest.mark.slow
def test_what_timed_out_is_done_again_when_it_gets_more_time(tmp_path: Path) -> None:
    folder = write_all(tmp_path / "in", {**GOOD, "slow.mlir": live_through(300, 100)})
    out = tmp_path / "out"
    run(folder, "-o", out, "--timeout", 0.0001)
    assert set(outcomes(out).values()) == {"timeout"}
    unread = {name for name, row in files(out).items() if row["digest"] is None}
    assert redone(out, folder, "--timeout", 0.0001) == unread
    assert redone(out, folder, "--timeout", 100) == {*GOOD, "slow.mlir"}
    assert set(outcomes(out).values()) == {"ok"}


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize(
    ("damage", "relation"), every(4, list(product((truncate, flip, Path.unlink, empty), ("op", "ownership"))))
)
def test_a_damaged_part_is_detected_and_made_anew(folder: Path, damage: Callable[[Path], None], relation: str) -> None:
    out = folder.with_name("out")
    whole = facts(out)
    part = sorted((out / "relations" / relation).iterdir())[-1]
    concerned = {
        row["file"]
        for row in files(out).values()
        if row["part"] is not None and part.name == f"part-{row['part']:06}.parquet"
    }
    damage(part)
    assert redone(out, folder) == concerned
    assert facts(out) == whole


@pytest.mark.parametrize("damage", every(3, [truncate, Path.unlink, empty]))
def test_a_damaged_table_of_files_is_made_anew(folder: Path, damage: Callable[[Path], None]) -> None:
    out = folder.with_name("out")
    whole = facts(out)
    damage(out / "files.parquet")
    done = corpus(["sql", str(out), "SELECT 1"])
    assert (done.status, done.crashed) == (1, False)
    assert "--resume" in done.err
    run(folder, "-o", out, "--resume")
    assert facts(out) == whole


def wait_for(what: Callable[[], bool]) -> None:
    end = time.monotonic() + 600
    while not what():
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.01)


def held_when(process: subprocess.Popen[bytes], what: Callable[[], bool]) -> bool:
    """Whether `what` holds while the process is held; if so, it stays held.

    A run would else go on to its end on a busy machine.
    """
    process.send_signal(signal.SIGSTOP)
    if what():
        return True
    process.send_signal(signal.SIGCONT)
    return False


@pytest.mark.parametrize("number", every(3, [signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
def test_a_stopped_run_leaves_a_valid_data_set_and_no_process(tmp_path: Path, number: int) -> None:
    texts = {f"{i:03}/{name}": text for i in range(80) for name, text in GOOD.items()}
    folder, out = write_all(tmp_path / "in", texts), tmp_path / "out"
    mark = f"OWNLOG_TEST={uuid.uuid4()}"
    process = start([folder, "-o", out, "-j", 2, "--save-every", 0.1], OWNLOG_TEST=mark.partition("=")[2])
    written = [out / "ownlog-corpus.json", out / "files.parquet"]
    wait_for(lambda: held_when(process, lambda: all(map(Path.exists, written)) and len(files(out)) > 5))
    process.send_signal(number)
    process.send_signal(signal.SIGCONT)
    assert process.wait(timeout=600) == (130 if number == signal.SIGINT else -number)
    wait_for(lambda: not processes_with(mark))
    kept = files(out)
    assert 5 < len(kept) < len(texts)
    listed = {row["file"] for row in ask(out, "SELECT DISTINCT file FROM op")}
    assert listed == set(kept)
    (out / "relations" / "op" / ".part-000999.parquet.tmp").write_text("half a")
    (out / "relations" / "op" / "part-000999.parquet").write_text("part that nobody committed")
    again = redone(out, folder, "-j", 2)
    assert again == texts.keys() - kept.keys()
    if number == signal.SIGTERM:
        same_as_new(out, folder, "-j", 2)


def interrupted(*_: object) -> NoReturn:
    raise KeyboardInterrupt


def test_an_interrupt_in_the_middle_of_a_file_leaves_nothing_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = rules.load()
    tables = tables_of(program, kept(program, ()))
    (tmp_path / "out").mkdir()
    saver = _Saver(create(tmp_path / "out", Manifest("", "")), tables, math.inf)
    rows = coded({"op_dialect": [("a.b", "a")]}, {"op_dialect": [0, 1]}, lambda _: None)
    answers = [Answer(FileReport(name, name), rows) for name in ("whole.mlir", "half.mlir")]
    saver.take(answers[0])
    monkeypatch.setattr(Coded, "size", property(interrupted))
    with pytest.raises(KeyboardInterrupt):
        saver.take(answers[1])
    saver.close()
    assert set(files(tmp_path / "out")) == {"whole.mlir"}
    assert facts(tmp_path / "out") == {"op_dialect": [("whole.mlir", None, "a.b", "a")]}


def test_what_is_done_is_saved_where_the_system_has_no_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_more(thread: threading.Thread) -> NoReturn:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", no_more)
    run(write_all(tmp_path / "in", GOOD), "-o", tmp_path / "out", "--save-every", 0)
    monkeypatch.undo()
    same_as_new(tmp_path / "out", tmp_path / "in")


@pytest.mark.slow
def test_many_small_parts_become_few(tmp_path: Path) -> None:
    folder = write_all(tmp_path / "in", {f"{i}/{name}": text for i in range(3) for name, text in GOOD.items()})
    run(folder, "-o", tmp_path / "out", "--save-every", 0, "-j", 1)
    assert len(list((tmp_path / "out" / "relations" / "op").iterdir())) == 1
    assert {row["part"] for row in files(tmp_path / "out").values()} == {16}
    assert redone(tmp_path / "out", folder) == set()
    same_as_new(tmp_path / "out", folder)


def test_two_runs_do_not_write_to_one_folder(folder: Path) -> None:
    import fcntl

    out = folder.with_name("out")
    with (out / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = corpus(["run", str(folder), "-o", str(out), "--resume"])
    assert done.status == 1
    assert "another run" in done.err
