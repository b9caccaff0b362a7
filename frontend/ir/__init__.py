"""The tree of ops, regions, blocks and values, and what follows from its shape alone.

Nothing here reads or prints text.
"""
