"""Whether linalg ops are what MLIR takes: `ops` checks an op, `loops` what its maps and its operands' shapes say of its
loops, `fixed` the ops whose shapes follow from a list of dimensions.
"""
