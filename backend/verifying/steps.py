"""One program alone: up to the next op that the other must come to as well, or to an open condition."""

from __future__ import annotations

from dataclasses import dataclass

from ownlog.backend.checking.edges import Way
from ownlog.backend.verifying import arithmetic
from ownlog.backend.verifying.program import Program
from ownlog.backend.verifying.state import Known, Side, State
from ownlog.backend.verifying.terms import GIVEN, NEW, Head, Look, Signature, Term, Terms

LONGEST = 1_000
"""How many ways are taken in a row before a program is taken to go on for ever by itself."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a program stops; `open` is the condition that it needs, `cases` are its choices, if any."""

    op: str
    what: str
    """"compare" (an op that the other program has to come to), "joint", "return" or "open"."""
    open: Term = -1
    cases: tuple[int, ...] | None = None


class Stepper:
    """Executes one program on terms."""

    def __init__(self, program: Program, terms: Terms, after: bool) -> None:
        self.program = program
        self.terms = terms
        self.after = after
        self.apart: dict[str, str] = {"": ""}
        """The ops of the program before that stand for this program's ones with parallel regions ("": none around)."""

    def run(self, state: State) -> Stop | None:
        """Goes on to the next stop, in place; None where the program seems to go on for ever without one."""
        program, side = self.program, state.side(self.after)
        for _ in range(LONGEST):
            ops = program.at[side.block]
            while side.position < len(ops) and self._alone(ops[side.position], side, state):
                self._give_away(ops[side.position], side, state)
                self.pass_by(side)
            if side.position == len(ops):
                # A block that leads nowhere: nothing follows.
                return Stop(ops[-1], "compare")
            stop = self._at(ops[side.position], side, state)
            if stop is not None:
                return stop
        return None

    def _at(self, op: str, side: Side, state: State) -> Stop | None:
        """What stops the program at an op that it does not do alone; None where it took the only way there is."""
        program = self.program
        if op in program.joint:
            return Stop(op, "joint")
        if op in program.returns:
            return Stop(op, "return")
        ways = program.ways.get(op)
        if not ways:
            return Stop(op, "compare")
        if op in program.cases:
            return self._choose(op, ways, side, state)
        condition = next((way.when[0] for way in ways if way.when is not None), None)
        if condition is None:
            if len(ways) > 1:
                return Stop(op, "joint")
            self._give_away(op, side, state)
            self.take(ways[0], side, {})
            return None
        value = state.truth(self.value(condition, side), self.terms)
        if value not in (self.terms.true, self.terms.false):
            return Stop(op, "open", state.atom(value, self.terms))
        taken = [way for way in ways if way.when is None or way.when[1] == (value == self.terms.true)]
        if len(taken) != 1:
            return Stop(op, "joint")
        self._give_away(op, side, state)
        self.take(taken[0], side, {})
        return None

    def _choose(self, op: str, ways: list[Way], side: Side, state: State) -> Stop | None:
        flag, cases = self.program.cases[op]
        term = self.value(flag, side)
        known: Known | None = state.assumed.get(term)
        if known is None:
            return Stop(op, "open", term, tuple(cases))
        if isinstance(known, tuple):
            if not set(cases) <= set(known):
                return Stop(op, "joint")
            number = 0
        else:
            number = cases.index(known) + 1 if known in cases else 0
        self._give_away(op, side, state)
        self.take(next(way for way in ways if way.number == number), side, {})
        return None

    def take(self, way: Way, side: Side, given: dict[str, Term]) -> None:
        """Goes a way; `given` has the values that the way defines and no value is assigned to."""
        program = self.program
        side.moves += 1
        assigned = {target: self.value(source, side) for target, source in way.assigned}
        if way.block is not None:
            self._leave(side, way.block)
            side.block, side.position = way.block, 0
            defined = program.arguments.get(way.block, [])
        else:
            assert way.after is not None
            block, position = program.place[way.after]
            if side.block != block:
                self._leave(side, block)
            side.block, side.position = block, position
            self.pass_by(side)
            defined = program.results.get(way.after, [])
        for value in defined:
            if value in program.unwanted:
                continue
            side.values[value] = assigned[value] if value in assigned else given.get(value, -1)
            if side.values[value] < 0:
                side.values[value] = self.terms.symbol(GIVEN)

    def pass_by(self, side: Side) -> None:
        """Goes behind an op, and forgets the values that were wanted there last."""
        for value in self.program.gone_behind.get((side.block, side.position), ()):
            self._forget(value, side)
        side.position += 1

    def _leave(self, side: Side, target: str) -> None:
        for value in self.program.left(side.block, target):
            self._forget(value, side)

    def _forget(self, value: str, side: Side) -> None:
        side.values.pop(value, None)
        side.values.pop("*" + value, None)

    def _give_away(self, op: str, side: Side, state: State) -> None:
        """Notes what others may know behind an op that the other program need not come to."""
        terms = self.terms
        for value in self.program.gives_away.get(op, ()):
            if value in side.values:
                state.escaped |= {
                    root for root in terms.roots(terms.places(side.values[value])) if terms.kind(root) == NEW
                }

    def defined(self, way: Way) -> list[str]:
        """The values that a way defines and that nothing is assigned to."""
        program = self.program
        found = (
            program.arguments.get(way.block, []) if way.block is not None else program.results.get(way.after or "", [])
        )
        targets = {target for target, _ in way.assigned}
        return [value for value in found if value not in targets]

    def value(self, name: str, side: Side) -> Term:
        """What a value is; one that no way defined is anything."""
        found = side.values.get(name)
        if found is None:
            found = side.values[name] = self.terms.symbol(GIVEN)
        return found

    def shown(self, name: str, side: Side) -> Term:
        """What a value is to the other program: of a copy, what was copied."""
        return self.terms.stripped(self.value(name, side))

    # Ops that a program does alone

    def _alone(self, op: str, side: Side, state: State) -> bool:
        """Does an op that the other program need not come to; whether it is one."""
        program, terms = self.program, self.terms
        if op in program.sets:
            cell, value = program.sets[op]
            side.values["*" + cell] = self.value(value, side)
        elif op in program.reads:
            side.values[program.results[op][0]] = self.value("*" + program.reads[op], side)
        elif op in program.omitted:
            if op in program.accesses and not self._may_access(op, side, state):
                return False
            if op in program.provides and not self._may_allocate(op, side, state):
                return False
            for result in program.results.get(op, ()):
                side.values[result] = terms.symbol(NEW if op in program.provides else GIVEN)
                if op in program.provides:
                    terms.extents[side.values[result]] = self._signature(op, side)
        elif op in program.duplicates:
            side.copies = True
            side.values[program.results[op][0]] = terms.make(
                ("copy",), (terms.symbol(NEW), self.value(program.duplicates[op], side))
            )
        elif op in program.provides:
            if not self._may_allocate(op, side, state):
                return False
            side.values[program.results[op][0]] = state.allocated(self._signature(op, side), self.after, terms)
        elif op in program.computes or op in program.looks_up:
            if op in program.traps and not self._may_divide(op, side, state):
                return False
            for index, result in enumerate(program.results.get(op, ())):
                side.values[result] = self._computed(op, index, result, side, state)
        else:
            return False
        return True

    def _signature(self, op: str, side: Side) -> Signature:
        """How the allocation looks that an op makes."""
        program = self.program
        sizes = tuple(self.shown(value, side) for value in program.operands.get(op, ()))
        around = program.apart(side.block)
        rounds = self._place(around)
        return Look(program.op(op).name, program.attributes(op), program.type[program.results[op][0]], rounds), sizes

    def _may_access(self, op: str, side: Side, state: State) -> bool:
        """Is an access to private memory in bounds?

        The program before counts as correct. The program after may do the same in memory of the same sizes, and what is
        always in bounds.
        """
        program, terms = self.program, self.terms
        if program.in_bounds(op):
            return True
        name = program.op(op).name
        rows = program.traits.rows("stores_element", name)
        stored = {int(row[0]) for row in rows} | {int(row[0]) for row in program.traits.rows("fills_buffer", name)}
        values = [value for number, value in enumerate(program.operands.get(op, ())) if number not in stored]
        how = ("access",) if rows or program.traits.says("loads_element", name) else ("access", name)
        key = terms.make(
            (*how, program.attributes(op)), tuple(terms.extent(self.shown(value, side)) for value in values)
        )
        if not self.after:
            state.accessed |= {key}
        return key in state.accessed

    def _may_divide(self, op: str, side: Side, state: State) -> bool:
        """Whether a division surely has a quotient: the program before has made the same one, or it is of numbers."""
        program, terms = self.program, self.terms
        operands = program.operands[op]
        shown = tuple(self.shown(value, side) for value in operands)
        how = program.arithmetic[program.op(op).name]
        if not self.after:
            state.accessed |= {terms.make(("divides", how[-1]), shown)}
        types = program.type[operands[0]], program.type[program.results[op][0]]
        return (
            terms.make(("divides", how[-1]), shown) in state.accessed
            or arithmetic.computed(how, shown, *types, terms) is not None
        )

    def _may_allocate(self, op: str, side: Side, state: State) -> bool:
        """Whether surely no size of an allocation is negative: the program before has made one of the same size."""
        program, terms = self.program, self.terms
        for value in program.operands.get(op, ()):
            size = self.shown(value, side)
            if not self.after:
                state.accessed |= {terms.make(("size",), (size,))}
            elif value not in program.never_negative and terms.make(("size",), (size,)) not in state.accessed:
                return False
        return True

    def _computed(self, op: str, index: int, result: str, side: Side, state: State) -> Term:
        program, terms = self.program, self.terms
        if result in program.constant:
            return arithmetic.constant(program.constant[result], program.type[result], terms)
        if result in program.retyped:
            return self.value(program.retyped[result], side)
        if result in program.bitwise:
            how, first, second = program.bitwise[result]
            return terms.bits(how, self.shown(first, side), self.shown(second, side))
        if result in program.picks:
            condition, on_true, on_false = program.picks[result]
            decided = state.truth(self.value(condition, side), terms)
            return terms.choice(
                ("pick", program.type[result]), decided, self.value(on_true, side), self.value(on_false, side)
            )
        if result in program.compared:
            return self._compared(*program.compared[result], side)
        place = self._place(program.asked_parent(op))
        head: Head = (program.op(op).name, program.attributes(op), index, place, program.type[result])
        operands = program.operands.get(op, [])
        seen = (state.epoch,) if op in program.looks_up else ()
        if seen and result not in program.views:
            return terms.make(("read", *head), (*(self.shown(value, side) for value in operands), *seen))
        if result in program.views:
            source = program.views[result]
            if result not in program.buffers:
                return self._address(("address", *head), tuple(self.value(value, side) for value in operands))
            args = tuple(self.value(value, side) if value == source else self.shown(value, side) for value in operands)
            return terms.make(("view", operands.index(source), *head), args + seen)
        if result in program.buffers:
            return terms.make(("op", *head), tuple(self.value(value, side) for value in operands))
        shown = tuple(self.shown(value, side) for value in operands)
        computes = program.arithmetic.get(program.op(op).name)
        if computes is not None:
            number = arithmetic.computed(computes, shown, program.type[operands[0]], program.type[result], terms)
            if number is not None:
                return number
        if op in program.mapped:
            number = arithmetic.mapped(program.mapped[op], shown, terms)
            if number is not None:
                return number
        # A number may be a size; nobody knows what else may tell buffers apart.
        measures = program.type[result] == "index" or program.buffers.isdisjoint(operands)
        return terms.make(("op", *head), shown) if measures else self._address(("op", *head), shown)

    def _place(self, around: str) -> str | tuple[bool, str]:
        """The op `around` a place ("": none), by the same name in both programs if both have entered it together."""
        return self.apart.get(around, (self.after, around))

    def _address(self, head: Head, args: tuple[Term, ...]) -> Term:
        """What tells buffers apart, even if they have the same in them."""
        self.terms.addressed.update(*map(self.terms.symbols, args))
        return self.terms.make(head, args)

    def _compared(self, how: str, first: str, second: str, side: Side) -> Term:
        """A comparison, by the first predicate in text order that means the same or the opposite."""
        terms, traits = self.terms, self.program.traits
        left, right = self.shown(first, side), self.shown(second, side)
        asked = next((row[0] for row in traits.rows("predicate_asks", how)), None)
        answer = (
            None if asked is None else arithmetic.compared(str(asked), (left, right), self.program.type[first], terms)
        )
        if answer is not None:
            return answer
        ways = [(how, (left, right))] + [
            (str(other), (right, left)) for (other,) in traits.rows("mirrored_predicate", how)
        ]
        found = [
            (str(other), args, str(answer) == "opposite")
            for by, args in ways
            for other, answer in traits.rows("compared_predicates", by)
        ]
        if not found:
            return terms.make(("compare", how), (left, right))
        by, args, opposite = min(found)
        term = terms.make(("compare", by), args)
        return terms.bits("xor", term, terms.true) if opposite else term
