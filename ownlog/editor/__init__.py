"""Ownlog in an editor: what is known of a text, by its lines and columns, and the server that says it over the Language
Server Protocol.
"""
