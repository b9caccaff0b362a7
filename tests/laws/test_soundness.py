"""What the rules say about buffers, held against executions: no MUST, no NEVER and no dead buffer that an execution
shows to be wrong.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from random import Random

import pytest

import ownlog
from ownlog.frontend.ir.ir import Value
from tests.execution.programs.choices import Choices, shrink
from tests.laws.interpreter import Interpreter
from tests.laws.programs import program
from tests.tiers import spans

EVERY_RUN, EXECUTIONS = 200, 12
RELATIONS = ("must_alias", "never_alias", "may_alias", "live_in")
DYNAMIC = "private-function-dynamic-ownership"
Pairs = set[tuple[str, str]]


@dataclass(frozen=True)
class Claims:
    """What the rules say, by names. `open` has the pairs that nothing is said about but that they may be the same."""

    must: Pairs
    never: Pairs
    open: Pairs
    live: Pairs
    # The functions in which every pair is asked about.
    small: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Shown:
    """What executions show, by the same names."""

    same: Pairs
    different: Pairs
    needed: Pairs


# Several tests look at the first programs.
@lru_cache(maxsize=128)
def look(text: str, seed: int, dynamic: bool) -> tuple[Claims, Shown]:
    """A program analysed, and its functions run."""
    module = ownlog.parse(text)
    analysis = ownlog.analyze(module, options={DYNAMIC: "true"} if dynamic else None)
    must, never, may, live = ({(str(row[0]), str(row[1])) for row in analysis[name]} for name in RELATIONS)
    interpreter = Interpreter(module, Random(seed), dynamic)
    for function in interpreter.bodies.values():
        for _ in range(EXECUTIONS):
            interpreter.run(function)
    seen, naming = interpreter.seen, analysis.naming

    def named(pairs: Iterable[tuple[Value, Value]]) -> Pairs:
        return {(naming.value(one), naming.value(other)) for one, other in pairs}

    needed = {(naming.block(block), naming.value(value)) for block, value in seen.needed}
    small = frozenset(str(row[0]) for row in analysis["small_function"])
    return Claims(must, never, may - must, live, small), Shown(named(seen.same), named(seen.different), needed)


def contradictions(claims: Claims, shown: Shown) -> list[str]:
    """What executions show to be wrong, a line for each."""
    answered = claims.must | claims.open | claims.never
    unanswered = {
        pair for pair in (shown.same | shown.different) - answered if pair[0].partition("/")[0] in claims.small
    }
    return sorted(
        [f"not NEVER: {one}, {other}" for one, other in shown.same & claims.never]
        + [f"not MUST: {one}, {other}" for one, other in shown.different & claims.must]
        + [f"no answer: {one}, {other}" for one, other in unanswered]
        + [f"not dead in {block}: {value}" for block, value in shown.needed - claims.live]
    )


def _wrong(made: Sequence[int], seed: int, dynamic: bool) -> list[str]:
    return contradictions(*look(program(Choices(recorded=made)), seed, dynamic))


def _check(seeds: range, dynamic: bool) -> None:
    for seed in seeds:
        choices = Choices(seed)
        if contradictions(*look(program(choices), seed, dynamic)):

            def still_wrong(candidates: Sequence[tuple[int, ...]]) -> int | None:
                return next((number for number, made in enumerate(candidates) if _wrong(made, seed, dynamic)), None)  # noqa: B023

            smallest = shrink(choices.made, lambda made: len(program(Choices(recorded=made))), still_wrong)
            wrong = "\n".join(_wrong(smallest, seed, dynamic))
            pytest.fail(f"seed {seed}, shrunk:\n{program(Choices(recorded=smallest))}\n{wrong}", pytrace=False)


@pytest.mark.parametrize("dynamic", [False, True], ids=["abi", "dynamic"])
@pytest.mark.parametrize("seeds", spans(EVERY_RUN, EVERY_RUN // 8))
def test_no_execution_contradicts_the_rules(dynamic: bool, seeds: range) -> None:
    _check(seeds, dynamic)


@cache
def _some() -> tuple[tuple[Claims, Shown], ...]:
    return tuple(look(program(Choices(seed)), seed, dynamic) for seed in range(20) for dynamic in (False, True))


def _programs_with(kind: str, spoil: Callable[[Claims], Claims]) -> int:
    """In how many of some programs a contradiction of this kind is found once the claims are spoilt."""
    return sum(any(line.startswith(kind) for line in contradictions(spoil(claims), shown)) for claims, shown in _some())


def test_executions_show_most_of_what_can_happen() -> None:
    # A pair that may be the same is worth little if no execution shows both; then claims that are too strong would go
    # unnoticed.
    reached = [pair for claims, shown in _some() for pair in (shown.same | shown.different) & claims.open]
    both = [pair for claims, shown in _some() for pair in shown.same & shown.different & claims.open]
    assert len(both) > len(reached) // 3
    assert sum(len(shown.needed) for _, shown in _some()) > sum(len(claims.live) for claims, _ in _some()) // 2


def test_the_law_notices_may_and_never_swapped() -> None:
    def swapped(claims: Claims) -> Claims:
        return replace(claims, never=claims.open, open=claims.never)

    assert _programs_with("not NEVER", swapped) > 33


def test_the_law_notices_may_taken_for_must() -> None:
    assert _programs_with("not MUST", lambda claims: replace(claims, must=claims.must | claims.open)) > 33


def test_the_law_notices_a_pair_without_answer() -> None:
    assert _programs_with("no answer", lambda claims: replace(claims, never=set())) > 33


def test_the_law_notices_what_is_taken_for_dead() -> None:
    def forgetful(claims: Claims) -> Claims:
        return replace(claims, live=set(sorted(claims.live)[1:]))

    assert _programs_with("not dead", forgetful) > 13
