"""Which uses of tensors are bufferized in place: decided one after the other, by what `rules/bufferize` says of each. It changes no program."""
