"""The facts and derived rows of one module, and why they hold, for whoever shows or asks; verdicts and comparisons as
text and as data. Not what derives them.
"""
