"""How the clauses of a stratum are evaluated, whoever does it: the order of joins, the indexes, the plan as numbers.

Nothing is evaluated here.
"""
