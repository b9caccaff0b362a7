"""The evaluation of a stratum: the order of joins, the indexes, the plan as numbers."""
