"""Ownlog in an editor: what a client of the language server is told."""
