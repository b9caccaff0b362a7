"""Obligations of the plan. What the plan releases where is for `rules/`, `laws/` and `execution/`."""
