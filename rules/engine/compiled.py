"""The functions of a compiled program, each loaded where it may derive something."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, TypeAlias

from ownlog.rules.engine.planning.functors import COMPARISONS, OPERATIONS
from ownlog.rules.engine.program.image import Entry, Image
from ownlog.rules.engine.storage import Numbers, Storage

Stratum: TypeAlias = "Callable[[dict[str, Any], Callable[..., Any]], None]"
"""The compiled rules of one stratum: fills relations, with a function that fetches or builds an index."""


class Compiled:
    """The strata of a program, run natively or by the interpreter."""

    def __init__(self, image: Image, native: bool) -> None:
        self.image = image
        self._native = native
        self._functions: dict[str, Stratum] = {}

    def function(self, entry: Entry) -> Stratum:
        found = self._functions.get(entry.heads[0])
        if found is None:
            found = self._functions[entry.heads[0]] = self._gated(entry)
        return found

    def _gated(self, entry: Entry) -> Stratum:
        """The function of a stratum, whose plan is loaded when it may derive something."""
        # What has no gates is always open.
        gates, load = entry.gates or ((),), cache(partial(self._load, entry))

        def run(relations: dict[str, Any], index: Callable[..., Any]) -> None:
            for names in gates:
                if all(map(relations.__getitem__, names)):
                    load()(relations, index)
                    break

        return run

    def _load(self, entry: Entry) -> Stratum:
        made: Any
        if self._native:
            from ownlog.rules.engine.native.joins import Stratum as made
        else:
            from ownlog.rules.engine.interpreter import Stratum as made
        relations, constants, named, *rest = self.image.plan(entry)
        functions = tuple(OPERATIONS.get(name) or COMPARISONS[name] for name in named)
        stratum: Stratum = made(relations, constants, functions, *rest)
        return stratum

    def storage(self) -> Storage:
        """Where a run of the functions keeps its rows."""
        return Numbers() if self._native else Storage()
