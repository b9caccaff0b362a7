"""Obligations: what has to be valid for a simplification to be kept.

Source of the semantics: MLIR's `bufferization.dealloc`. An allocation is freed if it is that of an operand whose
condition holds and of no retained buffer, and it is freed once; result k is the disjunction of the conditions of those
operands that have the allocation of retained buffer k.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple, TypeAlias

from ownlog.backend.proofs.terms import Term
from ownlog.base.errors import Position

Buffer: TypeAlias = Hashable


class Dealloc(NamedTuple):
    """`bufferization.dealloc`: the buffers to free, each with its condition, and the retained ones, each of which gives
    a result.
    """

    operands: tuple[tuple[Buffer, Term], ...] = ()
    retained: tuple[Buffer, ...] = ()


class Free(NamedTuple):
    """`memref.dealloc`, made only where `guard` holds."""

    buffer: Buffer
    guard: Term = True


Action: TypeAlias = Dealloc | Free


class Obligation(NamedTuple):
    """The actions `before` and `after` a rewrite free the same allocations, those after it each at most once, and give
    the same results.

    `results` has pairs of terms that must be equal, the first about the actions before, the second about those after.
    `must` and `never` are the pairs of buffers that always, or never, have the same allocation; all others may. `known`
    holds where the actions stand. `erased` are allocations that only the program before makes: it has to free them, and
    the program after must not. `rule` names the rewrite.
    """

    rule: str
    before: tuple[Action, ...]
    after: tuple[Action, ...]
    results: tuple[tuple[Term, Term], ...] = ()
    must: tuple[tuple[Buffer, Buffer], ...] = ()
    never: tuple[tuple[Buffer, Buffer], ...] = ()
    known: tuple[Term, ...] = ()
    erased: tuple[Buffer, ...] = ()
    position: Position | None = None
