"""The functions of a compiled program. Each is loaded where it may derive something: in most runs, most have nothing to do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable
from operator import itemgetter
from typing import Any, TypeAlias

from ownlog.rules.engine.embedded.storage import Dictionaries, Numbers, Storage
from ownlog.rules.engine.planning import functors
from ownlog.rules.engine.program.image import Entry, Image

Stratum: TypeAlias = "Callable[[dict[str, Any], Callable[..., Any]], None]"
"""The compiled rules of one stratum: fills relations, with a function that fetches or builds an index."""

_FUNCTORS = ("div", "mod", "strlen", "substr", "to_number", "matcher")


class Compiled(ABC):
    """The strata of a program."""

    def __init__(self, image: Image) -> None:
        self.image = image
        self._functions: dict[str, _Lazy] = {}

    def function(self, entry: Entry) -> Stratum:
        """The function of a stratum."""
        found = self._functions.get(entry.name)
        if found is None:
            found = self._functions[entry.name] = _Lazy(self, entry)
        return found

    @abstractmethod
    def load(self, entry: Entry) -> Stratum:
        """The same, loaded."""

    @abstractmethod
    def storage(self) -> Storage:
        """Where a run of the functions keeps its rows."""


class Generated(Compiled):
    """Strata whose functions are Python, and share what they are defined in."""

    def __init__(self, image: Image) -> None:
        super().__init__(image)
        self._scope: dict[str, Any] = {name: getattr(functors, name) for name in _FUNCTORS}
        self._scope |= {"defaultdict": defaultdict, "itemgetter": itemgetter, "several": set()}

    def load(self, entry: Entry) -> Stratum:
        """With what builds the indexes that it asks for."""
        for name in entry.indexes:
            if f"build_{name}" not in self._scope and self.image.builds(name):
                exec(self.image.index(name), self._scope)
        exec(self.image.stratum(entry), self._scope)
        made: Stratum = self._scope[entry.name]
        return made

    def storage(self) -> Storage:
        return Dictionaries()


class Native(Compiled):
    """Strata whose functions are those of the native engine."""

    def load(self, entry: Entry) -> Stratum:
        from ownlog.rules.engine.native import joins

        relations, constants, named, *rest = self.image.plan(entry)
        functions: tuple[Any, ...] = ()
        if named:
            from ownlog.rules.engine.native.functions import FUNCTIONS

            functions = tuple(FUNCTIONS[name] for name in named)
        return joins.Stratum(relations, constants, functions, *rest)

    def storage(self) -> Storage:
        return Numbers()


class _Lazy:
    """The function of a stratum, whose code is loaded where it may derive something."""

    __slots__ = ("_code", "_compiled", "_entry", "_gates")

    def __init__(self, compiled: Compiled, entry: Entry) -> None:
        self._compiled = compiled
        self._entry = entry
        self._gates = entry.gates
        self._code: Stratum | None = None

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
        if self._code is None:
            self._code = self._compiled.load(self._entry)
        self._code(relations, index)
