"""The passes `canonicalize` and `cse`, a module for each family of patterns. Nothing here frees anything."""
