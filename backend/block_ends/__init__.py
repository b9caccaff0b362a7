"""The pass `ownership-based-buffer-deallocation`, as in mlir-opt: a deallocation at the end of each block."""
