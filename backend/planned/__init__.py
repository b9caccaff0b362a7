"""The pipeline's plan: ownership moves, each step proved, and releases."""
