"""Passes that change what functions take and return. Nothing here frees anything, or decides who owns what."""
