"""The data sets of a run: their schema, how they are stored, and what is asked of them. Nothing here runs anything."""
