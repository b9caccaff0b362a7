"""The words of MLIR text: tokens, literals, types, attributes and maps as text, each in one spelling.

Nothing here knows of ops.
"""
