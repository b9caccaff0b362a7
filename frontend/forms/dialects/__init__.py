"""Custom forms that are functions of their own, and that forms of other dialects or the verifier use too: a module for
each dialect.
"""
