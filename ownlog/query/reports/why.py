"""`ownlog why`: why passes put something on a line of their output, or what they made for a line of the input."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.pipeline_text import pipeline_text
from ownlog.backend.passes.registry import run_passes
from ownlog.base.errors import Diagnostic, InputError
from ownlog.frontend.facts.extract import Facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op, Reason
from ownlog.frontend.ir.module import Module
from ownlog.query.because import Because, place_json, reason_lines
from ownlog.query.questions import Questions
from ownlog.query.reports.about import About, guards
from ownlog.query.reports.lives import Lives
from ownlog.query.reports.origins import Lines, Made
from ownlog.query.reports.tensors_made import BUFFERIZED, TensorRun
from ownlog.query.runs import Run

_RELEASES = frozenset({"release_after", "release_at_end", "release_on_edge", "release_unless"})
_OF_TENSORS = (BUFFERIZED, "private_buffer")
"""The relations that say what became of an op with tensors, with the op first."""
_NOT_TOLD = "the pass that made this tells no reason"


@dataclass(frozen=True)
class Thing:
    """Something that the passes made, and why; `was` is the line of the input that it comes from.

    Without `reasons`, `made.uses` are the lines of the output that need it.
    """

    made: Made
    reasons: tuple[Because, ...]
    was: str = ""


@dataclass(frozen=True)
class Why:
    """The answer about one line; `kept` is the line of the input that it is an unchanged copy of."""

    passes: str
    line: int
    of_input: bool
    things: tuple[Thing, ...]
    note: str = ""
    kept: int | None = None
    buffers: tuple[About, ...] = ()
    """What becomes of the buffers that are defined there."""

    def text(self, depth: int = 0) -> str:
        """The answer as a person reads it, with derivations of at most `depth` levels (0: all of them)."""
        pieces = [line for thing in self.things for line in _thing_lines(thing, depth)]
        pieces += [line for about in self.buffers for line in about.lines()]
        note = [self.note] if self.note and not self.buffers else []
        return "\n".join([f"passes: {self.passes}", *pieces, *note])

    def json_text(self) -> str:
        things = [_thing_json(thing) for thing in self.things]
        data = {
            "passes": self.passes,
            "line": self.line,
            "of_input": self.of_input,
            "things": things,
            "buffers": [about.json_object() for about in self.buffers],
            "note": self.note,
        }
        return json.dumps(data, indent=1)


class Transformed:
    """A module after passes, which change it in place, with reasons; `lines.text` is the output.

    Raises what the passes raise.
    """

    def __init__(self, module: Module, steps: Sequence[Step], context: Context) -> None:
        self._runs: list[Run] = []
        self._source = module.source
        self._passes = pipeline_text(steps)

        def planned(facts: Facts, naming: Naming) -> None:
            self._runs.append(Run(facts, naming, context))

        def decided(facts: Facts, naming: Naming) -> None:
            self._runs.append(TensorRun(facts, naming, context))

        run_passes(module, list(steps), replace(context, witness=planned, decided=decided))
        self.lines = Lines(module)

    def why(self, line: int) -> Why:
        """Why the things on a line of the output are there. Raises InputError where there is no such line."""
        if not 1 <= line <= self.lines.count():
            message = f"the output has {self.lines.count()} lines, there is no line {line}"
            raise InputError(
                Diagnostic(
                    message, advice="write the output with ownlog opt, and count there; --input counts in the input"
                )
            )
        here = [made for made in self.lines.all() if made.line <= line <= made.last_line]
        found = tuple(self._thing(made) for made in here if made.kind != "kept")
        if found:
            return Why(self._passes, line, False, found)
        kept = next((made for made in here), None)
        if kept is not None:
            note = (
                f"line {line} of the output is as in line {kept.input_line} of the input: `{kept.text}`; no pass made"
                " anything of it"
            )
            return Why(self._passes, line, False, (), note, kept.input_line)
        near = sorted(
            {made.line for made in self.lines.all() if made.kind != "kept"},
            key=lambda other: (abs(other - line), other),
        )
        told = f"; the nearest lines with something that a pass made: {', '.join(map(str, near[:3]))}" if near else ""
        return Why(self._passes, line, False, (), f"no op begins on line {line} of the output{told}")

    def why_input(self, line: int) -> Why:
        """What was made because of a line of the input. Raises InputError for a line that does not exist."""
        count = len(self._source.text.splitlines())
        if not 1 <= line <= count:
            message = f"the input has {count} lines, there is no line {line}"
            raise InputError(Diagnostic(message, advice="without --input, LINE counts in the output"))
        things = []
        for made in self.lines.all():
            told = tuple(because for reason in made.reasons for because in self._because(reason, line))
            if told and made.kind != "kept":
                things.append(Thing(made, told))
            elif made.kind != "kept" and made.input_line == line:
                things.append(self._thing(made))
        note = "" if things else f"no pass made anything because of line {line} of the input"
        return Why(self._passes, line, True, tuple(things), note)

    def _thing(self, made: Made) -> Thing:
        # What is freed under a condition may be owned: the condition's derivation says so, too.
        told = {cells[:2] for relation, cells in made.reasons if relation == "condition"}
        reasons = [
            (relation, cells) for relation, cells in made.reasons if relation != "candidate" or cells[:2] not in told
        ]
        found = [because for reason in reasons for because in self._because(reason)]
        if made.kind == "changed" and made.op is not None:
            # The last run made the output: those before may have decided otherwise.
            tensors = (run.became(made.op) for run in reversed(self._runs) if isinstance(run, TensorRun))
            found += next(filter(None, tensors), [])
        about = dict.fromkeys(
            [made.op, *(cell for relation, cells in made.reasons if relation in _OF_TENSORS for cell in cells)]
        )
        ops = [op for op in about if isinstance(op, Op)]
        found += [
            because for run in self._runs if isinstance(run, TensorRun) for op in ops for because in run.moved(op)
        ]
        return Thing(made, tuple(found), self._was(made))

    def _was(self, made: Made) -> str:
        """The line of the input that something comes from."""
        lines = self._source.text.splitlines()
        number = (made.input_line or 0) - self._source.first_line
        return lines[number].strip() if made.input_line is not None and number < len(lines) else ""

    def _because(self, reason: Reason, line: int | None = None) -> list[Because]:
        """The rows of a reason, from the first run that knows its names; with `line`, those about that input line."""
        for run in self._runs:
            if found := list(run.because(reason, line)):
                return [_guarded(run, because) for because in found]
        return []


def _guarded(run: Run, because: Because) -> Because:
    """A reason; for the release of a buffer that may own nothing, with the reason for its i1."""
    values = [str(cell) for cell in because.derivation.cells if cell in run.naming.values]
    store = run.explanations.explainer.store
    if because.derivation.relation not in _RELEASES or not store.has("owns", (values[-1], "sometimes")):
        return because
    facts, models, engine = run.given
    asked = Questions(facts, models, engine, derived=run.explanations.derived, line_of=run.naming.line)
    told = guards(Lives(asked, run.naming), values[-1])
    return (
        replace(because, meaning=f"{because.meaning}; an i1 tells whether it is owned: {'; '.join(told)}")
        if told
        else because
    )


def _thing_lines(thing: Thing, depth: int) -> Iterator[str]:
    made = thing.made
    yield f"output:{made.line}: {_KINDS[made.kind]}`{made.text}`"
    for because in thing.reasons:
        yield from reason_lines(because, depth, "  ")
    if not thing.reasons:
        yield f"  {_used(made, thing.was)}"


_KINDS = {
    "op": "",
    "operands": "what was added to ",
    "changed": "what changed in ",
    "result": "an i1 among the results of ",
    "argument": "the argument ",
}


def _used(made: Made, was: str) -> str:
    if not made.uses:
        return f"it stands for line {made.input_line} of the input, `{was}`" if made.kind == "changed" else _NOT_TOLD
    lines = f"line{'' if len(made.uses) == 1 else 's'} {', '.join(map(str, made.uses))} of the output"
    return (
        f"it uses what was made on {lines}; ask there"
        if made.kind == "changed"
        else f"it is used on {lines}; ask there"
    )


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
                "sources": [{"what": what, **place_json(place)} for what, place in because.places],
                "derivation": because.derivation.to_json(),
            }
            for because in thing.reasons
        ],
    }
