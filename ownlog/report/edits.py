"""What a pass pipeline does to a module, as edits of its source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.registry import run_passes
from ownlog.base.errors import Diagnostic, InputError
from ownlog.frontend import copy_of
from ownlog.frontend.facts.extract import Facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.forms.registry import is_implicit
from ownlog.frontend.ir.ir import Block, Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.printing.printer import Printer, print_op
from ownlog.query.reports.seen import Witness
from ownlog.query.runs import meaning
from ownlog.report.page.model import Edit, Reason
from ownlog.report.reasons import ReasonTable
from ownlog.report.rows import Rows
from ownlog.report.text import Text
from ownlog.report.words import sentence

_NEW = ""
"""Stands for the name of what a pass made: rows do not speak of it."""


@dataclass(frozen=True)
class Copy:
    """A copy of a module after some passes, or as far as they came before a refusal (`refused`).

    `naming` has the names at the last decision of a pass with rules, run number `run` (from 0) of these, else the
    module's. `decided` is what the last run of bufferization went by, if there was one.
    """

    module: Module
    naming: Naming
    run: int | None
    refused: list[Diagnostic]
    decided: tuple[Facts, Naming] | None


def run_on_copy(module: Module, steps: Sequence[Step], context: Context) -> Copy:
    """Run passes on a copy of a module that stands as it was read."""
    copy, witness = copy_of(module), Witness()
    naming = Naming(copy, context.effects(copy))
    refused: list[Diagnostic] = []
    try:
        run_passes(copy, list(steps), replace(context, witness=witness, decided=witness.decide))
    except InputError as error:
        refused = error.diagnostics
    run = len(witness.seen) - 1 if witness.seen else None
    return Copy(copy, witness.seen[-1][1] if witness.seen else naming, run, refused, witness.decided)


class Edits:
    """The differences between a changed copy of a module and its source, with reasons."""

    def __init__(self, copy: Copy, rows: Rows, reasons: ReasonTable) -> None:
        self.copy = copy
        self.rows = rows
        self.reasons = reasons

    def all(self, limit: int) -> tuple[list[Edit], int]:
        """The first `limit` edits in text order, and how many there are."""
        text = self.rows.text
        found: list[tuple[int, str, Op | Block]]
        found = [(line, "+", op) for block in _blocks(self.copy.module) for line, op in _new_ops(block, text)]
        kept = {op.start: op for op in self.copy.module.walk() if op.start >= 0}
        found += [(text.line(start), "~", op) for start, op in kept.items() if op.changed]
        # What stands in a removed op goes with it.
        removed = [op for op in self.rows.subject.module.walk() if op.start >= 0 and op.start not in kept]
        found += [(text.line(op.start), "-", op) for op in removed]
        found.sort(key=lambda edit: (edit[0], edit[1] != "+"))
        return [self._edit(*edit) for edit in found[:limit]], len(found)

    def _edit(self, line: int, sign: str, op: Op | Block) -> Edit:
        if isinstance(op, Block):
            return Edit(line, sign, Printer().label(op) + ":", [])
        if sign == "-":
            return Edit(line, sign, self.rows.text.text[op.start : op.end].partition("\n")[0], [])
        shown = print_op(op)
        return Edit(line, sign, shown if sign == "+" else shown.partition("\n")[0], self._whys(op))

    def _whys(self, op: Op) -> list[Reason]:
        """The rows that a pass acted on, in words, with derivations, as far as they are about the source."""
        whys: dict[int, Reason] = {}
        for relation, cells in op.because:
            names = [self._name(cell) for cell in cells]
            if _NEW in names or relation not in self.rows.relations:
                continue
            for row in self.rows.find(relation, *names):
                known = tuple(cell for cell in row if cell is not None)
                why = self.reasons.why(relation, *known)
                if why is not None:
                    whys.setdefault(why, (sentence(meaning(self.rows.relations[relation], known)), why))
        return list(whys.values())

    def _name(self, cell: Op | Block | Value | int | str | None) -> str | int | None:
        naming = self.copy.naming
        try:
            if isinstance(cell, Op):
                return naming.op(cell)
            if isinstance(cell, Block):
                return naming.block(cell)
            return naming.value(cell) if isinstance(cell, Value) else cell
        except KeyError:
            return _NEW


def _blocks(module: Module) -> Iterator[Block]:
    """All blocks that were read, but for what lies in new ops, which are printed whole."""
    stack: list[Block] = [module.top]
    while stack:
        block = stack.pop()
        yield block
        stack.extend(inner for op in block.ops if op.start >= 0 for region in op.regions for inner in region.blocks)


def _new_ops(block: Block, text: Text) -> Iterator[tuple[int, Op | Block]]:
    """The new ops of a block, and the block itself if it is new, each with the line that it comes before."""
    waiting: list[Op | Block] = [block] if block.start < 0 and block.parent is not None and not block.is_entry else []
    for op in block.ops:
        if op.start >= 0:
            yield from ((text.line(op.start), new) for new in waiting)
            waiting = []
        elif not is_implicit(op):
            waiting.append(op)
    region = block.parent
    end = text.line(region.end - 1) if region is not None and region.end > 0 else len(text.lines)
    yield from ((end, new) for new in waiting)
