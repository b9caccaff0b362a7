"""Many inputs through the same passes: where each result goes, and in which process it is made."""
