"""The schema of what is to be done so that each buffer is freed once, and what both emitters make of it alike.

It decides nothing.
"""
