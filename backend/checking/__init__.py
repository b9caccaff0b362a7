"""Judges deallocation: follows each allocation through all that can happen to it, and tells where it leaks, or ends too
soon or twice.

What belongs here: the enumeration of states over the relations of `rules/checking`, and the verdicts. What ops mean
does not: the rules say it. Nothing here, and nothing that it reads, is used to plan releases; the pipeline asks here
whether there is anything left to plan.
"""

from ownlog.backend.checking.judge import check, clean_functions
from ownlog.backend.checking.verdict import Finding, Step, Verdict

__all__ = ["Finding", "Step", "Verdict", "check", "clean_functions"]
