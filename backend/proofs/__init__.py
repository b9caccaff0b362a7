"""Proofs that a simplification frees the same allocations, each at most once: obligations, their normal form, and the
prover.

    before, after = Dealloc(((a, Var(c)),), (r,)), Dealloc(((a, Var(c)),))
    obligation = Obligation("retained-never-freed", (before,), (after,), results=((Result(0, 0), False),), never=((a,
    r),)) Prover().prove(obligation)      # Proved(), Refuted(counterexample) or Unknown(reason)

See docs/proofs.md for the model.
"""
