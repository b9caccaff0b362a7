"""The checker: follows each allocation through all executions, and finds leaks, early and double frees.

It enumerates states over the relations of `rules/checking`, which say what ops mean. Nothing here, and nothing that it
reads, is used to plan releases; the pipeline asks here whether there is anything left to plan.
"""

from ownlog.backend.checking.judge import check, clean_functions
from ownlog.backend.checking.verdict import Finding, Step, Verdict

__all__ = ["Finding", "Step", "Verdict", "check", "clean_functions"]
