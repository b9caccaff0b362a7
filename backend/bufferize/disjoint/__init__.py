"""Proofs that two parts of a tensor have no element in common."""
