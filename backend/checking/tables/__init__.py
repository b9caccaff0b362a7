"""What the checker reads of a module: tables of rows by op, block and value.

What follows allocations does not belong here.
"""
