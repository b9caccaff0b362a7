"""Judges many programs with planted faults, and runs them: `python -m tests.checking.campaign --count 500 --seed 7 -o FOLDER`.

The run says what is faulty; the folder gets the faulty programs that the checker calls clean, and the others that it calls anything else.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import ownlog
from ownlog.backend.checking import Verdict, check
from tests.checking.faults import faulty
from tests.execution import decisions, generator, handovers
from tests.execution.choices import Choices
from tests.execution.executor import Executor, Report
from tests.execution.soundness import OUTSIDE, WHOLE, Maker, deallocate
from tests.shared import find_tool

_RUNS = 120
_MARK = 918_273
_RUN = re.compile(r"func\.call @run\(%\w+, %\w+, %\w+\)|call @run\(%\w+, %\w+, %\w+\)")
MAKERS: tuple[Maker, ...] = (generator.generate, handovers.generate, decisions.generate)
_PIPELINE = "--buffer-deallocation-pipeline"


@dataclass(frozen=True, slots=True)
class Planted:
    """A program with a change in it, what a run of it did, and what the checker says of it."""

    operator: str
    line: int
    text: str
    report: Report
    verdict: Verdict

    @property
    def kind(self) -> str:
        """What the run says: "faulty" or "faultless"."""
        return "faulty" if self.report.faults else "faultless"

    @property
    def says(self) -> str:
        """The findings in short."""
        return "; ".join(f"{f.kind} of {f.value} at {f.steps[-1].line}{'' if f.certain else ' ?'}" for f in self.verdict.findings)


def outputs(seeds: Iterable[int], peer: bool = False) -> Iterator[str]:
    """Random programs as a pipeline leaves them: ours, or mlir-opt's."""
    for seed in seeds:
        text = MAKERS[seed % len(MAKERS)](Choices(seed)).partition(OUTSIDE)[0]
        try:
            yield _by_peer(text) if peer else deallocate(text, WHOLE)
        except (ownlog.OwnlogError, subprocess.CalledProcessError):
            continue


def _by_peer(text: str) -> str:
    tool = find_tool("mlir-opt-22")
    assert tool is not None
    lines = subprocess.run([tool, _PIPELINE], input=text, capture_output=True, text=True, check=True).stdout.splitlines()
    start, end = lines.index("module {"), len(lines) - lines[::-1].index("}") - 1
    return "\n".join(lines[:start] + [line.removeprefix("  ") for line in lines[start + 1 : end]]) + "\n"


def often(text: str) -> str:
    """The program with many more runs of its function `@run`, so that most of the paths that exist are taken."""
    first = next((line for line in text.splitlines() if _RUN.search(line)), None)
    if first is None:
        return text
    counts = [f"  %often{n} = arith.constant {n} : index" for n in range(4)] + [
        "  %often_true = arith.constant true", "  %often_false = arith.constant false"
    ]  # fmt: skip
    runs = []
    for seed in range(100, 100 + _RUNS):
        cond = "true" if seed % 2 else "false"
        runs += [
            f"  %often_seed{seed} = arith.constant {seed} : i32",
            f"  func.call @run(%often_seed{seed}, %often_{cond}, %often{seed // 2 % 4}) : (i32, i1, index) -> ()",
        ]
    return text.replace(first, "\n".join([*counts, *runs, first]), 1)


def reaches(executor: Executor, text: str, lines: Iterable[int]) -> list[int]:
    """Which of the lines the program runs."""
    marked = [_marked(text, line) for line in lines]
    return [line for line, report in zip(lines, executor.run(marked), strict=True) if f"i32 {_MARK:#x}" in report.observed]


def _marked(text: str, line: int) -> str:
    lines = text.splitlines()
    new = [f"  %planted_mark = arith.constant {_MARK} : i32", "  func.call @observe_i32(%planted_mark) : (i32) -> ()"]
    return often("\n".join(lines[: line - 1] + new + lines[line - 1 :]) + "\n")


def judged(executor: Executor, texts: Iterable[str], each: int, chance: random.Random) -> Iterator[Planted]:
    """Plants faults in each of the texts, runs them, and asks the checker about those that can be run."""
    changed = [found for text in texts for found in faulty(text, each, chance)]
    reports = executor.run([often(text) for _, _, text in changed])
    for (operator, line, text), report in zip(changed, reports, strict=True):
        if report.cannot_run:
            continue
        yield Planted(operator, line, text, report, check(ownlog.parse(text)))


def unreached(executor: Executor, one: Planted) -> bool:
    """Whether no run comes to a place where the checker finds something certainly wrong."""
    last = sorted({finding.steps[-1].line for finding in one.verdict.findings if finding.certain} - {0})
    return not reaches(executor, one.text, last)


def main() -> None:
    """Run the campaign that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="how many programs")
    parser.add_argument("--each", type=int, default=10, help="how many changes of each")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--peer", action="store_true", help="outputs of mlir-opt instead of ours")
    parser.add_argument("-o", "--output", type=Path, default=Path("planted"))
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    tally: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        executor = Executor.build(Path(folder))
        chance = random.Random(options.seed)
        for seed in range(options.seed, options.seed + options.count):
            for number, one in enumerate(judged(executor, outputs([seed], options.peer), options.each, chance)):
                kind, verdict = one.kind, one.verdict.status
                if (kind, verdict) == ("faultless", "error") and unreached(executor, one):
                    kind = "never run"
                tally[kind, verdict] += 1
                missed = kind == "faulty" and verdict == "clean"
                if missed or verdict == "undecided" or (kind, verdict) == ("faultless", "error"):
                    path = options.output / f"{kind}_{verdict}_{one.operator}_{seed}_{number}.mlir"
                    path.write_text(f"{one.text}// line {one.line}; run: {one.report.faults}; check: {one.says}\n")
            print(seed, dict(tally), flush=True)


if __name__ == "__main__":
    main()
