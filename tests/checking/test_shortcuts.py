"""Shortcuts pass over what is not marked, over nothing else, and as far as that goes."""

from __future__ import annotations

import random

import pytest

from ownlog.backend.checking.tables import shortcuts as shortcuts_module
from ownlog.backend.checking.tables.shortcuts import Marks, Shortcuts

Graph = dict[str, list[str]]


def graph(chance: random.Random, size: int) -> Graph:
    """A random region of `size` blocks."""
    names = [f"b{number}" for number in range(size)]
    return {name: chance.sample(names, min(size, chance.choice((0, 1, 1, 2, 2, 3)))) for name in names}


def reached(successors: Graph, block: str, without: str) -> set[str]:
    """The blocks that control may come to from `block` before it comes to `without`; "" where it may leave the region."""
    seen: set[str] = set()
    work = [block]
    while work:
        current = work.pop()
        if current not in seen and current != without:
            seen.add(current)
            if current:
                work += successors[current] or [""]
    return seen


def passes_over(successors: Graph, block: str, target: str, marked: set[str]) -> bool:
    """Whether control comes from `block` to `target` in any case, and to nothing marked before."""
    between = reached(successors, block, target)
    return "" not in between and not between & marked


@pytest.mark.parametrize("few", [0, 100])
def test_the_next_block_is_the_last_one_before_something_marked(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shortcuts_module, "_FEW", few)
    chance = random.Random(5)
    seen = jumps = 0
    while seen < 150:
        successors = graph(chance, chance.randint(2, 9))
        found = Shortcuts(successors)
        assert found.known == all("" in reached(successors, block, "none") for block in successors)
        if not found.known:
            continue
        seen += 1
        marked = set(chance.sample(sorted(successors), chance.randint(0, min(3, len(successors)))))
        marks = Marks(found, marked)
        for block in successors:
            target = marks.next(block)
            others = [other for other in successors if other != target and passes_over(successors, block, other, marked)]
            if not target:
                assert not reached(successors, block, "none") & marked
                continue
            jumps += target != block
            assert target == block or passes_over(successors, block, target, marked)
            assert not any(passes_over(successors, target, other, marked) for other in others)
    assert jumps > 50
