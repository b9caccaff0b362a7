"""Judges many programs with planted faults, and runs them: `python -m tests.checking.mutants --count 5000 --seed 7 -o
FOLDER`.

A run with all decisions and arguments says what is faulty. Where the checker finds an error in a program that no run
shows to be faulty, the run says too whether it took the way that the finding names: only then the error is a false
alarm. The folder gets a line for each program (`results.tsv`), the table of them (`table.md`), and the programs that
were not judged as they run. With `--page` the tables go to benchmarks/CHECKING.md, too.
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import ownlog
from benchmarks.tables import markdown, write_between
from ownlog.backend.checking import Finding, Verdict, check
from ownlog.backend.checking.verdict import RETURNED_NOT_OWNED
from tests.checking.faults import OPERATORS, faulty
from tests.checking.programs import BYTES, Subject, subjects
from tests.checking.witness import TAKEN, followed
from tests.execution.executor import BATCH, Executor, Report
from tests.execution.mutants.mutants import CORPUS_LOWERING
from tests.garbage import kept_objects
from tests.shared import REPOSITORY, shared_dir
from tests.warm import load_all

PAGE = REPOSITORY / "benchmarks" / "CHECKING.md"
_EACH = 10
_EXAMPLES = 3
FAULTY, NOT_RUN, BY_ABI, FALSE_ALARM, FAULTLESS = (
    "faulty",
    "error on a way not run",
    "error by the ABI",
    "false alarm",
    "faultless",
)


@dataclass(frozen=True, slots=True)
class Planted:
    """A program with a change in it, what the checker says of it, and what a run of it did."""

    subject: Subject
    operator: str
    line: int
    text: str
    verdict: Verdict
    report: Report

    @property
    def kind(self) -> str:
        """What the run says."""
        if self.report.faults:
            return FAULTY
        if self.verdict.status != "error":
            return FAULTLESS
        if TAKEN not in self.report.observed:
            return NOT_RUN
        # Who gets a parameter back from a public function may free it; the caller in sight happens not to.
        return BY_ABI if {f.kind for f in self.verdict.findings if f.certain} == {RETURNED_NOT_OWNED} else FALSE_ALARM

    @property
    def is_missed(self) -> bool:
        """Whether a run goes wrong, and the checker says that none does."""
        return self.kind == FAULTY and self.verdict.status == "clean"

    @property
    def says(self) -> str:
        """The findings in short."""
        return "; ".join(
            f"{f.kind} of {f.value} at {f.steps[-1].line}{f' ({f.doubt})' if f.doubt else ''}"
            for f in self.verdict.findings
        )

    def shown(self) -> str:
        """The program with what is to be said of it."""
        about = (
            f"// {self.subject.source} by {self.subject.tool}, {self.operator} at {self.line}; run:"
            f" {self.report.faults or self.kind}"
        )
        return f"{self.subject.program(self.text)}{about}; check: {self.verdict.status}: {self.says}\n"


def planted(executor: Executor, found: Iterable[Subject], each: int, chance: random.Random) -> Iterator[Planted]:
    """Plants faults in each of the programs that are clean, asks the checker about them, and runs those that can be
    run.
    """
    made = _changed(found, each, chance)
    while batch := list(islice(made, BATCH)):
        yield from _run(executor, batch)


Changed = tuple[Subject, str, int, str, Verdict]


def _changed(found: Iterable[Subject], each: int, chance: random.Random) -> Iterator[Changed]:
    for subject in found:
        if not _is_clean(subject):
            continue
        for operator, line, text in faulty(subject.text, each, chance):
            try:
                verdict = check(ownlog.parse(subject.program(text)))
            except ownlog.OwnlogError:
                continue
            yield subject, operator, line, text, verdict


def _is_clean(subject: Subject) -> bool:
    try:
        return check(ownlog.parse(subject.program())).status == "clean"
    except ownlog.OwnlogError:
        return False


def _run(executor: Executor, batch: Sequence[Changed]) -> Iterator[Planted]:
    """Where what is decided on a way cannot be asked there, only its places are."""
    plain = [subject.program(text) for subject, _, _, text, _ in batch]
    reports = dict[int, Report]()
    for values in (True, False, None):
        left = [
            at for at in range(len(batch)) if at not in reports or reports[at].cannot_run.startswith("cannot lower")
        ]
        if not left:
            break
        errors = [_error(batch[at][4]) if values is not None else None for at in left]
        texts = [
            followed(plain[at], error, bool(values)) if error else plain[at]
            for at, error in zip(left, errors, strict=True)
        ]
        reports |= zip(left, executor.run(texts, CORPUS_LOWERING), strict=True)
    for at, one in enumerate(batch):
        if not reports[at].cannot_run:
            yield Planted(*one, reports[at])


def _error(verdict: Verdict) -> Finding | None:
    return next((finding for finding in verdict.findings if finding.certain), None)


def table(counts: Counter[tuple[str, str, str]]) -> str:
    """What became of the mutants of each operator, by operator, kind and verdict."""

    def cells(operators: Sequence[str]) -> list[str]:
        def number(kind: str, verdict: str = "") -> int:
            return sum(
                n for (o, k, v), n in counts.items() if o in operators and kind in (k, "") and verdict in (v, "")
            )

        clean, open_ = number(FAULTLESS, "clean"), number(FAULTLESS, "undecided")
        numbers = [
            number(""), number(FAULTY), number(FAULTY, "error"), number(FAULTY, "undecided"), number(FAULTY, "clean"),
            number("") - number(FAULTY), clean, number(NOT_RUN), number(BY_ABI), number(FALSE_ALARM), open_,
        ]  # fmt: skip
        return [f"{n:,}" for n in numbers]

    head = [
        "operator",
        "mutants",
        FAULTY,
        "found",
        "undecided",
        "missed",
        FAULTLESS,
        "clean",
        NOT_RUN,
        BY_ABI,
        FALSE_ALARM,
        "undecided",
    ]
    rows = [[name.replace("_", " "), *cells([name])] for name in OPERATORS]
    return markdown(head, [*rows, ["all", *cells(list(OPERATORS))]])


@dataclass(frozen=True, slots=True)
class Told:
    """What is kept of a mutant that has been run: enough for the tables."""

    operator: str
    kind: str
    verdict: str
    source: str
    tool: str
    line: int
    says: str

    @property
    def program(self) -> str:
        return f"{self.source} ({'Ownlog' if self.tool == 'ownlog' else 'mlir-opt'})"

    @property
    def reasons(self) -> list[str]:
        """Why it is not decided, without names."""
        return sorted(
            {re.sub(r"[%@][\w#'/%]+", "`%x`", reason) for reason in re.findall(r"\(([^()]*)\)(?=; |$)", self.says)}
        )


def required(told: Sequence[Told]) -> str:
    """What is asked of the checker, and what was measured."""
    faulty = [one for one in told if one.kind == FAULTY]
    rest = [one for one in told if one.kind != FAULTY]
    missed = sum(one.verdict == "clean" for one in faulty)
    alarms = sum(one.kind == FALSE_ALARM for one in rest)
    open_ = sum(one.verdict == "undecided" for one in told)

    def part(number: int, of: int) -> str:
        return f"{number:,} of {of:,} ({number / max(of, 1):.2%})"

    rows = [
        ("faulty programs that are called clean", "0", part(missed, len(faulty))),
        ("false alarms on faultless programs", "at most 1 %", part(alarms, len(rest))),
        ("undecided", "at most 2 %", part(open_, len(told))),
    ]
    return markdown(("what", "required", "measured"), rows)


def open_questions(told: Sequence[Told]) -> str:
    """Why programs are undecided, and how many; then each alarm about a program that is faultless, with what it
    says.
    """
    reasons: dict[str, list[Told]] = {}
    for one in told:
        if one.verdict == "undecided":
            reasons.setdefault("; ".join(one.reasons), []).append(one)
    rows = []
    for reason, found in sorted(reasons.items(), key=lambda item: (-len(item[1]), item[0])):
        examples = list(dict.fromkeys(one.program for one in found))
        shown = ", ".join(examples[:_EXAMPLES]) + (", ..." if len(examples) > _EXAMPLES else "")
        rows.append(
            (
                reason,
                f"{sum(one.kind == FAULTY for one in found):,}",
                f"{sum(one.kind != FAULTY for one in found):,}",
                shown,
            )
        )
    undecided = markdown(("why it is undecided", FAULTY, FAULTLESS, "for example"), rows)
    alarms = [
        (one.program, one.operator.replace("_", " "), str(one.line), one.says)
        for one in told
        if one.kind == FALSE_ALARM
    ]
    listed = (
        markdown(("false alarm", "operator", "changed line", "what is found"), alarms)
        if alarms
        else "No false alarm.\n"
    )
    return f"{undecided}\n{listed}"


def page(told: Sequence[Told], seed: int) -> str:
    """The tables for the page."""
    counts = Counter((one.operator, one.kind, one.verdict) for one in told)
    head = f"{len(told):,} mutants of seed {seed} that can be run:\n"
    return "\n".join([head, required(told), table(counts), open_questions(told)])


def main() -> None:
    """Run the campaign that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.checking.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="how many mutants that can be run")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", "--output", type=Path, default=Path("build") / "checking-mutants")
    parser.add_argument("--page", action="store_true", help="write the tables to benchmarks/CHECKING.md")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    shared = shared_dir()
    files = (
        [path for path in sorted((shared / "corpus").rglob("*.mlir")) if path.stat().st_size <= BYTES] if shared else []
    )
    first = options.seed * 1_000_000
    load_all()
    with tempfile.TemporaryDirectory() as folder, kept_objects(), (options.output / "results.tsv").open("w") as results:
        executor = Executor.build(Path(folder))
        told: list[Told] = []
        found = planted(
            executor,
            subjects(range(first, first + options.count * 10), files=files),
            _EACH,
            random.Random(options.seed),
        )
        for number, one in enumerate(islice(found, options.count)):
            kind, verdict = one.kind, one.verdict.status
            told.append(Told(one.operator, kind, verdict, one.subject.source, one.subject.tool, one.line, one.says))
            line = (number, one.subject.source, one.subject.tool, one.operator, one.line, kind, verdict, one.says)
            print(*line, sep="\t", file=results, flush=True)
            if (kind, verdict) not in ((FAULTY, "error"), (FAULTLESS, "clean"), (NOT_RUN, "error"), (BY_ABI, "error")):
                name = f"{kind}_{verdict}_{one.operator}_{number}".replace(" ", "_")
                (options.output / f"{name}.mlir").write_text(one.shown())
            if number % BATCH == 0:
                (options.output / "table.md").write_text(page(told, options.seed))
    (options.output / "table.md").write_text(page(told, options.seed))
    if options.page:
        write_between(PAGE, "mutants", page(told, options.seed))
    print(page(told, options.seed))


if __name__ == "__main__":
    main()
