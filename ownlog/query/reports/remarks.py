"""Remarks on the pipeline's output: what is freed, freed under an i1, copied, or transferred at run time, and why.

They are LLVM's optimization remarks, "passed" for what costs nothing at run time, "missed" for what does, as
diagnostics and as YAML (llvm/docs/Remarks.rst). They describe the IR after clean-up.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import inf

from ownlog.backend.context import Context
from ownlog.base.errors import Diagnostic, Position
from ownlog.base.words import counted
from ownlog.frontend.facts.extract import Facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op, Reason, Value
from ownlog.frontend.ir.module import Module
from ownlog.query.because import Place, place_of
from ownlog.query.questions import Questions
from ownlog.query.reports.lives import FREES, Fate, Life, Lives
from ownlog.rules.explain.names import function_part

PASSED, MISSED, FAILURE = "Passed", "Missed", "Failure"
_PASS = "buffer-deallocation-pipeline"
_RELEASES = frozenset({"release_after", "release_at_end", "release_on_edge", "release_unless"})
_COPY, _TRANSFER, _FLAG = "return_clone", "transfer_if_same", "dropped"
_COPIES = frozenset({"copied", "copied if not owned"})
_TENSOR_COPIES = frozenset({"private_buffer", "handed_copy", "assume_layout"})
_UNCHOSEN = "unchosen"
_BY_PROGRAM = frozenset({"freed", "taken"})


@dataclass(frozen=True)
class Remark:
    """One remark: kind and name in LLVM's manner, function, buffer, place and text.

    Remarks that passes make themselves have their own severity.
    """

    kind: str
    name: str
    function: str
    buffer: str
    place: Place | None
    text: str
    severity: str = "remark"

    @classmethod
    def said(cls, diagnostic: Diagnostic) -> Remark:
        """What a pass says itself."""
        line = diagnostic.source_line or ""
        place = Place(diagnostic.position, line.strip(), line) if diagnostic.position is not None else None
        return cls(MISSED, "Said", "", "", place, diagnostic.message, diagnostic.severity)

    def diagnostic(self) -> Diagnostic:
        """The remark as all messages are printed."""
        if self.place is None:
            return Diagnostic(self.text, severity=self.severity)
        return Diagnostic(self.text, self.place.position, self.place.whole, severity=self.severity)

    def yaml(self) -> str:
        """The remark as a YAML document, as LLVM writes it."""
        return _document(
            self.kind, self.name, self.place.position if self.place else None, self.function, self.text, self.buffer
        )


class Recorder:
    """A witness of the runs of a pass, which tells afterwards what it made; see `Context.witness`."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._before = len(context.remarks), len(context.notices)
        self._runs: list[tuple[Facts, Naming]] = []
        self._decided: list[tuple[Facts, Naming]] = []

    def __call__(self, facts: Facts, naming: Naming) -> None:
        self._runs.append((facts, naming))

    def decided(self, facts: Facts, naming: Naming) -> None:
        """As `Context.decided` tells of what bufferization decided."""
        self._decided.append((facts, naming))

    def remarks(self, module: Module) -> list[Remark]:
        """The remarks on `module` after the passes, in text order, including those that passes made themselves."""
        left = _left(module)
        found = [remark for facts, naming in self._runs for remark in self._of_run(facts, naming, left)]
        found += self._of_tensors(left)
        new = (*self._context.remarks[self._before[0] :], *self._context.notices[self._before[1] :])
        found += [Remark.said(diagnostic) for diagnostic in new if diagnostic.severity in ("remark", "warning")]
        return sorted(found, key=_order)

    def _of_run(self, facts: Facts, naming: Naming, left: list[tuple[Op, Reason]]) -> Iterator[Remark]:
        reasons = _by_value(naming, left)
        # Whether a choice made one of two buffers unnecessary is always decided at run time; the row names the op that
        # chooses.
        selects = (
            cell
            for _, (relation, cells) in left
            if relation == "release_unless"
            for cell in cells
            if isinstance(cell, Op)
        )
        chosen = {function_part(name) for name in map(naming.find, selects) if name is not None}
        if not reasons and not chosen:
            return
        questions = Questions(facts, self._context.models, self._context.engine, line_of=naming.line)
        lives = Lives(questions, naming)
        for life in lives.all():
            made = reasons.get(life.value, {})
            if any(fate.kind == _UNCHOSEN for fate in life.fates) and function_part(life.value) in chosen:
                made = {**made, "release_unless": True}
            # What a pass allocated has no place of its own: where something becomes of it says most then.
            places = (place_of(naming, name) for name in (life.value, *(fate.op for fate in life.fates)))
            yield from _of_life(
                life, lives.name(life.value), next((place for place in places if place is not None), None), made
            )

    def _of_tensors(self, left: list[tuple[Op, Reason]]) -> Iterator[Remark]:
        """One remark for each copy that bufferization made, with its first reason."""
        made = dict.fromkeys(reason for op, reason in left if reason[0] in _TENSOR_COPIES and op.results)
        # What copies gives nothing.
        copied = {reason for op, reason in left if reason in made and not op.results}
        if not (made and self._decided):
            return
        from ownlog.query.reports.tensors_made import TensorRun

        runs = [TensorRun(facts, naming, self._context) for facts, naming in self._decided]
        for reason in made:
            found = next(((run, told) for run in runs if (told := list(run.because(reason)))), None)
            if found is not None:
                run, (first, *others) = found
                names = (run.naming.find(cell) for cell in reason[1] if isinstance(cell, (Op, Value)))
                function = next((function_part(name) for name in names if name is not None), "")
                text = first.meaning + (f"; and {counted(len(others), 'more reason')}" if others else "")
                place = next((place for _, place in first.places), None)
                yield Remark(
                    MISSED, "TensorCopied" if reason in copied else "TensorAllocated", function, "", place, text
                )


def _of_life(life: Life, name: str, place: Place | None, made: dict[str, bool]) -> Iterator[Remark]:
    """The remarks on a buffer; `made` has the relations behind what was made for it, and whether that is guarded."""
    function = function_part(life.value)
    frees = [fate for fate in life.fates if fate.kind in FREES]
    text = f"{name} is {_joined(frees)}"
    released = _RELEASES & made.keys()
    if frees and any(made[relation] for relation in released):
        if life.is_guarded:
            kind = "FreedUnderFlag" if _FLAG in made else "FreedIfOwned"
            yield Remark(MISSED, kind, function, name, place, f"{text}, if it is owned then: {_told(life)}")
        elif _TRANSFER in made:
            yield Remark(
                MISSED, "FreedIfNotHandedOver", function, name, place, f"{text}, unless what it owns was handed over"
            )
        else:
            yield Remark(MISSED, "FreedIfNotChosen", function, name, place, text)
    elif frees and released:
        yield Remark(PASSED, "Freed", function, name, place, text)
    copies = [fate for fate in life.fates if fate.kind in _COPIES]
    if copies and _COPY in made:
        yield Remark(MISSED, "Copied", function, name, place, f"{name} is {_joined(copies)}: it is {life.owner}")
    handed = [fate for fate in life.fates if fate.kind == "transferred"]
    if handed and _TRANSFER in made:
        text = f"what {name} owns {_joined(handed)}: that is only known at run time"
        yield Remark(MISSED, "HandedOverAtRunTime", function, name, place, text)


def _told(life: Life) -> str:
    """What tells at run time whether a buffer is owned, and what that depends on."""
    freed = [fate for fate in life.fates if fate.kind in _BY_PROGRAM]
    if freed:
        return f"a flag in memory tells, because it is {_joined(freed)}"
    # What else it may be than owned follows the words for that.
    others = ", or ".join(life.owners[1:])
    return f"an i1 tells, because it is {life.since or 'owned'}" + (
        f", or {others}" if others else ", on some ways only"
    )


def _joined(fates: Iterable[Fate]) -> str:
    return "; ".join(dict.fromkeys(fate.plain for fate in fates))


def _left(module: Module) -> list[tuple[Op, Reason]]:
    """What passes made and is still there, each with a row that it was made for."""
    return [(op, reason) for op in module.walk() if op.source is None for reason in op.because]


def _by_value(naming: Naming, left: list[tuple[Op, Reason]]) -> dict[str, dict[str, bool]]:
    """The relations of the rows about each value, and whether ops made for them have regions, a condition."""
    found: dict[str, dict[str, bool]] = {}
    for op, (relation, cells) in left:
        if relation in {*_RELEASES, _COPY, _TRANSFER, _FLAG}:
            for cell in cells:
                name = naming.find(cell) if isinstance(cell, Value) else None
                if name is not None:
                    own = found.setdefault(name, {})
                    own[relation] = own.get(relation, False) or bool(op.regions)
    return found


def failures(problems: Iterable[Diagnostic]) -> str:
    """What was refused, as YAML documents."""
    return "".join(_document(FAILURE, "NoPlan", problem.position, "", problem.message, "") for problem in problems)


def _document(kind: str, name: str, position: Position | None, function: str, text: str, buffer: str) -> str:
    # A JSON string is one of YAML's in double quotes.
    lines = [f"--- !{kind}", f"Pass:            {_PASS}", f"Name:            {name}"]
    if position is not None:
        place = f"{{ File: {json.dumps(position.file)}, Line: {position.line}, Column: {position.column} }}"
        lines.append(f"DebugLoc:        {place}")
    lines += [f"Function:        {json.dumps(function.removeprefix('@'))}", "Args:"]
    lines += [
        f"  - String:          {json.dumps(text)}",
        *([f"  - Buffer:          {json.dumps(buffer)}"] if buffer else []),
        "...",
        "",
    ]
    return "\n".join(lines)


def _order(remark: Remark) -> tuple[float, int]:
    return (remark.place.position.line, remark.place.position.column) if remark.place else (inf, 0)


def counts(module: Module) -> Counter[str]:
    """How many ops of the output are `freed` (of these `guarded`), `copied`, `handed over`, `flags`."""
    left = _left(module)
    # What frees gives nothing; what only tells whether it may, does.
    frees = {op: bool(op.regions) for op, (relation, _) in left if relation in _RELEASES and not op.results}
    copies = {op for op, (relation, _) in left if relation == _COPY and op.results}
    others = Counter(relation for relation, _ in {reason for _, reason in left if reason[0] in (_TRANSFER, _FLAG)})
    made = {"freed": len(frees), "guarded": sum(frees.values()), "copied": len(copies)}
    return Counter({**made, "handed over": others[_TRANSFER], "flags": others[_FLAG]})


def count_line(found: Counter[str]) -> str:
    """The counts as a line."""
    freed = f"{counted(found['freed'], 'deallocation')} ({found['guarded']:,} under an i1)"
    copied = f"{counted(found['copied'], 'copy', 'copies')} at returns"
    flags, handed = counted(found["flags"], "drop flag"), counted(found["handed over"], "transfer")
    return f"{freed}, {copied}, {flags}, {handed} of ownership at run time"
