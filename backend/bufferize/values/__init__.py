"""What rewriting works with: the memrefs that tensors become, their types all through a program, and the state of a
rewrite.
"""
