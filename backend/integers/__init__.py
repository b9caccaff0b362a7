"""Integers as their types have them: what ops compute from constants, and how these compare.

Nothing here knows of ops, or reads text.
"""
