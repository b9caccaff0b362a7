"""What do facts, typed rows, generated files and diagnostics look like to who imports Ownlog?

Not what passes make of them.
"""
