"""Fresh names for values and blocks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain

from ownlog.frontend.ir.ir import Block, Op
from ownlog.frontend.ir.module import Module
from ownlog.frontend.ir.walking import ops_in

_NUMBERED = r"_?\d+$"


class Names:
    """The names in use in and around an op (usually a function) or module; new ones count as used.

    `values` says how often each is defined: disjoint regions may reuse a name.
    """

    def __init__(self, scope: Op | Module) -> None:
        self.values: dict[str, int] = {}
        self.labels: set[str] = set()
        self._next_number = 0
        self._next: dict[str, int] = {}
        found: list[str] = []
        for op in chain.from_iterable(map(ops_in, [scope] if isinstance(scope, Op) else scope.ops)):
            if op.results:
                found += {result.name for result in op.results} if len(op.results) > 1 else [op.results[0].name]
            for region in op.regions:
                for block in region.blocks:
                    self._add_block(block)
        self._count(found)
        # What is isolated from above cannot use what is around it, and yet must not define a name again that is visible
        # there.
        above = scope.parent if isinstance(scope, Op) else None
        while above is not None:
            self._add_block(above)
            around = above.parent_op
            if around is None or around.parent_op is None:
                self._count(_outermost_results(above))
            else:
                self._count(_results(above))
            above = around.parent if around is not None else None

    def _count(self, names: Iterable[str]) -> None:
        """Each of `names` is defined once more."""
        values = self.values
        for name in names:
            values[name] = values.get(name, 0) + 1

    def _add_block(self, block: Block) -> None:
        if block.arguments:
            self._count([argument.name for argument in block.arguments])
        if block.label is not None:
            self.labels.add(block.label)

    def fresh(self, stem: str) -> str:
        """`%stem`, or `%stem_0`, `%stem_1`, ... where that is taken. The stem must not be a number."""
        return self._take(f"%{stem}")

    def again(self, name: str) -> str:
        """A fresh name after the fashion of `name`: a number for a number, else with the same stem."""
        stem = re.sub(_NUMBERED, "", name[1:])
        return self.fresh(stem) if stem else self.fresh_number()

    def is_shared(self, name: str) -> bool:
        """Was `name` defined more than once?"""
        return self.values.get(name, 0) > 1

    def release(self, name: str) -> None:
        """Forget one definition of `name`, which has another name now."""
        self.values[name] -= 1

    def fresh_label(self, stem: str = "bb") -> str:
        """`^stem1`, `^stem2`, ...: the first that no block has."""
        number = self._next.get(f"^{stem}", 1)
        while f"^{stem}{number}" in self.labels:
            number += 1
        self._next[f"^{stem}"] = number + 1
        self.labels.add(f"^{stem}{number}")
        return f"^{stem}{number}"

    def fresh_number(self) -> str:
        """`%0`, `%1`, ...: the smallest number that is free."""
        while f"%{self._next_number}" in self.values:
            self._next_number += 1
        name = f"%{self._next_number}"
        self._count([name])
        return name

    def _take(self, name: str) -> str:
        found = name
        number = self._next.get(name, 0)
        while found in self.values:
            found = f"{name}_{number}"
            number += 1
        self._next[name] = number
        self._count([found])
        return found


def _results(block: Block) -> list[str]:
    return [name for op in block.ops if op.results for name in {result.name for result in op.results}]


def _outermost_results(block: Block) -> list[str]:
    """The names of results of a block outside of all functions, cached by its number of ops."""
    if block.named is None or block.named[0] != len(block.ops):
        block.named = len(block.ops), _results(block)
    return block.named[1]
