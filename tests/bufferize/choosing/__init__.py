"""Choices of uses in place: the fewest bytes copied."""
