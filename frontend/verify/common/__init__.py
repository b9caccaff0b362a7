"""What all checks use: how a rule that is broken is reported, and shapes of types."""
