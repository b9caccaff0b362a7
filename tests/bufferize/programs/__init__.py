"""The random programs with tensors."""
