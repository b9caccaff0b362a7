"""`ownlog check`: whether the buffers of a module are freed exactly once, and not used afterwards."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ownlog.base.files import check_folder, write_text
from ownlog.commands.common import Seconds, engine_option, make_engine, model_option, module_at, output_option
from ownlog.file_names import FileName, FolderName

STATUS = {"clean": 0, "error": 1, "undecided": 3}
"""The exit status for each verdict."""


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

    With --prove, the search only has to find an invariant for each allocation: Z3 proves that it holds, and that it
    excludes every fault.
    """
    from ownlog.backend.certificates.proving import Certifier
    from ownlog.backend.checking import check as judge
    from ownlog.derived import verdicts

    module = module_at(path)
    if emit_proofs is not None:
        check_folder(emit_proofs)
    certifier = (
        Certifier(prover_timeout, keep_scripts=emit_proofs is not None) if prove or emit_proofs is not None else None
    )
    verdict = judge(module, models, make_engine(engine), certifier)
    if certifier is not None and emit_proofs is not None:
        certifier.emit(emit_proofs)
    texts = {"text": verdicts.text, "json": verdicts.json_text, "sarif": verdicts.sarif_text}
    write_text(output, f"{texts[form](verdict)}\n")
    sys.exit(STATUS[verdict.status])
