"""Which uses are in place where not all can be: the choice that copies the fewest bytes.

Whether one is right is asked of `../aliasing/`.
"""
