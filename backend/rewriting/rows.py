"""What derived rows are to the passes that go by them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set

from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.module import Module

Relations = Mapping[str, Set[tuple[str | int, ...]]]

About = Callable[[Module, Naming, tuple[str, ...]], Relations]
"""What the rules derive about a module, in some relations."""
