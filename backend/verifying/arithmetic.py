"""Integers computed from constants and conditions, as terms: a constant, or a choice between constants."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ownlog.backend.rewriting import integers
from ownlog.backend.verifying.terms import Term, Terms
from ownlog.frontend.text.literals import INTEGER_TYPE

_DEEP = 4
"""How many conditions a choice between constants may go by."""


def constant(number: int, type: str, terms: Terms) -> Term:
    """An integer constant, however it is written."""
    return terms.truth(bool(number)) if type == "i1" else terms.make(("integer", number, type), ())


def computed(how: str, args: Sequence[Term], source: str, target: str, terms: Terms) -> Term | None:
    """The result of an op on integers of type `source`, as `integers.computed`, for constants and choices of them."""

    def found(numbers: Sequence[int]) -> Term | None:
        number = integers.computed(how, numbers, source, target)
        return None if number is None else constant(number, target, terms)

    return _chosen(args, source, target, found, terms)


def mapped(map: integers.IndexMap, args: Sequence[Term], terms: Terms) -> Term | None:
    """What an affine map makes of indices, for constants and choices of them."""

    def found(numbers: Sequence[int]) -> Term | None:
        number = map.of(numbers)
        return None if number is None else constant(number, "index", terms)

    return _chosen(args, "index", "index", found, terms)


def compared(how: str, args: Sequence[Term], type: str, terms: Terms) -> Term | None:
    """The comparison of two integers of a type that are conditions, constants, or choices of them."""
    if INTEGER_TYPE.fullmatch(type) is None:
        return None
    if args[0] == args[1]:
        # Whatever an integer is, it compares with itself as zero does.
        return terms.truth(integers.compare(how, (0, 0), type))
    if type == "i1":
        first, second = args
        return _conditions(how, first, second, terms)
    return _chosen(args, type, "i1", lambda numbers: terms.truth(integers.compare(how, numbers, type)), terms)


def _conditions(how: str, first: Term, second: Term, terms: Terms) -> Term:
    """A comparison of conditions. True is less than false, as -1 is; without signs it is greater."""
    if how in ("eq", "ne"):
        differ = terms.bits("xor", first, second)
        return differ if how == "ne" else terms.bits("xor", differ, terms.true)
    if how[1:] in ("le", "ge"):
        return terms.bits(
            "xor", _conditions(f"{how[0]}{'gt' if how[1:] == 'le' else 'lt'}", first, second, terms), terms.true
        )
    least, greatest = (first, second) if how[1:] == "lt" else (second, first)
    set_one, clear_one = (least, greatest) if how[0] == "s" else (greatest, least)
    return terms.bits("and", set_one, terms.bits("xor", clear_one, terms.true))


def _chosen(
    args: Sequence[Term],
    source: str,
    target: str,
    found: Callable[[Sequence[int]], Term | None],
    terms: Terms,
    deep: int = 0,
) -> Term | None:
    """What `found` says of the numbers that terms are, for each case of the conditions that these are chosen by."""
    numbers = [_number(arg, terms) for arg in args]
    if None not in numbers:
        return found([number for number in numbers if number is not None])
    condition = next(
        _condition(arg, source, terms) for arg, number in zip(args, numbers, strict=True) if number is None
    )
    if condition is None or deep == _DEEP:
        return None
    sides = ([_side(arg, condition, truth, terms) for arg in args] for truth in (True, False))
    cases = [_chosen(side, source, target, found, terms, deep + 1) for side in sides]
    return (
        None if cases[0] is None or cases[1] is None else terms.choice(("pick", target), condition, cases[0], cases[1])
    )


def _number(term: Term, terms: Terms) -> int | None:
    if term in (terms.true, terms.false):
        return int(term == terms.true)
    head = terms.heads[term]
    return head[1] if head[0] == "integer" and isinstance(head[1], int) else None


def _condition(term: Term, type: str, terms: Terms) -> Term | None:
    """The condition that a term is chosen by: that of a choice, or a condition itself."""
    return terms.args[term][0] if terms.heads[term][0] == "pick" else term if type == "i1" else None


def _side(term: Term, condition: Term, truth: bool, terms: Terms) -> Term:
    """The term where a condition is true, or false."""
    if term == condition:
        return terms.truth(truth)
    is_choice = terms.heads[term][0] == "pick" and terms.args[term][0] == condition
    return terms.args[term][1 if truth else 2] if is_choice else term
