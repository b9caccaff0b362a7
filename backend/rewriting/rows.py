"""What derived rows are to the passes that go by them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set

from ownlog.frontend.facts.extract import Facts

Relations = Mapping[str, Set[tuple[str | int, ...]]]

Derive = Callable[[Facts, tuple[str, ...]], Relations]
"""What the rules derive from facts, in some relations."""
