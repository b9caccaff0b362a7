"""Passes on `bufferization.dealloc`: simplification by aliases, patterns behind proofs, lowering."""
