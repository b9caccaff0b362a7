"""Proofs that what the checker calls clean is so: its search hands over an invariant, and Z3 proves that it holds and excludes all faults.

What belongs here: invariants as data, the obligations that they have to meet, made from the rows of `rules/checking`, and their proof. The
search does not: nothing here imports `backend/checking`, nor anything that plans releases.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.base.later import exported

if TYPE_CHECKING:
    from ownlog.backend.certificates.invariant import Activation, Case, Invariant, Outcome, Point
    from ownlog.backend.certificates.proving import Certifier, Unproved

__all__ = ["Activation", "Case", "Certifier", "Invariant", "Outcome", "Point", "Unproved"]

__getattr__ = exported(__name__, {
    "Activation": "invariant",
    "Case": "invariant",
    "Invariant": "invariant",
    "Outcome": "invariant",
    "Point": "invariant",
    "Certifier": "proving",
    "Unproved": "proving",
})
