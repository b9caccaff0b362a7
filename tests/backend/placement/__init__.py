"""Passes that change where buffers live."""
