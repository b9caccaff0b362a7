"""Formulas as SMT-LIB 2 text, and the script of one obligation.

Constants are numbered as they come up, so that obligations of equal shape have equal scripts.
"""

from __future__ import annotations

from collections.abc import Iterable

from ownlog.frontend.text.literals import digits_of

TRUE, FALSE = "true", "false"
BOOL, INT = "Bool", "Int"

STATUS = {
    "none": "0",
    "live": "1",
    "freed": "2",
    "lost": "3",
    "stack": "4",
    "parameter": "5",
    "global": "6",
    "unknown": "7",
}
"""What the allocation can be; "none": it has not been made yet."""


def negation(term: str) -> str:
    """The negation of a formula."""
    if term in (TRUE, FALSE):
        return FALSE if term == TRUE else TRUE
    return term[5:-1] if term.startswith("(not ") else f"(not {term})"


def conjunction(terms: Iterable[str]) -> str:
    """All of the formulas hold."""
    return _joined("and", TRUE, FALSE, terms)


def disjunction(terms: Iterable[str]) -> str:
    """One of the formulas holds."""
    return _joined("or", FALSE, TRUE, terms)


def implication(first: str, second: str) -> str:
    """The second formula holds where the first one does."""
    return disjunction([negation(first), second])


def equal(first: str, second: str) -> str:
    """Two terms have the same value; what is plain of truth values is said plainly."""
    for one, other in ((first, second), (second, first)):
        if one in (TRUE, FALSE):
            return other if one == TRUE else negation(other)
    return TRUE if first == second else f"(= {first} {second})"


def choice(condition: str, on_true: str, on_false: str) -> str:
    """One term where a formula holds, else another."""
    if condition in (TRUE, FALSE) or on_true == on_false:
        return on_true if condition != FALSE else on_false
    return f"(ite {condition} {on_true} {on_false})"


def number(value: int) -> str:
    """An integer."""
    return digits_of(value) if value >= 0 else f"(- {digits_of(-value)})"


def one_of(status: str, wanted: Iterable[str]) -> str:
    """The status is one of those."""
    return disjunction(equal(status, STATUS[name]) for name in wanted)


def _joined(word: str, neutral: str, absorbing: str, terms: Iterable[str]) -> str:
    kept = [term for term in dict.fromkeys(terms) if term != neutral]
    if absorbing in kept:
        return absorbing
    return neutral if not kept else kept[0] if len(kept) == 1 else f"({word} {' '.join(kept)})"


class Script:
    """The declarations and definitions of one obligation. `names` says what its constants stand for."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.names: dict[str, str] = {}
        self.known: list[str] = []
        """What is assumed."""
        self._count = 0

    def fresh(self, sort: str, meaning: str) -> str:
        """A new constant."""
        name = f"{'b' if sort == BOOL else 'i'}{len(self.names)}"
        self.lines.append(f"(declare-fun {name} () {sort})")
        self.names[name] = meaning
        return name

    def named(self, sort: str, term: str) -> str:
        """The same term under a short name, so that it is written once."""
        if not term.startswith("("):
            return term
        self._count += 1
        name = f"t{self._count}"
        self.lines.append(f"(define-fun {name} () {sort} {term})")
        return name

    def assume(self, term: str) -> None:
        """Something holds."""
        if term != TRUE:
            self.known.append(term)

    def text(self, claim: str) -> str:
        """The script that is unsatisfiable if `claim` follows."""
        assumed = [f"(assert {term})" for term in self.known]
        return (
            "\n".join(["(set-logic QF_LIA)", *self.lines, *assumed, f"(assert {negation(claim)})", "(check-sat)"])
            + "\n"
        )
