"""What is told of a value at few blocks is what a walk over all blocks tells."""

from __future__ import annotations

import random

import pytest

from ownlog.backend.checking.tables import shortcuts as shortcuts_module
from ownlog.backend.checking.tables.lasting import Lasting
from ownlog.backend.checking.tables.shortcuts import Marks, Shortcuts
from ownlog.backend.checking.tables.ways import grouped
from tests.checking.test_shortcuts import Graph, graph, reached


def needed_behind(after: Graph, block: str, needing: set[str], home: str) -> bool:
    """Whether control can come from the end of `block` to what needs the value, other than by its home."""
    return any(reached(after, other, home) & needing for other in after[block])


@pytest.mark.parametrize("few", [0, 100])
@pytest.mark.parametrize("known", [True, False])
def test_few_blocks_tell_the_same_as_all(known: bool, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shortcuts_module, "_FEW", few)
    chance = random.Random(7)
    seen = lasts = 0
    while seen < 200:
        after = graph(chance, chance.randint(1, 10))
        shortcuts = Shortcuts(after)
        if shortcuts.known != known:
            continue
        seen += 1
        home = chance.choice(sorted(after))
        needing = set(chance.sample(sorted(after), chance.randint(0, min(3, len(after))))) - {home}
        before = grouped((other, block) for block, others in after.items() for other in others)
        marks = Marks(shortcuts, needing | {home}) if known else None
        lasting = Lasting(after, before, needing, home, marks)
        for block in after:
            lasts += lasting.behind(block)
            assert lasting.behind(block) == needed_behind(after, block, needing, home)
    assert lasts > 100


def test_only_blocks_where_ways_part_are_looked_at() -> None:
    after = {f"b{n}": [f"b{n + 1}"] for n in range(100)} | {"b100": []}
    shortcuts = Shortcuts(after)
    marks = Marks(shortcuts, {"b0", "b90"})
    assert marks.all == {"b0", "b90"}
    lasting = Lasting(after, {}, {"b90"}, "b0", marks)
    assert [lasting.behind(f"b{n}") for n in (0, 50, 89, 90, 99)] == [True, True, True, False, False]
