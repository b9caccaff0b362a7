"""What types of buffers and attributes of slices say: sizes, layouts, memory spaces, parts.

Nothing here looks at who uses a buffer.
"""
