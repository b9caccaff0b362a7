"""The functions of a compiled program, each loaded where it may derive something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ownlog.rules.engine.planning.functors import COMPARISONS, OPERATIONS
from ownlog.rules.engine.program.image import Entry, Image
from ownlog.rules.engine.storage import Numbers, Storage, Tables

Stratum: TypeAlias = "Callable[[dict[str, Any], Callable[..., Any]], None]"
"""The compiled rules of one stratum: fills relations, with a function that fetches or builds an index."""


class Compiled:
    """The strata of a program, run natively or by the interpreter."""

    def __init__(self, image: Image, native: bool) -> None:
        self.image = image
        self._native = native
        self._functions: dict[str, _Lazy] = {}

    def function(self, entry: Entry) -> Stratum:
        """The function of a stratum."""
        found = self._functions.get(entry.name)
        if found is None:
            found = self._functions[entry.name] = _Lazy(self, entry)
        return found

    def load(self, entry: Entry) -> Stratum:
        """The same, loaded."""
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
        return Numbers() if self._native else Tables()


class _Lazy:
    """The function of a stratum, whose plan is loaded where it may derive something."""

    __slots__ = ("_compiled", "_entry", "_gates", "_loaded")

    def __init__(self, compiled: Compiled, entry: Entry) -> None:
        self._compiled = compiled
        self._entry = entry
        self._gates = entry.gates
        self._loaded: Stratum | None = None

    def __call__(self, relations: dict[str, Any], index: Callable[..., Any]) -> None:
        for names in self._gates:
            for name in names:
                if not relations[name]:
                    break
            else:
                break
        else:
            if self._gates:
                return
        if self._loaded is None:
            self._loaded = self._compiled.load(self._entry)
        self._loaded(relations, index)
