"""How the analysis of tensors grows, and what it takes on programs of real compilers, beside mlir-opt-22's."""
