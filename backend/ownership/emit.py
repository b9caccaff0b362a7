"""Carries out the pipeline's plan: `memref.dealloc`s where owners end, and i1 values for ownership at run time.

Which owners are released where, and under which condition, is derived in `rules/analysis/plan/`.
"""

from __future__ import annotations

from itertools import groupby

from ownlog.backend.actions.emission import Emission
from ownlog.backend.actions.insertions import put_on_edge
from ownlog.backend.actions.schema import (
    LEAVES,
    Actions,
    After,
    Copy,
    DynamicTransfer,
    EndOf,
    Forward,
    Guard,
    OnEdge,
    Release,
    ReleaseUnchosen,
    StartOf,
    Told,
    Unless,
)
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.copies import keep_or_copy
from ownlog.backend.rewriting.indicators import Indicator, Indicators
from ownlog.frontend.forms.language.memrefs import of_memref
from ownlog.frontend.ir.ir import Block, Op, Value
from ownlog.frontend.ir.traits import Traits


def insert_releases(actions: Actions, traits: Traits) -> None:
    """Release owners in a module, in place, with the copies and i1 values that this takes."""
    _Releases(actions, traits).run()


class _Releases:
    """The state of one rewrite: transfers with operands, and what is left of their owners."""

    def __init__(self, actions: Actions, traits: Traits) -> None:
        self.actions = actions
        self.emission = Emission(actions, traits, _never_made)
        self.insertions = self.emission.insertions
        self.transferred: dict[tuple[Op, int, int], Indicator] = {}
        self.left: dict[tuple[Block, int, Value], Indicator] = {}

    def run(self) -> None:
        emission, actions = self.emission, self.actions
        emission.add_indicators()
        for choice in actions.choices:
            new: list[Op] = []
            chosen = emission.choose(choice, new)
            emission.told[Told("selected", choice.value)] = emission.indicators(choice.value.block).value(chosen)
            self.insertions.at_definition(choice.value).extend(new)
        emission.keep_flags()
        for op, copies in groupby(actions.copies, lambda copy: copy.op):
            operands = list(op.operands)
            for copy in copies:
                operands[copy.position] = self._copy(copy)
            op.set_operands(operands)
        for unchosen in actions.releases_unchosen:
            self._release_unchosen(unchosen)
        for transfer in actions.transfers:
            self._transfer(transfer)
        for release in actions.releases:
            self._release(release)
        for op, forwards in groupby(actions.forwards, lambda forward: forward.op):
            self._forward(op, list(forwards))
        emission.tell_unfreed()
        for edge, releases in groupby(
            (r for r in actions.releases if isinstance(r.place, OnEdge)), lambda release: release.place
        ):
            assert isinstance(edge, OnEdge)
            self._split(edge, list(releases))
        emission.finish()

    def _release(self, release: Release) -> None:
        """Free what ends within a block."""
        place = release.place
        if isinstance(place, After):
            self.insertions.behind(place.op).extend(self._freed(release, place.op.parent, None))
        elif isinstance(place, StartOf):
            self.insertions.start(place.block).extend(self._freed(release, place.block, None))
        elif isinstance(place, EndOf):
            left = self.left.get((place.block, LEAVES, release.value), self.left.get((place.block, 0, release.value)))
            self.insertions.end(place.block).extend(self._freed(release, place.block, left))

    def _freed(self, release: Release, block: Block | None, left: Indicator | None) -> list[Op]:
        """The ops that free what ends in `block`, or its untransferred rest (`left`)."""
        assert block is not None
        made: list[Op] = []
        owned = self.emission.resolve(release.owned, made) if left is None else left
        made += self._free_if(release.value, owned, self.emission.indicators(block))
        for op in made:
            op.because = release.because
        return made

    def _release_unchosen(self, action: ReleaseUnchosen) -> None:
        """Release what a select leaves behind: with one more select, where both sides are owned and of one type."""
        block = action.anchor.parent
        assert block is not None
        indicators = self.emission.indicators(block)
        made: list[Op] = []
        if len(action.sides) > 1 and _alike(*action.sides.values()):
            other = build.select(action.condition, action.sides[False][0], action.sides[True][0], indicators.names)
            made += [
                other,
                *self._free(
                    other.results[0], indicators, self.actions.freed_by.get(action.sides[False][0], build.FREE)
                ),
            ]
        else:
            for chosen_when, (value, owned) in action.sides.items():
                free = indicators.negation(action.condition, made) if chosen_when else action.condition
                when = indicators.conjunction(self.emission.resolve(owned, made), free, made)
                made += self._free_if(value, when, indicators)
        for op in made:
            op.because = (action.because,)
        place = (
            self.insertions.end(block) if action.anchor is block.terminator else self.insertions.behind(action.anchor)
        )
        place.extend(made)

    def _copy(self, action: Copy) -> Value:
        """What a return is to hand out in place of what the function does not own."""
        op = action.op
        assert op.parent is not None
        indicators, new = self.emission.indicators(op.parent), self.insertions.end(op.parent)
        copy = build.clone(action.value, indicators.names)
        if action.unless is not None:
            keep = indicators.value(self.emission.resolve(action.unless, new))
            copy = keep_or_copy(keep, action.value, copy.results[0], [copy], indicators.names)
        copy.because = (action.because,)
        new.append(copy)
        return copy.results[0]

    def _transfer(self, transfer: DynamicTransfer) -> None:
        """Tell, before the terminator, whether what it forwards is what ends there."""
        block = transfer.op.parent
        assert block is not None
        indicators = self.emission.indicators(block)
        made: list[Op] = []
        owned = self.left.get((block, transfer.edge, transfer.owner))
        if owned is None:
            owned = self.emission.resolve(transfer.owned, made)
        if isinstance(transfer.same, Unless):
            # What goes along owns something else, or nothing: then it is what ends here.
            transferred, left = (
                owned,
                indicators.conjunction(owned, self.emission.resolve(transfer.same.owned, made), made),
            )
        else:
            same = self._same(transfer, indicators, made)
            transferred = indicators.conjunction(owned, same, made)
            left = indicators.conjunction(owned, indicators.negation(same, made), made)
        key = (transfer.op, transfer.edge, transfer.position)
        self.transferred[key] = indicators.disjunction(self.transferred.get(key, False), transferred, made)
        self.left[block, transfer.edge, transfer.owner] = left
        for new in made:
            new.because = (transfer.because,)
        self.insertions.end(block).extend(made)

    def _same(self, transfer: DynamicTransfer, indicators: Indicators, made: list[Op]) -> Indicator:
        """Whether what is forwarded is what ends there."""
        if isinstance(transfer.same, Guard):
            return (
                transfer.same.condition
                if transfer.same.positive
                else indicators.negation(transfer.same.condition, made)
            )
        made += self.actions.addresses.compare("eq", transfer.value, transfer.owner, indicators.names)
        return made[-1].results[0]

    def _free_if(self, value: Value, owned: Indicator, indicators: Indicators) -> list[Op]:
        frees = self._free(value, indicators, self.actions.freed_by.get(value, build.FREE))
        return frees if owned is True else [build.when(indicators.value(owned), frees)]

    def _free(self, value: Value, indicators: Indicators, op: str) -> list[Op]:
        """The ops, ending in `op`, that free a buffer's allocation; with a layout, it may be a part of that."""
        if not value.name:
            build.ensure_named(value, indicators.names)
        buffer = of_memref(value.type)
        if buffer.layout is None or buffer.strided is None:
            return [build.free(value, op)]
        metadata = build.strided_metadata(value, indicators.names)
        return [metadata, build.free(metadata.results[0], op)]

    def _forward(self, op: Op, forwards: list[Forward]) -> None:
        """Append the i1s that go along with what `op` forwards to its operands."""
        assert op.parent is not None
        indicators = self.emission.indicators(op.parent)
        along: dict[int, list[Value]] = {}
        for forward in forwards:
            made: list[Op] = []
            transferred = self.transferred.get((op, forward.edge, forward.position), False)
            state = indicators.disjunction(self.emission.resolve(forward.owned, made), transferred, made)
            place = self.insertions.end(op.parent) if op is op.parent.terminator else self.insertions.ahead(op)
            place.extend(made)
            along.setdefault(forward.edge, []).append(indicators.value(state))
        self.emission.forward(op, along)

    def _split(self, edge: OnEdge, releases: list[Release]) -> None:
        """Release something on an edge, in a block of its own, which forwards on in place of the terminator."""
        terminator = edge.block.terminator
        assert terminator is not None
        target = terminator.successors[edge.successor]
        assert target.parent is not None
        between = Block(self.emission.indicators(edge.block).names.fresh_label())
        ops: list[Op] = []
        for release in releases:
            ops += self._freed(release, edge.block, self.left.get((edge.block, edge.successor, release.value)))
        groups, forwarded = terminator.groups(), list[Value]()
        group = self.actions.groups.get((terminator, edge.successor))
        if group is not None:
            forwarded, groups[group] = groups[group], []
        put_on_edge(terminator, edge.successor, between, ops, forwarded, target.parent.blocks.index(target))
        terminator.set_groups(groups)


def _alike(left: tuple[Value, object], right: tuple[Value, object]) -> bool:
    """Are both always owned, and can one op free either?"""
    return left[1] is right[1] is True and left[0].type is right[0].type


def _never_made(owned: Told, _: list[Op]) -> Indicator:
    raise AssertionError(f"nothing tells whether {owned.value} is owned")
