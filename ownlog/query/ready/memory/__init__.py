"""`ownlog peak`: how many bytes of the heap are taken where, and by which buffers.

The rules are in `rules/placement/peak.dl`.
"""
