"""Conditions in obligations: boolean terms over i1 values, equal allocations, and results of deallocations.

i1 values and buffers are represented by anything hashable: an IR value, a string.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Var:
    """An i1 value that may be true or false."""

    name: Hashable


@dataclass(frozen=True, slots=True)
class Same:
    """The buffers `left` and `right` have the same allocation."""

    left: Hashable
    right: Hashable


@dataclass(frozen=True, slots=True)
class Result:
    """Result number `index` of action number `action` of the side (before or after) that the term belongs to."""

    action: int
    index: int


@dataclass(frozen=True, slots=True)
class Not:
    """Negation."""

    term: Term


@dataclass(frozen=True, slots=True)
class And:
    """All of `terms` hold; with none, true."""

    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """One of `terms` holds; with none, false."""

    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Ite:
    """`on_true` where `condition` holds, else `on_false`."""

    condition: Term
    on_true: Term
    on_false: Term


Term: TypeAlias = bool | Var | Same | Result | Not | And | Or | Ite
