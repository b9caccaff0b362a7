"""Forms of ops whose syntax MLIR reads and writes with code of its own, by dialect."""
