"""What the dialect files say of ops, as rows that Python asks without an engine.

Nothing here is written by hand but the questions.
"""
