"""Runs upstream's own lit tests against Ownlog and keeps the list of what passes true."""
