"""Gathers drawings of the memory that functions take: how many bytes when, and a plan for an arena."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ownlog.backend.context import Context
from ownlog.backend.passes.pipeline_text import parse_pipeline
from ownlog.base.errors import InputError
from ownlog.frontend import parse
from ownlog.frontend.ir.module import Module
from ownlog.query.reports.peak_picture import HEIGHT, WIDTH, picture
from ownlog.query.reports.peak_plans import stories
from ownlog.query.reports.peak_sizes import Assumptions
from ownlog.report.page.model import Memory

if TYPE_CHECKING:
    from ownlog.rules.engine.program.engine import Engine


def gather_memory(
    module: Module, pipeline: str, models: Sequence[Path], engine: Engine | None, functions: Mapping[str, int]
) -> list[Memory]:
    """Drawings for the functions (with their numbers) that take memory after some passes; none after a refusal."""
    copy = parse(module.source.text, module.source.name, module.source.first_line)
    try:
        found = stories(copy, parse_pipeline(pipeline), Context(tuple(models), engine), Assumptions())
    except InputError:
        return []
    drawn = ((story.function, picture(story)) for story in found if story.function in functions)
    return [
        {
            "function": functions[name],
            "passes": pipeline,
            "width": WIDTH,
            "height": HEIGHT,
            "shapes": [(shape.tag, shape.attributes, shape.text, shape.title) for shape in shapes],
        }
        for name, shapes in drawn
        if shapes
    ]
