"""Reachability among the blocks of a region, as ranges of numbers.

Blocks are numbered so that edges lead to greater numbers, except those that close loops: then the predecessors of a
block are a few ranges, found once for each strongly connected component (Tarjan).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ownlog.frontend.ir.dominators import children, dominance_spans, immediate_dominators, reverse_postorder
from ownlog.frontend.ir.ir import Block, Region
from ownlog.frontend.ir.loops import components, goes_round, loops

Ranges = list[tuple[int, int]]
"""Numbers from the first to the last of each range; ranges do not touch."""


@dataclass(eq=False)
class Loop:
    """A loop of blocks. It is `natural` if control enters it at the header only."""

    header: Block
    blocks: list[Block]
    inside: set[Block]
    natural: bool


@dataclass(eq=False)
class Shape:
    """A region of several blocks: immediate dominators, and loops, outer ones first."""

    below: dict[Block, list[Block]] = field(default_factory=dict)
    unreached: list[Block] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)


def shape(region: Region) -> Shape:
    """The dominator tree of a region, with children in the order of control flow."""
    above = immediate_dominators(region)
    before = _predecessors(region.blocks)
    found = [Loop(header, inside, set(inside), False) for header, inside in loops(region)]
    innermost: dict[Block, set[Block]] = {}
    for loop in found:
        loop.natural = all(block is loop.header or loop.inside.issuperset(before[block]) for block in loop.blocks)
        innermost.update((block, loop.inside) for block in loop.blocks)
    size = {block: last - first for block, (first, last) in dominance_spans(above).items()}

    def visited(block: Block) -> list[Block]:
        # What is visited first comes last: what leaves a loop, and before that the end that dominates more.
        return sorted(block.successors, key=lambda target: (target in innermost.get(block, ()), size[target]))

    order = reverse_postorder(region.blocks[0], visited)
    return Shape(children(order, above), [block for block in region.blocks if block not in above], found)


def ways(blocks: Sequence[Block], found: Shape) -> dict[Block, Ranges]:
    """For each reachable block, numbered in order, the blocks that reach it without the innermost natural loop's
    header.

    For a header, the next loop around its own counts.
    """
    number = {block: at for at, block in enumerate(blocks)}
    before = _predecessors(blocks)
    natural = [loop for loop in found.loops if loop.natural and loop.header in number]
    around: dict[Block, Loop] = {}
    for loop in natural:
        around.update((block, loop) for block in loop.blocks if block is not loop.header)
    result: dict[Block, Ranges] = {}
    for level in (None, *natural):
        members = [
            block for block in (blocks if level is None else level.blocks) if level is None or block is not level.header
        ]
        entry = [] if level is None else [(number[level.header], number[level.header])]
        for block, ranges in _levelled(members, before, number, entry):
            if around.get(block) is level:
                result[block] = ranges
    return result


def exits(loop: Loop) -> list[Block]:
    """The blocks that control comes to when it leaves a loop."""
    return list(
        dict.fromkeys(target for block in loop.blocks for target in block.successors if target not in loop.inside)
    )


def staying(loop: Loop, targets: Collection[Block]) -> list[Block]:
    """The blocks of a loop from which control leaves it to one of some targets only by way of the header."""
    before = _predecessors(loop.blocks)
    leaving = {block for block in loop.blocks if not set(block.successors).isdisjoint(targets)}
    waiting = list(leaving)
    while waiting:
        block = waiting.pop()
        if block is not loop.header:
            more = [other for other in before[block] if other not in leaving]
            leaving.update(more)
            waiting += more
    return [block for block in loop.blocks if block not in leaving]


def ranges_of(numbers: Iterable[int]) -> Ranges:
    """The ranges that some numbers make up."""
    return _union([[(number, number)] for number in numbers])


def _levelled(
    members: Collection[Block], before: Mapping[Block, list[Block]], number: Mapping[Block, int], entry: Ranges
) -> Iterable[tuple[Block, Ranges]]:
    """What control comes from to each of the members, among these and from the entry."""
    after: dict[Block, Ranges] = {}
    for component in reversed(list(components(members))):
        inside = set(component)
        round_ = goes_round(component)
        earlier = dict.fromkeys(
            block for member in component for block in before[member] if block not in inside and block in after
        )
        own = ranges_of(number[block] for block in component)
        here = _union([entry, *(after[block] for block in earlier), *([own] if round_ else [])])
        behind = here if round_ else _union([here, own])
        for block in component:
            after[block] = behind
            yield block, here


def _union(parts: Iterable[Ranges]) -> Ranges:
    found: Ranges = []
    for first, last in sorted(piece for part in parts for piece in part):
        if found and first <= found[-1][1] + 1:
            if last > found[-1][1]:
                found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return found


def _predecessors(blocks: Iterable[Block]) -> defaultdict[Block, list[Block]]:
    before: defaultdict[Block, list[Block]] = defaultdict(list)
    for block in blocks:
        for target in block.successors:
            before[target].append(block)
    return before
