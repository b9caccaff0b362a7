"""What each op does to the allocation, as formulas, and what has to hold so that nothing goes wrong in it."""

from __future__ import annotations

from typing import NamedTuple

from ownlog.backend.certificates import formulas as smt
from ownlog.backend.certificates.invariant import Activation, Invariant, Outcome
from ownlog.backend.certificates.moment import Moment
from ownlog.backend.certificates.program import Program

OWNED = ("live", "lost")


class Claim(NamedTuple):
    """Something that has to hold at `op`: `what` says, to people, what goes wrong else."""

    what: str
    op: str
    term: str


class Steps:
    """Carries a moment over ops, and collects claims, as long as `path` holds."""

    def __init__(self, program: Program, invariant: Invariant, activation: Activation, now: Moment) -> None:
        self.program = program
        self.invariant = invariant
        self.activation = activation
        self.now = now
        self.path = smt.TRUE
        self.claims: list[Claim] = []

    def claim(self, what: str, op: str, term: str) -> None:
        """Something has to hold at an op."""
        term = smt.implication(self.path, term)
        if term != smt.TRUE:
            self.claims.append(Claim(what, op, self.now.script.named(smt.BOOL, term)))

    def step(self, op: str) -> None:
        """An op without regions that have to be entered."""
        self.start(op)
        for result in self.program.results.get(op, ()):
            self.begin(result.value, self.now)

    def start(self, op: str) -> None:
        """As much of an op as is done before control goes on in its regions, or behind it."""
        self._ends_and_touches(op)
        self._comparisons(op)
        self._flags(op)
        self._guarded(op)
        if op in self.program.never_passed:
            self.path = smt.FALSE
        elif op in self.program.asserted:
            passes = self.now.is_value(self.program.asserted[op], 1)
            self.path = self.now.script.named(smt.BOOL, smt.conjunction([self.path, passes]))
        if op in self.program.callee:
            self._call(op, self.program.callee[op])
        else:
            self._results(op)

    # Uses and ends.

    def _ends_and_touches(self, op: str) -> None:
        program, now = self.program, self.now
        freed = {row.value for row in program.ends.get(op, ())}
        held = [now.holds(row.value) for row in program.touches.get(op, ()) if row.value not in freed]
        self.claim(
            "use after free",
            op,
            smt.negation(smt.conjunction([smt.one_of(now.status, ["freed"]), smt.disjunction(held)])),
        )
        ended = [now.holds(row.value) for row in program.ends.get(op, ())]
        self._free(op, smt.disjunction(ended))
        kinds = {self.program.made_for.get(origin) for origin in self.invariant.origins} - {
            None,
            program.ends_as.get(op),
        }
        if op in program.ends_as and kinds:
            self.claim("free as another kind of memory", op, smt.negation(smt.disjunction(ended)))
        for at, term in enumerate(ended):
            self.claim("double free", op, smt.negation(smt.conjunction([term, smt.disjunction(ended[at + 1 :])])))
        lost = smt.disjunction(now.holds(row.value) for row in program.loses.get(op, ()))
        if lost != smt.FALSE:
            now.let_be(
                smt.choice(smt.conjunction([lost, smt.one_of(now.status, ["live"])]), smt.STATUS["lost"], now.status)
            )

    def _free(self, op: str, when: str) -> None:
        if when == smt.FALSE:
            return
        self.claim("free of what is not to be freed", op, smt.implication(when, smt.one_of(self.now.status, OWNED)))
        self.now.let_be(smt.choice(when, smt.STATUS["freed"], self.now.status))

    # What tells of addresses and conditions.

    def _comparisons(self, op: str) -> None:
        program, now = self.program, self.now
        for row in program.compares.get(op, ()):
            if row.first not in program.handles and row.second not in program.handles:
                continue
            first, second = now.holds(row.first), now.holds(row.second)
            for address, held in ((row.first, first), (row.second, second)):
                dangles = smt.conjunction([held, smt.one_of(now.status, ["freed"])])
                self.claim(
                    "comparison of the address of what is freed",
                    op,
                    smt.implication(dangles, self._dangling(row.value, address)),
                )
            if program.always_apart(row.value, row.first, row.second):
                continue
            asked = program.asks.get(row.value)
            if asked not in ("eq", "ne"):
                if row.value not in program.made_of:
                    now.let_have(row.value, None)
                continue
            shifted = row.first != row.second and {row.first, row.second} & program.elsewhere
            told = [] if shifted else [(smt.conjunction([first, second]), True)]
            for held, other in ((first, row.second), (second, row.first)):
                older = smt.one_of(now.status, ["parameter", "global"])
                trusted = smt.disjunction([older, smt.negation(self._dangling(row.value, other))])
                alone = smt.conjunction([held, smt.negation(now.holds(other)), self._apart(other), trusted])
                told.append((alone, False))
            if row.value not in program.made_of:
                now.let_have(row.value, now.script.fresh(smt.BOOL, row.value))
            for when, same in told:
                answer = now.is_value(row.value, int(same == (asked == "eq")))
                now.script.assume(smt.implication(smt.conjunction([self.path, when]), answer))

    def _apart(self, other: str) -> str:
        """`other`, which does not hold the allocation, leads to another one."""
        if other not in self.program.handles:
            return smt.FALSE
        kept = smt.one_of(self.now.status, ["live", "lost", "stack", "parameter", "global", "unknown"])
        is_new = self.now.is_value(other, 0)
        return smt.disjunction([smt.one_of(self.now.status, ["live"]), smt.conjunction([is_new, kept])])

    def _dangling(self, comparison: str, address: str) -> str:
        cases = sorted(self.invariant.dangling.get((comparison, address), ()))
        return smt.disjunction(
            smt.conjunction(self.now.is_value(name, number) for name, number in case) for case in cases
        )

    def _flags(self, op: str) -> None:
        now = self.now
        for row in self.program.sets.get(op, ()):
            now.let_have(row.cell, now.value(row.value))
        for spoilt in self.program.spoils.get(op, ()):
            now.let_have(spoilt.cell, None)
        for read in self.program.reads.get(op, ()):
            now.let_have(read.value, now.value(read.cell))

    # Deallocations that ask at run time.

    def _guarded(self, op: str) -> None:
        program, now = self.program, self.now
        listed = sorted((r.position, r.value, r.condition, "") for r in program.frees_where.get(op, ()))
        listed += sorted((r.position, r.value, r.condition, r.answer) for r in program.entries.get(op, ()))
        retained = {r.position: now.holds(r.value) for r in program.retains.get(op, ())}
        if not listed and not retained:
            return
        for value in [*(value for _, value, _, _ in listed), *(r.value for r in program.retains.get(op, ()))]:
            if value in program.elsewhere:
                self.claim("a comparison by an address that may be another one", op, smt.negation(now.holds(value)))
        if op in program.plain_answers.values():
            for value in [*(value for _, value, _, _ in listed), *(r.value for r in program.retains.get(op, ()))]:
                dangles = smt.conjunction([now.holds(value), smt.one_of(now.status, ["freed"])])
                self.claim(
                    "comparison of the address of what is freed",
                    op,
                    smt.implication(dangles, self._dangling(op, value)),
                )
        asked = smt.disjunction(
            smt.conjunction([now.holds(value), now.value(condition)]) for _, value, condition, _ in listed
        )
        asked = now.script.named(smt.BOOL, asked)
        kept = smt.disjunction(retained.values())
        answers: list[tuple[str, str, str]] = []
        if op in program.library:
            joined = program.library[op] in program.joining
            earlier: list[str] = []
            for _, value, condition, answer in listed:
                held = now.holds(value)
                own = asked if joined else now.value(condition)
                first = smt.negation(smt.disjunction(earlier))
                answers.append((answer, held, smt.conjunction([first, own, smt.negation(kept)])))
                earlier.append(held)
        else:
            self._free(op, smt.conjunction([asked, smt.negation(kept)]))
        answers += [(r.value, retained.get(r.position, smt.FALSE), asked) for r in program.says_owned.get(op, ())]
        for answer, held, meaning in answers:
            if program.plain(answer):
                continue
            now.let_have(answer, now.script.fresh(smt.BOOL, answer))
            now.script.assume(
                smt.implication(smt.conjunction([self.path, held]), smt.equal(now.value(answer), meaning))
            )

    # Results.

    def _results(self, op: str) -> None:
        """What the results of an op hold, and that other values have unknown results."""
        program, now = self.program, self.now
        held = {row.target: now.holds(row.source) for row in program.leads.get(op, ())}
        for row in program.picks.get(op, ()):
            sides = now.holds(row.on_true), now.holds(row.on_false)
            held[row.target] = sides[0] if sides[0] == sides[1] else smt.choice(now.value(row.condition), *sides)
        told = {row.value for row in program.compares.get(op, ())} | {
            row.value for row in program.says_owned.get(op, ())
        }
        told |= {row.value for row in program.reads.get(op, ())}
        for result in program.results.get(op, ()):
            value = result.value
            if value in program.handles:
                self.let_hold(op, value, held.get(value, smt.FALSE))
                if value not in program.made_of:
                    now.let_have(value, None)
            elif value not in told and program.answers.get(value, op) == op and value not in program.made_of:
                now.let_have(value, None)
            if value in program.cells:
                now.let_have(value, None)

    def let_hold(self, op: str, handle: str, term: str) -> None:
        """A handle is defined, and holds the allocation where the formula says so."""
        if handle in self.now.web:
            self.now.let_hold(handle, term)
        elif not self.followed(handle):
            self.claim("a handle that the invariant does not know of", op, smt.negation(term))

    def followed(self, value: str) -> bool:
        """Does the invariant cover a value? Others are no handles, or unused, and may hold anything."""
        return value in self.now.web or value not in self.program.handles or value not in self.program.used_by

    def begin(self, value: str, now: Moment) -> None:
        """The allocation may begin at a value, if that is one of its origins and it has not begun before."""
        if value not in self.invariant.origins or self.activation.given is not None:
            return
        chosen = now.script.fresh(smt.BOOL, f"{value} is followed from here on")
        begun = now.script.named(smt.BOOL, smt.conjunction([chosen, smt.one_of(now.status, ["none"])]))
        now.let_be(smt.choice(begun, smt.STATUS[self.program.kind(value)], now.status))
        now.let_hold(value, begun)

    # Calls.

    def _call(self, op: str, function: str) -> None:
        """A call behaves as the invariant says of its callee, for each way to pass the allocation, and for new ones."""
        now, program = self.now, self.program
        operands = [r.value for r in program.operands.get(op, ()) if r.value in program.handles]
        passed = now.script.named(smt.BOOL, smt.disjunction(map(now.holds, operands)))
        arguments = {r.position: r.value for r in program.operands.get(op, ())}
        status = now.status
        known: list[tuple[str, list[Outcome]]] = []
        for activation, outcomes in sorted(self.invariant.outcomes.items(), key=str):
            if activation.function == function and activation.given is not None:
                known.append((now.script.named(smt.BOOL, self._as_given(op, activation)), sorted(outcomes, key=str)))
        self.claim(
            "a call of which the invariant does not know",
            op,
            smt.implication(passed, smt.disjunction(when for when, _ in known)),
        )
        made = (
            sorted(self.invariant.outcomes.get(Activation(function), ()), key=str)
            if self.activation.given is None
            else []
        )
        results = [(r.position, r.value) for r in program.results.get(op, ())]
        if passed == smt.FALSE and not made:
            for _, value in results:
                self._no_part(op, value)
            return
        after = now.script.fresh(smt.INT, f"the status behind {op}")
        for _, value in results:
            if value not in program.handles or value not in program.made_of:
                now.let_have(value, None)
            if value in program.handles and value in now.web:
                now.let_hold(value, now.script.fresh(smt.BOOL, f"{value} holds it"))
        cases = [
            smt.conjunction(
                [
                    passed,
                    when,
                    smt.disjunction(self._outcome(outcome, after, results, arguments) for outcome in outcomes),
                ]
            )
            for when, outcomes in known
        ]
        nothing = [smt.equal(after, status), *(smt.negation(now.holds(value)) for _, value in results)]
        cases.append(smt.conjunction([smt.negation(passed), *nothing]))
        begun = smt.conjunction([smt.negation(passed), smt.one_of(status, ["none"])])
        cases += [smt.conjunction([begun, self._outcome(outcome, after, results, arguments)]) for outcome in made]
        now.script.assume(smt.implication(self.path, smt.disjunction(cases)))
        now.status = after
        for when, possible in [
            *known,
            (smt.conjunction([begun, smt.negation(smt.equal(after, smt.STATUS["none"]))]), made),
        ]:
            unknown = {number for number, value in results if not self.followed(value)}
            ways = [self._passed(outcome, arguments) for outcome in possible if unknown & outcome.results]
            if ways:
                self.claim(
                    "a handle that the invariant does not know of",
                    op,
                    smt.negation(smt.conjunction([when, smt.disjunction(ways)])),
                )

    def _as_given(self, op: str, activation: Activation) -> str:
        now, given = self.now, activation.given or frozenset()
        rows = self.program.operands.get(op, ())
        terms = [smt.one_of(now.status, [activation.status])]
        for row in rows:
            if row.value in self.program.handles:
                terms.append(smt.equal(now.holds(row.value), smt.TRUE if row.position in given else smt.FALSE))
        values = {row.position: row.value for row in rows}
        return smt.conjunction([*terms, *(now.is_value(values[number], value) for number, value in activation.known)])

    def _outcome(self, outcome: Outcome, status: str, results: list[tuple[int, str]], arguments: dict[int, str]) -> str:
        now = self.now
        terms = [smt.equal(status, smt.STATUS[outcome.status])]
        for number, value in results:
            if value in now.web:
                terms.append(smt.equal(now.holds(value), smt.TRUE if number in outcome.results else smt.FALSE))
        values = dict(results)
        terms += [now.is_value(values[number], value) for number, value in outcome.known]
        return smt.conjunction([*terms, self._passed(outcome, arguments)])

    def _passed(self, outcome: Outcome, arguments: dict[int, str]) -> str:
        """The arguments are what the callee found its parameters to be, where it returned as the outcome says."""
        return smt.conjunction(self.now.is_value(arguments[number], value) for number, value in outcome.passed)

    def _no_part(self, op: str, value: str) -> None:
        if value in self.program.handles:
            self.let_hold(op, value, smt.FALSE)
        if value not in self.program.made_of:
            self.now.let_have(value, None)
