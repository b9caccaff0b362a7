"""Passes by name, pipelines as text, and compound passes."""
