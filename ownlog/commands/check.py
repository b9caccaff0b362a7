"""`ownlog check`: whether the buffers of modules are freed exactly once, and not used afterwards."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from glob import has_magic
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ownlog.api.pieces import SPLIT_MARKER
from ownlog.base.errors import INTERNAL_ERROR, Diagnostic, UsageError, report
from ownlog.base.files import check_folder, read_text, write_text
from ownlog.base.inputs import LIST_SUFFIX
from ownlog.base.words import counted
from ownlog.commands.common import (
    Seconds,
    chosen_stage,
    ended_as_told,
    engine_option,
    make_engine,
    model_option,
    name_of,
    output_option,
    stage_option,
)
from ownlog.file_names import FileName, FolderName

if TYPE_CHECKING:
    from ownlog.api.dumps import Stage
    from ownlog.backend.checking import Verdict
    from ownlog.batch.checking import Checks

STATUS = {"clean": 0, "error": 1, "undecided": 3}
"""The exit status for each verdict."""


@click.command(short_help="Judge deallocation: leaks, double frees, uses after the free.")
@click.argument("paths", type=FileName(), metavar="PATH...", nargs=-1, required=True)
@click.option("-j", "--jobs", type=click.IntRange(min=1), default=1, metavar="N", help="Files at a time; default: 1.")
@click.option(
    "--split-input-file", is_flag=True, help="Treat the pieces between // ----- lines as inputs of their own [=MARKER]."
)
@click.option("--split-marker", default=SPLIT_MARKER, hidden=True)
@click.option(
    "--baseline",
    type=FileName(),
    metavar="FILE",
    help="Accept the findings in this file, which an earlier check wrote as JSON or SARIF.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(("text", "json", "sarif")),
    default="text",
    show_default=True,
    help="How to print the verdict.",
)
@click.option("--prove", is_flag=True, help="Prove what is clean, with Z3; what is not proved is undecided.")
@click.option(
    "--emit-proofs",
    type=FolderName(),
    metavar="DIR",
    help="Prove, and write the obligations as SMT-LIB 2, a file for each.",
)
@click.option(
    "--prover-timeout", type=Seconds(), default=5.0, metavar="SECONDS", help="For each obligation; default: 5."
)
@stage_option
@output_option
@model_option
@engine_option
def check(
    paths: tuple[str, ...],
    jobs: int,
    split_input_file: bool,
    split_marker: str,
    baseline: str | None,
    form: str,
    prove: bool,
    emit_proofs: str | None,
    prover_timeout: float,
    output: str,
    models: tuple[Path, ...],
    engine: str | None,
) -> None:
    """Check that each allocation in the PATHs (files, folders, globs, .txt lists of those) is freed exactly once on
    every path, and not used afterwards, whatever tool wrote the files.

    An error comes with the path that shows it. The exit status is 0 where all is clean, 1 where something is wrong or a
    file cannot be read, and 3 where something is undecided. A function that can be called from outside keeps to the
    function boundary ABI of MLIR: it frees none of its parameters, and what it returns belongs to its caller.

    Of a log of --mlir-print-ir-after-all, each dump is judged, and the first that is wrong is told.

    A comment `// ownlog: ignore(leak): REASON` accepts a finding of its line.

    With --prove, the search only has to find an invariant for each allocation: Z3 proves that it holds, and that it
    excludes every fault.
    """
    from ownlog.api.process import Request
    from ownlog.backend.context import Context
    from ownlog.batch.checking import Checks
    from ownlog.derived.accepted import read_baseline

    known = frozenset[str]() if baseline is None else read_baseline(baseline)
    if emit_proofs is not None:
        check_folder(emit_proofs)
    request = Request([], Context(models, make_engine(engine)), split_marker if split_input_file else None)
    checks = Checks(request, emit_proofs, known, prover_timeout if prove or emit_proofs is not None else None)
    if _is_one(paths):
        text, status = _one(paths[0], form, checks)
    else:
        text, status = _many(paths, form, checks, jobs)
    write_text(output, f"{text}\n")
    sys.exit(status)


def _is_one(paths: Sequence[str]) -> bool:
    """Whether a single file is named, which may not be there, and no folder, glob or list."""
    path = paths[0]
    is_glob = has_magic(path) and not os.path.isfile(path)
    return len(paths) == 1 and not (os.path.isdir(path) or path.endswith(LIST_SUFFIX) or is_glob)


def _one(path: str, form: str, checks: Checks) -> tuple[str, int]:
    """The verdict on one input as text, and the exit status."""
    from ownlog.api.dumps import stage_of, stages_in
    from ownlog.derived import verdicts

    text, name, chosen = read_text(path), name_of(path), chosen_stage()
    if chosen is not None:
        verdict, said = checks.judge_modules([partial(stage_of(text, chosen, name).parse, name)])
    elif stages := stages_in(text):
        return _log(name, stages, form, checks)
    else:
        verdict, said = checks.judge(text, name)
    failed = report(said)
    if form == "sarif":
        shown = verdicts.sarif_text(verdict)
    else:
        shown = (verdicts.text if form == "text" else verdicts.json_text)(verdict)
    return shown, 1 if failed else STATUS[verdict.status]


def _log(name: str, stages: Sequence[Stage], form: str, checks: Checks) -> tuple[str, int]:
    """The verdicts on all dumps of a log: a line for each, then what is wrong in the first that is not clean."""
    from ownlog.derived.verdicts import STATUSES, json_object
    from ownlog.derived.verdicts import text as text_of

    if form == "sarif" or checks.proofs is not None:
        problem = f"'{name}' is a log of {counted(len(stages), 'dump')}"
        raise UsageError(Diagnostic(problem, advice=f"choose one, such as --stage {stages[-1].title}"))
    judged = [(stage, checks.judge_modules([partial(stage.parse, name)])[0]) for stage in stages]
    found = {verdict.status for _, verdict in judged}
    worst = next(status for status in STATUSES if status in found)
    if form == "json":
        shown = [
            {"stage": stage.title, "when": stage.when.lower(), "line": stage.line - 1, **json_object(verdict)}
            for stage, verdict in judged
        ]
        return json.dumps({"stages": shown}, indent=2), STATUS[worst]
    lines = [f"{stage.line - 1}: {stage.when.lower()} {stage.title}: {verdict.status}" for stage, verdict in judged]
    if worst != "clean":
        stage, verdict = next(each for each in judged if each[1].status == worst)
        lines += [f"the first that is wrong is {stage.title}:", text_of(verdict)]
    return "\n".join(lines), STATUS[worst]


def _many(paths: tuple[str, ...], form: str, checks: Checks, jobs: int) -> tuple[str, int]:
    """The verdicts on all files that the paths name, as text, and the exit status."""
    from ownlog.base.inputs import find_files
    from ownlog.batch.checking import check_many
    from ownlog.derived import verdicts

    if "-" in paths:
        raise UsageError(Diagnostic("standard input is one of several inputs", advice="check it alone"))
    missing: list[Diagnostic] = []
    files = find_files(paths, missing)
    report(missing)
    with ended_as_told():
        judged, failed, ours = check_many(files, checks, jobs)
    failed += len(missing)
    if form == "sarif":
        text = verdicts.sarif_text(*(verdict for _, verdict in judged))
    else:
        text = (_text_of_many if form == "text" else verdicts.json_of_many)(judged, failed)
    return text, INTERNAL_ERROR if ours else STATUS[verdicts.worst(judged, failed)]


def _text_of_many(judged: Sequence[tuple[str, Verdict]], failed: int) -> str:
    """The findings, a table of files that are not clean, and the sums."""
    from ownlog.derived import verdicts
    from ownlog.query.answer import Answer, Heading, table

    lines = [line for _, verdict in judged for line in verdicts.findings_text(verdict)]
    rows = [
        (file, verdict.status, verdict.allocations, *verdicts.numbers(verdict.findings))
        for file, verdict in judged
        if verdict.status != "clean"
    ]
    if rows:
        names = ("file", "verdict", "allocations", "errors", "undecided")
        lines.append(table(Answer.of([Heading(name, "", name in names[2:]) for name in names], rows, in_order=True)))
    statuses = Counter(verdict.status for _, verdict in judged)
    files = [f"{statuses[status]} {status}" for status in verdicts.STATUSES if statuses[status]]
    if failed:
        files.append(f"{failed} not read")
    allocations = sum(verdict.allocations for _, verdict in judged)
    findings = [finding for _, verdict in judged for finding in verdict.findings]
    lines.append(
        f"{verdicts.worst(judged, failed)}: {counted(len(judged) + failed, 'file')} ({', '.join(files)}),"
        f" {counted(allocations, 'allocation')} followed, {verdicts.found(findings)}"
    )
    lines += [f"assumed of {file}: {each}" for file, verdict in judged for each in verdict.assumptions]
    return "\n".join(lines)
