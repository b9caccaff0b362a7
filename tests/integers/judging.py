"""What Ownlog says of random programs of integers, and makes of them, against what they say when they run."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product

import ownlog
from ownlog.backend.checking import check
from ownlog.backend.verifying import compare
from tests.integers import programs
from tests.integers.running import SAYS, faulty, folded, said, traced

BATCH = 50
"""How many programs are run at once."""
_CONDITIONS = list(product(("false", "true"), repeat=2))
_NUMBERS = [f"{number} : i8" for number in (*range(10), -1, 127, -128)]
_BUFFERIZE = "one-shot-bufferize{{bufferize-function-boundaries allow-return-allocs-from-loops analysis-heuristic={}}}"
HEURISTICS = ("bottom-up", "top-down", "fewest-copies", "bottom-up-from-terminators")

Counts = Counter[str]
Wrong = list[tuple[int, str]]
"""Seeds, and what is wrong with their programs."""


def judge(seeds: Sequence[int]) -> tuple[Counts, Wrong]:
    """Verdicts of `check`: none is clean where a run leaks or frees twice, and none an error where no run does."""
    texts = {seed: programs.judged(seed, f"p{seed}") for seed in seeds}
    runs = said({f"p{seed}": traced(text) for seed, text in texts.items()}, _CONDITIONS)
    counts, wrong = Counts(), Wrong()
    for seed, text in texts.items():
        verdict = check(ownlog.parse(text))
        is_faulty = any(map(faulty, runs[f"p{seed}"]))
        certain = any(finding.certain for finding in verdict.findings)
        found = "clean" if not verdict.findings else "error" if certain else "undecided"
        counts[f"check: {found}, {'faulty' if is_faulty else 'right'}"] += 1
        if (found == "clean" and is_faulty) or (found == "error" and not is_faulty):
            wrong.append((seed, f"check: {found}"))
    return counts, wrong


def verify(seeds: Sequence[int]) -> tuple[Counts, Wrong]:
    """Verdicts of `verify` on a program with a change, and on what mlir-opt's folders make of it: what is the same says
    the same.
    """
    before = {seed: programs.compared(seed, f"p{seed}") for seed in seeds}
    others: dict[str, Callable[[int], str]] = {
        "changed": lambda seed: programs.changed(before[seed], seed),
        "folded": lambda seed: _function(folded(SAYS + before[seed]), f"p{seed}"),
    }
    arguments = [(*conditions, number) for conditions in _CONDITIONS for number in _NUMBERS]
    runs = said({f"p{seed}": text for seed, text in before.items()}, arguments)
    counts, wrong = Counts(), Wrong()
    for kind, other in others.items():
        after = {seed: other(seed) for seed in seeds}
        now = said({f"p{seed}": text for seed, text in after.items()}, arguments)
        for seed in seeds:
            status = compare(ownlog.parse(SAYS + before[seed]), ownlog.parse(SAYS + after[seed])).status
            equal = runs[f"p{seed}"] == now[f"p{seed}"]
            counts[f"verify: {status}, {kind} {'says the same' if equal else 'says something else'}"] += 1
            if (status == "same" and not equal) or (status == "different" and equal):
                wrong.append((seed, f"verify: {status}, {kind}"))
    return counts, wrong


def canonicalize(seeds: Sequence[int]) -> tuple[Counts, Wrong]:
    """What comes out of canonicalization and of the pipeline says what the program says."""
    before = {seed: programs.compared(seed, f"p{seed}") for seed in seeds}
    arguments = [(*conditions, number) for conditions in _CONDITIONS for number in _NUMBERS]
    runs = said({f"p{seed}": text for seed, text in before.items()}, arguments)
    counts, wrong = Counts(), Wrong()
    for passes in ("canonicalize,cse,canonicalize", "buffer-deallocation-pipeline"):
        after = {
            seed: _function(str(ownlog.run_pipeline(ownlog.parse(SAYS + text), passes)), f"p{seed}")
            for seed, text in before.items()
        }
        now = said({f"p{seed}": text for seed, text in after.items()}, arguments)
        for seed in seeds:
            counts[passes] += 1
            if runs[f"p{seed}"] != now[f"p{seed}"]:
                wrong.append((seed, passes))
    return counts, wrong


def bufferize(seeds: Sequence[int]) -> tuple[Counts, Wrong]:
    """What comes out of bufferization says what the same loop says of numbers, with each heuristic."""
    before = {seed: programs.looping(seed, f"p{seed}") for seed in seeds}
    runs = said({f"p{seed}": programs.looping(seed, f"p{seed}", scalar=True) for seed in seeds}, [()])
    counts, wrong = Counts(), Wrong()
    for heuristic in HEURISTICS:
        passes = _BUFFERIZE.format(heuristic)
        after = {
            seed: _function(str(ownlog.run_pipeline(ownlog.parse(SAYS + text), passes)), f"p{seed}")
            for seed, text in before.items()
        }
        now = said({f"p{seed}": text for seed, text in after.items()}, [()])
        for seed in seeds:
            counts[f"{heuristic}: copies"] += after[seed].count("memref.copy")
            counts[f"{heuristic}: programs"] += 1
            if runs[f"p{seed}"] != now[f"p{seed}"]:
                wrong.append((seed, heuristic))
    return counts, wrong


ASPECTS = {"judge": judge, "verify": verify, "canonicalize": canonicalize, "bufferize": bufferize}


def _function(text: str, name: str) -> str:
    """A function out of the text of a module."""
    start = text.index(f"func.func @{name}(")
    end = text.index("\n  }\n", start) + 4 if text.startswith("module") else text.index("\n}", start) + 2
    return text[start:end] + "\n"
