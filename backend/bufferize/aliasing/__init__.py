"""Which tensors share a buffer if uses are in place, and whether they may: decided one after the other; and proofs that
two parts of a tensor have no element in common.

No choice is made here.
"""
