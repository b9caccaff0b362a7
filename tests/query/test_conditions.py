"""The conditions that `ownlog alias` tells, held against executions: two buffers that were the same met what one of
their ways needs.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import TypeAlias

import pytest

import ownlog
from ownlog.frontend.ir.ir import Value
from ownlog.frontend.ir.module import Module
from tests.execution.programs.choices import Choices
from tests.laws.interpreter import Interpreter
from tests.laws.programs import program
from tests.tiers import spans

EVERY_RUN, SOME, EXECUTIONS = 60, 15, 12
Needed: TypeAlias = frozenset[tuple[str, str]]
Options: TypeAlias = dict[tuple[str, str], list[Needed]]


class Watcher(Interpreter):
    """Notes, for each two buffers that are the same, the outcomes that conditions had so far in this execution."""

    def __init__(self, module: Module, chance: Random, name: Callable[[Value], str]) -> None:
        super().__init__(module, chance)
        self.name = name
        self.outcomes: set[tuple[str, str]] = set()
        self.met: list[tuple[str, str, Needed]] = []

    def define(self, values: list[Value], held: list[int]) -> None:  # type: ignore[override]
        for value, holds in zip(values, held, strict=True):
            if value.type.canonical == "i1":
                self.outcomes.add((self.name(value), "true" if holds & 1 else "false"))
            elif value.type.is_memref:
                same = [
                    other
                    for other, holds_too in self.frames[-1].scope.items()
                    if other.type.is_memref and holds_too == holds
                ]
                self.met += [(self.name(value), self.name(other), frozenset(self.outcomes)) for other in same]
        super().define(values, held)


@dataclass
class Look:
    """What is told of a program, and what its executions met."""

    text: str
    options: Options
    met: list[tuple[str, str, Needed]] = field(default_factory=list)

    def wrong(self) -> list[str]:
        """What was the same although no option allows it."""
        found = []
        for one, other, outcomes in self.met:
            for pair in ((one, other), (other, one)):
                options = self.options.get(pair)
                if options is not None and not any(option <= outcomes for option in options):
                    found.append(f"{pair}: {sorted(outcomes)} allows none of {[sorted(option) for option in options]}")
        return found


@cache
def look(seed: int) -> Look:
    """A random program, all that is told of the buffers of its function, and some executions."""
    text = program(Choices(seed))
    module = ownlog.parse(text)
    analysis = ownlog.analyze(module)
    buffers = [name for name, value in analysis.naming.values.items() if value.type.is_memref]
    found = analysis.questions.derive("alias.dl", ("shared", "only_where"), buffers)
    needed: dict[tuple[str, str, str, str], set[tuple[str, str]]] = {}
    for one, other, site, other_site, _ in found["shared"]:
        needed[str(one), str(other), str(site), str(other_site)] = set()
    for one, other, site, other_site, condition, outcome in found["only_where"]:
        needed[str(one), str(other), str(site), str(other_site)].add((str(condition), str(outcome)))
    options: Options = {}
    for (one, other, _, _), conditions in needed.items():
        options.setdefault((str(one), str(other)), []).append(frozenset(conditions))
    seen = Look(text, options)
    function = next(f for f in module.functions() if f.attribute("sym_name") == '"f"')
    for number in range(EXECUTIONS):
        watcher = Watcher(module, Random(seed * EXECUTIONS + number), analysis.naming.value)
        watcher.run(function)
        seen.met += watcher.met
    return seen


def _check(seeds: range) -> None:
    for seed in seeds:
        wrong = look(seed).wrong()
        assert not wrong, f"seed {seed}:\n{look(seed).text}\n" + "\n".join(wrong)


@pytest.mark.parametrize("seeds", spans(EVERY_RUN, SOME))
def test_what_was_the_same_met_a_condition(seeds: range) -> None:
    _check(seeds)


def test_conditions_are_told_and_executions_meet_them() -> None:
    told = [options for seed in range(SOME) for options in look(seed).options.values()]
    assert sum(all(options) for options in told) > len(told) // 5
    met = [
        pair for seed in range(SOME) for pair in look(seed).met if all(look(seed).options.get(pair[:2], [frozenset()]))
    ]
    assert len(met) > 25


def test_conditions_with_the_other_outcome_are_noticed() -> None:
    def flipped(seen: Look) -> Look:
        other = {"true": "false", "false": "true"}
        options = {
            pair: [frozenset((condition, other[outcome]) for condition, outcome in option) for option in found]
            for pair, found in seen.options.items()
        }
        return Look(seen.text, options, seen.met)

    assert sum(bool(flipped(look(seed)).wrong()) for seed in range(SOME)) > 2
