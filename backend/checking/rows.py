"""What is known and derived of a module, as typed rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ownlog import rules
from ownlog.rules.typed_rows import R, Relation, relation_name, relation_names, typed

if TYPE_CHECKING:
    from ownlog.frontend.facts.extract import Facts
    from ownlog.rules.engine.program.engine import Engine


class Rows:
    """Rows of facts and of the derived relations `wanted`, typed, in an order that does not depend on chance."""

    def __init__(
        self, facts: Facts, models: Sequence[Path], engine: Engine | None, wanted: Sequence[type[Relation]]
    ) -> None:
        self._facts = facts
        self._derived = rules.derive(facts, models, engine, relation_names(*wanted))

    def __call__(self, relation: type[R]) -> Iterable[R]:
        derived = self._derived.get(relation_name(relation))
        if derived is None:
            return typed(self._facts, relation)
        return sorted(typed(self._derived, relation)) if derived else ()

    def plain(self, relation: type[Relation]) -> Iterable[tuple[Any, ...]]:
        """The rows as tuples, without names and order, for large relations."""
        name = relation_name(relation)
        return self._derived[name] if name in self._derived else self._facts[name]
