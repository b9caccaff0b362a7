"""From the text of a query to the small program that answers it. The ready questions are in `ready/`."""
