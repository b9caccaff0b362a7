"""The passes for empty tensors: what they write, what they must not, and how much work it is."""
