"""What becomes of results that callers have already, or could allocate."""
