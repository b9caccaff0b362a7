"""The rows that a page is made of, and the words for them: the source as lines, things by name, derivations by
number.
"""
