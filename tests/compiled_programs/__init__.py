"""Runs Ownlog on programs that compilers made."""
