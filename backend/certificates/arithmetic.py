"""Integers of their types' widths as formulas over whole numbers, signed as by `frontend.text.literals.in_type`."""

from __future__ import annotations

from collections.abc import Sequence

from ownlog.backend.certificates import formulas as smt
from ownlog.frontend.text.literals import INTEGER_TYPE, width_of

_ORDERS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}
COMPARES = ("eq", "ne", *(f"{sign}{order}" for sign in "su" for order in _ORDERS))
COMPUTES = ("add", "sub", "maxs", "mins", "maxu", "minu", "casts", "castu")
"""What linear formulas can say."""


def is_integer(type: str) -> bool:
    """Whether values of the type are integers."""
    return INTEGER_TYPE.fullmatch(type) is not None


def compared(how: str, terms: Sequence[str], type: str) -> str:
    """How two integers of a type compare."""
    if how in ("eq", "ne"):
        same = smt.equal(*terms)
        return same if how == "eq" else smt.negation(same)
    first, second = _taken(terms, type, unsigned=how[0] == "u")
    return f"({_ORDERS[how[1:]]} {first} {second})"


def computed(how: str, terms: Sequence[str], source: str, target: str) -> str:
    """The integer of type `target` that `how` makes of integers of type `source`."""
    taken = _taken(terms, source, unsigned=how.endswith("u"))
    if how in ("casts", "castu"):
        room = width_of(target) - width_of(source)
        return taken[0] if room > 0 or (how == "casts" and not room and target != "i1") else _wrapped(taken[0], target)
    first, second = taken
    if how in ("add", "sub"):
        return _wrapped(f"({'+' if how == 'add' else '-'} {first} {second})", target)
    chosen = f"({'>=' if how.startswith('max') else '<='} {first} {second})"
    # The operands as they are, and not as numbers without a sign.
    return smt.choice(chosen, *terms)


def _taken(terms: Sequence[str], type: str, *, unsigned: bool) -> list[str]:
    """Integers of a type as signed or unsigned numbers."""
    if width_of(type) == 1:
        return [smt.choice(term, "1" if unsigned else "(- 1)", "0") for term in terms]
    if not unsigned:
        return list(terms)
    return [smt.choice(f"(< {term} 0)", f"(+ {term} {smt.number(1 << width_of(type))})", term) for term in terms]


def _wrapped(term: str, type: str) -> str:
    """The integer of a type with the low bits of a number."""
    width = width_of(type)
    if width == 1:
        return f"(= (mod {term} 2) 1)"
    half, all_of_them = smt.number(1 << (width - 1)), smt.number(1 << width)
    return f"(- (mod (+ {term} {half}) {all_of_them}) {half})"
