"""Where control comes to in any case: the search goes from a block at once to the next one in which something may change.

Whatever way control takes from a block, it comes to the block's immediate postdominator. Which blocks may lie between the two is what the
postdominance frontier says (Cytron et al., TOPLAS 1991): a block lies between another one and that one's immediate postdominator if and
only if the other one is in its iterated frontier.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ownlog.frontend.ir.dominators import dominator_tree

_EXIT = ""
_FEW = 8
"""Among how many marked blocks the next one is looked for one by one."""


class Shortcuts:
    """The tree of postdominators of the blocks of one region, and their frontiers."""

    def __init__(self, successors: Mapping[str, Sequence[str]]) -> None:
        """`successors` has all blocks of the region; those without any lead out of it. `known` is false where control may be kept in."""
        before: dict[str, list[str]] = {block: [] for block in [_EXIT, *successors]}
        for block, following in successors.items():
            for other in following or (_EXIT,):
                before[other].append(block)
        tree = dominator_tree(_EXIT, before.__getitem__)
        self.known = len(tree) == len(before)
        """Whether there is a way out from each block; else there are no shortcuts."""
        self.marks: dict[tuple[str, str], Marks] = {}
        """What was asked about already."""
        if self.known:
            self.above = {block: above for block, above in tree.items() if block != _EXIT}
            self.depth = {_EXIT: 0}
            for block, above in self.above.items():
                self.depth[block] = self.depth[above] + 1
            self._frontiers(successors)
            self._intervals()

    def _frontiers(self, successors: Mapping[str, Sequence[str]]) -> None:
        self.frontier: dict[str, list[str]] = {block: [] for block in successors}
        for block, following in successors.items():
            if len(following) > 1:
                for other in following:
                    while other != self.above[block]:
                        self.frontier[other].append(block)
                        other = self.above[other]

    def _intervals(self) -> None:
        below: dict[str, list[str]] = {}
        for block, parent in self.above.items():
            below.setdefault(parent, []).append(block)
        self.first: dict[str, int] = {}
        self.last: dict[str, int] = {}
        work = [(_EXIT, False)]
        while work:
            block, is_done = work.pop()
            if is_done:
                self.last[block] = len(self.first)
                continue
            self.first[block] = len(self.first)
            work.append((block, True))
            work += [(child, False) for child in below.get(block, ())]

    def comes_to(self, block: str, other: str) -> bool:
        """Whether control comes from `block` to `other` in any case."""
        return self.first[other] <= self.first[block] < self.last[other]


class Marks:
    """Some blocks of a region, and all blocks from which control need not come to what follows without passing one of them."""

    def __init__(self, shortcuts: Shortcuts, blocks: Iterable[str]) -> None:
        self._shortcuts = shortcuts
        self.all = set(blocks)
        work = [*self.all]
        while work:
            for block in shortcuts.frontier[work.pop()]:
                if block not in self.all:
                    self.all.add(block)
                    work.append(block)
        self._found: dict[str, str] = {}

    def next(self, block: str) -> str:
        """The block that control comes to from `block`, on all ways, before any of the given ones but itself; "" if there is none."""
        shortcuts = self._shortcuts
        if block in self.all:
            return block
        if len(self.all) <= _FEW:
            passed = (other for other in self.all if shortcuts.comes_to(block, other))
            return max(passed, key=shortcuts.depth.__getitem__, default=_EXIT)
        on_way = []
        while block and block not in self.all and block not in self._found:
            on_way.append(block)
            block = shortcuts.above[block]
        found = self._found.get(block, block)
        self._found.update(dict.fromkeys(on_way, found))
        return found
