"""Many inputs through the same passes: where each result goes, in which process it is made.

What a pass does is not decided here.
"""
