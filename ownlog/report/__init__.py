"""The report: one self-contained HTML page about a module.

`collect.py` gathers the model of the page from derived rows (`model.py` is its type), `html.py` renders it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.report.aliases import ASKED
from ownlog.report.collect import gather
from ownlog.report.page.html import render

if TYPE_CHECKING:
    from ownlog.derived.results import Results
    from ownlog.rules.engine.program.engine import Engine

PIPELINE = "buffer-deallocation-pipeline"


def page(analysis: Results, pipeline: str = PIPELINE, engine: Engine | None = None) -> str:
    """The page about a module, as HTML, with the decisions and effects of passes (on a copy).

    Raises InputError for text that is no pipeline, RuleError for a faulty model file, EngineError for an engine that
    fails.
    """
    return render(gather(analysis, pipeline, engine))


def ask(analysis: Results, limit: int = ASKED) -> None:
    """Ask about the aliases of every buffer, in each function of up to `limit` of them. Before anything is derived."""
    for function in analysis.module.functions(analysis.traits):
        blocks = (block for op in function.walk() for region in op.regions for block in region.blocks)
        values = [
            value
            for block in blocks
            for value in (*block.arguments, *(result for op in block.ops for result in op.results))
        ]
        buffers = [analysis.naming.value(value) for value in values if value.type.is_memref]
        # Up to a hundred, the rules look at all pairs anyhow (G33).
        if 100 < len(buffers) <= limit:
            analysis.facts["alias_query"].extend((name,) for name in buffers)
