"""What the rules derive about a module, with typed access."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ownlog import rules
from ownlog.backend.effects import effects_of
from ownlog.frontend.facts import Facts, extract_facts
from ownlog.frontend.ir import Block, Module, Op, Value
from ownlog.frontend.naming import Naming
from ownlog.rules.relations import NAMES, RELATIONS, Relation

if TYPE_CHECKING:
    from ownlog.explain import Explanations
    from ownlog.query import Answer, Questions
    from ownlog.rules.engine import Engine
    from ownlog.rules.explain import Derivation

R = TypeVar("R", bound=Relation)


class Analysis:
    """The facts about a module and all that follows from them.

    `analysis["live_in"]` is the set of a relation's rows, `analysis.rows(relations.LiveIn)` the same, typed. Names in rows lead back to the
    IR through `op`, `block` and `value`. `analysis.query("...")` answers questions in Datalog; a notebook shows the `summary()`.
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
        make: Callable[..., R] = relation
        return {make(*row) for row in self._rows(NAMES[relation])}

    def __getitem__(self, name: str) -> set[Relation]:
        """The rows of the relation called `name`; KeyError where there is no such relation."""
        return self.rows(RELATIONS[name])

    def _rows(self, name: str) -> set[rules.Row]:
        return set(self.facts[name]) if name in self.facts else self.derived[name]

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
        from ownlog.explain import Explanations

        return Explanations(self.facts, self.models, self._engine)

    @cached_property
    def questions(self) -> Questions:
        """What answers queries; each derives what it needs and nothing else."""
        from ownlog.query import Questions

        return Questions(self.facts, self.models, self._engine)

    def query(self, text: str, *, rules: Sequence[Path] = (), all_pairs: bool = False) -> Answer:
        """The rows that a query asks for, as named tuples, and with `to_pandas()` and `to_arrow()` as tables.

        In: an atom such as `may_alias(F, "%a", X)`, or rules, of which the last one's relation is the answer; files with relations of your
        own; whether alias relations shall have all pairs of functions with many buffers, too. Raises InputError for a malformed query and
        for names that mean nothing, RuleError for a faulty rule file.
        """
        return self.questions.ask(text, rules, all_pairs)

    def alias(self, value: str, function: str | None = None) -> Answer:
        """Which buffers must, may or never share the allocation of a value, and under which condition.

        Raises InputError for a value or function that does not exist, and for a value that is no buffer.
        """
        from ownlog.query.alias import alias

        return alias(self.questions, value, function)

    def owners(self, function: str | None = None) -> Answer:
        """Who owns each buffer in each block, and what its end does, in the ownership-based pass. InputError for an unknown function."""
        from ownlog.query.owners import owners

        return owners(self.questions, function)

    def summary(self) -> Answer:
        """A row for each function: what it has, and what the ownership-based pass would make of it."""
        from ownlog.query.summary import summary

        return summary(self.questions)

    def _repr_html_(self) -> str:
        return self.summary()._repr_html_()

    def explain(self, atom: str, limit: int = 3) -> list[Derivation]:
        """Why rows hold: the derivations of the first `limit` rows that match an atom such as `live_in("^bb1", v)`, [] where none does.

        Raises InputError for what is no atom, and for a relation or a name that the module does not have.
        """
        return self.explanations.ask(atom, limit).derivations

    def report(self) -> str:
        """The page about the module, as HTML; see `ownlog.report`."""
        from ownlog.report import page

        return page(self)
