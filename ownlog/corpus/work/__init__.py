"""The work on one file, in the process that does it.

Which files, and what becomes of the process, is for `running/`.
"""
