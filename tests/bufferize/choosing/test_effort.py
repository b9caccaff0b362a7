"""The search for the fewest copies ends after a number of steps, however large the program is, with nothing worse than
the heuristics.
"""

import random

import pytest

from ownlog.backend.bufferize.aliasing.decisions import Decider
from ownlog.backend.bufferize.analysis import analysis
from ownlog.backend.bufferize.analysis.analysis import Analyser
from ownlog.backend.bufferize.minimize_copies.choice import Chooser, Outcome
from ownlog.backend.bufferize.minimize_copies.effort import EACH, LIMIT, Effort
from ownlog.backend.bufferize.ops.settings import OneShotOptions
from ownlog.backend.rewriting.effects import effects_of
from ownlog.frontend import parse
from ownlog.frontend.facts.names import Naming
from tests.tiers import spans

T = "tensor<6xf32>"
OPTIONS = OneShotOptions(
    bufferize_function_boundaries=True, allow_return_allocs_from_loops=True, analysis_heuristic="fewest-copies"
)
HEAD = f"""func.func private @observe_f32(f32)
func.func @f(%a: {T}, %b: {T}, %f: f32, %c: i1, %i: index) -> ({T}, {T}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index"""


LIMITS = (0, 40_000, 400_000, LIMIT)


class Large:
    """One function of about so many ops, nearly all of whose tensors may share buffers."""

    def __init__(self, seed: int, size: int) -> None:
        self.chance, self.left, self.number = random.Random(seed), size, 0
        self.lines = [HEAD]

    def text(self) -> str:
        scope = ["%a", "%b"]
        while self.left > 0:
            self.body(scope, 3, "  ")
        first, second = self.last(scope), self.last(scope)
        return "\n".join([*self.lines, f"  return {first}, {second} : {T}, {T}", "}", ""])

    def new(self, letter: str) -> str:
        self.number += 1
        return f"%{letter}{self.number}"

    def last(self, scope: list[str]) -> str:
        return self.chance.choice(scope[-7:])

    def body(self, scope: list[str], depth: int, margin: str) -> None:
        for _ in range(self.chance.randint(4, 12)):
            if self.left <= 0:
                break
            self.left -= 1
            kinds = [self.write, self.write, self.read, self.read, self.move]
            kind = self.chance.choice([*kinds, self.branch, self.loop] if depth else kinds)
            kind(scope, depth, margin)

    def write(self, scope: list[str], _: int, margin: str) -> None:
        name = self.new("v")
        self.lines.append(f"{margin}{name} = tensor.insert %f into {self.last(scope)}[%i] : {T}")
        scope.append(name)

    def read(self, scope: list[str], _: int, margin: str) -> None:
        name = self.new("x")
        self.lines.append(f"{margin}{name} = tensor.extract {self.last(scope)}[%i] : {T}")
        self.lines.append(f"{margin}func.call @observe_f32({name}) : (f32) -> ()")

    def move(self, scope: list[str], _: int, margin: str) -> None:
        part, name, small = self.new("s"), self.new("v"), "tensor<3xf32>"
        self.lines.append(f"{margin}{part} = tensor.extract_slice {self.last(scope)}[1] [3] [1] : {T} to {small}")
        self.lines.append(
            f"{margin}{name} = tensor.insert_slice {part} into {self.last(scope)}[2] [3] [1] : {small} into {T}"
        )
        scope.append(name)

    def branch(self, scope: list[str], depth: int, margin: str) -> None:
        name = self.new("v")
        self.lines.append(f"{margin}{name}:2 = scf.if %c -> ({T}, {T}) {{")
        for end in ("} else {", "}"):
            self.inside([*scope], depth, margin)
            self.lines.append(margin + end)
        scope += [f"{name}#0", f"{name}#1"]

    def loop(self, scope: list[str], depth: int, margin: str) -> None:
        name, one, other, counter = (self.new(letter) for letter in "vpqj")
        given = f"{one} = {self.last(scope)}, {other} = {self.last(scope)}"
        self.lines.append(
            f"{margin}{name}:2 = scf.for {counter} = %c0 to %c6 step %c1 iter_args({given}) -> ({T}, {T}) {{"
        )
        self.inside([*scope, one, other], depth, margin)
        self.lines.append(margin + "}")
        scope += [f"{name}#0", f"{name}#1"]

    def inside(self, scope: list[str], depth: int, margin: str) -> None:
        self.body(scope, depth - 1, margin + "  ")
        self.lines.append(f"{margin}  scf.yield {self.last(scope)}, {self.last(scope)} : {T}, {T}")


class Watched(Chooser):
    """Compares its outcome with what the heuristics decide."""

    compared = 0

    def run(self) -> tuple[Decider, Outcome]:
        decider, outcome = super().run()
        Watched.compared += 1
        assert outcome.bound <= outcome.cost <= min(self._read(found.cost) for found in self._by_heuristics())
        return decider, outcome


def searched(text: str, effort: Effort) -> list[Outcome]:
    module = parse(text)
    return Analyser(module, Naming(module, effects_of(module)), OPTIONS, effort=effort).run().outcomes


@pytest.mark.parametrize("seeds", spans(204, 12))
def test_no_search_ends_worse_than_the_heuristics(seeds: range, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "Chooser", Watched)
    monkeypatch.setattr(Watched, "compared", 0)
    for seed in seeds:
        effort = Effort(LIMITS[seed % 4])
        searched(Large(seed, 20 + seed % 60).text(), effort)
        assert effort.left < LIMITS[seed % 4]
    assert Watched.compared >= len(seeds)


@pytest.mark.parametrize("size", [200, pytest.param(1000, marks=pytest.mark.slow)])
def test_a_search_takes_no_more_steps_than_it_may(size: int) -> None:
    effort = Effort(LIMIT)
    outcomes = searched(Large(size, size).text(), effort)
    assert outcomes
    # What is asked last may take a little more than was left.
    assert effort.left > LIMIT - LIMIT // EACH * 2


def test_that_the_search_ended_early_is_told() -> None:
    [outcome] = searched(Large(3, 150).text(), Effort(4_000))
    assert outcome.ended
    [outcome] = searched(Large(3, 20).text(), Effort())
    assert not outcome.ended
