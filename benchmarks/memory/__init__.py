"""Where buffers live, measured: peaks of live bytes and numbers of allocations, beside mlir-opt-22's placement passes
and a lower bound.
"""
