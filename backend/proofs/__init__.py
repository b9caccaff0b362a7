"""Proofs that a simplification frees the same allocations, each at most once: obligations, their normal form, and the prover.

    before, after = Dealloc(((a, Var(c)),), (r,)), Dealloc(((a, Var(c)),))
    obligation = Obligation("retained-never-freed", (before,), (after,), results=((Result(0, 0), False),), never=((a, r),))
    Prover().prove(obligation)      # Proved(), Refuted(counterexample) or Unknown(reason)

See docs/proofs.md for the model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.base.later import exported

if TYPE_CHECKING:
    from ownlog.backend.proofs.obligation import Action, Dealloc, Free, Obligation
    from ownlog.backend.proofs.prover import Prover, Statistics
    from ownlog.backend.proofs.terms import And, Ite, Not, Or, Result, Same, Term, Var
    from ownlog.backend.proofs.verdict import Proved, Refuted, Unknown, Verdict

__all__ = [
    "Action", "And", "Dealloc", "Free", "Ite", "Not", "Obligation", "Or", "Proved", "Prover", "Refuted", "Result", "Same", "Statistics",
    "Term", "Unknown", "Var", "Verdict",
]  # fmt: skip

__getattr__ = exported(__name__, {
    "Action": "obligation",
    "Dealloc": "obligation",
    "Free": "obligation",
    "Obligation": "obligation",
    "Prover": "prover",
    "Statistics": "prover",
    "And": "terms",
    "Ite": "terms",
    "Not": "terms",
    "Or": "terms",
    "Result": "terms",
    "Same": "terms",
    "Term": "terms",
    "Var": "terms",
    "Proved": "verdict",
    "Refuted": "verdict",
    "Unknown": "verdict",
    "Verdict": "verdict",
})
