"""Random programs keep their meaning and free every buffer once, with and without dynamic ownership of private
functions.

A failing program is shrunk and shown before and after the pass. To keep it, save what is under "before" as a file in
`regressions/`.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache

import pytest

from tests.execution import soundness
from tests.execution.checking import EVERY_RUN, check
from tests.execution.executor import BATCH, Executor
from tests.execution.programs.choices import Choices, shrink
from tests.execution.programs.generator import generate
from tests.execution.soundness import PIPELINES, deallocate
from tests.tiers import spans


@pytest.mark.parametrize("seeds", spans(EVERY_RUN, BATCH // 4))
def test_random_programs_stay_sound(executor: Executor, seeds: range) -> None:
    check(executor, seeds)


def test_a_failure_is_reported_with_a_shrunk_program(executor: Executor, monkeypatch: pytest.MonkeyPatch) -> None:
    def forget(text: str, pipeline: str) -> str:
        return deallocate(text, pipeline).replace("%true = arith.constant true", "%true = arith.constant false")

    monkeypatch.setattr(soundness, "deallocate", forget)
    with pytest.raises(
        pytest.fail.Exception, match=r"(?s)seed 0, shrunk: leaks: \d+\n.*==== before\n.*==== after\n"
    ) as caught:
        check(executor, range(2))
    assert len(str(caught.value)) < len(generate(Choices(0)))


def test_shrinking_keeps_what_fails_and_drops_the_rest() -> None:
    def still_fails(candidates: Sequence[tuple[int, ...]]) -> int | None:
        return next((number for number, candidate in enumerate(candidates) if max(candidate, default=0) >= 50), None)

    assert shrink((3, 61, 5, 7, 0, 2), lambda made: 100 * len(made) + sum(made), still_fails) == (50,)


def _spoil(text: str, pattern: str, replacement: str | Callable[[re.Match[str]], str]) -> str:
    spoiled, count = re.subn(pattern, replacement, text)
    assert count, pattern
    return spoiled


def test_mistakes_of_a_pass_are_seen(executor: Executor) -> None:
    programs = [deallocate(generate(Choices(seed)), PIPELINES[0]) for seed in range(10)]
    # Each owned buffer is kept, each unowned one is freed.
    unowned = [_spoil(text, r"%true = arith.constant true", "%true = arith.constant false") for text in programs]
    greedy = [_spoil(text, r"(bufferization\.dealloc [^\n]*) if \([^\n]*?\)", _all_true) for text in programs]
    kept, freed = executor.run(unowned), executor.run(greedy)
    assert all(report.leaks for report in kept)
    assert sum(bool(report.double_frees or report.poisoned_reads) for report in freed) > len(programs) // 2


def _all_true(found: re.Match[str]) -> str:
    number = found[0].split(" if (")[1].count("%")
    return f"{found[1]} if ({', '.join(['%yes'] * number)})"


@cache
def _programs() -> list[str]:
    return [generate(Choices(seed)) for seed in range(EVERY_RUN)]


def _count(pattern: str, programs: Iterable[str]) -> int:
    return sum(bool(re.search(pattern, text)) for text in programs)


@pytest.mark.parametrize(
    "pattern",
    [
        "arith.select", "memref.subview", "memref.cast", "memref.alloca", "memref.get_global",
        r"scf\.if .*->", r"scf\.for .*iter_args", r"scf\.while .*memref", r"scf\.index_switch .*->",
        r"scf\.execute_region .*->",
        r"func private @h\d\(", r"func @h\d\(", r"call @h\d\(", r"func private @f\(",
        r" cf\.switch", r'"cf\.switch"', r"memref\.dealloc %\w", r"memref\.realloc", r"call @release",
        r"(?s)func @f\(.*call @f\(.*func @run",
        r"cf\.cond_br %\w+, (\^\w+)\(.*\), \1\(", r"return (%\S+), \1 :",
        r"\(%cond: i1, .*memref.*\n(?:.*\n)*?  cf\.cond_br",
        r"(?s)scf\.execute_region(?:(?!\n  \}).)*cf\.cond_br",
    ],
)  # fmt: skip
def test_the_generator_makes_every_kind_of_program(pattern: str) -> None:
    assert _count(pattern, _programs()) >= EVERY_RUN // 40


def test_the_generator_makes_loops_of_blocks() -> None:
    loops = irreducible = 0
    for program in _programs():
        for body in re.split(r"\nfunc\.func ", program):
            edges = _edges(body)
            loops += any(target <= source for source, target in edges)
            # A loop of two blocks or more that is entered at two of them.
            irreducible += any(_enters_twice(edges, source, target) for source, target in edges if target < source)
    assert loops >= EVERY_RUN // 10
    assert irreducible >= EVERY_RUN // 40


def _edges(function: str) -> set[tuple[int, int]]:
    """The edges between the blocks of a function's own region (those of nested regions are indented further)."""
    lines = function.splitlines()
    order = {label: number for number, label in enumerate(["^entry", *re.findall(r"(?m)^(\^b\d+)", function)])}
    edges, here = set(), 0
    for line in lines:
        if label := re.match(r"\^b\d+", line):
            here = order[label[0]]
        if line.startswith("  cf."):
            edges |= {(here, order[target]) for target in re.findall(r"\^b\d+", line)}
    return edges


def _enters_twice(edges: set[tuple[int, int]], last: int, first: int) -> bool:
    loop = set(range(first, last + 1))
    return len({target for source, target in edges if source not in loop and target in loop}) > 1


def test_the_same_seed_gives_the_same_program() -> None:
    choices = Choices(7)
    text = generate(choices)
    assert text == generate(Choices(7)) == generate(Choices(recorded=choices.made))
    assert text != generate(Choices(8))
