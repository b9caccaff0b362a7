"""A reason as answers give it: in words, with places of the source and its derivation; and what a pass went by."""
