"""Proofs of clean verdicts: the search gives an invariant, and Z3 proves that it holds and excludes all faults.

Obligations are made from the rows of `rules/checking`, independently: nothing here imports `backend/checking`, nor what
plans releases.
"""
