"""Generators of random programs: what they choose, which names they have in reach, and the text they write."""
