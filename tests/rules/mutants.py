"""Mutants of the rules: a rule taken out, or with one small change to its body.

A mutant is judged by the cases of its own rule, and by what they expect of the relation that the rule derives. Not the whole mutated
program is run but one step: all rules of that relation, the mutated one among them, applied to what the unchanged program derives. As no
rule sees in one step what another derives, the mutants of a rule run side by side, and the other rules of the relation once. That is
hundreds of times faster, ends where a rule that counts would count forever without its guard, and claims no kill too many: in rules that
can be stratified what a relation depends on grows and shrinks with it or not at all, so what a weaker rule derives in one step it derives
in the end too, and what a stronger one derives in the end it derives in one step from more. A nightly test compares with whole mutated
programs.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ownlog.base.cache import Nowhere
from ownlog.base.errors import RuleError
from ownlog.rules.engine.embedded.embedded import EmbeddedEngine
from ownlog.rules.engine.program.engine import Row
from ownlog.rules.engine.program.program import Program
from tests.rules.clauses import Clause, all_clauses
from tests.rules.notation import Case
from tests.rules.worlds import World, rows_of

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

    def __init__(self, program: Program, engine: EmbeddedEngine, worlds: Sequence[World]) -> None:
        self.program = program
        self.engine = engine
        self.clauses = all_clauses()
        self._rules: dict[str, list[Clause]] = {}
        for clause in self.clauses:
            self._rules.setdefault(clause.relation, []).append(clause)
        # By relation, what each of its rules derives in one step.
        self._unchanged: dict[str, dict[Clause, list[set[Row]]]] = {}
        self.worlds = [(world, rows_of(engine, program, world.facts, program.relations)) for world in worlds]

    def killers(self, clause: Clause) -> dict[Mutant, list[Case]]:
        """The mutants of a clause that are rules at all (a literal may be all that binds a variable), each with those of the clause's cases
        that fail on it after one step."""
        tried = list(mutants(clause))
        derived = self._in_one_step([mutant.changed for mutant in tried if mutant.changed])
        valid = [mutant for mutant in tried if mutant.changed is None or mutant.changed in derived]
        failing: dict[Mutant, list[Case]] = {mutant: [] for mutant in valid}
        for number, (world, _) in enumerate(self.worlds):
            cases = [case for case in world.cases if case.label == clause.label]
            if cases:
                others = self._by_others(clause, number)
                for mutant in valid:
                    rows = others.union(derived[mutant.changed][number]) if mutant.changed else others
                    failing[mutant] += [case for case in cases if case.failures({clause.relation: rows})]
        return failing

    def _by_others(self, clause: Clause, number: int) -> set[Row]:
        """The rows of the clause's relation that a world gives or that other rules derive in one step from the unchanged program's rows."""
        rules = self._rules[clause.relation]
        if clause.relation not in self._unchanged:
            self._unchanged[clause.relation] = self._in_one_step(rules)
        derived = self._unchanged[clause.relation]
        world, _ = self.worlds[number]
        return set(world.facts.get(clause.relation, ())).union(*(derived[rule][number] for rule in rules if rule != clause))

    def _in_one_step(self, rules: Sequence[Clause]) -> dict[Clause, list[set[Row]]]:
        """What each of some rules of one relation derives in one step from the unchanged program's rows, in each world where the relation
        has cases. A rule with an unbound variable is left out.

        The rules run side by side in one program, each with a relation of its own as its head, so that they share what running costs.
        """
        if not rules:
            return {}
        relation = rules[0].relation
        heads = [f"{_STEP}_{number}" for number in range(len(rules))]
        texts = [rule.text().replace(relation, head, 1) for rule, head in zip(rules, heads, strict=True)]
        declared = [self._declaration(relation).replace(relation, head, 1) for head in heads]
        program, unbound = self._program([*declared, *texts], [relation])
        if program is None:
            return self._in_one_step([rule for rule, text in zip(rules, texts, strict=True) if text not in unbound])
        labels, engine = {rule.label for rule in self._rules[relation]}, EmbeddedEngine(keep=False)
        found: list[dict[str, set[Row]]] = []
        for world, derived in self.worlds:
            facts = {name: rows for name, rows in derived.items() if name in program.relations}
            asked = not labels.isdisjoint(case.label for case in world.cases)
            found.append(engine.run(program, facts, heads) if asked else {head: set() for head in heads})
        return {rule: [rows[head] for rows in found] for rule, head in zip(rules, heads, strict=True)}

    def killers_of_whole(self, mutant: Mutant) -> list[Case]:
        """The cases of its rule that fail on the whole mutated program."""
        program, _ = self._program([clause.text() for clause in mutant.apply(self.clauses)], self.program.relations)
        assert program is not None
        failing = []
        for world, _ in self.worlds:
            cases = [case for case in world.cases if case.label == mutant.original.label]
            rows = self.engine.run(program, world.facts, {name for case in cases for name in case.relations()}) if cases else {}
            failing += [case for case in cases if case.failures(rows)]
        return failing

    def _program(self, lines: Sequence[str], relations: Collection[str]) -> tuple[Program | None, set[str]]:
        """The program of these lines, with declarations of `relations` and what the lines name; or the lines with an unbound variable."""
        mentioned = {name for line in lines for name in _NAME.findall(line)} & self.program.relations.keys()
        text = [*(self._declaration(name) for name in sorted(mentioned.union(relations))), *lines]
        try:
            return Program.from_text("\n".join(text), "<mutant>", cache=Nowhere()), set()
        except RuleError as error:
            if any(not found.message.endswith("is unbound") for found in error.diagnostics):
                raise
            return None, {text[found.position.line - 1] for found in error.diagnostics if found.position}

    def _declaration(self, name: str) -> str:
        columns = ", ".join(f"{column.name}: {column.base}" for column in self.program.relations[name].columns)
        return f".decl {name}({columns})"
