"""From derived rows and IR to new IR, a room for each family of passes."""
