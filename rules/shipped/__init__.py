"""The analysis as it is compiled when the package is built, and what its text states without a run.

Nothing here runs it.
"""
