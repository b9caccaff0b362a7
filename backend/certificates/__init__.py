"""Proofs that what the checker calls clean is so: its search hands over an invariant, and Z3 proves that it holds and
excludes all faults.

What belongs here: invariants as data, the obligations that they have to meet, made from the rows of `rules/checking`,
and their proof. The search does not: nothing here imports `backend/checking`, nor anything that plans releases.
"""
