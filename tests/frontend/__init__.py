"""Is MLIR text read and printed without loss, and refused with a reason? Nothing here is about ownership."""
