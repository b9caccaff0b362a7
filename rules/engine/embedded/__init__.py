"""The engine that every installation has: what is compiled, kept and run, natively or in Python.

No rule is planned here.
"""
