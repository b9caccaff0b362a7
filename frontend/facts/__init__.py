"""IR to facts: what the text says, row by row, and the names of things in rows. No fact says what an op means."""
