"""The verdict: every allocation of a module is followed, and what it may come to is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from ownlog.backend.checking.certainty import doubt, faults_if_reached
from ownlog.backend.checking.graph import DERIVED, FACTS, Graph
from ownlog.backend.checking.positions import NONE
from ownlog.backend.checking.refinement import Refinement, Report
from ownlog.backend.checking.rows import Rows
from ownlog.backend.checking.states import LIVE, SKIPPED, Context, Fault, Found, Note, State
from ownlog.backend.checking.verdict import NOT_FOLLOWED, NOT_PROVED, OUT_OF_SIGHT, TOO_MANY, Finding, Step, Verdict
from ownlog.backend.rewriting.effects import effects_of
from ownlog.frontend.facts.extract import extract_facts
from ownlog.frontend.facts.functions import shaped_like_functions
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.spelling import symbol_reference
from ownlog.rules.explain.names import short_name

if TYPE_CHECKING:
    from ownlog.backend.certificates.invariant import Invariant
    from ownlog.backend.certificates.proving import Certifier, Unproved
    from ownlog.frontend.facts.extract import Facts
    from ownlog.frontend.ir.module import Module
    from ownlog.rules.engine.program.engine import Engine

LIMIT = 200_000
"""How many states of one search are looked at before it is given up."""
BRIEF_LIMIT = 20_000
"""The same, where the pipeline asks: whoever waits for it wants an answer soon."""
UNTOLD = "it is not known which allocation this is"
"""Why nothing is certain of a buffer that no model tells the origin of."""
_NAMED = 3
"""How many functions a sentence names."""
_OUT_OF_SIGHT = (
    "a buffer that is stored, converted, compared by the address of a shifted view, or left in a region without a model"
    " may be freed elsewhere"
)
_TURNED = "turned into something else"
"""How the rules say that a buffer becomes what is not followed."""
_LONGEST = 10_000
"""How many steps of a way are told."""


def check(
    module: Module, models: Sequence[Path] = (), engine: Engine | None = None, certifier: Certifier | None = None
) -> Verdict:
    """The verdict on the allocations of `module`, on all paths; with a certifier, clean ones are proved."""
    traits = effects_of(module, models, engine)
    shaped = shaped_like_functions(module, traits)
    naming = Naming(module, traits.with_functions(shaped) if shaped else traits)
    verdict = check_named(module, naming, models, engine, certifier=certifier, functions=shaped)
    functions_with_tensors = [each for each in module.functions(naming.traits) if _has_tensors(each)]
    if names := [symbol_reference(each.attribute("sym_name") or "") for each in functions_with_tensors]:
        shown = ", ".join(names[:_NAMED])
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        verdict.assumptions.append(f"tensors are not followed: check the buffers that they become ({shown}{more})")
    return verdict


def _has_tensors(function: Op) -> bool:
    """Whether a value of a function is a tensor."""
    blocks = (block for op in function.walk() for region in op.regions for block in region.blocks)
    values = chain((value for op in function.walk() for value in op.results), (a for b in blocks for a in b.arguments))
    return any(value.type.is_tensor for value in values)


def check_named(
    module: Module,
    naming: Naming,
    models: Sequence[Path] = (),
    engine: Engine | None = None,
    limit: int = LIMIT,
    certifier: Certifier | None = None,
    functions: Sequence[str] = (),
) -> Verdict:
    """As `check`, in the names of `naming`; `limit` is the number of states for one allocation.

    `functions` are names of ops that count as functions, besides those of models.
    """
    facts = extract_facts(module, naming, wanted=FACTS)
    if functions:
        facts["function_like"] = [(name,) for name in functions]
    judge = Judge(Graph(Rows(facts, models, engine, DERIVED)), None, limit, naming)
    verdict = judge.verdict()
    if certifier is not None and verdict.status == "clean":
        judge.prove(certifier)
    return verdict


def clean_functions(
    facts: Facts, functions: Set[str], models: Sequence[Path] = (), engine: Engine | None = None
) -> list[str]:
    """Those of `functions` with allocations that were followed to the end without a finding.

    More states than a person would wait for count as not clean.
    """
    graph = Graph(Rows(facts, models, engine, DERIVED))
    found = Judge(graph, functions, BRIEF_LIMIT).verdict().findings
    return sorted(functions - {finding.function for finding in found})


class Judge:
    """Makes the verdict of one module; of the allocations of some functions only, if they are given."""

    def __init__(
        self, graph: Graph, functions: Set[str] | None = None, limit: int = LIMIT, naming: Naming | None = None
    ) -> None:
        self.graph = graph
        self.ops = {} if naming is None else naming.ops
        self.functions = functions
        self.result = Verdict()
        self._refinement = Refinement(graph, limit)

    def verdict(self) -> Verdict:
        starts = [start for start in self._starts() if self._is_asked(start)]
        self.result.allocations = sum(1 for start in starts if start.status == LIVE)
        found = [self._finding(report) for report in self._refinement.reports(starts)]
        self.result.findings += [*self._certain_if_reached(found), *self._not_followed(found)]
        self.result.states = self._refinement.states
        self._assumptions()
        return self.result

    def _not_followed(self, found: Sequence[Finding]) -> Iterator[Finding]:
        """Buffers that may be allocations and cannot be followed, with no other finding about them."""
        graph, known = self.graph, {finding.value for finding in found}
        for row in graph.not_followed_from:
            function = graph.function_around(graph.place[row.op].block)
            if row.value in known or (self.functions is not None and function not in self.functions):
                continue
            name = graph.place[row.op].name
            doubt = (
                f"no model describes '{name}', which gives it"
                if row.why == "unmodelled"
                else "no model says that it is in a function (function_like)"
            )
            yield Finding(NOT_FOLLOWED, row.value, function, (self._step(NOT_FOLLOWED, row.op),), doubt)

    def _certain_if_reached(self, found: Sequence[Finding]) -> list[Finding]:
        """The findings, with those in place of uncertain ones that are certain if control comes to their line."""
        uncertain = {finding.function: finding for finding in found if not finding.certain}
        if not uncertain:
            return [*found]
        told = {(finding.kind, finding.steps[-1].op) for finding in found if finding.certain}
        followed = {next(iter(start.handles)) for start in self._starts()}
        doubtful = {(finding.function, finding.value) for finding in found if not finding.certain}
        sure = []
        for fault in faults_if_reached(self.graph, uncertain):
            asked = (fault.function, fault.root) in doubtful or fault.root not in followed
            if asked and (fault.kind, fault.op) not in told:
                steps = (self._step("freed", fault.freed), self._step(fault.kind, fault.op))
                sure.append(Finding(fault.kind, fault.root, fault.function, steps, if_reached=True))
        instead = {(finding.kind, finding.steps[-1].op) for finding in sure}
        return [f for f in found if f.certain or (f.kind, f.steps[-1].op) not in instead] + sure

    def _is_asked(self, start: State) -> bool:
        """Whether a fault of what begins there could be found, in a function that is asked about."""
        [value] = start.handles
        known = self.functions is None or start.context.function in self.functions
        return known and (start.status == LIVE or value in self.graph.let_go)

    def prove(self, certifier: Certifier) -> None:
        """Proves a clean verdict; what is not proved is a finding that is not certain."""
        before = certifier.statistics.obligations
        for unproved in certifier.certify(self.graph.rows, self.invariants(), self._place):
            self.result.findings.append(self._unproved(unproved))
        self.result.proved = certifier.statistics.obligations - before

    def _unproved(self, unproved: Unproved) -> Finding:
        value, op = unproved.origin, unproved.op
        function = op if op in self.graph.entry else self.graph.function_around(self.graph.place[op].block)
        steps = (self._step("allocated", self.graph.definer.get(value, "")), self._step(NOT_PROVED, op))
        return Finding(NOT_PROVED, value, function, steps, unproved.what)

    def _place(self, op: str) -> str:
        step = self._step("", op)
        return f"{step.file}:{step.line}:{step.column}" if step.line else "no place in the text"

    def invariants(self) -> Iterator[Invariant]:
        """What was found of each allocation, if all are clean, for a proof of that."""
        for start in self._starts():
            [value] = start.handles
            search, begin = self._refinement.search_from(start, everywhere=True)
            search.run([begin])
            yield search.invariant(value)

    def lives(self) -> Iterator[Found]:
        """All that can happen to each heap allocation, of those that are followed to the end."""
        starts = [start for start in self._starts() if start.status == LIVE]
        self._refinement.reports(starts)
        for start in starts:
            search, begin = self._refinement.search_from(start, everywhere=True)
            found = search.run([begin])
            if found.exhausted:
                yield found

    def _assumptions(self) -> None:
        graph = self.graph
        names = sorted({graph.place[op].name for op in graph.assumed})
        if names:
            self.result.assumptions.append(
                f"ops without a model use their buffers, and do not keep them: {', '.join(names)}"
            )
        lost = (op for op, effects in graph.effects.items() if any(how == _TURNED for _, how in effects.lost))
        if names := sorted({graph.place[op].name for op in lost}):
            told = (
                "what refers to a buffer behind these ops does not free it, and is not used after the buffer is freed"
            )
            self.result.assumptions.append(f"{told}: {', '.join(names)}")

    def _starts(self) -> Iterable[State]:
        graph = self.graph
        kinds = {"heap": LIVE, "stack": "stack"}
        for row in graph.makes:
            place = graph.place[row.op]
            if function := graph.function_around(place.block):
                yield self._start(function, place.block, place.position + 1, row.value, kinds[row.kind])
        for origin in graph.comes_from:
            op = graph.definer.get(origin.value)
            block, position = (
                (graph.home[origin.value][0], -1)
                if op is None
                else (graph.place[op].block, graph.place[op].position + 1)
            )
            function = graph.function_around(block)
            if function and (op is not None or origin.kind != "parameter" or function not in graph.internal):
                yield self._start(function, block, position, origin.value, origin.kind)

    def _start(self, function: str, block: str, position: int, value: str, status: str) -> State:
        return State(Context(function), block, position, status, frozenset((value,)), ())

    def _notes(self, found: Found, fault: Fault) -> list[Note]:
        """The steps on the path to a fault; after a call, at the place it was called from."""
        notes = list(fault.notes)
        state: State | None = fault.state
        calls: list[State] = []
        for _ in range(_LONGEST):
            if state is None:
                break
            if state in found.entered and calls:
                state = calls.pop()
                notes[:0] = [Note("called", self.graph.at[state.block][self._call_at(state)])]
            if state in found.callers:
                calls.append(found.callers[state])
            state, more = found.parents[state]
            notes[:0] = more
        return notes

    def _call_at(self, state: State) -> int:
        """The position of the call in front of which, or of what has no part in it, the caller of a function is."""
        at = self.graph.at[state.block]
        return next(place for place in range(max(state.position, 0), len(at)) if self._passes(at[place], state))

    def _passes(self, op: str, state: State) -> bool:
        return op in self.graph.callee and bool(self.graph.operands.get(op, NONE).among(state.handles))

    def _finding(self, report: Report) -> Finding:
        start, fault = report.start, report.fault
        [value] = start.handles
        notes = self._notes(report.found, fault) if fault.kind != TOO_MANY else []
        steps = [self._step("allocated" if start.status == LIVE else start.status, self.graph.definer.get(value, ""))]
        for note in notes:
            if note.what in ("decided", "asserted"):
                steps.append(self._step(f"{short_name(note.value)} is {self._decision(note)}", note.op))
            elif note.what == "way":
                if note.taken == -1 and note.op in self.graph.loops:
                    steps.append(self._step(SKIPPED, note.op))
            elif note.what != "round":
                steps.append(self._step(note.what, note.op))
        steps.append(self._step(fault.kind, fault.op))
        return Finding(fault.kind, value, start.context.function, tuple(steps), self._reason(fault, start, notes))

    def _decision(self, note: Note) -> str:
        """What a condition, or what chooses among cases, was taken to be."""
        flag, cases = self.graph.cases.get(note.op, ("", []))
        if flag != note.value:
            return "true" if note.taken else "false"
        return (
            str(cases[note.taken - 1])
            if note.taken > 0
            else f"none of {', '.join(map(str, cases))}"
            if cases
            else "any number"
        )

    def _reason(self, fault: Fault, start: State, notes: list[Note]) -> str:
        """Why a finding is not certain; "" where it is."""
        if fault.kind == TOO_MANY:
            return "there are too many combinations of conditions"
        if fault.kind == OUT_OF_SIGHT:
            return _OUT_OF_SIGHT
        if start.status == "unknown":
            return UNTOLD
        return doubt(self.graph, notes, self._refinement.distrusted)

    def _step(self, text: str, op: str) -> Step:
        there = self.ops.get(op)
        while there is not None and there.start < 0:
            # What has no text of its own, such as the end of a region, is where the op around it is.
            there = there.parent_op
        if there is None or there.source is None or there.start < 0:
            return Step(text, op, "", 0, 0)
        at = there.source.position(there.start)
        return Step(text, op, at.file, at.line, at.column, there.source.line_at(there.start))
