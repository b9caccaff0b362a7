"""The ownership-based deallocation pass: carries out the plan that the rules made.

Source of the transformation: MLIR's "Ownership-based Buffer Deallocation". What is freed and retained where is derived in
`rules/analysis/`; here the plan becomes ops.
"""

from __future__ import annotations

from ownlog.backend import build
from ownlog.backend.indicators import Indicator, Indicators
from ownlog.backend.plan import LEAVES, BlockPlan, Plan
from ownlog.frontend.functions import update_function_type
from ownlog.frontend.ir import Block, Module, Op, Reason, Value
from ownlog.frontend.types import I1


def insert_deallocations(module: Module, plan: Plan) -> None:
    """Rewrite `module` in place: insert copies, `bufferization.dealloc`s and ownership indicators as `plan` says."""
    _Rewrite(module, plan).run()


def _because(ops: list[Op], reason: Reason) -> None:
    """Say why ops were made, where nothing more particular has been said."""
    for op in ops:
        op.because = op.because or (reason,)


def _has_body(function: Op) -> bool:
    return bool(function.regions) and bool(function.regions[0].blocks)


class _Rewrite:
    """The state of one rewrite: the indicators of each function, the block ends, and the indicators that have an SSA value by now."""

    def __init__(self, module: Module, plan: Plan) -> None:
        self.plan = plan
        self.functions = {function: Indicators(module, function) for function in module.functions() if _has_body(function)}
        self.resolved: dict[str, Indicator] = {"true": True, "false": False}
        self.ends = {block: _BlockEnd(block, todo, self) for block, todo in plan.blocks.items()}

    def run(self) -> None:
        for todo in self.plan.blocks.values():
            for value, _ in todo.candidates:
                if not value.name and isinstance(value.owner, Op):
                    build.name_results(value.owner, self.indicators(value.block).names)
        self._add_indicators()
        # In three rounds, because what one block decides is an operand in another: first the results, then the operands, then the places.
        for end in self.ends.values():
            end.declare()
        for end in self.ends.values():
            end.fill()
        for op, state in self.plan.frees:
            self._assert_not_owned(op, state)
        for end in self.ends.values():
            end.place()
        for function in self.plan.functions:
            update_function_type(function)
            function.because = (("function_indicator", (function, None)),)
        for indicators in self.functions.values():
            indicators.place_constants()

    def _add_indicators(self) -> None:
        """The i1 arguments, results and operands that carry ownership into and out of blocks, regions and functions."""
        name_of = {(kind, value): name for name, (kind, value) in self.plan.indicators.items()}
        for block, value in self.plan.arguments:
            names = self.indicators(block).names
            self.resolved[name_of["argument", value]] = argument = block.add_argument(names.fresh_number(), I1)
            argument.because = ("indicator_argument", (block, value))
        for op, value in self.plan.results:
            self.resolved[name_of["result", value]] = result = build.append_result(op, I1, self.indicators(op.parent).names)
            result.because = ("indicator_result", (op, value))
        for op, count in self.plan.entries.items():
            self.plan.grow(op, {LEAVES: [self.indicators(op.parent).value(False)] * count})
            op.because = (("entry_indicator", (op, None, None)),)

    def indicators(self, block: Block | None) -> Indicators:
        """Those of the function around `block`."""
        while block is not None and block.parent is not None and block.parent.parent is not None:
            op = block.parent.parent
            if op in self.functions:
                return self.functions[op]
            block = op.parent
        raise AssertionError("a plan only speaks of blocks in functions")

    def resolve(self, state: str, new: list[Op]) -> Indicator:
        """The indicator that an ownership state names; where it takes a new op in the block at hand, that is appended to `new`."""
        if state not in self.resolved:
            kind, value = self.plan.indicators[state]
            self.resolved[state] = self.ends[value.block].merged(value) if kind == "retained" else self._selected(value, new)
        return self.resolved[state]

    def _selected(self, value: Value, new: list[Op]) -> Indicator:
        op, condition, on_true, on_false = self.plan.selects[value]
        start = len(new)
        chosen = self.indicators(op.parent).choice(condition, self.resolve(on_true, new), self.resolve(on_false, new), new)
        _because(new[start:], ("selected", (value, op, None, None, None)))
        return chosen

    def _assert_not_owned(self, op: Op, state: str) -> None:
        """A buffer that is freed by hand must not be owned: check it where the program runs."""
        assert op.parent is not None
        indicators = self.indicators(op.parent)
        new: list[Op] = []
        not_owned = indicators.negation(self.resolve(state, new), new)
        new.append(build.assertion(indicators.value(not_owned), "expected that the block does not have ownership"))
        _because(new, ("manual_free", (op, None, None, None)))
        op.parent.insert_before(op, new)


class _BlockEnd:
    """The new ops before one block's terminator."""

    def __init__(self, block: Block, plan: BlockPlan, rewrite: _Rewrite) -> None:
        assert block.terminator is not None
        self.block = block
        self.plan = plan
        self.rewrite = rewrite
        self.terminator = block.terminator
        self.indicators = rewrite.indicators(block)
        self.copies: dict[int, Op] = {}
        self.deallocs: dict[int, Op] = {}
        self.kept: dict[int, dict[Value, Value]] = {}
        self.new: list[Op] = []
        self.last: list[Op] = []

    def declare(self) -> None:
        """Make the copies and the deallocations with their results, still without operands."""
        names = self.indicators.names
        for index, (value, unless) in sorted(self.plan.copies.items()):
            self.copies[index] = build.clone(value, names) if unless == "never" else self._guarded_copy(value)
        if not self.plan.deallocates:
            return
        for successor in range(len(self.terminator.successors)) if self.terminator.successors else (LEAVES,):
            retained = self._leaving() if successor == LEAVES else self.plan.retained.get(successor, [])
            self.deallocs[successor] = op = build.dealloc([], [], retained, names)
            self.kept[successor] = dict(zip(retained, op.results, strict=True))

    def _leaving(self) -> list[Value]:
        """What leaves the region: copies in the places of what they were made of."""
        kept = set(self.plan.retained.get(LEAVES, ()))
        operands = enumerate(self.terminator.operands)
        values = (self.copies[i].results[0] if i in self.copies else value for i, value in operands if i in self.copies or value in kept)
        return list(dict.fromkeys(values))

    def _guarded_copy(self, value: Value) -> Op:
        names = self.indicators.names
        copy = build.clone(value, names)
        keep = [build.terminator("scf.yield", [value])]
        give = [copy, build.terminator("scf.yield", [copy.results[0]])]
        return build.if_else(None, keep, give, value.type, names)

    def fill(self) -> None:
        """Give the new ops their operands."""
        for index, op in self.copies.items():
            unless = self.plan.copies[index][1]
            start = len(self.new)
            if unless != "never":
                kept = self._not_handed_out(index, self.rewrite.resolve(unless, self.new))
                op.set_operands([self.indicators.value(kept)])
            self.new.append(op)
            _because(self.new[start:], self._copied(index))
        buffers, owned = self._candidates()
        for successor, op in self.deallocs.items():
            start = len(self.new)
            conditions = [self.indicators.value(self._taken(successor, indicator)) for indicator in owned]
            _because(self.new[start:], ("edge", (self.block, successor, None)))
            retained = op.operands
            op.set_operands([*buffers, *conditions, *retained], [len(buffers), len(conditions), len(retained)])
            self.new.append(op)
            op.because = self._reasons(successor, retained)
        self._pass_on()

    def _copied(self, index: int) -> Reason:
        return ("return_copy", (self.terminator, index, None, None))

    def _reasons(self, successor: int, retained: list[Value]) -> tuple[Reason, ...]:
        """Why the deallocation toward a successor has its operands."""
        copied = {op.results[0]: self._copied(index) for index, op in self.copies.items()}
        reasons: list[Reason] = []
        for value, state in self.plan.candidates:
            reasons += [("candidate", (self.block, value, None)), ("condition", (self.block, value, state))]
        reasons += copied.values()
        for value in retained:
            leaves: Reason = ("retained_on_exit", (self.block, value))
            stays: Reason = ("retained_on_edge", (self.block, successor, value))
            reasons.append(copied.get(value, leaves if successor == LEAVES else stays))
        return tuple(dict.fromkeys(reasons))

    def _not_handed_out(self, index: int, owned: Indicator) -> Indicator:
        """`owned`, and the return's operand number `index` is none of the buffers that it may be and that are handed out before it."""
        names = self.indicators.names
        for earlier in self.plan.compares.get(index, ()):
            operands = self.terminator.operands
            other = self.copies[earlier].results[0] if earlier in self.copies else operands[earlier]
            pointers = [build.pointer(value, names) for value in (other, operands[index])]
            differ = build.compare("ne", pointers[0].results[0], pointers[1].results[0], names)
            self.new += [*pointers, differ]
            _because(self.new[-3:], ("return_compare", (self.terminator, index, earlier)))
            owned = self.indicators.conjunction(owned, differ.results[0], self.new)
        return owned

    def _candidates(self) -> tuple[list[Value], list[Indicator]]:
        """The buffers as they were allocated, and who owns them."""
        resolve = self.rewrite.resolve
        everything: list[tuple[Value, Indicator]] = [(value, resolve(state, self.new)) for value, state in self.plan.candidates]
        everything += [(op.results[0], True) for op in self.copies.values()]
        reasons: list[Reason] = [("candidate", (self.block, value, None)) for value, _ in self.plan.candidates]
        reasons += [self._copied(index) for index in self.copies]
        buffers: list[Value] = []
        for (value, _), reason in zip(everything, reasons, strict=True):
            start = len(self.new)
            if value.type.is_unranked_memref:
                self.new.append(build.ranked(value, self.indicators.names))
                value = self.new[-1].results[0]
            self.new.append(build.strided_metadata(value, self.indicators.names, self.indicators.layouts))
            buffers.append(self.new[-1].results[0])
            _because(self.new[start:], reason)
        return buffers, [indicator for _, indicator in everything]

    def _taken(self, successor: int, owned: Indicator) -> Indicator:
        """`owned`, and the terminator goes to `successor`."""
        condition = self.plan.condition
        if condition is None or owned is False:
            return owned
        taken = condition if successor == 0 else self.indicators.negation(condition, self.new)
        return self.indicators.conjunction(owned, taken, self.new)

    def merged(self, value: Value) -> Indicator:
        """Who owns `value` after this block: what the deallocations toward the successors that need it say."""
        says = [kept[value] for _, kept in sorted(self.kept.items()) if value in kept]
        if len(says) == 1:
            return says[0]
        assert self.plan.condition is not None
        assert len(says) == 2
        chosen = self.indicators.choice(self.plan.condition, says[0], says[1], self.last)
        _because(self.last, ("retained_on_edge", (self.block, None, value)))
        return chosen

    def _pass_on(self) -> None:
        """Give the terminator the copies instead of what they were made of, and the indicators of the buffers it passes on."""
        if not self.plan.passes and not self.copies:
            return
        op = self.terminator
        operands = [self.copies[index].results[0] if index in self.copies else value for index, value in enumerate(op.operands)]
        told = {i: [self._told(i, value) for value in values] for i, values in self.plan.passes.items()}
        op.set_operands(operands)
        self.rewrite.plan.grow(op, told)
        passed: list[Reason] = [("passes_indicator", (op, i, None, value)) for i, values in self.plan.passes.items() for value in values]
        op.because = (*map(self._copied, self.copies), *passed)

    def _told(self, successor: int, value: Value) -> Value:
        # A block without candidates owns nothing that it could pass on.
        return self.kept[successor][value] if successor in self.kept else self.indicators.value(False)

    def place(self) -> None:
        self.block.insert_before(self.terminator, [*self.new, *self.last])
