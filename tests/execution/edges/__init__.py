"""Programs of one theme each: shifts of views, odd constants, threads, symbols, tensors, layouts, waits.

Not programs at random.
"""
