"""The obligations of an invariant: it holds at entry, each path keeps it, and it excludes every fault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ownlog.backend.certificates import formulas as smt
from ownlog.backend.certificates.frame import Cut, Frame, Web
from ownlog.backend.certificates.invariant import Activation, Case, Invariant, Outcome
from ownlog.backend.certificates.moment import Moment
from ownlog.backend.certificates.program import Program, Way
from ownlog.backend.certificates.steps import OWNED, Claim, Steps

KEPT = "control goes on with something that the invariant does not know of"


@dataclass(frozen=True, slots=True)
class Obligation:
    """To be proved of a straight piece of a program that begins at `start`: all `claims` follow."""

    start: str
    script: smt.Script
    claims: list[Claim]

    @property
    def text(self) -> str:
        """The script that is unsatisfiable if all claims follow."""
        return self.script.text(smt.conjunction(claim.term for claim in self.claims))


class Obligations:
    """All obligations of one invariant."""

    def __init__(self, program: Program, invariant: Invariant) -> None:
        self.program = program
        self.invariant = invariant
        self.web = Web(program, invariant)

    def __iter__(self) -> Iterator[Obligation]:
        for activation in self.activations():
            frame = Frame(self.program, self.invariant, self.web, activation)
            for obligation in (self._entry(frame), *(self._from(frame, cut) for cut in frame.cuts())):
                if obligation.claims:
                    yield obligation

    def activations(self) -> list[Activation]:
        """The functions in which the allocation begins, or that get it by a return, and those called with it."""
        found: set[Activation] = set()
        work = [Activation(self._function(value)) for value in sorted(self.invariant.origins)]
        while work:
            activation = work.pop()
            if activation not in found:
                found.add(activation)
                if self.invariant.outcomes.get(activation):
                    calls = self.program.calls.get(activation.function, ())
                    work += [
                        Activation(function)
                        for op in calls
                        if (function := self.program.function_of(self.program.place[op][0]))
                    ]
        given = {activation for activation in self.invariant.outcomes if activation.given is not None}
        given |= {point.activation for point in self.invariant.cases if point.activation.given is not None}
        return sorted(found, key=str) + sorted(given, key=str)

    def _function(self, value: str) -> str:
        function = self.program.function_of(self.program.block_of(value))
        assert function is not None
        return function

    # What the invariant says.

    def _says(self, frame: Frame, cut: Cut, now: Moment) -> str:
        """The invariant at a cut: one of its cases, or irrelevance; and the conditions that lead there."""
        needed = frame.support.get(cut, set())
        order = sorted(needed)
        cases = {Case(case.status, case.holders & needed, case.known) for case in frame.cases.get(cut, ())}
        # Where control never comes out of the function, nobody has to free anything any more.
        quiet = smt.TRUE if cut.block in self.program.dead_ends else self._quiet(frame.activation, now.status)
        said = [smt.conjunction([quiet, *(smt.negation(now.holds(handle)) for handle in order)])]
        for case in sorted(cases, key=lambda case: (case.status, sorted(case.holders), case.known)):
            held = [
                now.holds(handle) if handle in case.holders else smt.negation(now.holds(handle)) for handle in order
            ]
            known = [now.is_value(name, number) for name, number in case.known]
            said.append(smt.conjunction([smt.one_of(now.status, [case.status]), *held, *known]))
        path = [now.is_value(name, int(truth)) for name, truth in frame.paths(cut)]
        return smt.conjunction([*path, smt.disjunction(said)])

    def _quiet(self, activation: Activation, status: str) -> str:
        """The status of an allocation that no needed handle holds: it is up to the caller, if there is one."""
        if activation.given is None:
            return smt.negation(smt.one_of(status, OWNED))
        left = {Outcome(status, frozenset(), ()) for status in smt.STATUS} & {
            *self.invariant.outcomes.get(activation, ())
        }
        return smt.one_of(status, sorted(outcome.status for outcome in left))

    # Where functions are entered.

    def _entry(self, frame: Frame) -> Obligation:
        activation = frame.activation
        entry = self.program.entry[activation.function]
        script = smt.Script()
        status = "none" if activation.given is None else activation.status
        now = Moment(self.program, script, self.web.handles, smt.STATUS[status])
        steps = Steps(self.program, self.invariant, activation, now)
        given = activation.given or frozenset()
        for handle in sorted(frame.support.get(Cut(entry, -1), ())):
            now.let_hold(handle, smt.FALSE)
        for row in self.program.arguments.get(entry, ()):
            if row.value in self.program.handles:
                steps.let_hold(activation.function, row.value, smt.TRUE if row.position in given else smt.FALSE)
            steps.begin(row.value, now)
        arguments = {row.position: row.value for row in self.program.arguments.get(entry, ())}
        for number, value in activation.known:
            script.assume(now.is_value(arguments[number], value))
        steps.claim(KEPT, activation.function, self._says(frame, Cut(entry, -1), now))
        return Obligation(activation.function, script, steps.claims)

    # From one cut to the next.

    def _from(self, frame: Frame, cut: Cut) -> Obligation:
        program = self.program
        script = smt.Script()
        now = Moment(program, script, self.web.handles, script.fresh(smt.INT, "the status of the allocation"))
        script.assume(self._says(frame, cut, now))
        steps = Steps(program, self.invariant, frame.activation, now)
        start = ""
        for op in frame.ops_from(cut):
            start = start or op
            if frame.entered(op):
                steps.start(op)
                self._enter(frame, steps, op)
            elif op != program.last[cut.block]:
                steps.step(op)
                if op in self.web.around:
                    unseen = [now.holds(handle) for handle in sorted(self.web.around[op])]
                    seen = smt.FALSE if op in self.web.beginning else smt.negation(smt.disjunction(unseen))
                    steps.claim("a region of which nothing is known", op, seen)
            else:
                steps.start(op)
                self._leave(frame, steps, op)
            if steps.path == smt.FALSE:
                break
        return Obligation(start, script, steps.claims)

    def _enter(self, frame: Frame, steps: Steps, op: str) -> None:
        """The regions of an op are entered if that may matter; if not, the allocation stays as it is."""
        now, web = steps.now, self.web
        matters = [now.holds(handle) for handle in sorted(web.around[op])]
        if op in web.beginning and frame.activation.given is None:
            matters.append(smt.one_of(now.status, ["none"]))
        if op in web.decisive:
            matters.append(smt.TRUE)
        decision = now.script.named(smt.BOOL, smt.disjunction(matters))
        self._ways(frame, steps, op, decision)
        steps.path = now.script.named(smt.BOOL, smt.conjunction([steps.path, smt.negation(decision)]))
        for name in web.inside.get(op, ()):
            now.let_have(name, None)
        if steps.path != smt.FALSE:
            for result in self.program.results.get(op, ()):
                steps.begin(result.value, now)

    def _leave(self, frame: Frame, steps: Steps, op: str) -> None:
        """The last op of a block: a branch, the end of a region, or a return."""
        program, now = self.program, steps.now
        if op in program.ways:
            self._ways(frame, steps, op, smt.TRUE)
        elif op in program.returns:
            self._return(frame.activation, steps, op)
        elif program.parent[program.place[op][0]] not in program.entry:
            steps.claim(
                "the end of a region of which nothing is known", op, smt.negation(smt.one_of(now.status, OWNED))
            )

    def _ways(self, frame: Frame, steps: Steps, op: str, under: str) -> None:
        for way in self.program.ways[op]:
            when = smt.conjunction([under, self._condition(way, steps.now)])
            new = self._assigned(steps, way, when)
            if way.block is not None:
                cut = Cut(way.block, -1)
            else:
                assert way.after is not None
                block, position = self.program.place[way.after]
                cut = Cut(block, position + 1)
            steps.claim(KEPT, op, smt.implication(when, self._says(frame, cut, new)))

    def _round(self, way: Way, now: Moment) -> tuple[str, str, str] | None:
        """On an edge of a loop with counted rounds: the counter, its next number, and when the edge is taken."""
        program = self.program
        loop = next(
            (op for op in [way.op, *(other.after for other in program.ways[way.op])] if op in program.counts), None
        )
        if loop is None:
            return None
        row = program.counts[loop]
        number = str(row.first) if loop == way.op else f"(+ {now.value(row.value)} {row.step})"
        again = f"(< {number} {row.bound})"
        return row.value, number, again if way.block is not None else smt.negation(again)

    def _condition(self, way: Way, now: Moment) -> str:
        counted = self._round(way, now)
        if counted is not None:
            return counted[2]
        if way.op in self.program.cases:
            flag, cases = self.program.cases[way.op]
            if way.number > len(cases):
                return smt.TRUE
            if way.number > 0:
                return now.is_value(flag, cases[way.number - 1])
            return smt.conjunction(smt.negation(now.is_value(flag, number)) for number in cases)
        return smt.TRUE if way.when is None else now.is_value(way.when[0], int(way.when[1]))

    def _assigned(self, steps: Steps, way: Way, when: str) -> Moment:
        """The moment at the end of a way: all values are assigned at once."""
        old, program = steps.now, self.program
        rows = (
            program.arguments.get(way.block, ()) if way.block is not None else program.results.get(way.after or "", ())
        )
        sources = {row.value: way.assigned.get(row.value) for row in rows}
        handles = {
            value: old.holds(source) if source else smt.FALSE
            for value, source in sources.items()
            if value in program.handles
        }
        values = {
            value: old.value(source) if source and value in self.web.inputs else None
            for value, source in sources.items()
            if value not in program.handles or value not in program.made_of
        }
        counted = self._round(way, old)
        if counted is not None and way.block is not None:
            values[counted[0]] = counted[1]
        new = old.copy()
        for value, term in values.items():
            new.let_have(value, term)
        for value, held in handles.items():
            if value in self.web.handles:
                new.let_hold(value, held)
            elif not steps.followed(value):
                steps.claim(
                    "a handle that the invariant does not know of", way.op, smt.implication(when, smt.negation(held))
                )
            if not sources[value]:
                steps.begin(value, new)
        return new

    # Returns.

    def _return(self, activation: Activation, steps: Steps, op: str) -> None:
        now, program = steps.now, self.program
        held = [now.holds(row.value) for row in program.returned.get(op, ()) if row.value in program.handles]
        outcomes = self.invariant.outcomes.get(activation, ())
        known = smt.disjunction(self._outcome(outcome, now, op) for outcome in sorted(outcomes, key=str))
        if activation.given is not None:
            steps.claim("the function returns in a way that the invariant does not know of", op, known)
            return
        returned = smt.disjunction(held)
        owned = smt.one_of(now.status, OWNED)
        steps.claim("a leak", op, smt.disjunction([returned, smt.negation(owned)]))
        steps.claim(
            "the function returns in a way that the invariant does not know of", op, smt.implication(returned, known)
        )
        if activation.function not in program.internal:
            steps.claim("a return of what is not owned", op, smt.implication(returned, owned))
            for at, term in enumerate(held):
                twice = smt.conjunction([term, smt.disjunction(held[at + 1 :])])
                steps.claim("a return of one buffer as several results", op, smt.negation(twice))

    def _outcome(self, outcome: Outcome, now: Moment, op: str) -> str:
        rows = self.program.returned.get(op, ())
        terms = [smt.one_of(now.status, [outcome.status])]
        for row in rows:
            if row.value in self.program.handles:
                terms.append(
                    smt.equal(now.holds(row.value), smt.TRUE if row.position in outcome.results else smt.FALSE)
                )
        values = {row.position: row.value for row in rows}
        terms += [now.is_value(values[number], value) for number, value in outcome.known]
        function = self.program.returns[op]
        arguments = {row.position: row.value for row in self.program.arguments.get(self.program.entry[function], ())}
        return smt.conjunction([*terms, *(now.is_value(arguments[number], value) for number, value in outcome.passed)])
