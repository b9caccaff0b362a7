"""How the clauses of a stratum are evaluated, whoever does it: the order of joins, the indexes.

Nothing is evaluated here.
"""
