"""What a pass pipeline does to a module, as edits of its source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ownlog.backend.passes import Context, run_passes
from ownlog.backend.pipeline import parse_pipeline
from ownlog.errors import Diagnostic, InputError
from ownlog.frontend import parse
from ownlog.frontend.forms.registry import is_implicit
from ownlog.frontend.ir import Block, Module, Op
from ownlog.frontend.printer import print_op
from ownlog.report.model import Edit
from ownlog.report.text import Text

if TYPE_CHECKING:
    from ownlog.rules.engine import Engine


def run_on_copy(module: Module, pipeline: str, models: Sequence[Path], engine: Engine | None) -> tuple[Module, list[Diagnostic]]:
    """A copy of `module` after the passes, and why they refuse it, if they do (then the copy is as far as they came).

    Raises InputError for text that is no pipeline.
    """
    steps = parse_pipeline(pipeline)
    source = module.source
    copy = parse(source.text, source.name, source.first_line)
    try:
        run_passes(copy, steps, Context(tuple(models), engine))
    except InputError as error:
        return copy, error.diagnostics
    return copy, []


def edits(before: Module, after: Module, text: Text) -> list[Edit]:
    """How `after`, a changed copy of `before`, differs: new ops before the op that they precede, others where they stand."""
    found: list[Edit] = []
    kept: set[int] = set()
    for op in after.walk():
        if op.start < 0:
            continue
        kept.add(op.start)
        if op.changed:
            found.append(Edit(text.line(op.start), "~", print_op(op).partition("\n")[0]))
    for op in before.walk():
        # What stands in a removed op goes with it.
        if op.start >= 0 and op.start not in kept:
            found.append(Edit(text.line(op.start), "-", text.text[op.start : op.end].partition("\n")[0]))
    found += [Edit(line, "+", print_op(op)) for block in _blocks(after) for line, op in _new_ops(block, text)]
    return sorted(found, key=lambda edit: (edit.line, edit.sign != "+"))


def _blocks(module: Module) -> Iterator[Block]:
    """All blocks that were read, but for what lies in new ops, which are printed whole."""
    stack: list[Block] = [module.top]
    while stack:
        block = stack.pop()
        yield block
        stack.extend(inner for op in block.ops if op.start >= 0 for region in op.regions for inner in region.blocks)


def _new_ops(block: Block, text: Text) -> Iterator[tuple[int, Op]]:
    """The new ops of a block, each with the line that it comes before."""
    waiting: list[Op] = []
    for op in block.ops:
        if op.start < 0:
            if not is_implicit(op):
                waiting.append(op)
            continue
        yield from ((text.line(op.start), new) for new in waiting)
        waiting = []
    region = block.parent
    end = text.line(region.end - 1) if region is not None and region.end > 0 else len(text.lines)
    yield from ((end, new) for new in waiting)
