"""Tests of the single rules in rules/analysis: each on a handful of facts, with the mutants of each rule, and the laws
of the relations.
"""
