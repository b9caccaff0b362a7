"""What the page draws: graphs of blocks, laid out, and the memory of functions over time.

No rows are asked for here.
"""
