"""Datalog as text and as trees: grammar, items, clauses in normal form, strata."""
