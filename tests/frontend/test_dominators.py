"""The tree of dominators, against what dominance means: without the dominator there is no way there."""

import random

from ownlog.frontend.ir.dominators import dominator_tree
from tests.effort import counted


def reached(successors: dict[int, list[int]], without: int | None) -> set[int]:
    """The nodes that there is a way to from node 0 that does not come by `without`."""
    seen: set[int] = set()
    work = [0]
    while work:
        node = work.pop()
        if node not in seen and node != without:
            seen.add(node)
            work += successors[node]
    return seen


def test_a_node_is_dominated_by_those_above_it_and_by_no_others() -> None:
    chance = random.Random(3)
    depths = set()
    for _ in range(200):
        size = chance.randint(1, 9)
        successors = {
            node: [chance.randrange(size) for _ in range(chance.choice((0, 1, 2, 2)))] for node in range(size)
        }
        tree = dominator_tree(0, successors.__getitem__)
        assert set(tree) == reached(successors, None)
        assert tree[0] == 0
        for node in tree:
            above, climbing = {node}, node
            while climbing != 0:
                climbing = tree[climbing]
                above.add(climbing)
            depths.add(len(above))
            assert above == {other for other in tree if node not in reached(successors, other)}
    assert max(depths) > 4


def test_each_node_comes_behind_its_dominator() -> None:
    order = list(dominator_tree(0, {0: [1, 2], 1: [3], 2: [3], 3: [1, 4], 4: []}.__getitem__))
    assert sorted(order) == [0, 1, 2, 3, 4]
    assert order[0] == 0
    assert order.index(3) < order.index(4)


def test_many_ways_to_one_node_take_linear_time() -> None:
    work = []
    for size in (500, 2000):
        successors = {number: [number + 1, size] for number in range(size)} | {size: []}
        tree, calls = counted(lambda: dominator_tree(0, successors.__getitem__))  # noqa: B023
        assert tree == {0: 0, **{number: number - 1 for number in range(1, size)}, size: 0}
        work.append(calls)
    assert work[1] < 5 * work[0]
