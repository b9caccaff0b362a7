"""Carries out what was decided: copies, a buffer type for every tensor, each op on buffers instead of tensors.

Nothing is decided here.
"""
