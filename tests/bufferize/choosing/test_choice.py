"""The choice of uses in place is the best of all, never worse than the heuristics, and costs what the programs then
copy.
"""

import re

import pytest

from ownlog.backend.bufferize.aliasing.decisions import Decider
from ownlog.backend.bufferize.analysis import analysis
from ownlog.backend.bufferize.minimize_copies.choice import Chooser, Outcome
from ownlog.backend.bufferize.minimize_copies.weights import ROUNDS, Cost
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.registry import run_passes
from ownlog.frontend import parse
from tests.bufferize.deciding.marking import HEURISTICS, analyse
from tests.bufferize.programs.small import Small
from tests.bufferize.running.bufferized import WHOLE, bufferized
from tests.tiers import spans

FEWEST = "fewest-copies"
MOST = 9
"""With more uses than that, not all choices are tried."""
IN_LOOPS = {"allow-return-allocs-from-loops": "true"}


class TooMany(Exception):
    """Nobody wants to try so many choices."""


class Exhaustive(Chooser):
    """Tries all choices."""

    def run(self) -> tuple[Decider, Outcome]:
        if len(self._free) > MOST:
            raise TooMany
        order = self.orders[0]()
        tried = (
            frozenset(use for i, use in enumerate(self._free) if mask >> i & 1) for mask in range(1 << len(self._free))
        )
        decided = (self._decided(apart, order) for apart in tried)
        best = min((found for found in decided if not found.decider.decisions.refused), key=lambda found: found.cost)
        return best.decider, Outcome(self._read(best.cost), self._read(best.cost))


def outcomes(text: str, options: dict[str, str]) -> list[Outcome]:
    return analyse(text, FEWEST, options).analysis.outcomes


@pytest.mark.parametrize("returns", ["true", "false"])
@pytest.mark.parametrize("seeds", spans(240, 40))
def test_no_choice_costs_less(seeds: range, returns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """More than 500 of all programs are small enough to try all choices."""
    tried = 0
    for seed in seeds:
        text, options = Small(seed).text(), {"allow-return-allocs-from-loops": returns}
        found = outcomes(text, options)
        with monkeypatch.context() as patch:
            patch.setattr(analysis, "Chooser", Exhaustive)
            try:
                best = outcomes(text, options)
            except TooMany:
                continue
        tried += 1
        assert [one.cost for one in found] == [one.cost for one in best], seed
        assert [one.bound for one in found] == [one.cost for one in found], seed
    assert tried > len(seeds) // 4


def copied(text: str) -> int:
    """The bytes that a program copies: a loop with an upper bound that is no constant runs `ROUNDS` times."""
    total, times = 0, [1]
    for line in text.splitlines():
        if found := re.search(r"memref\.copy .* : memref<(\d+)xf32", line):
            total += times[-1] * int(found[1]) * 4
        if line.rstrip().endswith("{"):
            rounds = 1 if "scf.for" not in line else 3 if "to %c3" in line else ROUNDS
            times.append(times[-1] * rounds)
        if line.strip().startswith("}"):
            # `} else {` closes one and opens another.
            times.pop(-2 if line.rstrip().endswith("{") else -1)
    return total


@pytest.mark.parametrize("seeds", spans(180, 30))
def test_what_is_copied_is_what_was_reckoned_and_no_more_than_any_heuristic_copies(seeds: range) -> None:
    for seed in seeds:
        text = Small(seed).text()
        identity = f"{WHOLE} function-boundary-type-conversion=identity-layout-map"
        made = {
            heuristic: copied(bufferized(text, f"{identity} analysis-heuristic={heuristic}"))
            for heuristic in (*HEURISTICS, FEWEST)
        }
        assert made[FEWEST] <= min(made.values()), (seed, made)
        if "tensor.insert_slice" not in text and "tensor.extract_slice" not in text:
            # What is reckoned knows nothing of what comes later: fills that are made again in place of a copy (rules
            # `private_fill`), and elements that are taken of what was there before a change (`reads_forwarded`).
            reckoned, later = (
                sum(one.cost.copied for one in outcomes(text, IN_LOOPS)),
                "linalg.fill" in text or "tensor.extract " in text,
            )
            assert made[FEWEST] <= reckoned if later else made[FEWEST] == reckoned, seed


TWO_SLICES = """\
func.func @f(%t: tensor<64xf32>, %f: f32, %i: index) -> (tensor<32xf32>, tensor<4xf32>) {
  %a = tensor.extract_slice %t[0] [32] [1] : tensor<64xf32> to tensor<32xf32>
  %b = tensor.extract_slice %t[0] [4] [1] : tensor<64xf32> to tensor<4xf32>
  %a1 = tensor.insert %f into %a[%i] : tensor<32xf32>
  %b1 = tensor.insert %f into %b[%i] : tensor<4xf32>
  return %a1, %b1 : tensor<32xf32>, tensor<4xf32>
}
"""
SOURCE_OR_DESTINATION = """\
func.func @f(%t: tensor<64xf32>, %c: i1, %i: index, %j: index) -> tensor<64xf32> {
  %a = tensor.extract_slice %t[%i] [16] [1] : tensor<64xf32> to tensor<16xf32>
  %b = tensor.extract_slice %t[0] [16] [1] : tensor<64xf32> to tensor<16xf32>
  %s = arith.select %c, %a, %b : tensor<16xf32>
  %r = tensor.insert_slice %s into %t[%j] [16] [1] : tensor<16xf32> into tensor<64xf32>
  return %r : tensor<64xf32>
}
"""
NEW_IN_BRANCH = """\
func.func @f(%t: tensor<4xf32>, %u: tensor<4xf32>, %c: i1, %f: f32, %i: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %old = arith.select %c, %t, %u : tensor<4xf32>
  %new = scf.if %c -> (tensor<4xf32>) {
    scf.yield %u : tensor<4xf32>
  } else {
    %e = tensor.empty() : tensor<4xf32>
    %x = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %r = tensor.extract %old[%i] : tensor<4xf32>
    %n = linalg.fill ins(%r : f32) outs(%x : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  }
  return %old, %new : tensor<4xf32>, tensor<4xf32>
}
"""


@pytest.mark.parametrize(
    ("text", "least"),
    [
        pytest.param(TWO_SLICES, Cost(16, 16, 1), id="the smaller of two slices is copied"),
        pytest.param(
            SOURCE_OR_DESTINATION, Cost(64, 64, 1), id="the source is copied, before the destination is written"
        ),
        pytest.param(NEW_IN_BRANCH, Cost(0, 0, 0), id="a new buffer is not what was there before it"),
    ],
)
def test_what_is_the_least(text: str, least: Cost) -> None:
    (found,) = outcomes(text, IN_LOOPS)
    assert found.cost == least
    assert found.bound == least


def test_how_good_the_choice_is_is_told() -> None:
    context = Context()
    options = (("bufferize-function-boundaries", "true"), ("analysis-heuristic", FEWEST))
    run_passes(parse(TWO_SLICES), [Step("one-shot-bufferize", options)], context)
    (remark,) = context.remarks
    assert "copy 16 bytes" in remark.message
    assert "no choice copies fewer" in remark.message
