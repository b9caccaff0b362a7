"""One allocation for many buffers: which part of it each one has."""
