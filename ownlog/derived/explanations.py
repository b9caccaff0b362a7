"""Answers to questions about the rows that the rules derived: why they are there, or why they are not."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ownlog import rules
from ownlog.derived.rooms import about_places
from ownlog.frontend.facts.extract import TEXT_FACTS, Facts
from ownlog.rules.explain.absence import WhyNot, why_not
from ownlog.rules.explain.derivation import Derivation
from ownlog.rules.explain.explainer import Explainer
from ownlog.rules.explain.names import Names, short_name
from ownlog.rules.explain.question import parse_question, resolve

if TYPE_CHECKING:
    from ownlog.rules.engine.program.engine import Engine
    from ownlog.rules.engine.program.program import Program

_SCAFFOLDING = ("structure.dl", "questions.dl")
"""The files of rules that declare what tells the least about why a row holds."""


@dataclass(frozen=True)
class Answer:
    """The derivations of the first rows that match a question, of `total`; if none does, `why_not` says why.

    `notes` say what was not asked about; `heads` are summaries of the derivations.
    """

    derivations: list[Derivation]
    total: int
    why_not: WhyNot | None
    notes: tuple[str, ...] = ()
    scaffolding: frozenset[str] = frozenset()
    heads: tuple[tuple[str, ...], ...] = ()

    def text(self, full: bool = True) -> str:
        """The answer for people; unless `full`, without rows about the structure of the text and about the question."""
        if self.why_not is not None:
            return "No such row is known." if self.notes else self.why_not.text()
        left_out = frozenset() if full else self.scaffolding
        trees = [
            row.text() if full or row.relation in left_out else row.text(left_out, TEXT_FACTS)
            for row in self.derivations
        ]
        pieces = ["\n".join((*head, tree)) for head, tree in zip(self.heads, trees, strict=True)]
        more = self.total - len(self.derivations)
        if more:
            pieces.append(
                f"{more} more row{'' if more == 1 else 's'} match{'es' if more == 1 else ''}; --limit shows more."
            )
        return "\n\n".join(pieces)

    def json_text(self) -> str:
        """The answer as JSON: `{"total", "derivations"}` or `{"total": 0, "why_not"}`, with "notes", if any."""
        data: dict[str, object] = {"total": self.total}
        if self.notes:
            data["notes"] = list(self.notes)
        if self.why_not is not None:
            data["why_not"] = None if self.notes else self.why_not.to_json()
        else:
            data["derivations"] = [derivation.to_json() for derivation in self.derivations]
        return json.dumps(data, indent=1)


class Explanations:
    """Answers questions about one module.

    In: its facts, model files, the engine, and the rows of the relations asked about and of all they rest on (None: all
    are derived now); the names for questions, if known. Raises RuleError for a faulty model file, EngineError for an
    engine that fails.
    """

    def __init__(
        self,
        facts: Facts,
        models: Sequence[Path] = (),
        engine: Engine | None = None,
        derived: Mapping[str, set[rules.Row]] | None = None,
        names: Names | None = None,
    ) -> None:
        self.program = rules.load(models)
        none: dict[str, set[rules.Row]] = {name: set() for name in self.program.stored}
        self.derived = (
            rules.derive(facts, models, engine, self.program.stored) if derived is None else {**none, **derived}
        )
        self.explainer = Explainer(self.program, self.derived, facts)
        self.names = names if names is not None else Names(self.program, facts)

    def ask(self, atom: str, limit: int = 3) -> Answer:
        """The answer to an atom such as `live_in("^bb1", v)`, with `limit` rows explained. Raises InputError."""
        question = parse_question(atom)
        cells = resolve(question, self.names)
        try:
            found = self.explainer.matching(question.relation, cells)
        except ValueError as error:
            raise question.error(
                question.at, str(error), "give all its columns, or ask about a relation that reads it"
            ) from error
        if not found:
            return Answer([], 0, why_not(self.program, self.explainer.store, question.relation, cells))
        derivations = [self.explainer.explain(question.relation, row) for row in found[:limit]]
        heads = tuple(tuple(_shared_allocation(derivation, self.names)) for derivation in derivations)
        return Answer(derivations, len(found), None, scaffolding=scaffolding(self.program), heads=heads)


def explanations_of(facts: Facts, models: Sequence[Path], engine: Engine | None) -> Explanations:
    """Explanations of all rows that follow from some facts, except those about tensors and about places of buffers."""
    program = rules.load(models)
    others = sorted(set(program.stored) - about_places(program, program.stored))
    return Explanations(facts, models, engine, rules.derive(facts, models, engine, others))


def scaffolding(program: Program) -> frozenset[str]:
    """The relations that say how the text of any program is put together, and those that say what was asked about."""
    files = {name: Path(relation.position.file).name for name, relation in program.relations.items()}
    return frozenset(name for name, file in files.items() if file in _SCAFFOLDING or name.endswith("_demand"))


def _shared_allocation(root: Derivation, names: Names) -> list[str]:
    """Which allocation two values may share, and the path from it to each, in lines; none for other derivations."""
    overlap = next(
        (part for part in root.parts() if part.relation == "points_to_overlap" and part.kind == "derived"), None
    )
    if root.relation not in ("may_alias", "points_to_overlap") or overlap is None:
        return []
    ways = [_way(part) for part in overlap.premises if part.relation == "points_to"]
    if len(ways) != 2:
        return []
    sites = [names.placed(way[0], short_name(way[0])) for way in ways]
    same = ways[0][0] == ways[1][0]
    lines = [
        (
            f"both may hold {sites[0]}:"
            if same
            else f"one may hold {sites[0]} and the other {sites[1]}, which may be the same:"
        )
    ]
    return [*lines, *(f"  {_told(way, names)}" for way in ways)]


def _way(holds: Derivation) -> list[str]:
    """The values through which an allocation flows into the one of a points_to row, the allocation first."""
    values = []
    part: Derivation | None = holds
    while part is not None:
        values.append(str(part.cells[0]))
        part = next((premise for premise in part.premises if premise.relation == "points_to"), None)
    site = str(holds.cells[1])
    return list(reversed(values if values[-1] == site else [*values, site]))


def _told(way: list[str], names: Names) -> str:
    if len(way) == 1:
        return f"{short_name(way[0])} is that"
    return " -> ".join(names.placed(value, short_name(value)) for value in way)
