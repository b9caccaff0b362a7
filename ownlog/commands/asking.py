"""What a question is asked of: the module as it is written, or as passes see it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ownlog.base.errors import Diagnostic
from ownlog.commands.common import make_engine, reader_of
from ownlog.commands.completion import passes

if TYPE_CHECKING:
    from ownlog.api.analysis import Analysis
    from ownlog.backend.pass_definition import Step
    from ownlog.frontend.ir.module import Module
    from ownlog.query import Questions

asked_option = click.option(
    "-p",
    "--pass-pipeline",
    "pipeline",
    shell_complete=passes,
    metavar="TEXT",
    help="Ask of what these passes see; '' is the input. Default: below.",
)


@dataclass
class Asked:
    """A module that is read once, and questioned as written or as passes see it.

    Without a pipeline, relations of the plan are those of the planning pipeline, all others those of the input.
    """

    path: str
    rules: tuple[Path, ...]
    pipeline: str | None
    bufferization: dict[str, str] | None
    models: tuple[Path, ...]
    engine: str | None

    def __post_init__(self) -> None:
        self._module = reader_of(self.path)
        self._known: dict[tuple[Step, ...], tuple[Questions, list[Diagnostic]]] = {}

    def about(self, text: str) -> tuple[Questions, list[Diagnostic]]:
        """What answers a question, and notes. Raises InputError, and what passes raise."""
        from ownlog.backend.passes.pipeline_text import parse_pipeline
        from ownlog.query.reports.seen import PIPELINE, is_about_the_plan

        if self.pipeline is not None:
            return self._of(tuple(parse_pipeline(self.pipeline)))
        return self._of(PIPELINE if is_about_the_plan(text, self.rules, self.models) else ())

    @property
    def input(self) -> Questions:
        """What answers questions about the module as it is written."""
        return self._of(())[0]

    def _of(self, steps: tuple[Step, ...]) -> tuple[Questions, list[Diagnostic]]:
        if steps not in self._known:
            self._known[steps] = self._seen_by(steps) if steps else (self._analysis(self._module()).questions, [])
        return self._known[steps]

    def _seen_by(self, steps: tuple[Step, ...]) -> tuple[Questions, list[Diagnostic]]:
        from ownlog.backend.context import Context
        from ownlog.backend.passes.pipeline_text import pipeline_text
        from ownlog.query import Questions
        from ownlog.query.reports.seen import seen_by

        module, engine = self._module(), make_engine(self.engine)
        seen = seen_by(module, steps, Context(self.models, engine))
        message = f"asked of what {pipeline_text(steps)} sees, where ops have other numbers than in the input"
        note = Diagnostic(
            message, severity="note", advice="op_position has the lines of the input; -p '' asks of the input itself"
        )
        left = self._analysis(module)
        tensors, places = lambda: left.tensors, lambda: left.place_facts
        asked = Questions(seen.facts, self.models, engine, tensors=tensors, places=places, line_of=seen.naming.line)
        return asked, [note, *seen.notes]

    def _analysis(self, module: Module) -> Analysis:
        from ownlog.api.analysis import Analysis

        return Analysis(module, models=self.models, engine=make_engine(self.engine), bufferization=self.bufferization)
