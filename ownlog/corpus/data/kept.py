"""The relations that a data set keeps: facts, decisions, answers about buffers, and those that the user asks for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from ownlog.base.errors import Diagnostic, UsageError
from ownlog.base.suggestions import did_you_mean, similar
from ownlog.derived.rooms import about_places, usual
from ownlog.rules import relations as rel
from ownlog.rules.shipped.analysis import private_relations
from ownlog.rules.typed_rows import Relation, relation_names

if TYPE_CHECKING:
    from ownlog.rules.engine.program.program import Program

ALL = "all"
"""What asks for each public relation that the rules derive for any module."""

_ANSWERS: tuple[type[Relation], ...] = (
    rel.MayAlias, rel.MustAlias, rel.NeverAlias, rel.FunctionBuffer, rel.PointsTo, rel.HeapAllocation,
    rel.LiveIn, rel.LiveOut, rel.Owner, rel.LastUseWithLoans, rel.Ownership, rel.Candidate,
)  # fmt: skip
"""Which buffers share an allocation, where they are live, who owns them: what docs/corpora.md lists."""


@cache
def decisions() -> frozenset[str]:
    """What the pipeline acts on, and what it refuses."""
    from ownlog.backend.ownership.filling import FILLED_FROM

    return frozenset(relation_names(*FILLED_FROM, rel.Refusal, rel.Undecided))


def kept(program: Program, asked: Sequence[str] = ()) -> list[str]:
    """The names of the relations of a data set, with those `asked` for. Raises UsageError for an unknown one."""
    derived = set(usual(program))
    public = derived | set(program.inputs)
    possible = public | _private(program)
    for name in asked:
        if name != ALL and name not in possible:
            raise UsageError(_unknown(name, name in program.relations, possible))
    named = set(asked) - {ALL}
    if ALL in asked:
        return sorted(public | named)
    # What a user's own file declares is there because somebody wants to see it.
    own = program.relations.keys() - rel.RELATIONS.keys()
    chosen = {*relation_names(*_ANSWERS), *decisions(), *own} & derived
    return sorted({*program.inputs, *chosen, *named})


def _private(program: Program) -> frozenset[str]:
    return private_relations() - about_places(program, private_relations())


def _unknown(name: str, known: bool, possible: Iterable[str]) -> Diagnostic:
    if known:
        message = f"no data set has rows of {name}"
        return Diagnostic(message, advice=f"ask for them file by file, with ownlog query FILE and an atom of {name}")
    advice = did_you_mean(similar(name, possible)) or "ownlog relations lists them"
    return Diagnostic(f"there is no relation {name}", advice=advice)


def missing(name: str) -> Diagnostic | None:
    """What to say of a relation that a data set does not have, None where the rules have none of that name."""
    from ownlog import rules

    program = rules.load()
    if name not in program.relations:
        return None
    if name not in kept(program, [ALL]) and name not in _private(program):
        return _unknown(name, True, ())
    advice = f"make it with ownlog corpus run PATH... --relation {name}"
    if name not in private_relations():
        advice += f", or --relation {ALL}"
    return Diagnostic(f"the data set was made without {name}, which the rules only need on their way", advice=advice)
