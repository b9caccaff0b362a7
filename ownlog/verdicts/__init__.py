"""Verdicts on deallocation, and comparisons of programs, as text for people and as data for tools.

Not how they are found.
"""
