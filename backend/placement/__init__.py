"""Where buffers live: what `rules/placement` decides is carried out here.

Nothing here frees what was not freed before.
"""
