"""What single ops ask for beyond the kinds of their values and attributes, by subject: a table of functions, by the
names of ops, each.
"""
