"""The pass of mlir-opt's name: a deallocation at the end of each block. Not the pipeline's plan."""
