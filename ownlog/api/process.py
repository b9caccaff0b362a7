"""`ownlog opt`: text in, passes, text out, for each chunk of an input."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ownlog.api.watch import PRINTING, READING, Watch
from ownlog.base.errors import Diagnostic, InputError
from ownlog.base.source import Source

if TYPE_CHECKING:
    from ownlog.backend.context import Context
    from ownlog.backend.pass_definition import Step
    from ownlog.frontend.ir.module import Module
    from ownlog.query.reports.remarks import Remark


@dataclass(frozen=True, eq=False)
class Request:
    """What to do with an input."""

    steps: list[Step]
    context: Context
    split: str | None = None  # the marker between chunks
    verify_diagnostics: bool = False
    stage: str | None = None  # of a log of dumps: the one to take
    generic: bool = False
    llvm: int | None = None  # the version whose spellings are written; None: those of the input
    watch: Watch = field(default_factory=Watch)
    joint: str | None = None  # the marker between what comes out of chunks, if it is another one
    remarked: bool = False  # whether somebody wants remarks on what was made
    counted: bool = False  # whether somebody wants to know how much was made


@dataclass(eq=False)
class Outcome:
    """The text to print, problems (with `verify_diagnostics`: unexpected ones), and remarks and counts, if wanted."""

    text: str = ""
    problems: list[Diagnostic] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)


def run(text: str, name: str, request: Request) -> Outcome:
    """Run a request on a text. InputErrors of a chunk go into the outcome, and do not stop the others."""
    from ownlog.frontend import split_input

    chunks = split_input(text, request.split) if request.split is not None else [(text, 1)]
    partial = False
    if request.stage is not None:
        from ownlog.api.dumps import stage_of

        stage = stage_of(text, request.stage, name)
        chunks, partial = [(stage.text, stage.line)], stage.partial
    outcome = Outcome()
    printed: list[str] = []
    for chunk, first_line in chunks:
        reported: list[Diagnostic] = []
        try:
            printed.append(_run_chunk(chunk, name, first_line, partial, request, outcome))
        except InputError as error:
            reported = error.diagnostics
            # An empty chunk keeps the numbers of those after it.
            printed.append("\n" if request.split is not None else "")
        if not request.verify_diagnostics:
            outcome.problems += reported
        else:
            from ownlog.api.expected import check_expected

            # As in mlir-opt, warnings and remarks are expected too.
            reported = reported + request.context.notices
            request.context.notices.clear()
            outcome.problems += check_expected(Source(chunk, name, first_line), reported)
    # The line ends around the markers belong to the chunks, so joining at the bare markers gives the input's layout
    # back.
    joint = request.split if request.joint is None else request.joint
    outcome.text = (joint or "").join(printed)
    return outcome


def _run_chunk(chunk: str, name: str, first_line: int, partial: bool, request: Request, outcome: Outcome) -> str:
    from ownlog.frontend import parse

    watch = request.watch
    with watch.phase(READING):
        try:
            module = parse(chunk, name, first_line, partial=partial)
        except InputError as error:
            if request.split is not None or request.verify_diagnostics:
                raise
            from ownlog.api.pieces import SPLIT_ADVICE, read_as_one

            raise InputError(*error.diagnostics, *read_as_one(chunk, name, error.diagnostics, SPLIT_ADVICE)) from None
    if request.steps:
        _run_passes(module, request, outcome)
    with watch.phase(PRINTING):
        if request.llvm is not None:
            from ownlog.frontend.forms.versions import write_for

            write_for(module, request.llvm)
        if request.generic:
            from ownlog.frontend.generic.generic import print_generic

            return print_generic(module)
        return str(module)


def _run_passes(module: Module, request: Request, outcome: Outcome) -> None:
    from ownlog.backend.passes.registry import run_passes

    context = replace(request.context, around=request.watch.running)
    if not (request.remarked or request.counted):
        run_passes(module, request.steps, context)
        return
    from ownlog.query.reports.remarks import Recorder, counts

    recorder = Recorder(context)
    run_passes(module, request.steps, replace(context, witness=recorder, decided=recorder.decided))
    if request.remarked:
        outcome.remarks += recorder.remarks(module)
    outcome.counts += counts(module)
