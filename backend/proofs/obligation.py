"""Obligations: what has to be valid for a simplification to be kept.

Source of the semantics: MLIR's `bufferization.dealloc`. An allocation is freed once, if it is that of an operand with a
true condition and of no retained buffer; result k is the disjunction of the conditions of the operands that have the
allocation of retained buffer k.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple, TypeAlias

from ownlog.backend.proofs.terms import Term
from ownlog.base.errors import Position

Buffer: TypeAlias = Hashable


class Dealloc(NamedTuple):
    """`bufferization.dealloc`: buffers with their conditions, and retained buffers, each of which gives a result."""

    operands: tuple[tuple[Buffer, Term], ...] = ()
    retained: tuple[Buffer, ...] = ()


class Free(NamedTuple):
    """`memref.dealloc`, made only where `guard` holds."""

    buffer: Buffer
    guard: Term = True


Action: TypeAlias = Dealloc | Free


class Obligation(NamedTuple):
    """The actions `before` and `after` a rewrite free the same allocations, after it at most once, with the same
    results.

    `results` has pairs of terms, before and after, that must be equal. `must` and `never` are the pairs of buffers that
    always, or never, have the same allocation. `known` holds at the actions. `erased` are allocations that only the
    program before makes and frees. `rule` names the rewrite.
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
