"""A checked program, what its checks are, and what an engine promises to do with it. No engine is here."""
