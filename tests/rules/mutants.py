"""Mutants of the rules: a rule taken out, or with one small change to its body.

A mutant is judged by the cases of its own rule, and by what they expect of the relation that the rule derives. Not the whole mutated
program is run but one step: all rules of that relation, the mutated one among them, applied to what the unchanged program derives. That is
a hundred times faster, ends where a rule that counts would count forever without its guard, and claims no kill too many: in rules that can
be stratified what a relation depends on grows and shrinks with it or not at all, so what a weaker rule derives in one step it derives in
the end too, and what a stronger one derives in the end it derives in one step from more. A nightly test compares with whole mutated
programs.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ownlog.errors import RuleError
from ownlog.rules.engine import EmbeddedEngine, Program
from ownlog.rules.engine.cache import Cache
from tests.rules.clauses import Clause, all_clauses
from tests.rules.notation import Case
from tests.rules.worlds import World

_NAME = re.compile(r'"(?:\\.|[^"\\])*"|(\w+)\(')
_STEP = "in_one_step"


@dataclass(frozen=True)
class Mutant:
    """`original` replaced by `changed`, or taken out where that is None. `change` says it in words."""

    original: Clause
    changed: Clause | None
    change: str

    def __str__(self) -> str:
        return f"{self.original.label}: {self.change}"

    def apply(self, clauses: Iterable[Clause]) -> list[Clause]:
        """The clauses with this change."""
        changed = (self.changed if clause == self.original else clause for clause in clauses)
        return [clause for clause in changed if clause is not None]


def mutants(clause: Clause) -> Iterator[Mutant]:
    """All mutants of a clause, valid or not."""
    yield Mutant(clause, None, "taken out")
    for change, changed in clause.mutations():
        yield Mutant(clause, changed, change)


class Laboratory:
    """Runs cases on the program and on its mutants."""

    def __init__(self, program: Program, cache: Cache, worlds: Sequence[World]) -> None:
        self.program = program
        self.cache = cache
        self.engine = EmbeddedEngine(cache.directory)
        self.clauses = all_clauses()
        self.worlds = [(world, self.engine.run(program, world.facts, list(program.relations))) for world in worlds]

    def is_valid(self, mutant: Mutant) -> bool:
        """Whether the mutant is a rule at all: a literal may be all that binds a variable."""
        return self._step(mutant) is not None

    def killers(self, mutant: Mutant) -> list[Case]:
        """The cases of its rule that fail on a valid mutant after one step."""
        step, relation = self._step(mutant), mutant.original.relation
        assert step is not None
        failing = []
        for world, derived in self.worlds:
            cases = [case for case in world.cases if case.label == mutant.original.label]
            if cases:
                facts = {name: rows for name, rows in derived.items() if name in step.relations}
                rows = self.engine.run(step, facts, [_STEP])[_STEP].union(world.facts.get(relation, ()))
                failing += [case for case in cases if case.failures({relation: rows})]
        return failing

    def killers_of_whole(self, mutant: Mutant) -> list[Case]:
        """The cases of its rule that fail on the whole mutated program."""
        program = self._program([clause.text() for clause in mutant.apply(self.clauses)], self.program.relations)
        assert program is not None
        failing = []
        for world, _ in self.worlds:
            cases = [case for case in world.cases if case.label == mutant.original.label]
            rows = self.engine.run(program, world.facts, {name for case in cases for name in case.relations()}) if cases else {}
            failing += [case for case in cases if case.failures(rows)]
        return failing

    def _step(self, mutant: Mutant) -> Program | None:
        relation = mutant.original.relation
        rules = [clause.text() for clause in mutant.apply(self.clauses) if clause.relation == relation]
        declaration = self._declaration(relation).replace(relation, _STEP, 1)
        return self._program([declaration, *(rule.replace(relation, _STEP, 1) for rule in rules)], [relation])

    def _program(self, lines: list[str], relations: Collection[str]) -> Program | None:
        """The program of these lines, with declarations of `relations` and what the lines speak of; None where a variable is unbound."""
        mentioned = {name for line in lines for name in _NAME.findall(line)} & self.program.relations.keys()
        declarations = [self._declaration(name) for name in sorted(mentioned.union(relations))]
        try:
            return Program.from_text("\n".join(declarations + lines), "<mutant>", cache=self.cache)
        except RuleError as error:
            if any(not found.message.endswith("is unbound") for found in error.diagnostics):
                raise
            return None

    def _declaration(self, name: str) -> str:
        columns = ", ".join(f"{column.name}: {column.base}" for column in self.program.relations[name].columns)
        return f".decl {name}({columns})"
