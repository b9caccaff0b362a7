"""Obligations, their normal form, and the prover, held against what they mean."""
