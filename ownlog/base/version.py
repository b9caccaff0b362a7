"""The version of Ownlog, the same as in pyproject.toml."""

__version__ = "0.1.0"

LLVM = 22
"""The version of LLVM whose forms ops have where nothing else is said."""
OLDEST_LLVM, NEWEST_LLVM = 17, 24
"""The versions that can be asked for."""
