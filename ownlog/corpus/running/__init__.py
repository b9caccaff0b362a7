"""Many files: which, in which processes, on which machines, and what is kept of an interrupted run.

Not the work on one.
"""
