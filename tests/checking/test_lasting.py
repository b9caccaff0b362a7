"""What rows of intervals tell of a value is what a walk over all blocks tells."""

import random

import pytest

from ownlog.rules import relations as rel
from tests.checking.regions import Graph, Sample, reached, sample, tables


def needed_behind(after: Graph, block: str, needing: set[str], home: str) -> bool:
    """Whether control can come from the end of `block` to what needs the value, other than by its home."""
    return any(reached(after, other, home) & needing for other in after[block])


@pytest.mark.parametrize("seed", range(4))
def test_stretches_tell_the_same_as_all_blocks(seed: int) -> None:
    chance = random.Random(seed)
    samples = [sample(chance, chance.randint(2, 12)) for _ in range(100)]
    graph = tables(samples)
    told = set()
    for number, each in enumerate(samples):
        for block in reached(each.after, "b0") - {""}:
            name = f"@f{number}/^{block}"
            lasts = graph.alive(f"@f{number}/%m", name, len(graph.at[name]))
            assert lasts == needed_behind(each.after, block, each.needing, each.home), (number, block)
            told.add((lasts, each.keeps()))
    assert len(told) == 4


def test_blocks_that_a_value_lives_through_have_no_rows() -> None:
    after = {f"b{n}": [f"b{n + 1}"] for n in range(100)} | {"b100": []}
    graph = tables([Sample(after, "b3", {"b90"})])
    rows = list(graph.rows.plain(rel.Lasting))
    assert len(rows) == 1
    assert [graph.alive("@f0/%m", f"@f0/^b{n}", 9) for n in (2, 3, 50, 89, 90, 99)] == [
        False,
        True,
        True,
        True,
        False,
        False,
    ]
