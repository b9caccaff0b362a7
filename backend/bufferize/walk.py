"""Rewrites ops on tensors to ops on buffers: one walk, each op once, behind what it uses."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from ownlog.backend.bufferize.aliasing.order import is_tensor
from ownlog.backend.bufferize.constants import Constants
from ownlog.backend.bufferize.ops.func import signature
from ownlog.backend.bufferize.ops.settings import NoSpace, OneShotOptions
from ownlog.backend.bufferize.ops.state import Scopes, State
from ownlog.backend.bufferize.ops.types import Types, destinations
from ownlog.backend.bufferize.table import BUILD, CLASHES, FLOWS, RESULTS
from ownlog.base.errors import InputError
from ownlog.frontend.ir.dominators import children, immediate_dominators
from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.ir.traits import Traits
from ownlog.frontend.printing.fresh_names import Names


@dataclass
class _Frame:
    """A block on its way: the ops to come, those that came out, and what else is seen from there."""

    block: Block
    ops: Iterator[Op]
    out: list[Op]
    names: Names
    entered: bool = False


class Walk:
    """Rewrites a module. In: ops to bufferize, callees, tensors that are replaced by others."""

    def __init__(
        self,
        module: Module,
        scopes: Scopes,
        traits: Traits,
        settings: OneShotOptions,
        known: Collection[Op],
        callees: Mapping[Op, Op],
        like: Mapping[Value, Value],
    ) -> None:
        self.module, self.scopes, self.traits, self.known = module, scopes, traits, known
        self.types = Types(settings, known, traits, RESULTS, FLOWS, like, CLASHES)
        self.types.callees.update(callees)
        self._constants = Constants(module, traits, settings)
        used: set[Value] = set()
        wanted: set[Value] = set()
        needed: set[Value] = set()
        tensors: set[Value] = set()
        for op in module.walk():
            used.update(op.operands)
            tensors.update(filter(is_tensor, _defined(op)))
            (needed if op in known else wanted).update(filter(is_tensor, op.operands))
        self.state = State(self.types, settings, scopes, tensors, used, wanted, needed, self._constants.name)

    def run(self, functions: list[Op]) -> None:
        """Rewrite everything; `functions` are in order, callees first where possible."""
        self.infer(functions)
        self._blocks(self.module.top)
        self._constants.place()

    def infer(self, functions: list[Op]) -> None:
        """Finds the types of all buffers."""
        inside = set(functions)
        for op in functions:
            self.types.run(op)
        for op in self.module.ops:
            self._outside(op, inside)
        for op in functions:
            if op in self.known:
                with _spaces_of(op):
                    signature(self.types, op)

    def _outside(self, op: Op, functions: set[Op]) -> None:
        """The types of what lies in no function."""
        waiting = [op]
        while waiting:
            found = waiting.pop()
            if found in functions:
                continue
            nested = [inner for region in found.regions for block in region.blocks for inner in block.ops]
            if any(self.traits.is_function(inner) or self.traits.is_symbol_table(inner) for inner in (found, *nested)):
                waiting += nested
            else:
                self.types.run(found)

    def _blocks(self, top: Block) -> None:
        # A stack instead of recursion: programs nest as deep as the parser lets them.
        stack = [_Frame(top, iter(list(top.ops)), [], self.scopes.names(top.ops[0]))] if top.ops else []
        while stack:
            frame = stack[-1]
            state = self.state
            state.out, state.names, state.block, state.because = frame.out, frame.names, frame.block, ()
            if not frame.entered:
                frame.entered = True
                with _spaces_of(frame.block.parent_op):
                    state.enter(frame.block)
            op = next(frame.ops, None)
            if op is None:
                stack.pop()
                frame.block.replace_ops(frame.out)
                continue
            before = len(frame.out)
            state.take(op)
            self._try(op)
            state.settle()
            for made in reversed(frame.out[before:]):
                names = self.scopes.names(made) if self.traits.is_function(made) else frame.names
                for region in reversed(made.regions):
                    for block in reversed(self._in_order(region)):
                        stack.append(_Frame(block, iter(list(block.ops)), [], names))

    def _try(self, op: Op) -> None:
        """Rewrites an op. Raises InputError where that cannot be."""
        failed = op.diagnostic("failed to bufferize op")
        try:
            with _spaces_of(op):
                self._op(op)
        except InputError as error:
            raise InputError(*error.diagnostics, failed) from None

    def _in_order(self, region: Region) -> list[Block]:
        """The blocks of a region, each behind its dominators; arguments passed by known branches become buffers."""
        blocks = region.blocks
        if len(blocks) < 2:
            return blocks
        sources: dict[Block, list[Op]] = {}
        for block in blocks:
            for successor in block.successors:
                sources.setdefault(successor, []).append(block.ops[-1])
        for block in blocks[1:]:
            ends = sources.get(block, [])
            if all(end in self.known for end in ends):
                with _spaces_of(block.parent_op):
                    for argument in block.arguments:
                        self.state.argument(argument)
        above = immediate_dominators(region)
        below = children(blocks, above)
        found, waiting = [], [blocks[0]]
        while waiting:
            block = waiting.pop()
            found.append(block)
            waiting += reversed(below.get(block, ()))
        return found + [block for block in blocks if block not in above]

    def _op(self, op: Op) -> None:
        state = self.state
        if op not in self.known:
            self._leave(op)
            return
        build = BUILD.get(op.name)
        if build is not None and (op.name in ALWAYS or state.tensors_in([*op.operands, *_defined(op)])):
            build(state, op)
        elif build is None and state.tensors_in([*op.operands, *op.results]):
            self._destinations(op)
        else:
            state.keep(op, state.values(op.operands))

    def _leave(self, op: Op) -> None:
        """An op that goes on using tensors."""
        state = self.state
        state.keep(op, [state.tensor(value) for value in op.operands])
        for value in state.tensors_in(op.results):
            state.foreign(value)

    def _destinations(self, op: Op) -> None:
        """An op that writes its results to operands has none any more."""
        state = self.state
        found = destinations(op, self.traits, state.is_tensor)
        found = [(operand, result) for operand, result in found if state.is_tensor(operand)]
        if lacking := {*state.tensors_in(op.results)} - {result for _, result in found}:
            number = min(value.index for value in lacking)
            message = f"no model says which operand of '{op.name}' its result number {number}, a tensor, is written to"
            raise InputError(op.diagnostic(message, _LACKING))
        pairs = [(result, state.buffer(operand)) for operand, result in found if state.is_tensor(result)]
        operands = state.values(op.operands)
        state.without_results(op)
        state.keep(op, operands)
        for result, buffer in pairs:
            state.define(result, buffer)


@contextmanager
def _spaces_of(op: Op | None) -> Iterator[None]:
    """Where the memory space of a buffer of `op` has to be known, and is not: InputError."""
    try:
        yield
    except NoSpace:
        if op is None:
            raise
        advice = "say it: `memory_space` of bufferization.alloc_tensor, or leave must-infer-memory-space away"
        raise InputError(op.diagnostic("could not infer memory space", advice)) from None


_LACKING = (
    "say it (destination_operand), or say nothing of what the op does with tensors (bufferizable) and set"
    " allow-unknown-ops"
)

ALWAYS = frozenset({"func.func", "ml_program.global", "scf.forall.in_parallel"})
"""What has tensors in attributes, or in what it holds."""


def _defined(op: Op) -> list[Value]:
    """The results of an op, and the arguments of its blocks."""
    return [*op.results, *(value for region in op.regions for block in region.blocks for value in block.arguments)]
