"""Random programs on buffers and tensors with layouts that are affine maps, with and without strides, and what
mlir-opt-22 says of them.
"""
