"""The passes `canonicalize` and `cse`, family by family of patterns."""
