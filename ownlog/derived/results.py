"""The facts about one module and the rows that the rules derive from them, with the names in rows leading back to the IR."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ownlog import rules
from ownlog.backend.rewriting.effects import effects_of
from ownlog.frontend.facts.extract import Facts, extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Block, Module, Op, Value
from ownlog.rules.relations import RELATIONS
from ownlog.rules.typed_rows import R, Relation, relation_name, typed

if TYPE_CHECKING:
    from ownlog.derived.explanations import Explanations
    from ownlog.rules.engine import Engine


class Results:
    """The facts about a module and the rows that follow from them, derived when first asked for.

    In: the module, options of the deallocation passes, the user's model files, the engine (None: the default one). What shows or explains
    rows takes this; `ownlog.api.analysis.Analysis` adds the questions that users ask.
    """

    def __init__(
        self, module: Module, options: dict[str, str] | None = None, models: Sequence[Path] = (), engine: Engine | None = None
    ) -> None:
        self.module = module
        self.traits = effects_of(module, models, engine)
        self.naming = Naming(module, self.traits)
        self.facts: Facts = extract_facts(module, self.naming, options)
        self.models = tuple(models)
        self._engine = engine

    @cached_property
    def derived(self) -> dict[str, set[rules.Row]]:
        """All derived rows by relation, computed when first asked for."""
        return rules.derive(self.facts, self.models, self._engine)

    def rows(self, relation: type[R]) -> set[R]:
        """The rows of an extensional or derived relation as typed tuples (see `ownlog.rules.relations`)."""
        return set(typed(self.facts if relation_name(relation) in self.facts else self.derived, relation))

    def __getitem__(self, name: str) -> set[Relation]:
        """The rows of the relation called `name`; KeyError where there is no such relation."""
        return self.rows(RELATIONS[name])

    def op(self, name: str) -> Op:
        """The op that rows call `name`; KeyError where there is none."""
        return self.naming.ops[name]

    def block(self, name: str) -> Block:
        """The block that rows call `name`; KeyError where there is none."""
        return self.naming.blocks[name]

    def value(self, name: str) -> Value:
        """The value that rows call `name` ("@f/%alloc"); KeyError where there is none."""
        return self.naming.values[name]

    @cached_property
    def explanations(self) -> Explanations:
        """What answers questions about the rows; all relations are derived for it when first asked for."""
        from ownlog.derived.explanations import Explanations

        return Explanations(self.facts, self.models, self._engine)
