"""The normal form of an obligation, equal for all obligations of equal shape.

Buffers and i1 values are numbered in the order in which they first occur. The form is made of tuples, numbers and
strings only, so that it is a key, and `smtlib.py` needs nothing else.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeAlias

from ownlog.backend.proofs.obligation import Action, Dealloc, Obligation
from ownlog.backend.proofs.terms import And, Ite, Not, Or, Result, Same, Term, Var

Form: TypeAlias = "bool | tuple[str | int | bool | Form, ...]"


class Numbering:
    """The buffers and i1 values of one obligation, in the order of their numbers."""

    def __init__(self) -> None:
        self.buffers: dict[Hashable, int] = {}
        self.conditions: dict[Hashable, int] = {}

    def buffer(self, name: Hashable) -> int:
        return self.buffers.setdefault(name, len(self.buffers))

    def term(self, term: Term) -> Form:
        match term:
            case Var(name):
                return ("c", self.conditions.setdefault(name, len(self.conditions)))
            case Same(left, right):
                return ("same", self.buffer(left), self.buffer(right))
            case Result(action, index):
                return ("result", action, index)
            case Not(inner):
                return ("not", self.term(inner))
            case And(terms):
                return ("and", *map(self.term, terms))
            case Or(terms):
                return ("or", *map(self.term, terms))
            case Ite(condition, on_true, on_false):
                return ("ite", self.term(condition), self.term(on_true), self.term(on_false))
        return term

    def action(self, action: Action) -> Form:
        if isinstance(action, Dealloc):
            operands = tuple((self.buffer(buffer), self.term(condition)) for buffer, condition in action.operands)
            return ("dealloc", operands, tuple(map(self.buffer, action.retained)))
        return ("free", self.buffer(action.buffer), self.term(action.guard))

    def pairs(self, pairs: tuple[tuple[Hashable, Hashable], ...]) -> Form:
        numbered = ((self.buffer(left), self.buffer(right)) for left, right in pairs)
        return tuple(sorted({(min(pair), max(pair)) for pair in numbered}))


def normal_form(obligation: Obligation) -> tuple[Form, Numbering]:
    """The shape of an obligation, and what its numbers stand for."""
    numbering = Numbering()
    form: Form = (
        tuple(map(numbering.action, obligation.before)),
        tuple(map(numbering.action, obligation.after)),
        tuple((numbering.term(before), numbering.term(after)) for before, after in obligation.results),
        tuple(map(numbering.term, obligation.known)),
        numbering.pairs(obligation.must),
        numbering.pairs(obligation.never),
        tuple(sorted(map(numbering.buffer, obligation.erased))),
        len(numbering.buffers),
        len(numbering.conditions),
    )
    return form, numbering
