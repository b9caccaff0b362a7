"""What programs with tensors do: by value, with decisions, and as buffers."""
