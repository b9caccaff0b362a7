"""What derived rows are to the passes that go by them."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Protocol

from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Module

Relations = Mapping[str, Set[tuple[str | int, ...]]]


class About(Protocol):
    """What the rules derive about a module, in some relations; `options` are those that the user set."""

    def __call__(
        self, module: Module, naming: Naming, outputs: tuple[str, ...], options: Mapping[str, str] | None = None
    ) -> Relations: ...
