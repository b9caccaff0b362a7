"""Which tensors share a buffer: decisions, and what is asked about them."""
