"""What bufferization leaves behind, simplified without asking the rules: casts, slices, sizes, conversions of tensors
and buffers.
"""
