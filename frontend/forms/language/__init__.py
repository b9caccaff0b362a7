"""The format language: how a format's pieces read and write an op; and what all forms are made of: the form itself,
kinds of attributes, rules for types.

Nothing here knows of any one op. The formats are in `tables/`, directives in `directives/`.
"""
