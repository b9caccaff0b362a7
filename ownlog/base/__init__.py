"""What every room stands on: diagnostics and errors, source text with positions, files, the cache.

Nothing here knows of MLIR or rules.
"""
