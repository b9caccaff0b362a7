"""The rows of Ownlog's own relations, derived as far as somebody needs them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ownlog import rules
from ownlog.derived.rooms import about_places, about_tensors
from ownlog.frontend.facts.extract import ABOUT_PLACES, Facts
from ownlog.rules.engine.program.engine import Row, Rows

if TYPE_CHECKING:
    from ownlog.derived.tensors import Tensors
    from ownlog.rules.engine.program.engine import Engine

LIMITED = (
    "alias_demand",
    "made_of",
    "allocated_before",
    "points_to_demand",
    "points_to",
    "points_to_overlap",
    "must_alias",
    "may_alias",
    "never_alias",
)
"""Relations with rows only for pairs that are asked about: those of small functions and of `alias_query`."""


class Base:
    """The relations of one module, derived as needed.

    In: its facts, model files, the engine, rows derived before, and what gives the decisions about tensors, and the
    facts about places, on demand. Raises RuleError for a faulty model file, EngineError for an engine that fails.
    """

    def __init__(
        self,
        facts: Facts,
        models: Sequence[Path] = (),
        engine: Engine | None = None,
        derived: Rows | None = None,
        tensors: Callable[[], Tensors] | None = None,
        places: Callable[[], Facts] | None = None,
    ) -> None:
        self.program = rules.load(models)
        self.facts: Facts = dict(facts)
        self.models = tuple(models)
        self.engine = engine
        self._derived: Rows = dict(derived or {})
        self._tensors = tensors
        self._has_tensors = False
        self._places = places

    def rows(self, names: Iterable[str]) -> dict[str, Iterable[Row]]:
        wanted = list(names)
        if not self._has_tensors and self.passes(wanted):
            self._add_tensors()
        if self._places is not None and about_places(self.program, wanted):
            known, self._places = self._places(), None
            self.facts |= {name: known[name] for name in ABOUT_PLACES if not self.facts.get(name)}
        missing = [name for name in wanted if name not in self._derived and name not in self.facts]
        if missing:
            self._derived |= rules.derive(self.facts, self.models, self.engine, missing)
        return {name: self.facts[name] if name in self.facts else self._derived[name] for name in wanted}

    def passes(self, names: Iterable[str]) -> str:
        """The pass whose decisions some relations rest on, with its options; "" where they rest on none."""
        return self._tensors().passes if about_tensors(self.program, names) and self._tensors is not None else ""

    def refusals(self) -> list[str]:
        """What keeps the module from being bufferized, if that was asked about."""
        found = self._tensors().refusals() if self._has_tensors and self._tensors is not None else []
        return [f"{refused.position}: {refused.message}" for refused in found]

    def _add_tensors(self) -> None:
        """Add the facts about tensors, on which no other relation rests.

        Where bufferization rewrites operands before it decides, the operands are those that it decides about.
        """
        assert self._tensors is not None
        self._has_tensors = True
        known = self._tensors().facts
        self.facts |= {name: known[name] for name in ("option", *about_tensors(self.program, known))}
        if self._tensors().rewritten:
            self.facts["operand"] = known["operand"]
            self._derived = {}

    @property
    def asked(self) -> set[str]:
        """The values that somebody asks about."""
        return {str(value) for (value,) in self.facts["alias_query"]}

    def ask(self, values: Iterable[str]) -> bool:
        """Ask about values, too; whether that was new."""
        new = sorted(set(values) - self.asked)
        if new:
            self.facts["alias_query"] = [*self.facts["alias_query"], *((value,) for value in new)]
            self._derived.clear()
        return bool(new)

    def big_functions(self) -> dict[str, list[str]]:
        """The functions in which pairs of buffers are not all looked at, with their buffers."""
        found = self.rows(("function_buffer", "has_body", "small_function"))
        small, bodies = set(found["small_function"]), set(found["has_body"])
        buffers: dict[str, list[str]] = {}
        for function, value in found["function_buffer"]:
            if (function,) in bodies and (function,) not in small:
                buffers.setdefault(str(function), []).append(str(value))
        return {function: sorted(values) for function, values in sorted(buffers.items())}
