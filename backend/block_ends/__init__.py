"""The pass `ownership-based-buffer-deallocation`, as mlir-opt has it: a deallocation at the end of each block.

Not the pipeline's plan.
"""
