"""What a comparison reads of each of the two programs: rows of `rules/checking`, and the text of ops.

No comparison, and no run.
"""
