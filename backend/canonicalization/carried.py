"""Values that control flow carries: iter_args, block arguments, and what regions yield.

Which are constant, passed through, or unused? A *slot* is one such value: what represents it where it arrives (an
argument, a result, both for a loop), and the operands that it comes from. Source of the methods: sparse constant
propagation (Wegman and Zadeck) over slots and i1 arithmetic, extended to values that are only passed through, without
its treatment of branches; and marking of needed values, from the ops with effects backwards.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.constants import truth
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.frontend.forms.registry import is_isolated, lookup
from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.ir.traits import EVERY, Traits
from ownlog.frontend.text.types import I1

_LOGIC = frozenset({build.AND, build.OR, build.XOR, build.SELECT})


def _is_logic(value: Value) -> bool:
    """Is `value` an i1 that is computed from i1 values, or chosen by one?"""
    return value.type is I1 and isinstance(value.owner, Op) and value.owner.name in _LOGIC


@dataclass(eq=False)
class Slot:
    """One carried value: its representatives, its operands (op and number), and the op or block it belongs to."""

    values: list[Value]
    incoming: list[tuple[Op, int]]
    owner: Op | Block

    @property
    def may_go(self) -> bool:
        """Can the op do without it? Ops not read here may need their results."""
        return isinstance(self.owner, Block) or lookup(self.owner.name) is not None

    def sources(self) -> set[Value]:
        """The values that come in, without those that stand for the slot itself."""
        return {op.operands[number] for op, number in self.incoming}.difference(self.values)


class Carried:
    """The slots of a function as it is now; no op may be added or removed while they are in use."""

    def __init__(self, rewriter: Rewriter) -> None:
        self.rewriter = rewriter
        self.slots: list[Slot] = []
        for op in [op for op in rewriter.ops() if op.regions]:
            # Most branches: nothing arrives anywhere.
            if op.results or any(region.blocks and region.blocks[0].arguments for region in op.regions):
                self.slots += _slots_of_op(op, rewriter.effects)
            for region in op.regions:
                if len(region.blocks) > 1 and (op is rewriter.function or not is_isolated(op.name)):
                    self.slots += _slots_of_blocks(region, rewriter.effects)

    def simplify(self) -> bool:
        """Let uses of slots that are constant, or only pass one value through, use that; whether there were any."""
        found = _Values(self).run()
        known: dict[Value, Value] = {}
        for slot in self.slots:
            state = found[slot.values[0]]
            if state is None or state == "mixed" or not any(map(self.rewriter.is_used, slot.values)):
                continue
            known |= dict.fromkeys(slot.values, self.rewriter.constant(state) if isinstance(state, bool) else state)
        # All at once: ops that forward many values would else get new operands for each of them.
        self.rewriter.replace_all(known)
        return bool(known)

    def sweep(self) -> bool:
        """Remove slots, and ops without effects, with values that are not needed; whether there were any.

        Without loops, unneeded values are unused, and gone already.
        """
        feeding = {op for slot in self.slots for op, _ in slot.incoming}
        if all(self._is_needed(slot, feeding) for slot in self.slots):
            return False
        idle_slots, idle_ops = _Needs(self).idle()
        removal = _Removal(self.rewriter)
        for slot in idle_slots:
            removal.drop(slot)
        removal.run()
        for op in idle_ops:
            self.rewriter.erase(op)
        return bool(removal.operands or idle_ops)

    def _is_needed(self, slot: Slot, feeding: Set[Op]) -> bool:
        """Does some op with effects use `slot`, and none that feeds slots? Then nothing needs to be followed."""
        using = [user for value in slot.values for user in self.rewriter.users(value)]
        return bool(using) and feeding.isdisjoint(using) and not any(map(self.rewriter.effects.is_removable, using))


def _slots_of_op(op: Op, traits: Traits) -> Iterable[Slot]:
    """The slots that control carries into, among and out of the regions of `op`, merged by their operands."""
    if not traits.says("region_branch", op.name) or traits.says("fixed_results", op.name) or is_isolated(op.name):
        return ()
    given: dict[int, list[list[tuple[Op, int]]]] = {}
    sources = traits.region_sources(op)
    slots: dict[tuple[tuple[Op, int], ...], Slot] = {}
    places = [number for number, region in enumerate(op.regions) if region.blocks and region.blocks[0].arguments]
    for place in [*places, EVERY] if op.results else places:
        values = (
            op.results if place == EVERY else op.regions[place].blocks[0].arguments[traits.first_argument(op, place) :]
        )
        for source in sources[place]:
            if source not in given:
                given[source] = _forwarded(op, source, traits) or [[]]
        ways = [way for source in sources[place] for way in given[source]]
        if all(len(way) == len(values) for way in ways):
            for value, *incoming in zip(values, *ways, strict=True):
                key = tuple(incoming)
                if key in slots:
                    slots[key].values.append(value)
                else:
                    slots[key] = Slot([value], incoming, op)
    return slots.values()


def _forwarded(op: Op, place: int, traits: Traits) -> list[list[tuple[Op, int]]] | None:
    """The operands that `op`, or each end of its region number `place`, forwards; None if unknown."""
    if place == EVERY:
        span = traits.entry_operands(op)
        return None if span is None else [[(op, number) for number in span]]
    ways: list[list[tuple[Op, int]]] = []
    for block in op.regions[place].blocks:
        end = block.terminator
        first = traits.first_forwarded(end) if end is not None else None
        if end is not None and first is not None:
            ways.append([(end, number) for number in range(first, len(end.operands))])
    return ways


def _slots_of_blocks(region: Region, traits: Traits) -> Iterator[Slot]:
    if not any(block.arguments for block in region.blocks[1:]):
        return
    incoming: dict[Block, list[tuple[Op, int]] | None] = {}
    for block in region.blocks:
        end = block.terminator
        if end is None or not end.successors:
            continue
        passed = traits.successor_operands(end)
        first = len(end.operands) - sum(map(len, passed)) if passed is not None else 0
        for successor, values in zip(end.successors, passed or [[]] * len(end.successors), strict=True):
            before = incoming.setdefault(successor, [])
            if passed is None:
                incoming[successor] = None
            elif before is not None:
                before.append((end, first))
            first += len(values)
    for block in region.blocks[1:]:
        before = incoming.get(block)
        if before:
            for k, argument in enumerate(block.arguments):
                yield Slot([argument], [(end, at + k) for end, at in before], block)


def _visible_at(value: Value, owner: Op | Block) -> bool:
    """Is `value`, which comes in on every edge, defined outside of `owner`? Then it dominates it."""
    if isinstance(owner, Block):
        # The first time that control comes here, the value was there before.
        return value.block is not owner
    return not value.block.is_inside(owner)


_State: TypeAlias = 'Literal["mixed"] | bool | Value | None'
"""What a value is: a constant, another value, more than one of these, or nothing yet."""


class _Values:
    """Optimistic propagation: slots and i1 arithmetic start as nothing, and only what contradicts makes them mixed."""

    def __init__(self, carried: Carried) -> None:
        self.carried = carried
        self.state: dict[Value, _State] = {}
        self.feeds: dict[Value, dict[Slot, None]] = {}
        """The slots that a value comes into."""
        for slot in carried.slots:
            for op, number in slot.incoming:
                self.feeds.setdefault(op.operands[number], {})[slot] = None

    def run(self) -> dict[Value, _State]:
        slots = self.carried.slots
        logic = [op for op in self.carried.rewriter.ops() if op.name in _LOGIC and _is_logic(op.results[0])]
        for slot in slots:
            self.state.update(dict.fromkeys(slot.values))
        for op in logic:
            self.state[op.results[0]] = None
        waiting: deque[Slot | Op] = deque([*slots, *logic])
        while waiting:
            node = waiting.popleft()
            values = node.values if isinstance(node, Slot) else node.results
            old = self.state[values[0]]
            # What is mixed stays so, which ends the search.
            new = old if old == "mixed" else self._slot(node) if isinstance(node, Slot) else self._logic(node)
            if new is None or new is old:
                continue
            for value in values:
                self.state[value] = new
                waiting.extend(self.feeds.get(value, ()))
                for user in self.carried.rewriter.users(value):
                    if user.name in _LOGIC and user.results[0] in self.state:
                        waiting.append(user)
        return self.state

    def _of(self, value: Value) -> _State:
        if value in self.state:
            state = self.state[value]
            return value if state == "mixed" else state
        known = truth(value)
        return value if known is None else known

    def _slot(self, slot: Slot) -> _State:
        state = _join([self._of(source) for source in slot.sources()])
        return "mixed" if isinstance(state, Value) and not _visible_at(state, slot.owner) else state

    def _logic(self, op: Op) -> _State:
        states = [self._of(value) for value in op.operands]
        if op.name == build.SELECT:
            condition, on_true, on_false = states
            if condition is None:
                return None
            found = _join([on_true, on_false]) if isinstance(condition, Value) else on_true if condition else on_false
            return "mixed" if isinstance(found, Value) else found
        if op.name != build.XOR:
            absorbing = op.name == build.OR
            if any(state is absorbing for state in states):
                return absorbing
        # Nothing yet comes first: what is still to come may absorb what is mixed.
        if None in states:
            return None
        if any(isinstance(state, Value) for state in states):
            return "mixed"
        return states[0] is not states[1] if op.name == build.XOR else op.name == build.AND


def _join(states: list[_State]) -> _State:
    known = [state for state in states if state is not None]
    return None if not known else known[0] if all(state is known[0] for state in known) else "mixed"


class _Needs:
    """What slots lead to, and which of it ops with effects need."""

    def __init__(self, carried: Carried) -> None:
        self.rewriter = carried.rewriter
        self.slots = carried.slots
        self.fed: dict[Op, dict[int, list[Slot]]] = {}
        """The slots that an op feeds, by operand."""
        for slot in self.slots:
            for op, number in slot.incoming:
                self.fed.setdefault(op, {}).setdefault(number, []).append(slot)
        self.taken: dict[Op, dict[Value, list[Slot | Op]]] = {}
        """What an op that feeds slots takes values for: those slots, or the op itself. Made once: it may take many."""
        self.computed: dict[Op, None] = {}
        """The ops without effects that are computed from slots."""
        self.needs: dict[Slot | Op, list[Slot | Op]] = {}
        """What each of them is computed from, as far as that is among them."""

    def idle(self) -> tuple[list[Slot], list[Op]]:
        """The slots and ops that nothing needs."""
        waiting: list[Slot | Op] = [slot for slot in self.slots if not slot.may_go]
        for slot in self.slots:
            self._look(slot, slot.values, waiting)
        for op in (ops := list(self.computed)):
            ops += self._look(op, op.results, waiting)
        needed: set[Slot | Op] = set()
        while waiting:
            node = waiting.pop()
            if node not in needed:
                needed.add(node)
                waiting += self.needs.get(node, ())
        return [slot for slot in self.slots if slot not in needed], [op for op in self.computed if op not in needed]

    def _look(self, node: Slot | Op, values: list[Value], waiting: list[Slot | Op]) -> list[Op]:
        """Note the users of `values` for `node`, which joins `waiting` if one has an effect; returns new ops."""
        new: list[Op] = []
        for value in values:
            for user in self.rewriter.users(value):
                for each in self._takers(user, value):
                    if isinstance(each, Op) and not self.rewriter.effects.is_removable(each):
                        waiting.append(node)
                        continue
                    self.needs.setdefault(each, []).append(node)
                    if isinstance(each, Op) and each not in self.computed:
                        self.computed[each] = None
                        new.append(each)
        return new

    def _takers(self, user: Op, value: Value) -> Sequence[Slot | Op]:
        """What `user` takes `value` for."""
        fed = self.fed.get(user)
        if fed is None:
            return (user,)
        taken = self.taken.get(user)
        if taken is None:
            taken = self.taken[user] = {}
            for number, operand in enumerate(user.operands):
                taken.setdefault(operand, []).extend(fed.get(number) or [user])
        return taken[value]


class _Removal:
    """Slots that go: their operands, arguments and results, collected by op and block and removed together."""

    def __init__(self, rewriter: Rewriter) -> None:
        self.rewriter = rewriter
        self.operands: dict[Op, set[int]] = {}
        self.values: dict[Op | Block, set[Value]] = {}

    def drop(self, slot: Slot) -> None:
        for op, number in slot.incoming:
            self.operands.setdefault(op, set()).add(number)
        for value in slot.values:
            self.values.setdefault(value.owner, set()).add(value)

    def run(self) -> None:
        for op, numbers in self.operands.items():
            kept = [value for i, value in enumerate(op.operands) if i not in numbers]
            self.rewriter.set_operands(op, kept, _smaller(op.segments, numbers))
            self.rewriter.leave_out(op)
        for owner, values in self.values.items():
            if isinstance(owner, Block):
                owner.keep_arguments([value not in values for value in owner.arguments])
            else:
                self.rewriter.keep_results(owner, [value not in values for value in owner.results])


def _smaller(segments: list[int] | None, numbers: set[int]) -> list[int] | None:
    """The sizes of operand groups without the operands of these numbers."""
    if segments is None:
        return None
    sizes, at = [], 0
    for size in segments:
        sizes.append(size - sum(i in numbers for i in range(at, at + size)))
        at += size
    return sizes
