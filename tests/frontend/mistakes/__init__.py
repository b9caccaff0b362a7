"""Slips that people make when they write MLIR by hand: Ownlog refuses what mlir-opt-22 refuses, and nothing else."""
