"""Answers to queries about one module."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ownlog.backend.reasons import refused
from ownlog.base.errors import Diagnostic, InputError
from ownlog.base.suggestions import did_you_mean, similar
from ownlog.frontend.facts.extract import Facts
from ownlog.query.answer import Answer, Heading
from ownlog.query.base import LIMITED, Base
from ownlog.query.columns import column_names, declare_heads
from ownlog.query.demand import DEMAND, Demand, asked_of_one, demand, needed_clauses
from ownlog.query.layer import Layer, about_private
from ownlog.query.resolve import Resolver
from ownlog.query.text import ANSWER, Query, in_query, parse_query
from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.language.items import Clause
from ownlog.rules.engine.language.stratify import reads
from ownlog.rules.engine.language.syntax_tree import Atom, variables
from ownlog.rules.engine.program.engine import Row, Rows
from ownlog.rules.engine.program.program import Program
from ownlog.rules.explain.names import Names
from ownlog.rules.explain.positions import READ
from ownlog.rules.explain.question import parse_question, resolve
from ownlog.rules.shipped.analysis import private_relations

if TYPE_CHECKING:
    from ownlog.derived.explanations import Answer as Explained
    from ownlog.derived.explanations import Explanations
    from ownlog.derived.tensors import Tensors
    from ownlog.rules.engine.program.engine import Engine

_LISTED = 8
_MANY = 200
"""Values of one function that a query may ask about by itself: with all their pairs, more would take a while."""


class Questions:
    """Answers queries about one module; rows are derived as queries need them, and kept.

    In: as `Base`, and what gives the line of a name. Raises RuleError for a faulty model file, EngineError for an
    engine that fails.
    """

    def __init__(
        self,
        facts: Facts,
        models: Sequence[Path] = (),
        engine: Engine | None = None,
        derived: Rows | None = None,
        tensors: Callable[[], Tensors] | None = None,
        places: Callable[[], Facts] | None = None,
        line_of: Callable[[str], int | None] = lambda name: None,
    ) -> None:
        self.base = Base(facts, models, engine, derived, tensors, places)
        self._line_of = line_of
        self._engine = EmbeddedEngine(keep=False)
        self._explained: tuple[tuple[str, frozenset[str]], Explanations] | None = None

    def function(self, name: str) -> str:
        """The full name of a function that may be named without its @. Raises InputError, with the nearest names."""
        functions = self.names.functions
        if name in functions or f"@{name}" in functions:
            return name if name in functions else f"@{name}"
        near = did_you_mean(similar(name if name.startswith("@") else f"@{name}", functions))
        there = ", ".join(functions[:_LISTED]) + (", ..." if len(functions) > _LISTED else "")
        raise InputError(
            Diagnostic(f"there is no function called {name}", advice=near or f"the input has {there or 'none'}")
        )

    def value(self, name: str, function: str | None = None) -> str:
        """The full name of a value (of `function`). Raises InputError if there is none, or several."""
        found = self.names.find("Value", name, function)
        if len(found) != 1:
            message, advice = self.names.problem("Value", name, found, function)
            raise InputError(Diagnostic(message, advice=advice))
        return found[0]

    def in_text_order(self, rows: Iterable[Row], columns: Sequence[int]) -> list[Row]:
        """Rows by the places in the text of the blocks and values that stand in `columns`."""
        return sorted(rows, key=lambda row: (*(self._places.get(row[column], -1) for column in columns), row))

    @cached_property
    def _places(self) -> dict[str | int, int]:
        facts = self.base.facts
        places = {value: int(order) for value, order in facts["value_order"]}
        for number, (_, _, block) in enumerate(facts["region_block"]):
            places[block] = number
        return places

    def refusals(self, function: str | None = None) -> list[str]:
        """What the deallocation passes refuse in a function (None: anywhere), as notes."""
        found = self.base.rows(["refusal", "op", "in_function"])
        functions = {row[0]: row[1] for row in found["in_function"]}
        homes = {op: functions.get(block) for op, _, block, _ in found["op"]}
        told = [
            (op, refused(str(reason))[0])
            for op, reason in found["refusal"]
            if function is None or function in (op, homes[op])
        ]
        return [f"the deallocation pass refuses {op}: {message}" for op, message in sorted(told)]

    @cached_property
    def names(self) -> Names:
        """The names that queries can use."""
        return Names(self.base.program, self.base.facts, self._line_of)

    def ask(self, text: str, rules: Sequence[Path] = (), all_pairs: bool = False, private: bool = False) -> Answer:
        """The rows that a query asks for.

        In: an atom, whose variables are the columns, or rules, of which the last one's relation is the answer; rule
        files; whether alias relations have all pairs of large functions, and whether private relations may be read.
        Raises InputError for a malformed query and unknown names, RuleError for a faulty rule file.
        """
        query = parse_query(text)
        layer = Layer(self.base.program, rules, private=private)
        clauses, wanted = _as_rules(query, Resolver(query, self.names, layer))
        program = in_query(lambda: _program(query, layer, clauses))
        notes = self._ask_about(program, layer, wanted, all_pairs)
        rows = self._run(program, layer, (wanted,))[wanted]
        names = column_names(next(clause.heads[0].args for clause in clauses if clause.heads[0].relation == wanted))
        columns = zip(names, program.relations[wanted].columns, strict=True)
        headings = [Heading(name, column.type, column.base == "number") for name, column in columns]
        passes = self.base.passes(self._given(program, layer, (wanted,)).values())
        told = [*notes, *(self.base.refusals() if passes else [])]
        return Answer.of(headings, rows, told, "Row" if wanted == ANSWER else wanted, passes=passes)

    def explanation(self, atom: str, limit: int = 3, private: bool = False) -> Explained:
        """Why rows match an atom such as `live_in("^bb1", v)`, at most `limit` of them, or why none does.

        Pairs of buffers are asked about as by `ask`. Raises InputError for what is no atom and unknown names.
        """
        question = parse_question(atom)
        if not private and question.relation in private_relations():
            raise question.error(question.at, *about_private(question.relation))
        resolve(question, self.names)
        notes: list[str] = []
        if not self.base.program.leading_to([question.relation]).isdisjoint(LIMITED):
            layer, query = Layer(self.base.program), parse_query(atom)
            clauses, wanted = _as_rules(query, Resolver(query, self.names, layer))
            notes = self._ask_about(in_query(lambda: _program(query, layer, clauses)), layer, wanted, all_pairs=False)
        return replace(self._explanations(question.relation).ask(atom, limit), notes=tuple(notes))

    def _explanations(self, relation: str) -> Explanations:
        """What explains rows of a relation, kept as long as nothing else is asked about."""
        from ownlog.derived.explanations import Explanations

        key = relation, frozenset(self.base.asked)
        if self._explained is None or self._explained[0] != key:
            program = self.base.program
            rests_on = sorted(program.leading_to([relation, *READ]) & set(program.stored))
            derived = {name: set(rows) for name, rows in self.base.rows(rests_on).items()}
            self._explained = key, Explanations(self.base.facts, self.base.models, derived=derived, names=self.names)
        return self._explained[1]

    def derive(self, file: str, wanted: Sequence[str], values: Iterable[str] = ()) -> dict[str, list[Row]]:
        """The sorted rows of relations that a file of `rules/questions` derives, when `values` are asked about."""
        self.base.ask(values)
        layer = Layer(self.base.program, ready=file)
        return {name: sorted(rows) for name, rows in self._run(layer.program(), layer, wanted).items()}

    def _given(self, program: Program, layer: Layer, wanted: Sequence[str]) -> dict[str, str]:
        """The relations that lead to some others and whose rows are the base's, with what they are called there."""
        needed = {
            atom.relation
            for name in wanted
            for clause in needed_clauses(program, name)
            for atom, _ in reads(clause.body)
        }
        derived = {clause.head.relation for clause in program.core.clauses}
        return {name: layer.given[name] for name in sorted(needed & (layer.given.keys() - derived))}

    def _run(self, program: Program, layer: Layer, wanted: Sequence[str]) -> dict[str, set[Row]]:
        given = self._given(program, layer, wanted)
        below = self.base.rows(given.values())
        return self._engine.run(program, {**{name: below[own] for name, own in given.items()}, **layer.facts}, wanted)

    # Relations that have rows only for pairs that somebody asks about

    def _ask_about(self, program: Program, layer: Layer, wanted: str, all_pairs: bool) -> list[str]:
        """Ask about what a query needs; what of its answer stays open."""
        read = {atom.relation for clause in needed_clauses(program, wanted) for atom, _ in reads(clause.body)}
        limited = frozenset(LIMITED) - layer.hidden
        if read.isdisjoint(limited):
            return []
        notes = [_ITSELF.format(relation) for relation in asked_of_one(program, wanted, limited)]
        big = self.base.big_functions()
        if all_pairs:
            self.base.ask(value for buffers in big.values() for value in buffers)
        open_functions = {
            function: buffers for function, buffers in big.items() if not self.base.asked.issuperset(buffers)
        }
        if not open_functions:
            return notes
        needs = demand(program, wanted, limited)
        crowded = self._ask_for(needs, layer, open_functions)
        return [*notes, *_unbound_notes(needs, open_functions), *crowded]

    def _ask_for(self, needs: Demand, layer: Layer, functions: dict[str, list[str]]) -> list[str]:
        self.base.ask(needs.constants & {value for buffers in functions.values() for value in buffers})
        while True:
            values = {str(value) for (value,) in self._run(needs.program, layer, (DEMAND,))[DEMAND]} - self.base.asked
            crowded = {function: values.intersection(buffers) for function, buffers in functions.items()}
            notes = [_crowded_note(function, len(found)) for function, found in crowded.items() if len(found) > _MANY]
            if not self.base.ask(value for found in crowded.values() if len(found) <= _MANY for value in found):
                return notes


_ITSELF = "{} has rows for two values, and none for a value and itself: what it holds is its own allocation"


def _as_rules(query: Query, resolver: Resolver) -> tuple[list[Clause], str]:
    """The clauses of a query and the relation that answers it; an atom becomes a rule for its variables."""
    clauses = resolver.clauses()
    if query.atom is None:
        return clauses, clauses[-1].heads[0].relation
    named = list(dict.fromkeys(var.name for var in variables(query.atom.args)))
    first = {var.name: var for var in reversed(list(variables(query.atom.args)))}
    head = Atom(ANSWER, tuple(first[name] for name in named), query.atom.at)
    return [Clause((head,), (resolver.atom(query.atom),), query.atom.at)], ANSWER


def _program(query: Query, layer: Layer, clauses: Iterable[Clause]) -> Program:
    clauses = list(clauses)
    declare_heads([(query.source, clause) for clause in clauses], layer.declarations, layer.declare)
    for clause in clauses:
        layer.add(query.source, clause)
    return layer.program()


def _unbound_notes(needs: Demand, functions: dict[str, list[str]]) -> list[str]:
    if not needs.unbound:
        return []
    sizes = ", ".join(f"{function} ({len(buffers)} buffers)" for function, buffers in functions.items())
    what = f"{', '.join(needs.unbound)}: not asked for all pairs of {sizes}, so rows may be missing"
    return [f"{what}; name a value, or ask for all pairs (--all-pairs)"]


def _crowded_note(function: str, count: int) -> str:
    what = f"not asked about {count} values of {function} at once, so rows may be missing"
    return f"{what}; name a value, or ask for all pairs (--all-pairs)"
