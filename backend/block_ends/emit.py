"""The ownership-based deallocation pass: carries out the plan that the rules made.

Source of the transformation: MLIR's "Ownership-based Buffer Deallocation". What is freed and retained where is derived in
`rules/analysis/`; here the plan becomes ops.
"""

from __future__ import annotations

from ownlog.backend.block_ends.block_end import BlockEnd, because
from ownlog.backend.block_ends.flags import Flags
from ownlog.backend.block_ends.plan import Plan
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.indicators import Indicator, Indicators
from ownlog.backend.rewriting.rows import LEAVES
from ownlog.frontend.ir.functions import update_function_type
from ownlog.frontend.ir.ir import Block, Module, Op, Value
from ownlog.frontend.text.types import I1
from ownlog.rules.traits.traits import Traits


def insert_deallocations(module: Module, plan: Plan, traits: Traits, copy_op: str = "clone") -> None:
    """Rewrite `module` in place: insert copies, `bufferization.dealloc`s and ownership indicators as `plan` says.

    `traits` say what a function is, and what returns from it. `copy_op` is one of `copies.COPY_OPS`.
    """
    _Rewrite(module, plan, traits, copy_op).run()


def _has_body(function: Op) -> bool:
    return bool(function.regions) and bool(function.regions[0].blocks)


class _Rewrite:
    """The state of one rewrite: the indicators of each function, the block ends, and the indicators that have an SSA value by now."""

    def __init__(self, module: Module, plan: Plan, traits: Traits, copy_op: str) -> None:
        self.plan = plan
        self.traits = traits
        self.copy_op = copy_op
        self.functions = {function: Indicators(function) for function in module.functions(traits) if _has_body(function)}
        self.flags = {indicators: Flags(indicators, plan) for indicators in self.functions.values()}
        self.unfreed: dict[tuple[Op, int], Value] = {}
        self.resolved: dict[str, Indicator] = {"true": True, "false": False}
        self._of_block: dict[Block, Indicators] = {}
        self.ends = {block: BlockEnd(block, todo, self) for block, todo in plan.blocks.items()}

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
        self._keep_flags()
        for end in self.ends.values():
            end.place()
        for function in self.plan.functions:
            update_function_type(function, self.traits)
            function.because = (("function_indicator", (function, None)),)
        for op, told in self.plan.tells_unfreed.items():
            self._tell_unfreed(op, told)
        for indicators, flags in self.flags.items():
            flags.place()
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
        for op, number in self.plan.told_unfreed:
            self.unfreed[op, number] = result = build.append_result(op, I1, self.indicators(op.parent).names)
            result.because = ("told_unfreed", (op, number))
        for op, count in self.plan.entries.items():
            self.plan.grow(op, {LEAVES: [self.indicators(op.parent).value(False)] * count})
            op.because = (("entry_indicator", (op, None, None)),)

    def indicators(self, block: Block | None) -> Indicators:
        """Those of the function around `block`."""
        way: list[Block] = []
        found: Indicators | None = None
        while block is not None and block.parent is not None and block.parent.parent is not None and found is None:
            way.append(block)
            op = block.parent.parent
            found = self._of_block.get(block) or self.functions.get(op)
            block = op.parent
        assert found is not None, "a plan only speaks of blocks in functions"
        self._of_block.update(dict.fromkeys(way, found))
        return found

    def resolve(self, state: str, new: list[Op]) -> Indicator:
        """The indicator that an ownership state names; where it takes a new op in the block at hand, that is appended to `new`."""
        if state not in self.resolved:
            kind, value = self.plan.indicators[state]
            if kind == "flag":
                # Not remembered: the next one who asks may get another answer.
                return self.flags[self.indicators(value.block)].load(value, new)
            self.resolved[state] = self.ends[value.block].merged(value) if kind == "retained" else self._selected(value, new)
        return self.resolved[state]

    def _selected(self, value: Value, new: list[Op]) -> Indicator:
        op, condition, on_true, on_false = self.plan.selects[value]
        start = len(new)
        chosen = self.indicators(op.parent).choice(condition, self.resolve(on_true, new), self.resolve(on_false, new), new)
        because(new[start:], ("selected", (value, op, None, None, None)))
        return chosen

    def _keep_flags(self) -> None:
        """What changes a flag: its buffer's definition, every free of it, and the deallocation at the end of its block."""
        for value, state in self.plan.flag_starts:
            self.flags[self.indicators(value.block)].start(value, state, self.resolve)
        for parameter in dict.fromkeys(value for values in self.plan.tells_unfreed.values() for value in values):
            self.flags[self.indicators(parameter.block)].start_unfreed(parameter)
        for row in self.plan.cleared:
            self.flags[self.indicators(row.op.parent)].clear(row, self.unfreed.get((row.op, row.argument)))
        for value in self.plan.flags:
            assert value.block.parent is not None
            for block in value.block.parent.blocks:
                if block in self.ends:
                    self.ends[block].tell(value, self.flags[self.indicators(block)])

    def _tell_unfreed(self, op: Op, parameters: list[Value]) -> None:
        """Let the return `op` say which parameters are unfreed, behind all else that it returns."""
        assert op.parent is not None
        assert op.parent.parent is not None
        assert op.parent.parent.parent is not None
        new: list[Op] = []
        flags = self.flags[self.indicators(op.parent)]
        told = [flags.load(parameter, new, "unfreed") for parameter in parameters]
        because(new, ("tells_unfreed", (op, None, None)))
        op.parent.insert_before(op, new)
        op.set_operands([*op.operands, *told])
        op.because += tuple(("tells_unfreed", (op, None, parameter)) for parameter in parameters)
        update_function_type(op.parent.parent.parent, self.traits)

    def _assert_not_owned(self, op: Op, state: str) -> None:
        """A buffer that is freed by hand must not be owned: check it where the program runs."""
        assert op.parent is not None
        indicators = self.indicators(op.parent)
        new: list[Op] = []
        not_owned = indicators.negation(self.resolve(state, new), new)
        new.append(build.assertion(indicators.value(not_owned), "expected that the block does not have ownership"))
        because(new, ("manual_free", (op, None, None, None)))
        op.parent.insert_before(op, new)
