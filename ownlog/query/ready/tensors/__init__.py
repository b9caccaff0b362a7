"""What bufferization decided about tensors, and what it made of them, in words: places of the source, and why."""
