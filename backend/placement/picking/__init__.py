"""Which of several buffers goes on is told where it is picked: in the function that owns them."""
