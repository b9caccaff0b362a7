"""The analysis of which uses of tensors are in place. No program is changed."""
