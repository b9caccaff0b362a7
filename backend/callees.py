"""Which ops may free what they are given: frees, ops that nothing is known about, calls of functions that free more than they allocate.

A function without a body keeps to the function boundary ABI, and frees nothing of its caller's.
"""

from __future__ import annotations

from collections.abc import Iterator

from ownlog.backend import build
from ownlog.backend.effects import Effects
from ownlog.frontend.ir import Block, Op, Value
from ownlog.frontend.spelling import symbol_reference


class Callees:
    """The functions that calls in `function` lead to. Answers are kept: the other functions must not change meanwhile."""

    def __init__(self, function: Op, effects: Effects) -> None:
        self._function = function
        self._effects = effects
        self._tables: dict[Block, dict[str, Op]] = {}
        self._known: dict[Op, bool] = {}

    def may_free(self, op: Op) -> bool:
        """May `op`, or an op inside it, free a buffer that was there before it?"""
        return any(self._given_to_free(nested) or self._call_may_free(nested) for nested in op.walk())

    def _call_may_free(self, op: Op) -> bool:
        if not self._effects.is_call(op) or not any(value.type.is_memref for value in op.operands):
            return False
        callee = self._find(op)
        if callee is None:
            return True
        if callee not in self._known:
            self._known[callee] = any(map(self._frees_parameter, self._reached(callee)))
        return self._known[callee]

    def _reached(self, callee: Op) -> Iterator[Op | None]:
        """`callee` and all that its calls lead to; None where a call may lead anywhere."""
        seen: set[Op | None] = {callee}
        waiting: list[Op | None] = [callee]
        while waiting:
            function = waiting.pop()
            yield function
            if function is not None:
                called = {self._find(op) for op in function.walk() if self._effects.is_call(op)} - seen
                seen |= called
                waiting += called

    def _frees_parameter(self, function: Op | None) -> bool:
        if function is None or function is self._function:
            # The function that is rewritten does not stand still.
            return True
        return any(not all(map(self._is_local, self._given_to_free(op))) for op in function.walk())

    def _find(self, op: Op) -> Op | None:
        """The function that a call names, in the nearest symbol table that has it."""
        name = op.attribute("callee")
        block = op.parent
        while name is not None and block is not None:
            found = self._table(block).get(symbol_reference(name))
            if found is not None:
                return found
            block = block.parent.parent.parent if block.parent is not None and block.parent.parent is not None else None
        return None

    def _table(self, block: Block) -> dict[str, Op]:
        if block not in self._tables:
            functions = [(op.attribute("sym_name"), op) for op in block.ops if self._effects.is_function(op)]
            self._tables[block] = {symbol_reference(name): op for name, op in functions if name is not None}
        return self._tables[block]

    def _given_to_free(self, op: Op) -> list[Value]:
        """The buffers that `op` itself may free."""
        if op.name == build.DEALLOC:
            # Where deallocation is still to come it must not stand, so that no model says what it frees.
            return op.groups()[0]
        return self._effects.may_free(op)

    def _is_local(self, value: Value) -> bool:
        return self._effects.is_allocated(self._effects.base(value))
