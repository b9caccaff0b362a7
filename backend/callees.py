"""Which ops may free what they are given: frees, ops of other dialects, calls of functions that free more than they allocate themselves.

A function without a body keeps to the function boundary ABI, and frees nothing of its caller's. What an op of another dialect frees
is said by models only, which `canonicalize` does not read.
"""

from __future__ import annotations

from collections.abc import Iterator

from ownlog.frontend.forms.registry import DIALECTS
from ownlog.frontend.functions import symbol_reference
from ownlog.frontend.ir import Block, Op, Value

FREES = frozenset({"memref.dealloc", "memref.realloc"})
_FREE_ALL = frozenset({"bufferization.dealloc", "gpu.dealloc"})
_CALLS = frozenset({"func.call", "func.call_indirect"})
_ALLOCATES = frozenset({"bufferization.clone", "memref.alloc", "memref.alloca"})
_VIEWS = frozenset(
    (
        "memref.cast memref.collapse_shape memref.expand_shape memref.extract_strided_metadata memref.memory_space_cast "
        "memref.reinterpret_cast memref.reshape memref.subview memref.transpose memref.view"
    ).split()
)


class Callees:
    """The functions that calls in `function` lead to. Answers are kept: the other functions must not change meanwhile."""

    def __init__(self, function: Op) -> None:
        self._function = function
        self._tables: dict[Block, dict[str, Op]] = {}
        self._known: dict[Op, bool] = {}

    def may_free(self, op: Op) -> bool:
        """May `op`, or an op inside it, free a buffer that was there before it?"""
        return any(_given_to_free(nested) is not None or self._call_may_free(nested) for nested in op.walk())

    def _call_may_free(self, op: Op) -> bool:
        if op.name not in _CALLS or not any(value.type.is_memref for value in op.operands):
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
                called = {self._find(op) for op in function.walk() if op.name in _CALLS} - seen
                seen |= called
                waiting += called

    def _frees_parameter(self, function: Op | None) -> bool:
        if function is None or function is self._function:
            # The function that is rewritten does not stand still.
            return True
        return any(not all(map(_is_local, _given_to_free(op) or ())) for op in function.walk())

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
            functions = [(op.attribute("sym_name"), op) for op in block.ops if op.name == "func.func"]
            self._tables[block] = {symbol_reference(name): op for name, op in functions if name is not None}
        return self._tables[block]


def _given_to_free(op: Op) -> list[Value] | None:
    """The buffers that `op` itself may free; None where it is no op that frees."""
    buffers = [value for value in op.operands if value.type.is_memref]
    if op.name in FREES:
        return buffers[:1]
    dialect, dot, _ = op.name.partition(".")
    return buffers if op.name in _FREE_ALL or (buffers and dot and dialect not in DIALECTS) else None


def base(value: Value) -> Value:
    """What the views that lead to `value` are views of."""
    while isinstance(value.owner, Op) and value.owner.name in _VIEWS and value.owner.results[0] is value:
        value = value.owner.operands[0]
    return value


def _is_local(value: Value) -> bool:
    owner = base(value).owner
    return isinstance(owner, Op) and owner.name in _ALLOCATES
