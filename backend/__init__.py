"""From derived rows and IR to new IR, a room for each family of passes.

What is live, owned or freed is for the rules.
"""
