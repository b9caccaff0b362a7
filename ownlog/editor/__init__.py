"""Ownlog in an editor: documents by lines and columns, and the server for the Language Server Protocol."""
