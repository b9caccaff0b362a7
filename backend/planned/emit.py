"""Carries out the plan of moves and releases: `memref.dealloc`s where owners end, and i1 values where ownership depends on the way taken.

Where an owner is released, and what that depends on, is derived in `rules/analysis/plan/` (release.dl, drop_flags.dl, transfers.dl); here
the plan becomes ops.
"""

from __future__ import annotations

from collections.abc import Mapping

from ownlog.backend.block_ends.flags import Flags
from ownlog.backend.planned.plan import DynamicTransfer, TransferPlan
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.indicators import Indicator, Indicators
from ownlog.backend.rewriting.layouts import is_strided, layout
from ownlog.backend.rewriting.rows import LEAVES
from ownlog.frontend.ir.functions import update_function_type
from ownlog.frontend.ir.ir import Block, Module, Op, Reason, Value
from ownlog.frontend.text.types import I1
from ownlog.rules.traits.traits import Traits


def insert_releases(module: Module, plan: TransferPlan, traits: Traits) -> None:
    """Rewrite `module` in place: release each owner as `plan` says, with the copies and the i1 values that this takes.

    `traits` say what returns from a function.
    """
    _Transfer(module, plan, traits).run()


class _Transfer:
    """The state of one rewrite: the indicators of each function, the owners that come with an i1, and the new ops by place."""

    def __init__(self, module: Module, plan: TransferPlan, traits: Traits) -> None:
        self.module = module
        self.plan = plan
        self.traits = traits
        self.functions: dict[Op, Indicators] = {}
        self.flags: dict[Op, Flags] = {}
        self.dropped = set(plan.dropped)
        self.unfreed: dict[tuple[Op, int], Value] = {}
        self.owned: dict[Value, Value] = {}
        self.transferred: dict[tuple[Op, int, int], Indicator] = {}
        self.left: dict[tuple[Block, int], dict[Value, Indicator]] = {}
        self.after: dict[Op, list[Op]] = {}
        self.ahead: dict[Op, list[Op]] = {}
        self.before: dict[Block, list[Op]] = {}
        self.last: dict[Block, list[Op]] = {}

    def run(self) -> None:
        self._add_indicators()
        for value, (op, sides) in self.plan.owning_selects.items():
            if self.plan.owns.get(value) == "sometimes":
                self._choose_indicator(value, op, sides)
        self._keep_flags()
        for op, clones in self.plan.clones.items():
            self._clone(op, clones)
        for (op, anchor), unchosen in self.plan.unless.items():
            self._release_unchosen(op, anchor, unchosen)
        for op, transfers in self.plan.dynamic_transfers.items():
            for transfer in transfers:
                self._transfer(op, transfer)
        for anchor, values in self.plan.after.items():
            self.after.setdefault(anchor, []).extend(self._releases(anchor.parent, values, ("release_after", (anchor.parent, None))))
        for block, values in self.plan.before.items():
            self.before.setdefault(block, []).extend(self._releases(block, values, ("release_after", (block, None))))
        for block, values in self.plan.at_end.items():
            states = self.left.get((block, LEAVES), self.left.get((block, 0)))
            self.last.setdefault(block, []).extend(self._releases(block, values, ("release_at_end", (block,)), states))
        self._pass_on()
        self._tell_unfreed()
        self._split_edges()
        self._place()
        self._update_types()
        for flags in self.flags.values():
            flags.place()
        for indicators in self.functions.values():
            indicators.place_constants()

    def indicators(self, block: Block | None) -> Indicators:
        """Those of the function around `block`."""
        assert block is not None
        function = self.plan.functions[block]
        if function not in self.functions:
            self.functions[function] = Indicators(function)
        return self.functions[function]

    def _add_indicators(self) -> None:
        for block, value in self.plan.arguments:
            self.owned[value] = argument = block.add_argument(self.indicators(block).names.fresh_number(), I1)
            argument.because = ("carried_argument", (block, value))
        for op, value in self.plan.results:
            self.owned[value] = result = build.append_result(op, I1, self.indicators(op.parent).names)
            result.because = ("carried_result", (op, value))
        for op, number in self.plan.told_unfreed:
            self.unfreed[op, number] = result = build.append_result(op, I1, self.indicators(op.parent).names)
            result.because = ("told_unfreed", (op, number))

    def _state(self, owner: Value | None, new: list[Op]) -> Indicator:
        """Whether `owner` owns what it holds; nobody owns nothing. An op that it takes to tell is appended to `new`."""
        if owner in self.dropped:
            assert owner is not None
            return self._flags(owner.block).load(owner, new)
        return self._begins(owner)

    def _begins(self, owner: Value | None) -> Indicator:
        """Whether `owner` owns what it holds when it begins."""
        when = self.plan.owns.get(owner) if owner is not None else None
        return self.owned[owner] if owner is not None and when == "sometimes" else when is not None

    def _choose_indicator(self, value: Value, op: Op, sides: dict[str, Value]) -> None:
        indicators = self.indicators(op.parent)
        new: list[Op] = []
        states = [self._begins(sides.get(when)) for when in ("true", "false")]
        self.owned[value] = indicators.value(indicators.choice(op.operands[0], states[0], states[1], new))
        for made in new:
            made.because = (("owns", (value, "sometimes")),)
        self.after.setdefault(op, []).extend(new)

    def _release_unchosen(self, op: Op, anchor: Op, sides: dict[str, Value]) -> None:
        """Release what a select leaves behind: with one more select, where both sides are owned and of one type."""
        indicators = self.indicators(op.parent)
        block = anchor.parent
        assert block is not None
        new = self.last.setdefault(block, []) if anchor is block.terminator else self.after.setdefault(anchor, [])
        condition = op.operands[0]
        on_true, on_false = sides.get("true"), sides.get("false")
        if on_true is not None and on_false is not None and self._alike(on_true, on_false):
            other = build.select(condition, on_false, on_true, indicators.names)
            self._note([other, *self._free(other.results[0], indicators)], op, new)
            return
        for when, value in sides.items():
            made: list[Op] = []
            free = condition if when == "false" else indicators.negation(condition, made)
            owned = indicators.conjunction(self._begins(value), free, made)
            made += self._free_if(value, owned, indicators)
            self._note(made, op, new)

    def _alike(self, left: Value, right: Value) -> bool:
        """Both are always owned, and one op can free either."""
        return self._begins(left) is self._begins(right) is True and left.type is right.type

    def _note(self, made: list[Op], op: Op, new: list[Op]) -> None:
        for other in made:
            other.because = (("release_unless", (op, None, None, None, None)),)
        new += made

    def _clone(self, op: Op, clones: list[tuple[int, Value, Value | None]]) -> None:
        """Give a return copies of what the function does not own."""
        assert op.parent is not None
        names = self.indicators(op.parent).names
        operands = list(op.operands)
        new = self.last.setdefault(op.parent, [])
        for position, value, owner in clones:
            copy = build.clone(value, names)
            if owner is not None:
                keep, give = [build.yielded([value])], [copy, build.yielded([copy.results[0]])]
                copy = build.if_else(self.indicators(op.parent).value(self._state(owner, new)), keep, give, value.type, names)
            copy.because = (("return_clone", (op, position, value, None)),)
            new.append(copy)
            operands[position] = copy.results[0]
        op.set_operands(operands)

    def _transfer(self, op: Op, transfer: DynamicTransfer) -> None:
        """Tell, before the terminator, whether what it forwards is what ends there."""
        assert op.parent is not None
        indicators = self.indicators(op.parent)
        made: list[Op] = []
        remaining = self.left.setdefault((op.parent, transfer.edge), {})
        owned = remaining[transfer.owner] if transfer.owner in remaining else self._state(transfer.owner, made)
        key = (op, transfer.edge, transfer.position)
        if transfer.mover is not None:
            # What goes along owns something else, or nothing: then it is what ends here.
            transferred, left = owned, indicators.conjunction(owned, self._state(transfer.mover, made), made)
        else:
            same = self._same(transfer, indicators, made)
            transferred = indicators.conjunction(owned, same, made)
            left = indicators.conjunction(owned, indicators.negation(same, made), made)
        self.transferred[key] = indicators.disjunction(self.transferred.get(key, False), transferred, made)
        remaining[transfer.owner] = left
        for new in made:
            new.because = (("transfer_if_same", (op, transfer.edge, transfer.position, transfer.value, transfer.owner)),)
        self.last.setdefault(op.parent, []).extend(made)

    def _same(self, transfer: DynamicTransfer, indicators: Indicators, made: list[Op]) -> Indicator:
        """Whether what is forwarded is what ends there."""
        if transfer.guard is not None:
            condition, positive = transfer.guard
            return condition if positive else indicators.negation(condition, made)
        # Of a view that may begin elsewhere, what it is a view of has the address to compare.
        addressed = [self.plan.addressed(value) for value in (transfer.value, transfer.owner)]
        pointers = [build.pointer(value, indicators.names) for value in addressed]
        made += [*pointers, build.compare("eq", pointers[0].results[0], pointers[1].results[0], indicators.names)]
        return made[-1].results[0]

    def _releases(
        self, block: Block | None, values: list[Value], reason: Reason, states: Mapping[Value, Indicator] | None = None
    ) -> list[Op]:
        """The ops that free `values`; `reason` lacks its last column, which is the value."""
        indicators = self.indicators(block)
        new: list[Op] = []
        for value in values:
            made: list[Op] = []
            state = states[value] if states is not None and value in states else self._state(value, made)
            made += self._free_if(value, state, indicators)
            for op in made:
                op.because = ((reason[0], (*reason[1], value)),)
            new += made
        return new

    def _free_if(self, value: Value, owned: Indicator, indicators: Indicators) -> list[Op]:
        frees = self._free(value, indicators)
        return frees if owned is True else [build.if_then(indicators.value(owned), frees)]

    def _free(self, value: Value, indicators: Indicators) -> list[Op]:
        """The ops that free the allocation of a buffer; a layout means that the buffer may be a part of it."""
        if not value.name and isinstance(value.owner, Op):
            build.name_results(value.owner, indicators.names)
        if value.type.is_unranked_memref or layout(value.type) is None or not is_strided(value.type):
            return [build.free(value)]
        metadata = build.strided_metadata(value, indicators.names)
        return [metadata, build.free(metadata.results[0])]

    def _pass_on(self) -> None:
        """Append the indicators that travel to the operands of the ops that forward them."""
        for op, edges in self.plan.carries.items():
            indicators = self.indicators(op.parent)
            groups = op.groups()
            for edge, owners in edges.items():
                group = self.plan.groups.get((op, edge if edge >= 0 else LEAVES), 0)
                groups[group] = [*groups[group], *(self._passed(op, edge, k, owner, indicators) for k, owner in owners)]
            op.set_operands([value for group in groups for value in group], op.segments and [len(group) for group in groups])

    def _passed(self, op: Op, edge: int, position: int, owner: Value | None, indicators: Indicators) -> Value:
        """The i1 that goes along with an operand of `op`."""
        made: list[Op] = []
        state = indicators.disjunction(self._state(owner, made), self.transferred.get((op, edge, position), False), made)
        if made:
            assert op.parent is not None
            at_end = op is op.parent.terminator
            (self.last.setdefault(op.parent, []) if at_end else self.ahead.setdefault(op, [])).extend(made)
        return indicators.value(state)

    def _flags(self, block: Block | None) -> Flags:
        """The drop flags of the function around `block`."""
        indicators = self.indicators(block)
        if indicators.function not in self.flags:
            self.flags[indicators.function] = Flags(indicators, self.plan, "dropped")
        return self.flags[indicators.function]

    def _keep_flags(self) -> None:
        """What changes a drop flag: its owner's definition, and every free of what it may hold."""
        for owner in self.plan.dropped:
            new: list[Op] = []
            self._flags(owner.block).store(owner, self._begins(owner), new)
            new[-1].because = (("dropped", (owner,)),)
            self._at_birth(owner).extend(new)
        for parameter in dict.fromkeys(value for values in self.plan.tells_unfreed.values() for value in values):
            self._at_birth(parameter).extend(self._flags(parameter.block).starting_unfreed(parameter))
        for row in self.plan.cleared:
            unfreed = self.unfreed.get((row.op, row.argument))
            (self.after if unfreed else self.ahead).setdefault(row.op, []).extend(self._flags(row.op.parent).clearing(row, unfreed))

    def _at_birth(self, value: Value) -> list[Op]:
        """Where to put what comes right after the definition of `value`."""
        return self.before.setdefault(value.owner, []) if isinstance(value.owner, Block) else self.after.setdefault(value.owner, [])

    def _tell_unfreed(self) -> None:
        """Let returns say which parameters are unfreed, behind all else that they return."""
        for op, parameters in self.plan.tells_unfreed.items():
            assert op.parent is not None
            new = self.last.setdefault(op.parent, [])
            told = [self._flags(op.parent).load(parameter, new, "unfreed") for parameter in parameters]
            op.set_operands([*op.operands, *told])
            op.because += tuple(("tells_unfreed", (op, None, parameter)) for parameter in parameters)

    def _update_types(self) -> None:
        """A function whose entry block got more arguments, or whose returns got more operands, has another type."""
        entered = [block for block, _ in self.plan.arguments if block is self.plan.functions[block].regions[0].blocks[0]]
        leave = [op for op in self.plan.carries if self.traits.forwarded(op) is not None]
        ends = [op.parent for op in [*leave, *self.plan.tells_unfreed] if op.parent is not None]
        left = [block for block in ends if block.parent is not None and block.parent.parent is self.plan.functions[block]]
        for function in dict.fromkeys(self.plan.functions[block] for block in [*entered, *left]):
            update_function_type(function, self.traits)

    def _split_edges(self) -> None:
        """Put blocks of their own on the edges that release something."""
        for (block, successor), values in self.plan.on_edge.items():
            terminator = block.terminator
            assert terminator is not None
            target = terminator.successors[successor]
            assert target.parent is not None
            between = Block(self.indicators(block).names.fresh_label())
            for op in self._releases(block, values, ("release_on_edge", (block, successor)), self.left.get((block, successor))):
                between.append(op)
            groups = terminator.groups()
            group = self.plan.groups.get((terminator, successor))
            between.append(build.branch(target, groups[group] if group is not None else []))
            if group is not None:
                groups[group] = []
            terminator.successors = [between if i == successor else other for i, other in enumerate(terminator.successors)]
            terminator.set_operands([value for one in groups for value in one], terminator.segments and [len(one) for one in groups])
            between.parent = target.parent
            target.parent.blocks.insert(target.parent.blocks.index(target), between)

    def _place(self) -> None:
        """Put the new ops into their blocks, each block once."""
        blocks = dict.fromkeys([*self.before, *self.last, *(op.parent for op in [*self.after, *self.ahead] if op.parent is not None)])
        for block in blocks:
            ops = list(self.before.get(block, ()))
            for op in block.ops:
                if op is block.terminator:
                    ops += self.last.get(block, ())
                ops += self.ahead.get(op, ())
                ops.append(op)
                ops += self.after.get(op, ())
            block.replace_ops(ops)
