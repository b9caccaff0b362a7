"""Normal forms as SMT-LIB 2: the negation of the obligation, so that "unsat" means that it is valid.

Allocations are an uninterpreted sort: only equality matters. Whatever is freed is the allocation of a buffer of the
obligation, so these are all to ask about. Logic: QF_UF.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from ownlog.backend.proofs.normal import Form

_TRUTH = {True: "true", False: "false"}


def smt_text(form: Form) -> str:
    """The script for a normal form, from `set-logic` to `check-sat`."""
    return "\n".join(_Script(form).lines()) + "\n"


class _Script:
    def __init__(self, form: Any) -> None:
        (
            self.before,
            self.after,
            self.results,
            self.known,
            self.must,
            self.never,
            self.erased,
            self.buffers,
            self.conditions,
        ) = form

    def lines(self) -> list[str]:
        lines = ["(set-logic QF_UF)", "(declare-sort Allocation 0)"]
        lines += [f"(declare-fun b{i} () Allocation)" for i in range(self.buffers)]
        lines += [f"(declare-fun c{i} () Bool)" for i in range(self.conditions)]
        lines += [f"(assert (= b{i} b{j}))" for i, j in self.must]
        lines += [f"(assert (not (= b{i} b{j})))" for i, j in self.never]
        for side, actions in (("before", self.before), ("after", self.after)):
            for number, action in enumerate(actions):
                lines += _definitions(side, number, action)
        lines += [f"(assert {_term(term, 'before')})" for term in self.known]
        lines += [f"(assert (not {_all(self._claims())}))", "(check-sat)"]
        return lines

    def _claims(self) -> list[str]:
        claims = [f"(= {_term(first, 'before')} {_term(second, 'after')})" for first, second in self.results]
        for target in range(self.buffers):
            claims.append(self._freed_alike(target))
            claims += self._at_most_once("after", len(self.after), target)
        return claims

    def _freed_alike(self, target: int) -> str:
        before, after = (
            [f"({side}{number}-frees b{target})" for number in range(count)]
            for side, count in (("before", len(self.before)), ("after", len(self.after)))
        )
        alike = f"(= {_any(before)} {_any(after)})"
        if not self.erased:
            return alike
        gone = _any([f"(= b{target} b{erased})" for erased in self.erased])
        once = _all([_any(before), *self._at_most_once("before", len(self.before), target), f"(not {_any(after)})"])
        return f"(ite {gone} {once} {alike})"

    @staticmethod
    def _at_most_once(side: str, count: int, target: int) -> list[str]:
        pairs = combinations(range(count), 2)
        return [
            f"(not (and ({side}{first}-frees b{target}) ({side}{second}-frees b{target})))" for first, second in pairs
        ]


def _definitions(side: str, number: int, action: Any) -> list[str]:
    """When an action frees the allocation t, and its results."""
    name = f"{side}{number}"
    if action[0] == "free":
        _, buffer, guard = action
        return [f"(define-fun {name}-frees ((t Allocation)) Bool (and {_term(guard, side)} (= b{buffer} t)))"]
    _, operands, retained = action
    owned = [(buffer, _term(condition, side)) for buffer, condition in operands]
    given = _any([f"(and {condition} (= b{buffer} t))" for buffer, condition in owned])
    free = _all([given, *(f"(not (= b{buffer} t))" for buffer in retained)])
    lines = [f"(define-fun {name}-frees ((t Allocation)) Bool {free})"]
    for index, kept in enumerate(retained):
        result = _any([f"(and {condition} (= b{buffer} b{kept}))" for buffer, condition in owned])
        lines.append(f"(define-fun {name}-result{index} () Bool {result})")
    return lines


def _term(term: Any, side: str) -> str:
    if isinstance(term, bool):
        return _TRUTH[term]
    match term:
        case ("c", number):
            return f"c{number}"
        case ("same", left, right):
            return f"(= b{left} b{right})"
        case ("result", action, index):
            return f"{side}{action}-result{index}"
        case ("and", *terms):
            return _all([_term(inner, side) for inner in terms])
        case ("or", *terms):
            return _any([_term(inner, side) for inner in terms])
        case (word, *terms):
            return f"({word} {' '.join(_term(inner, side) for inner in terms)})"
    raise AssertionError(f"no term: {term}")


def _all(terms: list[str]) -> str:
    return "true" if not terms else terms[0] if len(terms) == 1 else f"(and {' '.join(terms)})"


def _any(terms: list[str]) -> str:
    return "false" if not terms else terms[0] if len(terms) == 1 else f"(or {' '.join(terms)})"
