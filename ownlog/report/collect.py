"""Gathers the model of a page from an analysis."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from ownlog.backend.context import Context
from ownlog.backend.passes.expand_realloc import REALLOC
from ownlog.backend.passes.pipeline_text import parse_pipeline, pipeline_text
from ownlog.base.version import __version__
from ownlog.base.words import counted
from ownlog.derived.results import Results
from ownlog.derived.tensors import Decisions, has_tensors
from ownlog.frontend import copy_of
from ownlog.query.reports.seen import PIPELINE, SINGLE_PASS, decides_at_ends, stopped_at
from ownlog.report import aliases, flow
from ownlog.report.block_ends import BlockEnds
from ownlog.report.buffers import Buffers
from ownlog.report.edits import Copy, Edits, run_on_copy
from ownlog.report.memory import gather_memory
from ownlog.report.output import gather_output
from ownlog.report.page.model import Buffer, Function, Group, Model, OutputRow, Span
from ownlog.report.plan import Plan
from ownlog.report.reasons import ReasonTable
from ownlog.report.rows import Decided, FunctionParts, Rows
from ownlog.report.tensors import gather_tensors, nothing
from ownlog.rules.explain.names import short_name

if TYPE_CHECKING:
    from ownlog.backend.pass_definition import Step
    from ownlog.frontend.facts.names import Naming
    from ownlog.rules.engine.program.engine import Engine, Row

# What a page holds at most; beyond it leaves out, and says so. With all of them it has some 10 megabytes.
PARTS = 30_000  # of derivations
PAIRS = 3_000  # whose relation is explained
STATES = 40_000  # blocks that buffers tell about
EDITS = 10_000
WIDTH = 2_000  # characters of a line
GONE = 5  # buffers that are named


def gather(analysis: Results, pipeline: str, engine: Engine | None = None) -> Model:
    """The model of a module's page, with the decisions and effects of a pipeline.

    Raises InputError for text that is no pipeline; a refusal by passes is part of the page.
    """
    steps = parse_pipeline(pipeline)
    context = Context(tuple(analysis.models), engine)
    copy = run_on_copy(analysis.module, steps, context)
    at_ends = copy.run is None or decides_at_ends(steps)
    subject: Results | Decided = (
        analysis if at_ends or copy.run is None else _decided(analysis, steps, context, copy.run)
    )
    rows = Rows(subject)
    first_line = analysis.module.source.first_line
    reasons = ReasonTable(rows.subject.explanations.explainer, PARTS, first_line)
    decisions: BlockEnds | Plan = BlockEnds(rows, reasons) if at_ends else Plan(rows, reasons)
    limit = max(20, STATES // max(1, len(rows.buffer_numbers)))
    maker = Buffers(rows, reasons, decisions, limit)
    groups: list[Group] = []
    buffers: list[Buffer] = []
    members: list[list[int]] = []
    for number, function in enumerate(rows.functions):
        members.append(_add_classes(rows, maker, function, number, groups, buffers))
    asked = aliases.mark_pairs(rows, rows.functions, buffers)
    changes, total = ([], 0) if copy.refused else Edits(copy, rows, reasons).all(EDITS)
    aliases.explain_pairs(rows.functions, buffers, rows, reasons, PAIRS)
    holding = flow.holding_blocks(rows)
    blocks = [
        flow.block(rows, decisions, name, i, holding)
        for i, function in enumerate(rows.functions)
        for name in function.blocks
    ]
    decided = _decided_about_tensors(analysis, copy, context, pipeline) if has_tensors(analysis.module) else None
    tensors = (
        nothing()
        if decided is None
        else gather_tensors(decided, [function.name for function in rows.functions], reasons)
    )
    numbers = {rows.value(name): i for name, i in rows.buffer_numbers.items()}
    numbered = {rows.naming.op(function.op): i for i, function in enumerate(rows.functions)}
    model: Model = {
        "file": analysis.module.source.name,
        "version": __version__,
        "pipeline": pipeline,
        "at_block_ends": at_ends,
        "notes": [_speaks_of(pipeline, copy.run is not None)],
        "refusals": [
            (
                d.position.line - first_line + 1 if d.position else 0,
                f"{d.message} ({d.advice})" if d.advice else d.message,
            )
            for d in copy.refused
        ],
        "lines": [_clipped(line) for line in rows.text.lines],
        "spans": [
            _visible(spans)
            for spans in rows.text.spans(chain(rows.naming.ops.values(), analysis.module.walk()), numbers)
        ],
        "edits": [edit._replace(text=_clipped(edit.text)) for edit in changes],
        "output": [] if copy.refused else [_clipped_row(row) for row in gather_output(copy.module, rows)],
        "functions": [_function(rows, f, m, a) for f, m, a in zip(rows.functions, members, asked, strict=True)],
        "buffers": buffers,
        "groups": groups,
        "blocks": blocks,
        "texts": list(maker.texts),
        "tensors": tensors,
        "memory": gather_memory(analysis.module, _freeing(pipeline), analysis.models, engine, numbered),
        "reasons": reasons.data(),
    }
    notes = model["notes"]
    notes += [f"{found.message} ({found.position})" for found in (decided.refusals() if decided is not None else [])]
    notes += _gone(analysis.naming, rows.naming)
    notes += _left_out(model, reasons, total, rows.text.lines)
    if at_ends and any(op.name == REALLOC for op in analysis.module.walk()):
        notes.append("What is said about freeing is about the module as written, before its reallocs are expanded.")
    return model


def _decided_about_tensors(analysis: Results, copy: Copy, context: Context, pipeline: str) -> Decisions:
    """What the passes decided about tensors; where they do not bufferize, what one-shot-bufferize would."""
    if copy.decided is None:
        return analysis.tensors
    facts, naming = copy.decided
    return Decisions(naming, facts, context.models, context.engine, pipeline)


def _decided(analysis: Results, steps: Sequence[Step], context: Context, run: int) -> Decided:
    """What the passes decide about, with the aliases asked about that the analysis asks about."""
    # Nothing changes this copy after the run, unlike that of the whole passes.
    facts, naming = stopped_at(copy_of(analysis.module), steps, context, run)
    asked: list[Row] = [(value,) for (value,) in analysis.facts["alias_query"] if value in naming.values]
    return Decided(analysis.module, naming, {**facts, "alias_query": asked}, tuple(analysis.models), context.engine)


def _speaks_of(pipeline: str, decides: bool) -> str:
    """What every page says first."""
    if not decides:
        return f"These passes decide nothing about freeing: what the page says of it is the pass {SINGLE_PASS.name}'s."
    return f"Ownership and freeing are those of {pipeline}."


def _freeing(pipeline: str) -> str:
    """The passes whose memory is drawn: those of the page, unless they leave open who frees what."""
    return pipeline_text(PIPELINE) if decides_at_ends(parse_pipeline(pipeline)) else pipeline


def _add_classes(
    rows: Rows, maker: Buffers, function: FunctionParts, number: int, groups: list[Group], buffers: list[Buffer]
) -> list[int]:
    """Append a function's classes and buffers; the numbers of the classes."""
    class_of: dict[str, tuple[int, str]] = {}
    for i, (leader, names) in enumerate(aliases.classes(rows, function)):
        for name in names:
            class_of[name] = len(groups), leader
        groups.append(aliases.group(rows, leader, names, i))
    for name in function.buffers:
        group = class_of[name][0]
        buffers.append(maker.buffer(name, number, group, rows.cells("alias_class_leader", name, None)[0]))
    return sorted({group for group, _ in class_of.values()})


def _function(rows: Rows, parts: FunctionParts, groups: list[int], asked: int) -> Function:
    return {
        "name": parts.name,
        "line": rows.op_line(parts.op),
        "end": rows.op_end(parts.op),
        "buffers": [rows.buffer_numbers[name] for name in parts.buffers],
        "blocks": [rows.block_numbers[name] for name in parts.blocks],
        "groups": groups,
        "graphs": flow.graphs(rows, parts),
        "asked": asked,
    }


def _clipped(line: str) -> str:
    return line if len(line) <= WIDTH else f"{line[:WIDTH]} … ({len(line) - WIDTH:,} more characters)"


def _clipped_row(row: OutputRow) -> OutputRow:
    return row if isinstance(row, int) else (row[0], row[1], _clipped(row[2]), _visible(row[3]))


def _visible(spans: Iterable[Span]) -> list[Span]:
    return [span for span in spans if span[0] + span[1] <= WIDTH]


def _gone(written: Naming, decided: Naming) -> list[str]:
    """Which buffers the first passes take out, so that nothing is decided about them."""
    gone = [
        short_name(name)
        for name, value in written.values.items()
        if value.type.is_memref and name not in decided.values
    ]
    some = ", ".join(gone[:GONE]) + (", ..." if len(gone) > GONE else "")
    return (
        [f"{counted(len(gone), 'buffer')} not shown, which the first passes take out before they decide: {some}."]
        if gone
        else []
    )


def _left_out(model: Model, reasons: ReasonTable, changes: int, lines: list[str]) -> list[str]:
    """What the reader should know that the page does not show."""
    notes = []
    if reasons.left_out:
        notes.append(f"{counted(reasons.left_out, 'explanation')} left out to keep the page small.")
    cut = sum(buffer["cut"] > 0 for buffer in model["buffers"])
    if cut:
        notes.append(
            f"For {counted(cut, 'buffer')} not all blocks are listed; `ownlog facts --derived` writes all rows."
        )
    if changes > EDITS:
        notes.append(
            f"{counted(changes - EDITS, 'change')} of the passes left out; `ownlog opt` prints the whole result."
        )
    if model["tensors"]["left_out"]:
        notes.append(f"{counted(model['tensors']['left_out'], 'copied tensor')} left out; `ownlog query` has all.")
    long = sum(len(line) > WIDTH for line in lines)
    if long:
        notes.append(f"{counted(long, 'line')} cut off after {WIDTH:,} characters.")
    for function in model["functions"]:
        missing = len(function["buffers"]) - function["asked"]
        if missing and len(function["buffers"]) > 1:
            buffers = counted(len(function["buffers"]), "buffer")
            limit = f"beyond {aliases.ASKED} in a function, aliasing is not asked"
            notes.append(f"{function['name']} has {buffers}: {limit}; `ownlog alias` tells it of one.")
    return notes
