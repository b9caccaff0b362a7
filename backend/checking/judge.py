"""The verdict: every allocation is followed, first without regard to conditions, then, where that shows a fault, with those on its way.

The refinement is that of counterexample-guided abstraction (Clarke et al., CAV 2000): the conditions that decide the way to a fault, and
what they hang on, are tracked from then on; a fault that stays is real, one that goes was made by forgetting how conditions hang together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING

from ownlog.backend.certificates import Certifier, Invariant, Unproved
from ownlog.backend.checking.certainty import doubt
from ownlog.backend.checking.cores import Mark, first_of_each, reason, way_to
from ownlog.backend.checking.explore import Search
from ownlog.backend.checking.graph import DERIVED, FACTS, Graph
from ownlog.backend.checking.outset import known_at
from ownlog.backend.checking.rows import Rows
from ownlog.backend.checking.states import LIVE, Context, Distrusted, Fault, Found, Note, State, function_of
from ownlog.backend.checking.verdict import NOT_PROVED, OUT_OF_SIGHT, TOO_MANY, Finding, Step, Verdict
from ownlog.backend.rewriting.effects import effects_of
from ownlog.frontend.facts.extract import extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.rules.explain.names import short_name

if TYPE_CHECKING:
    from ownlog.frontend.facts.extract import Facts
    from ownlog.frontend.ir.ir import Module
    from ownlog.rules.engine import Engine

LIMIT = 200_000
"""How many states of one search are looked at before it is given up."""
BRIEF_LIMIT = 20_000
"""The same, where the pipeline asks: whoever waits for it wants an answer soon."""
_ENOUGH = 64
"""After how many faults a search ends that is to be done again with more conditions."""
_MANY = 10_000
"""How many states one allocation may have before its conditions are looked at one by one."""
_FEW = 1_000
"""How many states are looked at to tell whether a way is impossible."""
_OUT_OF_SIGHT = (
    "what is stored, changed into something else, compared by the address of a shifted view, or left in a region that no model describes "
    "may be freed elsewhere"
)
_LONGEST = 10_000
"""How many steps of a way are told."""


def check(module: Module, models: Sequence[Path] = (), engine: Engine | None = None, certifier: Certifier | None = None) -> Verdict:
    """What can go wrong with the allocations of `module`, on any path. With a certifier, what is clean is proved too."""
    traits = effects_of(module, models, engine) if models else None
    return check_named(module, Naming(module, traits), models, engine, certifier=certifier)


def check_named(
    module: Module,
    naming: Naming,
    models: Sequence[Path] = (),
    engine: Engine | None = None,
    limit: int = LIMIT,
    certifier: Certifier | None = None,
) -> Verdict:
    """What can go wrong with the allocations of `module`, in the names of `naming`; `limit` is how many states of one are looked at.

    With a certifier, what is clean is proved, too.
    """
    facts = extract_facts(module, naming, wanted=FACTS)
    judge = Judge(Graph(Rows(facts, models, engine, DERIVED)), None, limit, naming)
    verdict = judge.verdict()
    if certifier is not None and verdict.status == "clean":
        judge.prove(certifier)
    return verdict


def clean_functions(facts: Facts, functions: Set[str], models: Sequence[Path] = (), engine: Engine | None = None) -> list[str]:
    """Those of `functions`, by their names in `facts`, whose allocations were followed to the end without a finding.

    One is looked at no longer than a person would wait: what takes more states than that is not clean.
    """
    graph = Graph(Rows(facts, models, engine, DERIVED))
    found = Judge(graph, functions, BRIEF_LIMIT).verdict().findings
    return sorted(functions - {finding.function for finding in found})


class Judge:
    """Makes the verdict of one module; of the allocations of some functions only, if they are given."""

    def __init__(self, graph: Graph, functions: Set[str] | None = None, limit: int = LIMIT, naming: Naming | None = None) -> None:
        self.graph = graph
        self.ops = {} if naming is None else naming.ops
        self.functions = functions
        self.limit = limit
        self.result = Verdict()
        self.distrusted: Distrusted = {}
        self.tracked: dict[State, frozenset[str]] = {}
        """The conditions that were remembered in the last search from a start."""
        self.frugal: set[State] = set()
        """The starts from which there are so many states that each condition has to have its reason."""
        self.thorough = False
        """Whether the conditions are remembered, too, that tell when an address dangles; else it may on more ways than it does."""

    def verdict(self) -> Verdict:
        starts = [start for start in self._starts() if self.functions is None or start.context.function in self.functions]
        self.result.allocations = sum(1 for start in starts if start.status == LIVE)
        found = Search(self.graph, frozenset(), self.limit * 10).run(starts, _ENOUGH + 2 * len(starts))
        self.result.states += len(found.parents)
        suspects = self._suspects(found, starts)
        reports = self._agreed(suspects)
        if self.distrusted and any(reports):
            self.thorough = True
            reports = self._agreed(suspects)
        for report in reports:
            self.result.findings += report
        self._assumptions()
        return self.result

    def _agreed(self, suspects: list[State]) -> list[list[Finding]]:
        """What is found from each start, once none finds more addresses that dangle."""
        self.distrusted = {}
        while True:
            distrusted = sum(map(len, self.distrusted.values()))
            reports = [self._look_closer(start) for start in suspects]
            if sum(map(len, self.distrusted.values())) == distrusted:
                return reports

    def prove(self, certifier: Certifier) -> None:
        """Proves a clean verdict; what is not proved is a finding that is not certain."""
        before = certifier.statistics.obligations
        for unproved in certifier.certify(self.graph.rows, self.invariants(), self._place):
            self.result.findings.append(self._unproved(unproved))
        self.result.proved = certifier.statistics.obligations - before

    def _unproved(self, unproved: Unproved) -> Finding:
        value, op = unproved.origin, unproved.op
        function = op if op in self.graph.entry else function_of(self.graph, self.graph.place[op].block)
        steps = (self._step("allocated", self.graph.definer.get(value, "")), self._step(NOT_PROVED, op))
        return Finding(NOT_PROVED, value, function, steps, unproved.what)

    def _place(self, op: str) -> str:
        step = self._step("", op)
        return f"{step.file}:{step.line}:{step.column}" if step.line else "no place in the text"

    def invariants(self) -> Iterator[Invariant]:
        """What was found of each allocation, if all are clean, for a proof of that."""
        for start in self._starts():
            [value] = start.handles
            search, begin = self.search_from(start, self.tracked.get(start, frozenset()), self.limit)
            search.run([begin])
            yield search.invariant(value)

    def _assumptions(self) -> None:
        graph = self.graph
        names = sorted({graph.name[op] for op in graph.assumed})
        if names:
            self.result.assumptions.append(f"ops without a model use their buffers and keep nothing of them: {', '.join(names)}")

    def _starts(self) -> Iterable[State]:
        graph = self.graph
        kinds = {"heap": LIVE, "stack": "stack"}
        for row in graph.makes:
            place = graph.place[row.op]
            if function_of(graph, place.block):
                yield self._start(place.block, place.position + 1, row.value, kinds[row.kind])
        for origin in graph.comes_from:
            op = graph.definer.get(origin.value)
            block, position = (graph.home[origin.value][0], -1) if op is None else (graph.place[op].block, graph.place[op].position + 1)
            function = function_of(graph, block)
            if function and (op is not None or origin.kind != "parameter" or function not in graph.internal):
                yield self._start(block, position, origin.value, origin.kind)

    def _start(self, block: str, position: int, value: str, status: str) -> State:
        return State(Context(function_of(self.graph, block)), block, position, status, frozenset((value,)), ())

    def _suspects(self, found: Found, starts: list[State]) -> list[State]:
        """The starts from which a fault can be reached."""
        reached = {fault.state for fault in found.faults} | {fault.state for fault in found.after_end}
        work = list(reached)
        while work:
            for before in self._before(found, work.pop()):
                if before not in reached:
                    reached.add(before)
                    work.append(before)
        return [start for start in starts if start in reached] if found.exhausted else starts

    def _before(self, found: Found, state: State) -> list[State]:
        parent = found.parents[state][0]
        return found.before.get(state, []) + ([parent] if parent is not None else [])

    def _look_closer(self, start: State) -> list[Finding]:
        """Follows one allocation with the conditions that its faults ask for, until there are none, or none more to track.

        What conditions hang on is tracked a few steps at a time: it is rarely needed down to where it comes from.
        """
        tracked = self.tracked.get(start, frozenset())
        depth, enough = 0, _ENOUGH
        if start in self.frugal:
            return self._look_frugally(start)
        while True:
            self.tracked[start] = tracked
            search, begin = self.search_from(start, tracked, _MANY)
            found = search.run([begin], enough)
            self.result.states += len(found.parents)
            if not found.exhausted and not found.enough:
                self.frugal.add(start)
                del self.tracked[start]
                return self._look_frugally(start)
            more, depth = self._more(tracked, self._deciding(found), depth)
            enough *= 4
            if more != tracked:
                tracked = more
            elif found.exhausted:
                self._distrust(found)
                return self._report(found, start)

    def _look_frugally(self, start: State) -> list[Finding]:
        """The same with as few conditions as rule each fault out."""
        tracked = self.tracked.get(start, frozenset())
        certain: dict[tuple[str, str], Finding] = {}
        while True:
            self.tracked[start] = tracked
            search, begin = self.search_from(start, tracked, self.limit)
            search.found.told.update(certain)
            found = search.run([begin], _ENOUGH)
            self.result.states += len(found.parents)
            if not found.exhausted and not found.enough:
                return [*certain.values(), self.finding(Fault(TOO_MANY, start.block, start), start, found)]
            if not found.faults:
                self._distrust(found)
                return list(certain.values())
            before = len(certain), tracked
            for fault in first_of_each(found.faults):
                names, _ = self._more(tracked, self._deciding(found, [fault]), None)
                again = _Again(self, start, fault, way_to(found, fault))
                if (finding := again.finding(names)) is not None:
                    certain[fault.kind, fault.op] = finding
                elif again.is_ruled_out(names):
                    tracked |= again.reason(tracked, names)
                else:
                    tracked = names
            if (len(certain), tracked) == before:
                tracked = self._more(tracked, self._deciding(found, found.faults), None)[0]
            if (len(certain), tracked) == before:
                for fault in found.faults:
                    certain[fault.kind, fault.op] = self.finding(fault, start, found)

    def search_from(self, start: State, tracked: frozenset[str], limit: int) -> tuple[Search, State]:
        """A search for what happens to one allocation, and where it begins."""
        [followed] = start.handles
        search = Search(self.graph, tracked, min(limit, self.limit), self.distrusted, self.graph.made_for.get(followed, ""))
        return search, start._replace(known=known_at(search.truth, start.block, start.position))

    def _distrust(self, found: Found) -> None:
        for case in found.dangling:
            self.distrusted.setdefault((case.comparison, case.address), set()).add(case.known)

    def _deciding(self, found: Found, faults: list[Fault] | None = None) -> set[str]:
        """The conditions that decide the ways to the faults."""
        if faults is None:
            faults = found.faults + found.after_end if self.thorough else found.faults
        if not faults:
            return set()
        notes = [note for fault in faults for note in self._notes(found, fault)]
        return {note.value for note in notes if note.what in ("decided", "round")} | found.wanted

    def _more(self, tracked: frozenset[str], names: set[str], depth: int | None) -> tuple[frozenset[str], int]:
        """What is to be tracked: `tracked`, and of `names` and what they hang on whatever is at most `depth` steps away (None: all), or
        some steps more if that is nothing new; and how far to go next time."""
        found = {name for name in names if name in self.graph.home}
        last, steps = names, 0
        while last and (depth is None or steps < depth or found <= tracked):
            last = {source for name in last for source in self.graph.hangs_on.get(name, ())} - names
            names = names | last
            found |= {name for name in last if name in self.graph.home}
            steps += 1
        return tracked | found, max(1, 2 * steps)

    def _notes(self, found: Found, fault: Fault) -> list[Note]:
        """What happened on the way to a fault. Out of a function that was called, it goes back to where control came from."""
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
        return op in self.graph.callee and any(value in state.handles for _, value in self.graph.operands.get(op, ()))

    def _report(self, found: Found, start: State) -> list[Finding]:
        first = {(fault.kind, fault.op): fault for fault in reversed(found.faults)}
        return [self.finding(fault, start, found) for fault in reversed(first.values())]

    def finding(self, fault: Fault, start: State, found: Found) -> Finding:
        [value] = start.handles
        notes = self._notes(found, fault) if fault.kind != TOO_MANY else []
        steps = [self._step("allocated" if start.status == LIVE else start.status, self.graph.definer.get(value, ""))]
        for note in notes:
            if note.what == "decided":
                steps.append(self._step(f"{short_name(note.value)} is {'true' if note.taken else 'false'}", note.op))
            elif note.what not in ("way", "round"):
                steps.append(self._step(note.what, note.op))
        steps.append(self._step(fault.kind, fault.op))
        return Finding(fault.kind, value, start.context.function, tuple(steps), self._reason(fault, start, notes))

    def _reason(self, fault: Fault, start: State, notes: list[Note]) -> str:
        """Why a finding is not certain; "" where it is."""
        if fault.kind == TOO_MANY:
            return "there are too many combinations of conditions"
        if fault.kind == OUT_OF_SIGHT:
            return _OUT_OF_SIGHT
        if start.status == "unknown":
            return "nothing tells which allocation this is"
        return doubt(self.graph, notes, self.distrusted)

    def _step(self, text: str, op: str) -> Step:
        there = self.ops.get(op)
        if there is None or there.source is None or there.start < 0:
            return Step(text, op, "", 0, 0)
        at = there.source.position(there.start)
        return Step(text, op, at.file, at.line, at.column)


class _Again:
    """Searches that keep to the way on which a fault was found, with other conditions."""

    def __init__(self, judge: Judge, start: State, fault: Fault, kept_to: frozenset[Mark]) -> None:
        self.judge = judge
        self.start = start
        self.key = (fault.kind, fault.op)
        self.kept_to = kept_to

    def _found(self, tracked: frozenset[str]) -> tuple[Found, Fault | None]:
        search, begin = self.judge.search_from(self.start, tracked, _FEW)
        search.kept_to = self.kept_to
        found = search.run([begin])
        self.judge.result.states += len(found.parents)
        return found, next((fault for fault in found.faults if (fault.kind, fault.op) == self.key), None)

    def is_ruled_out(self, tracked: frozenset[str]) -> bool:
        """Whether the way is impossible with the conditions `tracked`."""
        found, fault = self._found(tracked)
        return found.exhausted and fault is None

    def reason(self, tracked: frozenset[str], names: frozenset[str]) -> set[str]:
        """As few of `names` as rule the way out, together with `tracked`."""
        return set(reason(sorted(names - tracked), lambda some: self.is_ruled_out(tracked.union(some))))

    def finding(self, tracked: frozenset[str]) -> Finding | None:
        """The fault, if the way is possible with the conditions `tracked`."""
        found, fault = self._found(tracked)
        return self.judge.finding(fault, self.start, found) if fault is not None else None
