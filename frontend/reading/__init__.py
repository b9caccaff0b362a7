"""MLIR text to IR. How a single op is read is for `forms/`, what is refused of what was read for `verify/`."""
