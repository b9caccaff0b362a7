"""Passes by name, pipelines as text, passes that are made of others."""
