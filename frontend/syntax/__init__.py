"""What forms read and write ops with: a cursor over text and names, and a writer that spaces words as MLIR does.

How a single op is written is for `forms/`; whole files are read by `reading/` and printed by `printing/`.
"""
