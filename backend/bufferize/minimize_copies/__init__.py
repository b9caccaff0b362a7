"""The choice of uses in place that copies the fewest bytes."""
