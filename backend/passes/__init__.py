"""The passes by name, pipelines as text, and the passes that are made of others.

The transformations are in the other rooms.
"""
