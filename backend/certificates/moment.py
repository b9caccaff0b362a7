"""One moment of a run, as terms: the allocation's status, the handles that hold it, and conditions."""

from __future__ import annotations

from collections.abc import Set

from ownlog.backend.certificates import arithmetic
from ownlog.backend.certificates import formulas as smt
from ownlog.backend.certificates.program import Program
from ownlog.frontend.text.literals import signed_number


class Moment:
    """A moment in one activation of a function; handles outside of `web` do not hold the allocation.

    A computed i1 is the formula over its operands, which dominate it.
    """

    def __init__(self, program: Program, script: smt.Script, web: Set[str], status: str) -> None:
        self.program = program
        self.script = script
        self.web = web
        self.status = status
        self._holds: dict[str, str] = {}
        self._values: dict[str, str] = {}
        self._computed: dict[str, str] = {}

    def copy(self) -> Moment:
        """The same moment, to go on from on its own."""
        copied = Moment(self.program, self.script, self.web, self.status)
        copied._holds = dict(self._holds)
        copied._values = dict(self._values)
        copied._computed = dict(self._computed)
        return copied

    def holds(self, handle: str) -> str:
        if handle not in self.web:
            return smt.FALSE
        if handle not in self._holds:
            self._holds[handle] = self.script.fresh(smt.BOOL, f"{handle} holds it")
        return self._holds[handle]

    def let_hold(self, handle: str, term: str) -> None:
        """From now on, whether a handle holds the allocation is as the formula says."""
        self._holds[handle] = self.script.named(smt.BOOL, term)

    def let_be(self, status: str) -> None:
        """From now on, the allocation has this status."""
        self.status = self.script.named(smt.INT, status)

    def let_have(self, name: str, term: str | None) -> None:
        """From now on, a condition or integer has this value; None: nobody knows which."""
        self._values.pop(name, None)
        self._computed.clear()
        if term is not None:
            self._values[name] = self.script.named(self.sort(name), term)

    def sort(self, name: str) -> str:
        """The sort of a condition or integer."""
        return smt.BOOL if name in self.program.truths else smt.INT

    def is_value(self, name: str, number: int) -> str:
        """A condition or integer has this value."""
        term = self.value(name)
        if self.sort(name) == smt.BOOL:
            return term if number else smt.negation(term)
        return smt.equal(term, smt.number(number))

    def value(self, name: str) -> str:
        """The value of a condition or integer. Chains may be longer than Python's stack is deep."""
        work = [name]
        while work:
            current = work[-1]
            if current in self._computed or current in self._values:
                work.pop()
                continue
            how, *parts = self._made_of(current)
            if how == "":
                # It is an input of this moment, and has this value from here on.
                self._values[current] = self.script.fresh(self.sort(current), current)
                continue
            missing = [part for part in parts if part not in self._computed and part not in self._values]
            if missing:
                work += missing
                continue
            self._computed[current] = self.script.named(self.sort(current), self._combined(current, how, parts))
            work.pop()
        return self._values[name] if name in self._values else self._computed[name]

    def _made_of(self, name: str) -> tuple[str, ...]:
        how, *parts = self.program.made_of.get(name, ("",))
        if how == "constant":
            return (f"constant {parts[0]}",)
        return (how, *parts)

    def _combined(self, name: str, how: str, parts: list[str]) -> str:
        terms = [self._values[part] if part in self._values else self._computed[part] for part in parts]
        if how.startswith("constant "):
            number = signed_number(how.removeprefix("constant "))
            return smt.number(number) if self.sort(name) == smt.INT else smt.TRUE if number else smt.FALSE
        if how in ("same", "opposite"):
            return terms[0] if how == "same" else smt.negation(terms[0])
        types = self.program.types
        if how.startswith("compare "):
            return arithmetic.compared(how.removeprefix("compare "), terms, types[parts[0]])
        if how.startswith("compute "):
            return arithmetic.computed(how.removeprefix("compute "), terms, types[parts[0]], types[name])
        if how == "ite":
            return smt.choice(*terms)
        return (
            smt.conjunction(terms)
            if how == "and"
            else smt.disjunction(terms)
            if how == "or"
            else f"(xor {terms[0]} {terms[1]})"
        )
