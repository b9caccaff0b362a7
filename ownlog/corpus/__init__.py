"""Many files at once: which, the work on each, in which processes, on which machines, and what is kept of a run that
was interrupted. The data sets are in `data`.
"""
