"""Many files at once: the work on each, the runs, the data sets.

What is derived about one module is for `ownlog.derived`.
"""
