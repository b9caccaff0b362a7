"""What derived rows are to the passes that go by them."""

from __future__ import annotations

from collections.abc import Mapping, Set

Relations = Mapping[str, Set[tuple[str | int, ...]]]


LEAVES = -1
"""Stands for the successor number of an edge that leaves the region."""
