"""The format language: how a format's pieces read and write an op.

The formats are in `tables/`, directives in `directives/`.
"""
