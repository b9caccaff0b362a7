"""IR to MLIR text, byte for byte where nothing changed.

How a single op is written is for `forms/`; the generic form is in `generic/`.
"""
