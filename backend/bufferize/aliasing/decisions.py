"""One-Shot Bufferize's greedy analysis (LLVM 22): each use is in place if that changes nothing that is read.

The rules give reads, writes and aliases of each use, and conflicts of reads and writes. The only choice here is the
order.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from ownlog.backend.bufferize.aliasing.classes import Clash, Classes, Use
from ownlog.backend.bufferize.aliasing.uses import AllJustified, Uses


class Told(NamedTuple):
    """Why a use is not in place; and all that would be written to and may not, if that is why."""

    clash: Clash
    fixed: list[str]


@dataclass
class Decisions:
    """The uses in place, why others are not, and what must be in place but must not."""

    in_place: set[Use] = field(default_factory=set)
    refused: dict[Use, Clash] = field(default_factory=dict)
    impossible: list[tuple[Use, Clash]] = field(default_factory=list)
    rivals: dict[Use, frozenset[Use]] = field(default_factory=dict)
    """For a refused use, others in place of which one could be out of place instead; only if there is a choice."""
    parted: set[Use] = field(default_factory=set)
    """The uses by unknown ops that must get a copy: results of such an op may share memory with its operands."""
    told: list[Told] = field(default_factory=list)
    """Why uses are not in place, in the order of the decisions, including those by unknown ops; only on demand."""
    would_be: set[Use] = field(default_factory=set)
    """The uses by ops that nothing is known of which could be written to; only if it is to be told."""


class Decider:
    """Decides uses, each once.

    In: the uses; those never in place; whether to record what mlir-opt's analysis prints. With `apart`, even empty,
    more pairs are harmless than One-Shot Bufferize knows.
    """

    def __init__(self, uses: Uses, apart: Set[Use] | None = None, *, tells: bool = False) -> None:
        self._tells = tells
        self.uses, self.apart = uses, apart or frozenset[Use]()
        self.decisions = Decisions()
        self.classes = Classes(len(uses.numbers), uses.justified if apart is None else AllJustified(uses))
        for value in uses.tensors:
            reads = [uses.of_copy(read) if read.use in self.apart else read for read in uses.reads.get(value, ())]
            self.classes.add(value, reads, value in uses.read_only)
        self._tie()
        self._forced()

    def _tie(self) -> None:
        """What may share the buffer of one use is one class, even if that is not in place: all share its copy then."""
        for together in self.uses.shares.values():
            if len(together) > 1:
                self.classes.join(together, None, races=False, read=None)

    def _forced(self) -> None:
        """What must be in place is, at first; results of one call that may share memory are in one class."""
        for pair in self.uses.results_share:
            self.classes.join(pair, None, races=False, read=None)
        for use in self.uses.forced:
            clash = self.clash(use)
            if clash is not None:
                self.decisions.impossible.append((use, clash))
            self.join(use)

    def clash(self, use: Use) -> Clash | None:
        """What keeps a use from being in place, after what was decided."""
        return self.classes.clash(
            self.uses.together(use), self.uses.write(use), use in self.uses.races, self.uses.held.get(use)
        )

    def join(self, use: Use) -> None:
        """Lets a use be in place."""
        self.classes.join(
            self.uses.together(use), self.uses.write(use), use in self.uses.races, self.uses.held.get(use)
        )
        self.decisions.in_place.add(use)

    def decide(self, op: str, operands: Iterable[int]) -> None:
        """Decide the tensor `operands` of an op, in order, and in any case those of unknown ops."""
        known = op in self.uses.known
        if not known and not self._tells:
            return
        for operand in operands:
            use = (op, operand)
            if use not in self.uses.values or use in self.decisions.in_place or use in self.apart:
                continue
            clash = self.clash(use)
            if clash is not None:
                self._refuse(use, clash, known)
            elif known:
                self.join(use)
            else:
                self.decisions.would_be.add(use)

    def decide_all(self, order: Iterable[tuple[str, int]]) -> None:
        """Decides all operands of ops, in that order."""
        for op, operands in order:
            self.decide(op, range(operands))

    def reconsider(self, order: Iterable[tuple[str, int]]) -> None:
        """Decides once more, in that order, what was refused, by all that is known to harm nobody."""
        refused = self.decisions.refused
        # What is in conflict stays so, whatever else gets to be in place, unless the write that was met is justified.
        justified = self.uses.new.keys() | {write for _, write in self.uses.justified_by_part}
        again = {
            use
            for use, clash in refused.items()
            if clash.read is not None and not clash.races and clash.write in justified
        }
        if not again:
            return
        self.classes.justify(AllJustified(self.uses))
        self.decisions.refused = {use: clash for use, clash in refused.items() if use not in again}
        for op, operands in order:
            self.decide(op, [operand for operand in range(operands) if (op, operand) in again])

    def explain(self) -> None:
        """Finds what keeps those from being in place, after all that was decided, that were not to be."""
        for use in sorted(self.apart, key=self.uses.place):
            clash = self.clash(use)
            if clash is not None:
                self.decisions.refused[use] = clash

    def part(self) -> None:
        """Find the uses by unknown ops that must get a copy, after all others.

        Such an op writes to no tensor, but its results may be its operands. They are merged, unless one is read after a
        write to the other.
        """
        waiting = [use for use in self.uses.values if use[0] not in self.uses.known and use in self.uses.shares]
        if not waiting:
            return
        classes = self.classes.writable()
        for use in sorted(waiting, key=self.uses.place):
            together = self.uses.together(use)
            if classes.clash(together, None, races=False, read=None) is None:
                classes.join(together, None, races=False, read=None)
            else:
                self.decisions.parted.add(use)

    def _refuse(self, use: Use, clash: Clash, known: bool) -> None:
        if known:
            self.decisions.refused[use] = clash
        if self._tells:
            all_of = self.uses.together(use)
            fixed = (
                []
                if clash.read is not None
                else [member for value in all_of for member in self.classes.fixed_in_order(value)]
            )
            self.decisions.told.append(Told(clash, fixed))
