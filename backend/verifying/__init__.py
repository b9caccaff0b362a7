"""Compares a program with what a tool made of it: do both do the same, up to deallocation?

It walks both programs in step; `rules/checking` says which ops are compared, and which belong to deallocation.
"""

from ownlog.backend.verifying.judge import compare
from ownlog.backend.verifying.outcome import Comparison, Outcome, Place

__all__ = ["Comparison", "Outcome", "Place", "compare"]
