"""Shortcuts pass over what is not marked, over nothing else, and as far as that goes."""

import random

import pytest

from ownlog.backend.checking import shortcuts as shortcuts_module
from ownlog.backend.checking.shortcuts import Marks
from tests.checking.regions import Graph, reached, sample, tables


def passes_over(after: Graph, block: str, target: str, marked: set[str], *, keeps: bool) -> bool:
    """Whether control comes from `block` to `target` in any case, where it leaves the region, and to nothing marked
    before.
    """
    between = reached(after, block, target)
    return "" not in between and not between & marked and (not keeps or target in reached(after, block))


@pytest.mark.parametrize("few", [0, 100])
@pytest.mark.parametrize("keeps", [False, True])
def test_the_next_block_is_the_last_one_before_something_marked(
    keeps: bool, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shortcuts_module, "_FEW", few)
    chance = random.Random(5)
    samples = [each for each in (sample(chance, chance.randint(2, 9)) for _ in range(400)) if each.keeps() == keeps][
        :120
    ]
    graph = tables(samples)
    jumps = 0
    for number, each in enumerate(samples):
        names = {block: f"@f{number}/^{block}" for block in each.after}
        found = graph.shortcuts(names["b0"])
        assert found is not None
        marked = set(chance.sample(sorted(each.after), chance.randint(0, min(3, len(each.after)))))
        marks = Marks(found, {names[block] for block in marked})
        for block in each.after:
            target = marks.next(names[block]).rpartition("^")[2]
            others = [
                other
                for other in each.after
                if other != target and passes_over(each.after, block, other, marked, keeps=keeps)
            ]
            if not target:
                assert keeps or not reached(each.after, block) & marked
                continue
            jumps += target != block
            assert target == block or passes_over(each.after, block, target, marked, keeps=keeps)
            assert keeps or not any(passes_over(each.after, target, other, marked, keeps=keeps) for other in others)
    assert jumps > 50
