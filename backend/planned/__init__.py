"""The pipeline's own way: ownership moves by plan, each step proved, and releases where the plan says.

Not the block-end pass.
"""
