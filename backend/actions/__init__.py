"""The schema of the actions that free each buffer once, and what both emitters share."""
