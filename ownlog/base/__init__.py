"""Shared basics, which know nothing of MLIR or rules: diagnostics and errors, source text, files, the cache."""
