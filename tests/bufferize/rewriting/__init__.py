"""What tensors become: ops on buffers, copies, and buffers that are freed."""
