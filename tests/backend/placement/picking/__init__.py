"""One allocation for many buffers."""
