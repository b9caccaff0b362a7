"""Which tensors share a buffer if uses are in place, whether they may, and proofs that parts are disjoint."""
