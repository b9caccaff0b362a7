"""Simplification and lowering of `bufferization.dealloc`. Not where it is inserted."""
