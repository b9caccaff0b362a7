"""Which tensors share a buffer if uses are in place, and whether they may: decided one after the other.

No choice is made here.
"""
