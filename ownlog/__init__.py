"""Ownlog."""
