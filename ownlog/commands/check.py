"""`ownlog check`: whether the buffers of a module are freed exactly once, and not used afterwards."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ownlog.api.dumps import stages_in
from ownlog.base.errors import Diagnostic, UsageError
from ownlog.base.files import check_folder, read_text, write_text
from ownlog.base.words import counted
from ownlog.commands.common import (
    Seconds,
    chosen_stage,
    engine_option,
    make_engine,
    model_option,
    module_at,
    name_of,
    output_option,
    stage_option,
)
from ownlog.file_names import FileName, FolderName

if TYPE_CHECKING:
    from ownlog.api.dumps import Stage
    from ownlog.backend.checking import Verdict
    from ownlog.frontend.ir.module import Module

STATUS = {"clean": 0, "error": 1, "undecided": 3}
"""The exit status for each verdict."""
_GRAVITY = (0, 3, 1)


@click.command(short_help="Judge deallocation: leaks, double frees, uses after the free.")
@click.argument("path", type=FileName(), metavar="IN.mlir")
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
@output_option
@stage_option
@model_option
@engine_option
def check(
    path: str,
    form: str,
    prove: bool,
    emit_proofs: str | None,
    prover_timeout: float,
    output: str,
    models: tuple[Path, ...],
    engine: str | None,
) -> None:
    """Tell whether each allocation in IN.mlir is freed exactly once on every path, and not used afterwards, whatever
    tool wrote the file.

    An error comes with the path that shows it. The exit status is 0 where all is clean, 1 where something is wrong, and
    3 where something could not be decided. A function that can be called from outside keeps to the function boundary
    ABI of MLIR: it frees none of its parameters, and what it returns belongs to its caller.

    Of a log of --mlir-print-ir-after-all, each dump is judged, and the first that is wrong is told.

    With --prove, the search only has to find an invariant for each allocation: Z3 proves that it holds, and that it
    excludes every fault.
    """
    from ownlog.backend.certificates.proving import Certifier
    from ownlog.backend.checking import check as judge
    from ownlog.derived import verdicts

    text, name = read_text(path), name_of(path)
    stages = stages_in(text) if chosen_stage() is None else []
    if stages and (form == "sarif" or emit_proofs is not None):
        problem = f"'{name}' is a log of {counted(len(stages), 'dump')}"
        raise UsageError(Diagnostic(problem, advice=f"choose one, such as --stage {stages[-1].title}"))
    module = None if stages else module_at(path)
    if emit_proofs is not None:
        check_folder(emit_proofs)
    certifier = (
        Certifier(prover_timeout, keep_scripts=emit_proofs is not None) if prove or emit_proofs is not None else None
    )

    def verdict_of(module: Module) -> Verdict:
        return judge(module, models, make_engine(engine), certifier)

    if module is None:
        judged = [(stage, verdict_of(stage.parse(name))) for stage in stages]
        write_text(output, f"{(_json if form == 'json' else _text)(judged)}\n")
        sys.exit(max((STATUS[verdict.status] for _, verdict in judged), key=_GRAVITY.index))
    verdict = verdict_of(module)
    if certifier is not None and emit_proofs is not None:
        certifier.emit(emit_proofs)
    texts = {"text": verdicts.text, "json": verdicts.json_text, "sarif": verdicts.sarif_text}
    write_text(output, f"{texts[form](verdict)}\n")
    sys.exit(STATUS[verdict.status])


def _text(judged: list[tuple[Stage, Verdict]]) -> str:
    """A line for each dump, then what is wrong in the first that is not clean."""
    from ownlog.derived import verdicts

    lines = [f"{stage.line - 1}: {stage.when.lower()} {stage.title}: {verdict.status}" for stage, verdict in judged]
    wrong = [each for each in judged if each[1].status == "error"] or [each for each in judged if each[1].findings]
    if wrong:
        stage, verdict = wrong[0]
        lines += [f"the first that is wrong is {stage.title}:", verdicts.text(verdict)]
    return "\n".join(lines)


def _json(judged: list[tuple[Stage, Verdict]]) -> str:
    from ownlog.derived.verdicts import json_object

    stages = [
        {"stage": stage.title, "when": stage.when.lower(), "line": stage.line - 1, **json_object(verdict)}
        for stage, verdict in judged
    ]
    return json.dumps({"stages": stages}, indent=2)
