"""Do queries and ready questions answer what holds, completely, and say what they leave open?

Not what the analysis derives.
"""
