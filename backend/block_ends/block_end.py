"""The end of one block: the copies and deallocations before its terminator, and what the terminator passes on."""

from __future__ import annotations

from dataclasses import dataclass, field

from ownlog.backend.actions.drop_flags import Flags
from ownlog.backend.actions.emission import Emission, because
from ownlog.backend.actions.insertions import put_on_edge
from ownlog.backend.actions.schema import LEAVES, Actions, Copy, Deallocation, EndOf, Forward, Release, Told
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.copies import copy_buffer, keep_or_copy
from ownlog.backend.rewriting.indicators import Indicator, Indicators
from ownlog.base.errors import InputError
from ownlog.frontend.forms.language.memrefs import of_memref
from ownlog.frontend.ir.ir import Block, Op, Reason, Value
from ownlog.frontend.text.literals import in_type, integer_elements


def case_conditions(terminator: Op, flag: Value, cases: str, indicators: Indicators, new: list[Op]) -> list[Indicator]:
    """The condition of each successor of `terminator`: number 0 if `flag` equals none of `cases`.

    `cases` is the text of an attribute; InputError if it does not have a number for each other successor.
    """
    taken: list[Indicator] = []
    any_case: Indicator = False
    elements = integer_elements(cases)
    if elements is None or elements.count != len(terminator.successors) - 1:
        advice = "write them as dense<[1, 2]> : tensor<2xi32>, a number for each successor but the first"
        raise InputError(terminator.diagnostic("the cases of the branch cannot be read", advice))
    values = [in_type(value, flag.type.canonical) for value in elements.all()]
    for number, value in enumerate(values):
        if value in values[:number]:
            taken.append(False)
            continue
        constant = build.integer(value, flag.type, indicators.names)
        equal = build.compare("eq", flag, constant.results[0], indicators.names)
        new += [constant, equal]
        taken.append(equal.results[0])
        any_case = indicators.disjunction(any_case, equal.results[0], new)
    return [indicators.negation(any_case, new), *taken]


class EdgeBlock:
    """A new block on the edge to successor number `number`, with `ops`.

    It takes the successor's former arguments, so that the terminator keeps its operands.
    """

    def __init__(self, terminator: Op, number: int, indicators: Indicators) -> None:
        self.terminator = terminator
        self.number = number
        self.target = terminator.successors[number]
        self.block = Block(indicators.names.fresh_label())
        self.arguments = [
            self.block.add_argument(indicators.names.fresh_number(), value.type) for value in self.target.arguments
        ]
        self.ops: list[Op] = []

    def place(self, passed: list[Value]) -> None:
        """Put the block on the edge. `passed` goes to the target behind its own arguments."""
        here = self.terminator.parent
        assert here is not None
        assert here.parent is not None
        put_on_edge(
            self.terminator,
            self.number,
            self.block,
            self.ops,
            [*self.arguments, *passed],
            here.parent.blocks.index(here) + 1,
        )


@dataclass
class ActionsAt:
    """What is to be done at the end of one block: `retained` and `forwards` by edge, `copies` by operand number."""

    deallocation: Deallocation | None = None
    releases: list[Release] = field(default_factory=list)
    retained: dict[int, list[Value]] = field(default_factory=dict)
    copies: dict[int, Copy] = field(default_factory=dict)
    forwards: dict[int, list[Forward]] = field(default_factory=dict)


def by_block(actions: Actions) -> dict[Block, ActionsAt]:
    """The actions at the ends of blocks: first of blocks with a deallocation, in their order, then of others."""
    found = {action.block: ActionsAt(action) for action in actions.deallocations}
    for release in actions.releases:
        assert isinstance(release.place, EndOf)
        found[release.place.block].releases.append(release)
    for forward in actions.forwards:
        if isinstance(forward.owned, Told):
            found.setdefault(_home(forward.op), ActionsAt()).forwards.setdefault(forward.edge, []).append(forward)
    for copy in actions.copies:
        found[_home(copy.op)].copies[copy.position] = copy
    for retain in actions.retains:
        if retain.block in found:
            found[retain.block].retained.setdefault(retain.edge, []).append(retain.value)
    return found


def _home(op: Op) -> Block:
    assert op.parent is not None
    return op.parent


@dataclass(frozen=True)
class _Copy:
    """The replacement of a returned buffer, and the ops that make it; a choice is one op without its operand."""

    value: Value
    ops: list[Op]


class BlockEnd:
    """The new ops before one block's terminator. `copy_op` is one of `copies.COPY_OPS`."""

    def __init__(self, block: Block, actions: ActionsAt, emission: Emission, copy_op: str) -> None:
        assert block.terminator is not None
        self.block = block
        self.actions = actions
        self.emission = emission
        self.copy_op = copy_op
        self.terminator = block.terminator
        self.indicators = emission.indicators(block)
        self.addresses = emission.actions.addresses
        self.copies: dict[int, _Copy] = {}
        self.deallocs: dict[int, Op] = {}
        self.kept: dict[int, dict[Value, Value]] = {}
        self.edges: dict[int, EdgeBlock] = {}
        self.taken: list[Indicator] = []
        if actions.deallocation is not None and actions.deallocation.splits:
            # Now, before the successors get arguments for indicators.
            self.edges = {
                i: EdgeBlock(self.terminator, i, self.indicators) for i in range(len(self.terminator.successors))
            }
        self.new: list[Op] = []
        self.last: list[Op] = []

    def declare(self) -> None:
        """Make the copies and the deallocations with their results, still without operands."""
        names = self.indicators.names
        for index, action in sorted(self.actions.copies.items()):
            copy, ops = copy_buffer(action.value, self.copy_op, names)
            if action.unless is not None:
                choice = keep_or_copy(None, action.value, copy, ops, names)
                copy, ops = choice.results[0], [choice]
            self.copies[index] = _Copy(copy, ops)
        deallocation = self.actions.deallocation
        if deallocation is None:
            return
        if deallocation.cases and len(self.terminator.successors) > 1:
            self.taken = case_conditions(self.terminator, *deallocation.cases, self.indicators, self.new)
            because(self.new, ("branch_cases", (self.block, *deallocation.cases)))
        for successor in range(len(self.terminator.successors)) if self.terminator.successors else (LEAVES,):
            retained = self._leaving() if successor == LEAVES else self.actions.retained.get(successor, [])
            tellers = [self.addresses.teller(value) for value in retained]
            self.deallocs[successor] = op = build.dealloc([], [], tellers, names)
            self.kept[successor] = dict(zip(retained, op.results, strict=True))

    def _leaving(self) -> list[Value]:
        """What leaves the region: copies in the places of what they were made of."""
        kept = set(self.actions.retained.get(LEAVES, ()))
        operands = enumerate(self.terminator.operands)
        values = (
            self.copies[i].value if i in self.copies else value
            for i, value in operands
            if i in self.copies or value in kept
        )
        return list(dict.fromkeys(values))

    def fill(self) -> None:
        """Give the new ops their operands."""
        for index, copy in self.copies.items():
            action = self.actions.copies[index]
            start = len(self.new)
            if action.unless is not None:
                kept = self._not_handed_out(action, self.emission.resolve(action.unless, self.new))
                copy.ops[0].set_operands([self.indicators.value(kept)])
            self.new += copy.ops
            because(self.new[start:], action.because)
        buffers, owned = self._candidates()
        for successor, op in self.deallocs.items():
            start = len(self.new)
            new = self.edges[successor].ops if self.edges else self.new
            conditions = [self.indicators.value(self._taken(successor, indicator)) for indicator in owned]
            because(self.new[start:], ("edge", (self.block, successor, None)))
            op.set_groups([buffers, conditions, op.operands])
            new.append(op)
            op.because = self._reasons(successor, list(self.kept[successor]))
        self._pass_on()

    def _reasons(self, successor: int, retained: list[Value]) -> tuple[Reason, ...]:
        """Why the deallocation toward a successor has its operands."""
        copied = {copy.value: self.actions.copies[index].because for index, copy in self.copies.items()}
        reasons = [reason for release in self.actions.releases for reason in release.because]
        reasons += copied.values()
        for value in retained:
            leaves: Reason = ("retained_on_exit", (self.block, value))
            stays: Reason = ("retained_on_edge", (self.block, successor, value))
            reasons.append(copied.get(value, leaves if successor == LEAVES else stays))
        return tuple(dict.fromkeys(reasons))

    def _not_handed_out(self, action: Copy, owned: Indicator) -> Indicator:
        """`owned`, and different from all buffers that are returned before the copied one."""
        operands = self.terminator.operands
        for earlier in action.distinct_from:
            other = self.copies[earlier].value if earlier in self.copies else operands[earlier]
            compared = self.addresses.compare("ne", other, operands[action.position], self.indicators.names)
            because(compared, ("return_compare", (self.terminator, action.position, earlier)))
            self.new += compared
            owned = self.indicators.conjunction(owned, compared[-1].results[0], self.new)
        return owned

    def _candidates(self) -> tuple[list[Value], list[Indicator]]:
        """The buffers as allocated, with their ownership; for a view with another address, its source."""
        released = [(release, self.emission.resolve(release.owned, self.new)) for release in self.actions.releases]
        buffers: list[Value] = []
        for release, owned in released:
            base = self._base(release.value, release.because[0], release.hidden)
            if release.hidden:
                start = len(self.new)
                base = self.emission.flags(self.block).present(base, owned, self.block, self.new)
                because(self.new[start:], release.because[0])
            buffers.append(base)
        buffers += [self._base(copy.value, self.actions.copies[index].because) for index, copy in self.copies.items()]
        return buffers, [owned for _, owned in released] + [True] * len(self.copies)

    def _base(self, value: Value, reason: Reason, hidden: bool = False) -> Value:
        """The buffer as it was allocated that `value` is a view of."""
        start = len(self.new)
        base = self.addresses.teller(value)
        if base.type.is_unranked_memref:
            self.new.append(build.ranked(base, self.indicators.names))
            base = self.new[-1].results[0]
        if of_memref(base.type).strided is not None:
            self.new.append(build.strided_metadata(base, self.indicators.names))
            base = self.new[-1].results[0]
        elif hidden:
            advice = "give it a strided layout, or let the program free nothing by hand"
            raise InputError(
                self.terminator.diagnostic("a buffer that is not strided may have been freed before here", advice)
            )
        because(self.new[start:], reason)
        return base

    def _taken(self, successor: int, owned: Indicator) -> Indicator:
        """`owned`, and the terminator goes to `successor`."""
        if owned is False or not (self.taken or self._condition()):
            return owned
        return self.indicators.conjunction(owned, self._goes_to(successor), self.new)

    def _condition(self) -> Value | None:
        return self.actions.deallocation.condition if self.actions.deallocation is not None else None

    def _goes_to(self, successor: int) -> Indicator:
        if self.taken:
            return self.taken[successor]
        condition = self._condition()
        assert condition is not None
        return condition if successor == 0 else self.indicators.negation(condition, self.new)

    def merged(self, value: Value) -> Indicator:
        """Who owns `value` after this block: what the deallocations toward the successors that need it say."""
        says = [(successor, kept[value]) for successor, kept in sorted(self.kept.items()) if value in kept]
        start = len(self.last)
        chosen: Indicator = says[-1][1]
        for successor, kept in reversed(says[:-1]):
            condition = self.taken[successor] if self.taken else self._condition()
            if not isinstance(condition, bool):
                assert condition is not None
                chosen = self.indicators.choice(condition, kept, chosen, self.last)
        because(self.last[start:], ("retained_on_edge", (self.block, None, value)))
        return chosen

    def tell(self, value: Value, flags: Flags) -> None:
        """Let the flag of `value` say who owns it from here on, if the block retains it."""
        for successor, edge in self.edges.items():
            if value in self.kept[successor]:
                flags.store(value, self.kept[successor][value], edge.ops)
                because(edge.ops, ("retained_on_edge", (self.block, successor, value)))
        if not self.edges and any(value in kept for kept in self.kept.values()):
            flags.store(value, self.merged(value), self.last)
            because(self.last, ("retained_on_edge", (self.block, None, value)))

    def _pass_on(self) -> None:
        """Give the terminator the copies, and the indicators of the buffers that it passes on."""
        forwards = self.actions.forwards
        if not forwards and not self.copies:
            return
        op = self.terminator
        operands = [
            self.copies[index].value if index in self.copies else value for index, value in enumerate(op.operands)
        ]
        told = {successor: self._told(successor) for successor in forwards}
        op.set_operands(operands)
        # Where edges are blocks, these pass the indicators on.
        self.emission.forward(op, {} if self.edges else told)
        reasons = [self.actions.copies[index].because for index in self.copies]
        reasons += [forward.because for here in forwards.values() for forward in here if forward.because is not None]
        op.because = tuple(reasons)

    def _told(self, successor: int) -> list[Value]:
        """The i1s for a successor: results of the deallocation on that edge, or false without one."""
        values = [
            forward.owned.value
            for forward in self.actions.forwards.get(successor, ())
            if isinstance(forward.owned, Told)
        ]
        return [
            self.kept[successor][value] if successor in self.kept else self.indicators.value(False) for value in values
        ]

    def place(self) -> None:
        """Put the new ops where they belong."""
        for successor, edge in reversed(self.edges.items()):
            edge.place(self._told(successor))
        self.emission.insertions.end(self.block).extend([*self.new, *self.last])
