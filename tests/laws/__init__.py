"""Laws that hold between what the rules say about a program and what happens when it runs."""
