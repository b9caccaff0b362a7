"""`python -m tests.fuzz --count 100000 -o FOLDER`: a campaign, and what it found as files in a folder."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path

from tests.fuzz.campaign import Fault, Report, run
from tests.fuzz.judge import Judge
from tests.shared import find_tool

_KEPT = 5  # examples of each signature


def main() -> None:
    """Run a campaign, tell how it goes, and write the mutants that something went wrong with."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=main.__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=1_500)
    parser.add_argument("-o", "--output", type=Path, default=Path("build/fuzz"))
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    tool = find_tool("mlir-opt-22")
    if tool is None:
        print("mlir-opt-22 is not installed: outputs are not looked at")
    total, seen, start = Report(), Counter[tuple[str, str]](), time.monotonic()
    for part in run(given.seed, given.count, Judge(tool) if tool else None):
        total.counts += part.counts
        total.faults += part.faults
        for fault in part.faults:
            seen[fault.signature] += 1
            if seen[fault.signature] <= _KEPT:
                _keep(given.output, fault, seen[fault.signature])
        spent = time.monotonic() - start
        print(
            f"{total.total} mutants in {spent:.0f} s: {_counted(total.outcomes())}; {len(total.faults)} faults",
            flush=True,
        )
    _summarize(given.output, total, seen)


def _keep(folder: Path, fault: Fault, number: int) -> None:
    name = "-".join(part for part in f"{fault.kind} {fault.detail}".replace("/", " ").replace(".", " ").split())[:100]
    path = folder / f"{''.join(c if c.isalnum() or c in '-_' else '-' for c in name)}-{number}"
    path.with_suffix(".mlir").write_bytes(fault.mutant.data)
    about = (
        f"ownlog opt {' '.join(fault.command)}\nbatch {fault.batch}, mutant {fault.mutant.number}"
        f" ({fault.mutant.kind})\n"
    )
    path.with_suffix(".txt").write_text(f"{about}{fault.kind}: {fault.detail}\n{fault.err}", errors="backslashreplace")
    print(f"  {fault.kind}: {fault.detail} -> {path.name}", flush=True)


def _summarize(folder: Path, report: Report, seen: Counter[tuple[str, str]]) -> None:
    lines = [f"{report.total} mutants: {_counted(report.outcomes())}"]
    lines += [f"{kind}\t{outcome}\t{number}" for (kind, outcome), number in sorted(report.counts.items())]
    lines += [f"{number}\t{kind}\t{detail}" for (kind, detail), number in seen.most_common()]
    (folder / "summary.txt").write_text("\n".join(lines) + "\n")
    print("\n".join(lines))


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{number} {name}" for name, number in counts.most_common())


if __name__ == "__main__":
    main()
