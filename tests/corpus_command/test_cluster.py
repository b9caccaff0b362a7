"""The same run on a Dask cluster, whatever happens to its workers."""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

from benchmarks.inputs import live_through
from ownlog.corpus.data.outcome import Answer, FileReport, Options, Request
from ownlog.corpus.executors import run_on_cluster
from ownlog.corpus.inputs import find_inputs
from ownlog.corpus.run import Run
from ownlog.corpus.run import run as run_corpus
from tests.corpus_command.sets import BROKEN, GOOD, UNKNOWN, corpus, facts, files, outcomes, run, write_all
from tests.tools import OWNLOG, Outcome

TEXTS = {
    f"{i}/{name}": text
    for i in range(2)
    for name, text in {**GOOD, "broken.mlir": BROKEN, "unknown.mlir": UNKNOWN}.items()
}


def by_command(*args: object) -> Outcome:
    """`ownlog corpus run ARGS --executor dask`, not in a fork: Dask's threads would not be there."""
    return OWNLOG(["corpus", "run", *map(str, args), "--executor", "dask"])


class Silent:
    """Watches without a word."""

    def begin(self, total: int, kept: int, dropped: int) -> None: ...

    def done(self, report: FileReport) -> None: ...


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    with LocalCluster(n_workers=2, threads_per_worker=1, memory_limit=0, dashboard_address=None) as made:
        yield made


@pytest.fixture(scope="module")
def by_processes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Inputs, and beside them what the other executor makes of them."""
    work = tmp_path_factory.mktemp("cluster")
    run(write_all(work / "in", TEXTS), "-o", work / "out", "-j", 2)
    return work


@pytest.mark.slow
def test_the_data_set_is_the_same_when_a_worker_is_killed(
    by_processes: Path, cluster: LocalCluster, tmp_path: Path
) -> None:
    with Client(cluster) as client:

        def execute(requests: Iterable[Request], options: Options) -> Iterator[Answer]:
            for count, answer in enumerate(run_on_cluster(requests, options, client)):
                if count == 3:
                    os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
                yield answer

        inputs = find_inputs([str(by_processes / "in")], [])
        run_corpus(Run(inputs, tmp_path / "out", Options()), execute, Silent())
    assert facts(tmp_path / "out") == facts(by_processes / "out")
    assert outcomes(tmp_path / "out") == outcomes(by_processes / "out")
    assert corpus(["diff", str(by_processes / "out"), str(tmp_path / "out")]).status == 0
    assert {name: row["path"] for name, row in files(tmp_path / "out").items()} == {
        name: row["path"] for name, row in files(by_processes / "out").items()
    }


@pytest.mark.slow
def test_limits_hold_on_a_cluster_that_runs_already(
    cluster: LocalCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    # By the clock: the other file has far more of it than it needs, because the machine may have other things to do.
    write_all(Path("in"), {"slow.mlir": live_through(3000, 800), "calls.mlir": GOOD["calls.mlir"]})
    done = by_command("in", "-o", "out", "--scheduler", cluster.scheduler_address, "--timeout", 10, "--memory", "4G")
    assert done.status == 0, done.err
    assert outcomes(Path("out")) == {"slow.mlir": "timeout", "calls.mlir": "ok"}


@pytest.mark.slow
def test_a_cluster_of_ones_own(tmp_path: Path) -> None:
    done = by_command(write_all(tmp_path / "in", GOOD), "-o", tmp_path / "out", "-j", 1)
    assert (done.status, done.out) == (0, "5 files: 5 ok\n"), done.err
    assert outcomes(tmp_path / "out") == dict.fromkeys(GOOD, "ok")


def test_nobody_at_the_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT", "1s")
    done = by_command(write_all(tmp_path / "in", GOOD), "-o", tmp_path / "out", "--scheduler", "tcp://127.0.0.1:9")
    assert (done.status, done.crashed) == (1, False)
    assert "no Dask scheduler" in done.err
    assert not (tmp_path / "out").exists()


def test_a_worker_with_another_ownlog_is_refused(
    cluster: LocalCluster, by_processes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other: Callable[[], str] = lambda: "another state"  # noqa: E731
    monkeypatch.setattr("ownlog.corpus.executors.code_stamp", other)
    with Client(cluster) as client, pytest.raises(Exception, match="another Ownlog"):
        next(run_on_cluster(find_inputs([str(by_processes / "in")], []), Options(), client))
