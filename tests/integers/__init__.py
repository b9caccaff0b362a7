"""Integers at the ends of their range, of all widths: arithmetic, comparisons, casts, loops and switches, against what
runs show.
"""
