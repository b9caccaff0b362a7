"""Benchmarks of Ownlog; `make bench` runs them."""
