"""From tensors to buffers: `aliasing`, `minimize_copies` and `analysis` decide; this room and `ops` carry that out."""
