"""Do all engines derive the same rows, and is liveness what MLIR's own analysis says?

Not whether the rows are right.
"""
