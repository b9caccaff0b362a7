"""Which uses of tensors are bufferized in place: decided one by one, by what `rules/bufferize` says of each.

No program is changed.
"""
