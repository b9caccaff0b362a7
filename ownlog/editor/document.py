"""A text as an editor asks about it, without the protocol; lines and columns count from 0, columns in characters."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from ownlog.api.analysis import Analysis
from ownlog.backend.context import Context
from ownlog.backend.passes.registry import run_passes
from ownlog.base.errors import Diagnostic, OwnlogError
from ownlog.derived.tensors import is_tensor
from ownlog.frontend import copy_of, parse
from ownlog.frontend.ir.ir import Block, Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.query.reports.in_place import InPlace
from ownlog.query.reports.lives import FREES, Fate, Life, Lives
from ownlog.query.reports.remarks import Recorder
from ownlog.query.reports.seen import PIPELINE
from ownlog.rules.explain.names import short_name


class TensorNotes:
    """Markdown about a module's tensors, as one-shot-bufferize decides with bufferize-function-boundaries."""

    def __init__(self, analysis: Analysis) -> None:
        self._decided = InPlace(analysis.tensors)
        self._passes = analysis.tensors.passes

    def lines(self, value: Value, op: Op | None) -> list[str]:
        """About a tensor that stands in the text of an op (None: elsewhere, such as among the arguments of a block)."""
        told = [f"- {self._decided.about(value).text()}", *(self._uses(value, op) if op is not None else ())]
        return [*told, "", f"*{self._passes}*"]

    def _uses(self, value: Value, op: Op) -> Iterator[str]:
        for use in self._decided.operands(op, value):
            yield f"- operand {use.operand} of {op.name}: {use.verdict}{f', {use.meaning}' if use.meaning else ''}"
            yield from (f"  - {because.meaning}" for because in use.reasons)


_NAME = re.compile(r"%[\w$.-]+(?:#\d+)?")
_ALIASES = 8


class Span(NamedTuple):
    """A piece of one line: from column `start` to `end`, which is not part of it."""

    line: int
    start: int
    end: int


@dataclass(frozen=True)
class Hover:
    """What there is to say about what stands at a place: Markdown."""

    span: Span
    text: str


class Document:
    """One version of a text; one that is not valid MLIR has messages and nothing else."""

    def __init__(self, text: str, name: str, models: Sequence[Path] = ()) -> None:
        self.lines = text.split("\n")
        self._models = tuple(models)
        self._errors: list[Diagnostic] = []
        self._analysis: Analysis | None = None
        try:
            self._analysis = Analysis(parse(text, name), models=self._models)
        except OwnlogError as error:
            self._errors = list(error.diagnostics)

    @cached_property
    def messages(self) -> list[Diagnostic]:
        """Errors of the text, what the passes refuse, or their warnings and remarks."""
        if self._analysis is None:
            return self._errors
        module, context = copy_of(self._analysis.module), Context(self._models)
        recorder = Recorder(context)
        try:
            run_passes(module, list(PIPELINE), replace(context, witness=recorder))
        except OwnlogError as error:
            return list(error.diagnostics)
        return [
            *context.notices,
            *(remark.diagnostic() for remark in recorder.remarks(module) if remark.kind != "Passed"),
        ]

    def hover(self, line: int, column: int) -> Hover | None:
        """The owner of the buffer at a place, since and until when, and its aliases; for a tensor, where it is in
        place.
        """
        found = self._at(line, column)
        if found is None or self._analysis is None:
            return None
        span, value = found
        if is_tensor(value):
            return self._tensor(span, value)
        name = self._analysis.naming.value(value)
        life = self._by_name.get(name)
        if life is None:
            return None
        facts = [f"**{value.ref}** : `{value.type}`", "", life.owner or "not part of the plan"]
        facts += [f"- since: {life.since}"] if life.since else []
        facts += [f"- until: {life.until}"] if life.until else []
        facts += [f"- {text}" for text in self._aliases(name)]
        return Hover(span, "\n".join(facts))

    def _tensor(self, span: Span, value: Value) -> Hover:
        assert self._analysis is not None
        offset = self._offset(span.line, span.start)
        users = [op for op in self._analysis.module.walk() if op.start <= offset < op.end and value in op.operands]
        user = max(users, key=lambda op: op.start, default=None)
        return Hover(span, "\n".join([f"**{value.ref}** : `{value.type}`", "", *self._tensors.lines(value, user)]))

    @cached_property
    def _tensors(self) -> TensorNotes:
        assert self._analysis is not None
        return TensorNotes(self._analysis)

    def _aliases(self, name: str) -> list[str]:
        assert self._analysis is not None
        answer = self._analysis.alias(name)
        columns = [heading.name for heading in answer.headings]
        other, kind = columns.index("value"), columns.index("alias")
        by_kind: dict[str, list[str]] = defaultdict(list)
        for row in answer:
            by_kind[str(row[kind])].append(short_name(str(row[other])))
        told = []
        for kind_, names in by_kind.items():
            if kind_ != "NEVER":
                more = f" and {len(names) - _ALIASES} more" if len(names) > _ALIASES else ""
                told.append(f"{kind_} alias {', '.join(names[:_ALIASES])}{more}")
        return told

    def definition(self, line: int, column: int) -> Span | None:
        """Where the value at a place is defined."""
        found = self._at(line, column)
        return self._span(found[1]) if found is not None and found[1].offset >= 0 else None

    def releases(self, line: int, column: int) -> list[Span]:
        """The lines after which what the buffer at a place owns is freed, over all that its ownership moves to."""
        found = self._at(line, column)
        if found is None or self._analysis is None or self._lives is None:
            return []
        onward = self._lives.onward(self._analysis.naming.value(found[1]))
        lines = {self._end(fate) for _, fate in onward if fate.kind in FREES or fate.kind == "freed"}
        return [Span(at, 0, len(self.lines[at])) for at in sorted(lines)]

    def references(self, line: int, column: int) -> list[Span]:
        """Where the value at a place is defined and used."""
        found = self._at(line, column)
        if found is None or self._analysis is None:
            return []
        value = found[1]
        spans = [self._span(value)] if value.offset >= 0 else []
        for op in self._analysis.module.walk():
            if op.start >= 0 and value in op.operands:
                spans += self._mentions(op, value)
        return list(dict.fromkeys(spans))

    @cached_property
    def hints(self) -> list[tuple[int, str]]:
        """For each release the line at whose end it is shown, and what; none where the pipeline refuses the text."""
        found: list[tuple[int, str]] = []
        if self._is_refused:
            return found
        for life in self._by_name.values():
            for fate in life.fates:
                if fate.kind in FREES:
                    found.append(
                        (self._end(fate), f"dealloc {short_name(life.value)}{' if owned' if life.is_guarded else ''}")
                    )
        return sorted(dict.fromkeys(found))

    @cached_property
    def lenses(self) -> list[tuple[int, str, str]]:
        """For each allocation its line (from 0), what becomes of it, and the full name of the buffer."""
        found: list[tuple[int, str, str]] = []
        if self._is_refused:
            return found
        for life in self._by_name.values():
            if life.since == "allocated here" and life.line is not None and life.until:
                found.append((life.line - 1, f"{short_name(life.value)}: {life.until}", life.value))
        return found

    def why(self, name: str) -> str:
        """The text of `ownlog why --value` for a buffer. Raises InputError for what is none."""
        assert self._analysis is not None
        return self._analysis.about(name).text()

    # What is known

    @cached_property
    def _lives(self) -> Lives | None:
        return self._analysis.planned().lives if self._analysis is not None else None

    @property
    def _is_refused(self) -> bool:
        """Does the pipeline make nothing of the text?"""
        return self._analysis is None or bool(self._analysis.planned().notes)

    @cached_property
    def _by_name(self) -> dict[str, Life]:
        return {life.value: life for life in self._lives.all()} if self._lives is not None else {}

    def _end(self, fate: Fate) -> int:
        """The line at whose end something is freed."""
        assert self._lives is not None
        line = self._lives.last_line(fate.op) or 1
        behind = fate.kind in ("after", "unchosen", "freed", "edge")
        return min(max(line - 1 if behind else line - 2, 0), len(self.lines) - 1)

    # Places

    def _at(self, line: int, column: int) -> tuple[Span, Value] | None:
        """The value whose name stands at a place, and the name's span."""
        if self._analysis is None or not 0 <= line < len(self.lines):
            return None
        for found in _NAME.finditer(self.lines[line]):
            if found.start() <= column <= found.end():
                span = Span(line, found.start(), found.end())
                value = _named(self._analysis.module, self._offset(line, found.start()), found[0])
                return None if value is None else (span, value)
        return None

    def _offset(self, line: int, column: int) -> int:
        return self._starts[line] + column

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        for text in self.lines:
            starts.append(starts[-1] + len(text) + 1)
        return starts

    def _span(self, value: Value) -> Span:
        assert self._analysis is not None
        place = self._analysis.module.source.position(value.offset)
        return Span(place.line - 1, place.column - 1, place.column - 1 + len(value.name))

    def _mentions(self, op: Op, value: Value) -> list[Span]:
        """Where an op's own text, without its regions, names a value."""
        assert self._analysis is not None
        source = self._analysis.module.source
        end = min((region.start for region in op.regions if region.start > 0), default=op.end)
        found = []
        for match in _NAME.finditer(source.text, op.start, end):
            if match[0] == value.ref or (value.pack_index == 0 and match[0] == value.name):
                place = source.position(match.start())
                found.append(Span(place.line - 1, place.column - 1, place.column - 1 + len(match[0])))
        return found


def _named(module: Module, offset: int, name: str) -> Value | None:
    """The value that a name at an offset of the text means: the innermost one of that name around it."""
    candidates: list[tuple[int, Value]] = []
    for op in module.walk():
        values = [
            *op.results,
            *(argument for region in op.regions for block in region.blocks for argument in block.arguments),
        ]
        for value in values:
            if value.offset == offset:
                return value
        if op.start <= offset < op.end:
            candidates += [
                (op.start, value) for value in (*op.operands, *op.results) if name in (value.ref, value.name)
            ]
            candidates += [
                (op.start, value) for value in values if isinstance(value.owner, Block) and value.ref == name
            ]
    return max(candidates, key=lambda found: found[0])[1] if candidates else None
