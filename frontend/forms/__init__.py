"""The custom assembly forms of ops, one module per dialect, found through `registry`."""
