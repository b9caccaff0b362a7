"""Compares a program with what a tool made of it: whether both do the same, but for deallocation.

What belongs here: the walk through both programs in step, and the verdict. What an op means does not: `rules/checking`
says which ops are to be compared, and which are the deallocation's own. Nothing here changes a program.
"""

from ownlog.backend.verifying.judge import compare
from ownlog.backend.verifying.outcome import Comparison, Outcome, Place

__all__ = ["Comparison", "Outcome", "Place", "compare"]
