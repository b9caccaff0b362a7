"""From which blocks control comes to which, against walking along all edges, on random graphs of blocks."""

import random
from collections.abc import Iterator
from itertools import pairwise

from ownlog.frontend.ir.dominators import dominance_spans, immediate_dominators
from ownlog.frontend.ir.ir import Block, Op, Region
from ownlog.frontend.ir.ways import Loop, Ranges, Shape, exits, ranges_of, shape, staying, ways


def region_of(after: list[list[int]]) -> Region:
    """Blocks that branch to each other."""
    blocks = [Block(f"^b{i}") for i in range(len(after))]
    for block, targets in zip(blocks, after, strict=True):
        block.append(Op("test.branch", successors=[blocks[i] for i in targets]))
    return Region(blocks)


def regions() -> Iterator[Region]:
    chance = random.Random(5)
    for _ in range(400):
        size = chance.randint(2, 10)
        yield region_of(
            [[chance.randrange(1, size) for _ in range(chance.choice((0, 1, 1, 2, 2, 3)))] for _ in range(size)]
        )


def numbered(found: Shape, entry: Block) -> list[Block]:
    """The blocks as they are numbered: each in front of those that it dominates."""
    order, waiting = [], [entry]
    while waiting:
        order.append(waiting.pop())
        waiting += reversed(found.below.get(order[-1], []))
    return order


def reached(start: Block, without: Block | None) -> set[Block]:
    """The blocks that there is a way to, along at least one edge, on which `without` is not entered."""
    seen: set[Block] = set()
    work = list(start.successors)
    while work:
        block = work.pop()
        if block not in seen and block is not without:
            seen.add(block)
            work += block.successors
    return seen


def members(ranges: Ranges) -> set[int]:
    assert all(last + 1 < first for (_, last), (first, _) in pairwise(ranges)), ranges
    return {number for first, last in ranges for number in range(first, last + 1)}


def level(block: Block, found: Shape) -> Loop | None:
    """The innermost natural loop around a block that it is not the header of."""
    around = [loop for loop in found.loops if loop.natural and block in loop.inside and block is not loop.header]
    return min(around, key=lambda loop: len(loop.blocks), default=None)


def test_what_comes_to_a_block_is_what_there_is_a_way_from() -> None:
    kinds = set()
    for region in regions():
        found = shape(region)
        order = numbered(found, region.blocks[0])
        assert set(order) == {region.blocks[0], *reached(region.blocks[0], None)}
        assert set(found.unreached) == set(region.blocks) - set(order)
        came = ways(order, found)
        assert came.keys() == set(order)
        for block in order:
            around = level(block, found)
            header = None if around is None else around.header
            kinds.add(header is None)
            assert members(came[block]) == {
                number for number, other in enumerate(order) if block in reached(other, header)
            }
    assert kinds == {True, False}


def test_natural_loops_have_one_entry_that_dominates_them() -> None:
    kinds = set()
    for region in regions():
        found = shape(region)
        above = immediate_dominators(region)
        spans = dominance_spans(above)
        for loop in found.loops:
            if loop.header in spans and all(block in spans for block in loop.blocks):
                first, last = spans[loop.header]
                dominates = all(first <= spans[block][0] <= last for block in loop.blocks)
                kinds.add((loop.natural, dominates))
    assert kinds == {(True, True), (False, True), (False, False)}


def test_blocks_come_behind_those_that_lead_to_them_but_for_loops() -> None:
    for region in regions():
        found = shape(region)
        place = {block: number for number, block in enumerate(numbered(found, region.blocks[0]))}
        for block, number in place.items():
            for target in block.successors:
                assert place[target] > number or any(
                    block in loop.inside and target in loop.inside for loop in found.loops
                )


def test_what_stays_round_leaves_a_loop_by_way_of_the_header_only() -> None:
    checked = 0
    for region in regions():
        for loop in shape(region).loops:
            targets = exits(loop)
            assert set(targets) == {target for block in loop.blocks for target in block.successors} - loop.inside
            for aims in ([target] for target in targets):
                late = {block for block in loop.blocks if not _straight(loop, block, aims)}
                assert set(staying(loop, aims)) == late
                checked += bool(late)
    assert checked > 20


def _straight(loop: Loop, block: Block, aims: list[Block]) -> bool:
    """Does a way lead from a block of a loop to where it leaves the loop, without entering the header, or leaving it
    before?
    """
    seen, work = {block}, [block]
    while work:
        here = work.pop()
        for target in here.successors:
            if target in aims:
                return True
            if target in loop.inside and target is not loop.header and target not in seen:
                seen.add(target)
                work.append(target)
    return False


def test_a_chain_of_loops_and_branches_is_few_ranges() -> None:
    """Each of many diamonds and loops in a row adds no more than one range to what comes to the last block."""
    after: list[list[int]] = []
    for i in range(100):
        at = 4 * i
        after += (
            [[at + 1, at + 2], [at + 3], [at + 3], [at, at + 4]]
            if i % 2
            else [[at + 2, at + 1], [], [at + 3], [at + 4]]
        )
    region = region_of([*after, []])
    found = shape(region)
    came = ways(numbered(found, region.blocks[0]), found)
    assert max(map(len, came.values())) <= 3


def test_numbers_side_by_side_make_up_ranges() -> None:
    assert ranges_of([5, 1, 2, 9, 3, 8]) == [(1, 3), (5, 5), (8, 9)]
    assert ranges_of([]) == []
