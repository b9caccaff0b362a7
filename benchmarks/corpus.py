"""Times a run over the shared corpus and questions to its data set: `python -m benchmarks.corpus`.

The table goes to benchmarks/CORPUS.md.

Each command is a process of its own, so start-up counts. Memory is the largest resident set of any one process, as the
system counts it.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyarrow.parquet as pq

from benchmarks.parsing import table
from tests.shared import shared_dir

REPORT = Path(__file__).with_name("CORPUS.md")
JOBS = 2
_QUESTIONS = {
    "all rows of may_alias, counted by function": (
        "SELECT file, function, count(*) AS n FROM may_alias GROUP BY ALL ORDER BY n DESC"
    ),
    "may_alias without must_alias": "SELECT count(*) FROM may_alias ANTI JOIN must_alias USING (file, value, other)",
    "outcomes": "SELECT outcome, count(*) FROM files GROUP BY ALL",
}


def processor_seconds() -> float:
    """What the processes that this one waited for, and those they waited for, have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def corpus(*args: object) -> tuple[float, str]:
    """Seconds and standard output of `ownlog corpus ARGS`."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "ownlog", "corpus", *map(str, args)], check=True, stdout=subprocess.PIPE, text=True
    )
    return time.perf_counter() - start, done.stdout.strip()


def run_rows(inputs: Path, folder: Path) -> list[tuple[str, str, str]]:
    """Runs with and without a pipeline, with each executor, and one that has nothing to do."""
    runs = {
        "analysis": (),
        "analysis and --pipeline": ("--pipeline",),
        "analysis, --executor dask": ("--executor", "dask"),
    }
    rows = []
    for name, options in runs.items():
        out = folder / name.replace(" ", "-")
        used = processor_seconds()
        seconds, said = corpus("run", inputs, "-o", out, "-j", JOBS, *options)
        used = processor_seconds() - used
        files = pq.read_table(out / "files.parquet").to_pydict()
        peak = max(value for value in files["peak_memory"] if value is not None) / 2**20
        # Dask does not wait for the processes of its workers, so the system does not tell what they used.
        spent = "" if "dask" in options else f"{used:.1f} s of processor time, "
        rate = f"{seconds:.1f} s, {len(files['file']) / seconds:.1f} files/s"
        rows.append((f"{name}: {said}", rate, f"{spent}{peak:.0f} MiB for one file"))
    seconds, _ = corpus("run", inputs, "-o", folder / "analysis", "-j", JOBS, "--resume")
    rows.append(("--resume with nothing to do", f"{seconds:.1f} s", "-"))
    parent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    rows.append(("the largest process of all, the one that saves included", "-", f"{parent:.0f} MiB"))
    return rows


def question_rows(folder: Path) -> list[tuple[str, str, str]]:
    """`ownlog corpus sql`, medians of five, and the other commands."""
    rows = []
    for name, query in _QUESTIONS.items():
        seconds = statistics.median(corpus("sql", folder / "analysis", query, "--format", "csv")[0] for _ in range(5))
        rows.append((f"sql: {name}", f"{seconds:.2f} s", "-"))
    rows.append(("summary", f"{corpus('summary', folder / 'analysis')[0]:.2f} s", "-"))
    other = next(path for path in folder.iterdir() if "dask" in path.name)
    rows.append(("diff of two equal data sets", f"{corpus('diff', folder / 'analysis', other)[0]:.2f} s", "no change"))
    return rows


def main() -> None:
    """Measures, prints, writes."""
    shared = shared_dir()
    if shared is None:
        sys.exit("there is no shared corpus beside the repository (set OWNLOG_SHARED)")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = run_rows(shared / "corpus", folder)
        parts = list((folder / "analysis").rglob("*.parquet"))
        size = sum(path.stat().st_size for path in parts) / 1e6
        counted = sum(pq.read_metadata(path).num_rows for path in parts)
        rows.append(("the data set", f"{counted:,} rows", f"{size:.1f} MB in {len(parts)} files"))
        rows += question_rows(folder)
    load = os.getloadavg()[1]
    head = (
        "# Measured: a corpus of 376 files\n\n"
        f"Written by `python -m benchmarks.corpus`, with {JOBS} processes on a machine with {os.cpu_count()} cores"
        f" (average load of the last five minutes: {load:.1f}).\n\n"
    )
    REPORT.write_text(head + table(rows))
    print(head + table(rows))


if __name__ == "__main__":
    main()
