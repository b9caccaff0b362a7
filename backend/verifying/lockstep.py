"""Both programs in step: what the one comes to, the other has to come to, with the same operands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import fields
from heapq import heappop, heappush
from itertools import takewhile
from operator import contains
from typing import TYPE_CHECKING

from ownlog.backend.checking.edges import Way
from ownlog.backend.verifying import outcome as out
from ownlog.backend.verifying.alike import alike
from ownlog.backend.verifying.copies import written
from ownlog.backend.verifying.generalize import covers, joined
from ownlog.backend.verifying.outcome import Outcome
from ownlog.backend.verifying.program import Program
from ownlog.backend.verifying.rebinding import rebound, settle, used
from ownlog.backend.verifying.state import Known, Side, State, forget
from ownlog.backend.verifying.steps import Stepper, Stop
from ownlog.backend.verifying.terms import GIVEN, INPUT, Term, Terms

if TYPE_CHECKING:
    from ownlog.frontend.ir.ir import Op

LIMIT = 4_000
EACH = 8
"""The states of a function before it is given up: so many, or so many for each place that has any."""
APART = 3
"""How many states at one place are kept apart before they are joined."""


class Difference(Exception):
    """What one program does at a place, and the other does not, or may not; `certain` without a run."""

    def __init__(self, reason: str, stops: tuple[str, str], certain: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.stops = stops
        self.certain = certain


class Lockstep:
    """Compares one function, which both programs have."""

    def __init__(self, before: Program, after: Program, function: str) -> None:
        self.terms = Terms()
        self.programs = (before, after)
        self.steppers = (Stepper(before, self.terms, after=False), Stepper(after, self.terms, after=True))
        self.function = function
        self.seen: dict[tuple[str, str], list[State]] = defaultdict(list)
        self._work: list[tuple[int, int, State]] = []
        """The states to go on from, by their place in the text of the program before, the last of a place first."""
        self._put = 0
        self.states = 0
        self.assumptions: set[str] = set()
        self.inputs: list[Term] = []

    def outcome(self) -> Outcome:
        """What is said of the function."""
        status, reason, stops = out.SAME, "", None
        state: State | None = None
        try:
            self._later(self._start())
            while self._work:
                _, _, state = heappop(self._work)
                self._follow(state)
                if self.states > max(LIMIT, EACH * len(self.seen)):
                    return self._outcome(out.UNKNOWN, "there are too many cases", None, None)
        except RecursionError:
            status, reason = out.UNKNOWN, "the values are computed in too many steps"
        except Difference as difference:
            status, reason, stops = (
                out.DIFFERENT if difference.certain else out.UNKNOWN,
                difference.reason,
                difference.stops,
            )
        return self._outcome(status, reason, stops, state if status != out.SAME else None)

    def _outcome(self, status: str, reason: str, stops: tuple[str, str] | None, state: State | None) -> Outcome:
        places = (
            [program.where(op) for program, op in zip(self.programs, stops, strict=True)]
            if stops is not None
            else [None, None]
        )
        conditions = tuple(self._condition(*step) for step in state.trail) if state is not None else ()
        known = state.assumed if state is not None else {}
        decided = {
            number: answer for number, term in enumerate(self.inputs) if isinstance(answer := known.get(term), bool)
        }
        assumptions = tuple(sorted(self.assumptions))
        return Outcome(
            self.function, status, reason, places[0], places[1], conditions, assumptions, self.states, decided
        )

    def _condition(self, op: str, after: bool, known: Known) -> str:
        place = self.programs[after].where(op)
        if isinstance(known, bool):
            value = f"the condition is {'true' if known else 'false'}"
        else:
            value = f"the flag is {known}" if isinstance(known, int) else "the flag is none of the cases"
        return f"{place.line}{' of AFTER' if after else ''}: {value}"

    def _start(self) -> State:
        internal = self.function in self.programs[0].internal
        blocks = [program.entry[self.function] for program in self.programs]
        arguments = [program.arguments.get(block, []) for program, block in zip(self.programs, blocks, strict=True)]
        types = [
            [program.type[value] for value in found] for program, found in zip(self.programs, arguments, strict=True)
        ]
        grown = types[1][: len(types[0])] == types[0] and internal
        if types[0] != types[1] and not grown:
            raise Difference("the parameters are not the same", (self.function, self.function), not internal)
        symbols = self.inputs = [self.terms.symbol(INPUT) for _ in types[1]]
        sides = [
            Side(block, 0, dict(zip(found, symbols, strict=False)))
            for block, found in zip(blocks, arguments, strict=True)
        ]
        return State(sides[0], sides[1], self.terms.symbol(GIVEN))

    # One state after the other

    def _later(self, state: State) -> None:
        """Handle a state after those earlier in the text, so that paths are joined before what follows."""
        self._put += 1
        heappush(self._work, (self.programs[0].order[self._op(state.before, False)], -self._put, state))

    def _follow(self, state: State) -> None:
        """Goes on from a state as far as there is one way only."""
        met: set[tuple[str, str]] = set()
        while True:
            stops = [stepper.run(state) for stepper in self.steppers]
            before, after = stops
            if before is None or after is None:
                raise Difference(
                    "a program may go on for ever", (self._op(state.before, False), self._op(state.after, True))
                )
            if before.what == "open" or after.what == "open":
                self._fork(state, before, after)
                return
            if before.what != after.what:
                raise self._other_op(before, after)
            if before.what == "return":
                self._return(state, before.op, after.op)
                return
            entered = before.what == "joint" and not self._same_regions(state, before.op, after.op)
            if entered:
                self.steppers[0].apart[before.op] = self.steppers[1].apart[after.op] = before.op
            if entered and not state.fresh <= state.looked_ahead:
                # Where a loop is entered, all rounds have to agree on what stands for what.
                self._apart(state, self._met_inside(state, before.op, after.op))
                state.looked_ahead = state.fresh
            # A state that is joined with others has to be matched as it is then: who comes later is not looked at
            # again. What is known of the conditions of a loop may lead round it for ever.
            key = (before.op, after.op)
            if (entered or key in met) and not self._new(state, key):
                return
            met.add(key)
            state.alone = ()
            self._match(state, before.op, after.op)
            if entered:
                self._take_together(state, before.op, after.op)
                return
            if not self._go_behind(state, before.op, after.op):
                return

    def _same_regions(self, state: State, before: str, after: str) -> bool:
        """Do the regions of two ops compute nothing but the same values, so that they need not be entered?"""
        first, second = self.programs
        plain = before in first.plain and after in second.plain
        return plain and alike(self.programs, state, (first.op(before), second.op(after)), self.terms)

    def _op(self, side: Side, after: bool) -> str:
        return self.programs[after].at[side.block][min(side.position, len(self.programs[after].at[side.block]) - 1)]

    def _new(self, state: State, key: tuple[str, str]) -> bool:
        """Whether a state at a place has to be looked at; it may become a more general one."""
        settle(state, self.programs, self.terms)
        forget(state, self.terms)
        known = self.seen[key]
        if any(covers(one, state, self.terms) for one in reversed(known)):
            return False
        if len(known) >= APART:
            other = joined(known[-1], state, self.terms)
            for part in fields(State):
                setattr(state, part.name, getattr(other, part.name))
        known.append(state.copy())
        self.states += 1
        return True

    def _fork(self, state: State, before: Stop, after: Stop) -> None:
        """Decides a condition that one program, or both, wait for."""
        together = before.open == after.open
        moves = (state.before.moves, state.after.moves)
        # Where nobody moved since the last decision, this one goes on with that: it takes another part of the
        # condition.
        here = moves == state.decided_at
        if not together and not here and any(key[:2] == (before.op, after.op) for key in state.alone):
            raise Difference("one program may go round a loop, and the other waits", (before.op, after.op))
        if not here and not self._new(state, (before.op, after.op)):
            return
        # A state that was joined with others waits for another condition.
        again = [stepper.run(state) for stepper in self.steppers]
        before, after = (stop for stop in again if stop is not None)
        # What only the second program asks is decided first: so that it does not fall behind.
        side = after.what == "open" and (before.what != "open" or before.open != after.open)
        stop = after if side else before
        answers: list[Known] = (
            [True, False] if stop.cases is None else [*dict.fromkeys(stop.cases), tuple(sorted(set(stop.cases)))]
        )
        for answer in reversed(answers):
            branch = state.copy()
            branch.assumed[stop.open] = answer
            branch.decided_at = moves
            branch.alone = (
                () if together else (*(key for key in state.alone if key[2] == side), (before.op, after.op, side))
            )
            branch.trail = (*state.trail, (stop.op, side, answer))
            self._later(branch)

    def _take_together(self, state: State, before: str, after: str) -> None:
        ways = [
            {(way.number, program.leads_out(op, way)): way for way in program.ways.get(op, ())}
            for program, op in zip(self.programs, (before, after), strict=True)
        ]
        if ways[0].keys() != ways[1].keys():
            raise Difference("the ways that control may take differ", (before, after))
        if not ways[0]:
            raise Difference("no rule says how control goes on", (before, after))
        for place, number in enumerate(ways[0], 1):
            branch = state.copy() if place < len(ways[0]) else state
            branch.loops = branch.loops or len(ways[0]) > 1
            self._enter(branch, ways[0][number], ways[1][number], (before, after))
            self._later(branch)

    def _enter(self, state: State, before: Way, after: Way, ops: tuple[str, str]) -> None:
        """Both programs go the same way; what it defines is the same in both."""
        defined = [stepper.defined(way) for stepper, way in zip(self.steppers, (before, after), strict=True)]
        if len(defined[1]) < len(defined[0]) or not self._same_types(defined[0], defined[1][: len(defined[0])]):
            raise Difference("what a region is given differs", ops)
        given = [self.terms.symbol(GIVEN) for _ in defined[0]]
        for stepper, way, names in zip(self.steppers, (before, after), defined, strict=True):
            stepper.take(way, state.side(stepper.after), dict(zip(names, given, strict=False)))
        if any(op in program.gathered or op in program.joint for program, op in zip(self.programs, ops, strict=True)):
            state.epoch = self.terms.symbol(GIVEN)

    def _same_types(self, before: Sequence[str], after: Sequence[str]) -> bool:
        first, second = self.programs
        return [first.type[value] for value in before] == [second.type[value] for value in after]

    # Ops that both come to

    def _match(self, state: State, before: str, after: str) -> None:
        """Raises Difference unless two ops are the same on the same operands; marks what they write."""
        first, second = self.programs
        ops = first.op(before), second.op(after)
        if ops[0].name != ops[1].name:
            raise self._other_op(Stop(before, "compare"), Stop(after, "compare"))
        if first.attributes(before) != second.attributes(after):
            raise Difference(f"the attributes of '{ops[0].name}' differ", (before, after))
        if before not in first.joint and before not in first.gathered and ops[0].segments != ops[1].segments:
            raise Difference(f"the operands of '{ops[0].name}' are in other groups", (before, after))
        operands = [program.compared_operands(op) for program, op in zip(self.programs, (before, after), strict=True)]
        grown = before in first.callee and first.callee[before] in first.internal
        if len(operands[0]) != len(operands[1]) and not (grown and len(operands[0]) < len(operands[1])):
            raise Difference(f"the operands of '{ops[0].name}' are not as many", (before, after))
        pairs = list(zip(*operands, strict=False))
        if ops[0].name not in first.modelled and not self._same_types(
            [one for one, _ in pairs], [other for _, other in pairs]
        ):
            raise Difference(f"the types of the operands of '{ops[0].name}' differ", (before, after))
        self._match_operands(state, pairs, (before, after), ops[0].name)
        if (before in first.gathered or before not in first.joint) and ops[0].regions:
            self._match_regions(state, (before, after), ops)
        for program, values, later in zip(self.programs, operands, (False, True), strict=True):
            used(state, program, values, later, self.terms)
        if problem := written(state, self.programs, (before, after), pairs, self.terms):
            raise Difference(problem, (before, after))

    def _match_regions(self, state: State, names: tuple[str, str], ops: tuple[Op, Op]) -> None:
        """Raises Difference unless two ops do the same in their regions, which are not entered."""
        if not alike(self.programs, state, ops, self.terms):
            apart = self._apart(state, self._met_inside(state, *names))
            if apart is not None or not alike(self.programs, state, ops, self.terms):
                raise Difference(f"the regions of '{ops[0].name}' may differ", names)
        for program, name, after in zip(self.programs, names, (False, True), strict=True):
            used(state, program, [value for _, values in program.inside(name) for value in values], after, self.terms)

    def _met_inside(self, state: State, before: str, after: str) -> list[tuple[str, str]]:
        """The operands, from outside, of ops in the regions of two ops that both programs would come to."""
        first, second = (program.met_inside(op) for program, op in zip(self.programs, (before, after), strict=True))
        met = takewhile(lambda ops: ops[0][0] == ops[1][0], zip(first, second, strict=False))
        outside = (state.before.values, state.after.values)
        return [
            pair
            for one, other in met
            for pair in zip(one[1], other[1], strict=False)
            if all(map(contains, outside, pair))
        ]

    def _match_operands(self, state: State, pairs: list[tuple[str, str]], ops: tuple[str, str], name: str) -> None:
        if (number := self._apart(state, pairs)) is not None:
            raise Difference(f"operand {number} of '{name}' may not be the same", ops)

    def _apart(self, state: State, pairs: list[tuple[str, str]]) -> int | None:
        """The number of the first pair of different values; None if they are the same, or can be, and are from there
        on.
        """
        for _ in range(len(pairs) + 1):
            rebinds = False
            for number, (one, other) in enumerate(pairs):
                terms = self.steppers[0].shown(one, state.before), self.steppers[1].shown(other, state.after)
                if terms[0] == terms[1] or state.decided(terms[0], self.terms) == state.decided(terms[1], self.terms):
                    continue
                whole = state.before.values[one], state.after.values[other]
                if one not in self.programs[0].buffers or not rebound(state, self.programs, *whole, self.terms):
                    return number
                rebinds = True
            if not rebinds:
                return None
        return 0

    def _go_behind(self, state: State, before: str, after: str) -> bool:
        """Goes on behind an op that both programs came to; whether anything follows it."""
        results = [program.results.get(op, []) for program, op in zip(self.programs, (before, after), strict=True)]
        if len(results[0]) > len(results[1]) or not self._same_types(results[0], results[1][: len(results[0])]):
            raise Difference("the results differ", (before, after))
        for number, value in enumerate(results[1]):
            symbol = self.terms.symbol(GIVEN)
            state.after.values[value] = symbol
            if number < len(results[0]):
                state.before.values[results[0][number]] = symbol
        state.epoch = self.terms.symbol(GIVEN)
        sides = (state.before, state.after)
        for side, stepper in zip(sides, self.steppers, strict=True):
            stepper.pass_by(side)
            side.moves += 1
        return any(
            side.position < len(program.at[side.block]) for side, program in zip(sides, self.programs, strict=True)
        )

    def _return(self, state: State, before: str, after: str) -> None:
        first, second = self.programs
        operands = [program.operands.get(op, []) for program, op in zip(self.programs, (before, after), strict=True)]
        grown = self.function in first.internal and len(operands[0]) < len(operands[1])
        if first.op(before).name != second.op(after).name or (len(operands[0]) != len(operands[1]) and not grown):
            raise Difference("what is returned is not as much", (before, after))
        pairs = list(zip(*operands, strict=False))
        if not self._same_types(operands[0], operands[1][: len(operands[0])]):
            raise Difference("what is returned has another type", (before, after), certain=True)
        self._match_operands(state, pairs, (before, after), first.op(before).name)
        if any(
            self.terms.copied(state.after.values[other]) and not self.terms.copied(state.before.values[one])
            for one, other in pairs
        ):
            self.assumptions.add("who gets a buffer from a function may get a copy of it")

    # What is not the same

    def _other_op(self, before: Stop, after: Stop) -> Difference:
        names = [program.op(stop.op).name for program, stop in zip(self.programs, (before, after), strict=True)]
        return Difference(f"BEFORE comes to '{names[0]}', and AFTER to '{names[1]}'", (before.op, after.op))
