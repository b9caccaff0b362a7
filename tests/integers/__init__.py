"""Integers at the ends of their range: constants, arithmetic, comparisons, casts, loops and switches of all widths, against what runs show."""
