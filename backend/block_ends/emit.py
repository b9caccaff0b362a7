"""The ownership-based deallocation pass: carries out what `rules/analysis/block_ends/` derives.

Source of the transformation: MLIR's "Ownership-based Buffer Deallocation".
"""

from __future__ import annotations

from itertools import groupby

from ownlog.backend.actions.emission import Emission, because
from ownlog.backend.actions.schema import LEAVES, Actions, CheckUnowned, EndOf, Told
from ownlog.backend.block_ends.block_end import BlockEnd, by_block
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.indicators import Indicator
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.traits import Traits


def insert_deallocations(actions: Actions, traits: Traits, copy_op: str = "clone") -> None:
    """Insert copies, `bufferization.dealloc`s and ownership indicators into a module, in place.

    `copy_op` is one of `copies.COPY_OPS`.
    """
    _Deallocations(actions, traits, copy_op).run()


class _Deallocations:
    """The state of one rewrite: the ends of blocks, and the selects between indicators."""

    def __init__(self, actions: Actions, traits: Traits, copy_op: str) -> None:
        self.actions = actions
        self.emission = Emission(actions, traits, self._make, newest_first=True)
        self.choices = {choice.value: choice for choice in actions.choices}
        self.ends = {block: BlockEnd(block, todo, self.emission, copy_op) for block, todo in by_block(actions).items()}

    def run(self) -> None:
        for release in self.actions.releases:
            assert isinstance(release.place, EndOf)
            build.ensure_named(release.value, self.emission.indicators(release.place.block).names)
        self.emission.add_indicators()
        self._enter_regions()
        # In three rounds, because what one block decides is an operand in another: first the results, then the
        # operands, then the places.
        for end in self.ends.values():
            end.declare()
        for end in self.ends.values():
            end.fill()
        for check in self.actions.checks:
            self._check_unowned(check)
        self.emission.keep_flags()
        self._set_flags()
        for end in self.ends.values():
            end.place()
        self.emission.tell_unfreed()
        self.emission.finish()

    def _enter_regions(self) -> None:
        """Forward what is known to where regions begin."""
        entries = (forward for forward in self.actions.forwards if isinstance(forward.owned, bool))
        for op, forwards in groupby(entries, lambda forward: forward.op):
            indicators = self.emission.indicators(op.parent)
            given = list(forwards)
            self.emission.forward(op, {LEAVES: [indicators.value(forward.owned is True) for forward in given]})
            op.because = tuple(dict.fromkeys(forward.because for forward in given if forward.because is not None))

    def _make(self, owned: Told, new: list[Op]) -> Indicator:
        """The indicator that a deallocation gives, or a choice between those of a select's sides."""
        if owned.by == "retained":
            return self.ends[owned.value.block].merged(owned.value)
        return self.emission.choose(self.choices[owned.value], new)

    def _set_flags(self) -> None:
        """Let the flag of a buffer say what the deallocation at the end of each block that keeps it says."""
        for flag in self.actions.drop_flags:
            region = flag.value.block.parent
            assert region is not None
            for block in region.blocks:
                if block in self.ends:
                    self.ends[block].tell(flag.value, self.emission.flags(block))

    def _check_unowned(self, check: CheckUnowned) -> None:
        """A buffer that is freed by hand must not be owned: check it where the program runs."""
        indicators = self.emission.indicators(check.op.parent)
        new: list[Op] = []
        not_owned = indicators.negation(self.emission.resolve(check.owned, new), new)
        new.append(build.assertion(indicators.value(not_owned), "expected that the block does not have ownership"))
        because(new, check.because)
        self.emission.insertions.ahead(check.op).extend(new)
