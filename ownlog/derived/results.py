"""The facts about one module and the rows derived from them, with names that lead back to the IR."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ownlog import rules
from ownlog.backend.rewriting.effects import effects_of
from ownlog.derived.rooms import about_places, about_tensors, usual
from ownlog.frontend.facts.extract import ABOUT_PLACES, Facts, extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Block, Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.rules.relations import RELATIONS
from ownlog.rules.shipped.analysis import private_relations
from ownlog.rules.typed_rows import R, Relation, relation_name, typed

if TYPE_CHECKING:
    from ownlog.derived.explanations import Explanations
    from ownlog.derived.tensors import Tensors
    from ownlog.rules.engine.program.engine import Engine
    from ownlog.rules.engine.program.program import Program


class Results:
    """The facts about a module and the rows that follow from them, derived when first asked for.

    In: the module, options of the deallocation passes, model files, the engine (None: the default one), options of
    one-shot-bufferize. Relations about tensors rest on facts and decisions of their own (`tensors`).
    """

    def __init__(
        self,
        module: Module,
        options: dict[str, str] | None = None,
        models: Sequence[Path] = (),
        engine: Engine | None = None,
        bufferization: Mapping[str, str] | None = None,
    ) -> None:
        self.module = module
        self.traits = effects_of(module, models, engine)
        self.naming = Naming(module, self.traits)
        self.facts: Facts = extract_facts(module, self.naming, options)
        self.models = tuple(models)
        self._engine = engine
        self._options = options
        self._bufferization = dict(bufferization or {})

    @cached_property
    def derived(self) -> dict[str, set[rules.Row]]:
        """The rows of all public relations except those about tensors and places of buffers."""
        return rules.derive(self.facts, self.models, self._engine, usual(rules.load(self.models)))

    @cached_property
    def all_derived(self) -> dict[str, set[rules.Row]]:
        """`derived`, with the private relations."""
        names = set(rules.load(self.models).outputs) | private_relations()
        others = sorted(names - about_places(rules.load(self.models), names))
        return rules.derive(self.facts, self.models, self._engine, others)

    @cached_property
    def place_facts(self) -> Facts:
        """The facts, with those that the placement of buffers asks for."""
        return extract_facts(self.module, self.naming, self._options, wanted=ABOUT_PLACES)

    @cached_property
    def _places(self) -> dict[str, set[rules.Row]]:
        program = rules.load(self.models)
        return rules.derive(self.place_facts, self.models, self._engine, sorted(about_places(program, program.stored)))

    @cached_property
    def tensors(self) -> Tensors:
        """The decisions about tensors, and the rows about them."""
        from ownlog.derived.tensors import Tensors

        return Tensors(self.module, self.naming, self._bufferization, self.models, self._engine, self._options)

    def rows(self, relation: type[R]) -> set[R]:
        """The rows of an extensional or public derived relation as typed tuples (see `ownlog.rules.relations`)."""
        name = relation_name(relation)
        if self._is_among(about_tensors, name):
            return set(typed(self.tensors.facts if name in self.tensors.facts else self.tensors.derived, relation))
        if self._is_among(about_places, name):
            return set(typed(self.place_facts if name in self.place_facts else self._places, relation))
        return set(typed(self.facts if name in self.facts else self.derived, relation))

    def _is_among(self, chosen: Callable[[Program, Iterable[str]], set[str]], name: str) -> bool:
        program = rules.load(self.models)
        return name in program.relations and bool(chosen(program, [name]))

    def __getitem__(self, name: str) -> set[Relation]:
        """The rows of the relation called `name`; KeyError where no public one is called so."""
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
        """Explanations of the rows, except those about tensors and places."""
        from ownlog.derived.explanations import explanations_of

        return explanations_of(self.facts, self.models, self._engine)
