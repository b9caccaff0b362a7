"""Empty tensors, `tensor.empty`: they become allocations, or parts of what they are inserted into."""
