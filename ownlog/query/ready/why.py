"""`ownlog why`: why the passes put something on a line of their output, or what they made because of a line of the input."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ownlog.backend.context import Context
from ownlog.backend.passes.pipeline_text import pipeline_text
from ownlog.backend.passes.registry import Step, run_passes
from ownlog.base.errors import Diagnostic, InputError, Position
from ownlog.derived.explanations import Explanations
from ownlog.frontend.facts.extract import Facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Block, Module, Op, Reason, Value
from ownlog.query.ready.origins import Lines, Made
from ownlog.query.ready.places import place_of
from ownlog.query.ready.seen import PIPELINE, Witness
from ownlog.rules.engine.program.engine import Row
from ownlog.rules.explain import Derivation
from ownlog.rules.explain.names import short_name
from ownlog.rules.explain.notation import Pattern

_MEANINGS = {
    "candidate": "the end of {0} may own {1}, and has to free it then",
    "condition": "the end of {0} has to free {1} if it owns it, and that is told by: {2}",
    "edge": "control leaves {0} for its successor number {1}",
    "entry_indicator": "{2} goes into a region of the op, which does not own what it is given",
    "function_indicator": "result number {1} of {0} comes with an i1 that tells whether the caller owns it",
    "indicator_argument": "an i1 comes with {1}, to tell {0} whether it owns it",
    "indicator_result": "an i1 comes out of the op with {1}, to tell who owns it",
    "manual_free": "{2} is freed by hand, which is only right where nobody else owns it",
    "passes_indicator": "{3} goes on from here, and with it an i1 that tells who owns it",
    "release_after": "{2} is released in {0}, where nothing needs it any more",
    "retained_on_edge": "{2} is still needed after {0}, so that nothing that aliases it may be freed",
    "retained_on_exit": "{1} is handed out at the end of {0}, so that nothing that aliases it may be freed",
    "return_compare": "operand number {1} may be handed out already, as operand number {2}",
    "return_copy": "{2} is returned, so that the caller gets to own it; it is copied unless owned already, as told by: {3}",
    "selected": "who owns {0} follows from which side was selected",
}
DEFAULT = PIPELINE
"""The passes that are asked about unless others are named."""

_NOT_TOLD = "the pass that made this tells no reason"


@dataclass(frozen=True)
class Because:
    """One reason: a row that a pass acted on, in words, with its derivation and the lines of the input that it names."""

    meaning: str
    derivation: Derivation
    sources: tuple[tuple[Position, str], ...]


@dataclass(frozen=True)
class Thing:
    """Something that the passes made, and why. Without `reasons`, `uses` are the lines of the output that need it."""

    made: Made
    reasons: tuple[Because, ...]


@dataclass(frozen=True)
class Why:
    """The answer about one line: the things that `passes` made there (or because of it), and what else is to say, in `note`.

    `kept` is the line of the input that stands there as it was, if one does.
    """

    passes: str
    line: int
    of_input: bool
    things: tuple[Thing, ...]
    note: str = ""
    kept: int | None = None

    def text(self, depth: int = 0) -> str:
        """The answer as a person reads it, with derivations of at most `depth` levels (0: all of them)."""
        pieces = [line for thing in self.things for line in _thing_lines(thing, depth)]
        return "\n".join([f"passes: {self.passes}", *pieces, *([self.note] if self.note else [])])

    def json_text(self) -> str:
        """The answer as JSON."""
        things = [_thing_json(thing) for thing in self.things]
        data = {"passes": self.passes, "line": self.line, "of_input": self.of_input, "things": things, "note": self.note}
        return json.dumps(data, indent=1)


class Transformed:
    """A module after passes, and the reasons for what they made.

    In: the module, which the passes change in place; the passes; the context that they run in. `lines.text` is the output. Raises what the
    passes raise.
    """

    def __init__(self, module: Module, steps: Sequence[Step], context: Context) -> None:
        witness = Witness()
        self._source = module.source
        self._passes = pipeline_text(steps)
        run_passes(module, list(steps), replace(context, witness=witness))
        self.lines = Lines(module)
        self._runs = [_Run(facts, naming, context) for facts, naming in witness.seen]

    def why(self, line: int) -> Why:
        """Why the things on a line of the output are there. Raises InputError where there is no such line."""
        if not 1 <= line <= self.lines.count():
            message = f"the output has {self.lines.count()} lines, there is no line {line}"
            raise InputError(Diagnostic(message, advice="write the output with ownlog opt, and count there; --input counts in the input"))
        here = [made for made in self.lines.all() if made.line <= line <= made.last_line]
        found = tuple(self._thing(made) for made in here if made.kind != "kept")
        if found:
            return Why(self._passes, line, False, found)
        kept = next((made for made in here), None)
        if kept is not None:
            note = f"line {line} of the output is as in line {kept.input_line} of the input: `{kept.text}`; no pass made anything of it"
            return Why(self._passes, line, False, (), note, kept.input_line)
        near = sorted({made.line for made in self.lines.all() if made.kind != "kept"}, key=lambda other: (abs(other - line), other))
        told = f"; the nearest lines with something that a pass made: {', '.join(map(str, near[:3]))}" if near else ""
        return Why(self._passes, line, False, (), f"no op begins on line {line} of the output{told}")

    def why_input(self, line: int) -> Why:
        """What was made because of the ops, values and blocks of a line of the input. Raises InputError where there is no such line."""
        count = len(self._source.text.splitlines())
        if not 1 <= line <= count:
            message = f"the input has {count} lines, there is no line {line}"
            raise InputError(Diagnostic(message, advice="without --input, LINE counts in the output"))
        things = []
        for made in self.lines.all():
            reasons = [self._because(reason, line) for reason in made.reasons]
            told = tuple(because for found in reasons for because in found)
            if told and made.kind != "kept":
                things.append(Thing(made, told))
        note = "" if things else f"no pass made anything because of line {line} of the input"
        return Why(self._passes, line, True, tuple(things), note)

    def _thing(self, made: Made) -> Thing:
        # What is freed under a condition may be owned: the condition's derivation says so, too.
        told = {cells[:2] for relation, cells in made.reasons if relation == "condition"}
        reasons = [(relation, cells) for relation, cells in made.reasons if relation != "candidate" or cells[:2] not in told]
        return Thing(made, tuple(because for reason in reasons for because in self._because(reason)))

    def _because(self, reason: Reason, line: int | None = None) -> list[Because]:
        """The rows that a reason stands for, of the first run that knows what it names; with `line`, those about that line of the input."""
        for run in self._runs:
            found = run.because(reason, line)
            if found:
                return list(found)
        return []


class _Run:
    """One run of a pass: what it went by."""

    def __init__(self, facts: Facts, naming: Naming, context: Context) -> None:
        self.naming = naming
        self._explanations: Explanations | None = None
        self._given = (facts, context.models, context.engine)

    @property
    def explanations(self) -> Explanations:
        if self._explanations is None:
            self._explanations = Explanations(*self._given)
        return self._explanations

    def because(self, reason: Reason, line: int | None) -> Iterator[Because]:
        relation, cells = reason
        pattern = self._pattern(cells)
        if pattern is None:
            return
        explainer = self.explanations.explainer
        for row in explainer.store.matching(relation, pattern):
            if line is None or line in self._lines(row):
                yield Because(self._meaning(relation, row), explainer.explain(relation, row), self._sources(row))

    def _meaning(self, relation: str, row: Row) -> str:
        """A row in words; where this module has none for it, in those of the relation's comment."""
        if relation in _MEANINGS:
            return _MEANINGS[relation].format(*map(_shown, row))
        declared = self.explanations.program.relations[relation]
        text = re.split(r"(?<=[.;:]) ", " ".join(declared.doc.split()), maxsplit=1)[0].rstrip(".:;")
        for column, cell in zip(declared.columns, row, strict=True):
            text = text.replace(f"`{column.name}`", _shown(cell))
        return text

    def _pattern(self, cells: Iterable[Op | Block | Value | int | str | None]) -> Pattern | None:
        """The cells by name; None where something has none, because a pass made it later."""
        pattern: list[str | int | None] = []
        names = self.naming
        for cell in cells:
            if isinstance(cell, (Op, Block, Value)):
                name = names.find(cell)
                if name is None:
                    return None
                pattern.append(name)
            else:
                pattern.append(cell)
        return tuple(pattern)

    def _sources(self, row: Row) -> tuple[tuple[Position, str], ...]:
        """The lines of the input that define what a row names."""
        found: dict[int, tuple[Position, str]] = {}
        for cell in row:
            place = place_of(self.naming, str(cell))
            if place is not None:
                found.setdefault(place.position.line, place)
        return tuple(found[line] for line in sorted(found))

    def _lines(self, row: Row) -> set[int]:
        return {place.line for place, _ in self._sources(row)}


def _shown(cell: str | int) -> str:
    text = str(cell)
    kind, space, value = text.partition(" ")
    if space and kind in ("argument", "result", "retained", "selected"):
        return f'the i1 "{kind} {short_name(value)}"'
    return short_name(text) or text


def _thing_lines(thing: Thing, depth: int) -> Iterator[str]:
    made = thing.made
    yield f"output:{made.line}: {_KINDS[made.kind]}`{made.text}`"
    for because in thing.reasons:
        yield f"  {because.meaning}"
        for place, text in because.sources:
            yield f"    {place.file}:{place.line}: {text}"
        lines = because.derivation.text().split("\n")
        shown = [line for line in lines if not depth or len(line) - len(line.lstrip()) < 2 * depth]
        yield from (f"    {line}" for line in shown)
        if len(shown) < len(lines):
            yield f"    ({len(lines) - len(shown)} more lines: --depth 0 shows all)"
    if not thing.reasons:
        yield f"  {_used(made)}"


_KINDS = {
    "op": "",
    "operands": "what was added to ",
    "changed": "what changed in ",
    "result": "an i1 among the results of ",
    "argument": "the argument ",
}


def _used(made: Made) -> str:
    if not made.uses:
        return f"it stands for line {made.input_line} of the input; {_NOT_TOLD}" if made.kind == "changed" else _NOT_TOLD
    lines = f"line{'' if len(made.uses) == 1 else 's'} {', '.join(map(str, made.uses))} of the output"
    return f"it uses what was made on {lines}; ask there" if made.kind == "changed" else f"it is used on {lines}; ask there"


def _thing_json(thing: Thing) -> dict[str, Any]:
    made = thing.made
    return {
        "kind": made.kind,
        "output_line": made.line,
        "text": made.text,
        "input_line": made.input_line,
        "used_on": list(made.uses),
        "reasons": [
            {
                "meaning": because.meaning,
                "relation": because.derivation.relation,
                "rule": because.derivation.rule,
                "sources": [{"file": place.file, "line": place.line, "text": text} for place, text in because.sources],
                "derivation": because.derivation.to_json(),
            }
            for because in thing.reasons
        ],
    }
