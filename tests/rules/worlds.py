"""Databases to run cases in: each case alone, or all in one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial

from ownlog.rules.engine import Row
from tests.rules.clauses import analysis_clauses
from tests.rules.notation import ANYTHING, Atom, Case, Expectation

_STRING = re.compile(r'"((?:\\.|[^"\\])*)"')


@dataclass(frozen=True)
class World:
    """Facts, and the cases that expect something to follow from them."""

    facts: dict[str, set[Row]]
    cases: tuple[Case, ...]


def alone(case: Case) -> World:
    """The world of one case."""
    return _world([case])


def together(cases: Iterable[Case]) -> list[World]:
    """Worlds as few as possible: one that most cases share, so that each must hold in the company of the others.

    A rule that forgets to ask whether two things belong together works on facts about one thing; in company it mixes up the cases. To keep
    them apart, every name gets the case's number in front, but for the texts that the rules themselves know. A fact that consists of such
    texts (an option) would hold for all cases, so a case with one has a world of its own.
    """
    known = {re.sub(r"\\(.)", r"\1", text) for clause in analysis_clauses() for text in _STRING.findall(clause.text())}
    shared, lone = [], []
    for index, case in enumerate(cases):
        if all(_own(fact, known) for fact in case.facts):
            shared.append(_renamed(case, partial(_name, index, known)))
        else:
            lone.append(alone(case))
    return [_world(shared), *lone]


def _world(cases: list[Case]) -> World:
    facts: dict[str, set[Row]] = {}
    for case in cases:
        for fact in case.facts:
            facts.setdefault(fact.relation, set()).add(fact.args)
    return World(facts, tuple(cases))


def _own(fact: Atom, known: set[str]) -> bool:
    return any(isinstance(arg, str) and arg not in known for arg in fact.args)


def _name(index: int, known: set[str], name: str) -> str:
    if name in known or name == ANYTHING:
        return name
    # The name of an indicator: a text that the rules put before the name of a value.
    before = next((text for text in known if text.endswith(" ") and name.startswith(text)), "")
    return f"{before}{index}/{name.removeprefix(before)}"


def _renamed(case: Case, rename: Callable[[str], str]) -> Case:
    def atom(old: Atom) -> Atom:
        return Atom(old.relation, tuple(rename(arg) if isinstance(arg, str) else arg for arg in old.args))

    expectations = (Expectation(atom(expected.atom), expected.present) for expected in case.expectations)
    return replace(case, facts=tuple(map(atom, case.facts)), expectations=tuple(expectations))
