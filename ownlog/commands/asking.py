"""What a question is asked of: the module as it is written, or as passes see it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ownlog.base.errors import Diagnostic
from ownlog.base.files import read_text
from ownlog.commands.common import analysis_of, make_engine

if TYPE_CHECKING:
    from ownlog.query import Questions

asked_option = click.option(
    "-p", "--pass-pipeline", "pipeline", metavar="TEXT", help="Ask of what these passes see; '' is the input. Default: below."
)


def questions_about(
    path: str,
    text: str,
    rules: tuple[Path, ...],
    pipeline: str | None,
    bufferization: dict[str, str] | None,
    models: tuple[Path, ...],
    engine: str | None,
) -> tuple[Questions, list[Diagnostic]]:
    """What answers a question about a module, and notes about that.

    Without a pipeline, relations of the plan are asked of what the pipeline sees when it plans, and all others of the input. Raises
    InputError for a malformed question or pipeline, and what the passes raise.
    """
    from ownlog.api.analysis import Analysis
    from ownlog.backend.context import Context
    from ownlog.backend.passes.pipeline_text import parse_pipeline, pipeline_text
    from ownlog.frontend import parse
    from ownlog.query import Questions
    from ownlog.query.ready.seen import PIPELINE, is_about_the_plan, seen_by

    steps = parse_pipeline(pipeline) if pipeline is not None else PIPELINE if is_about_the_plan(text, rules, models) else ()
    if not steps:
        return analysis_of(path, models, engine, bufferization).questions, []
    module = parse(read_text(path), "<stdin>" if path == "-" else path)
    seen = seen_by(module, steps, Context(models, make_engine(engine)))
    message = f"asked of what {pipeline_text(steps)} sees, where ops have other numbers than in the input"
    note = Diagnostic(message, severity="note", advice="op_position has the lines of the input; -p '' asks of the input itself")
    left = Analysis(module, models=models, engine=make_engine(engine), bufferization=bufferization)
    asked = Questions(seen.facts, models, make_engine(engine), tensors=lambda: left.tensors, places=lambda: left.place_facts)
    return asked, [note, *seen.notes]
