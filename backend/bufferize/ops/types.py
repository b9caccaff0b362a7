"""The buffer type of every tensor, from its definition to its uses.

Where several buffers meet (results of branches, arguments of blocks, loops) the type is theirs if they agree, else one
with an unknown layout. A type only gets looser, and an op is visited again when an operand's does: each type changes a
bounded number of times, which takes linear time, however deep loops are nested.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache

from ownlog.backend.bufferize.aliasing.order import is_tensor
from ownlog.backend.bufferize.ops.settings import NoSpace, OneShotOptions
from ownlog.base.errors import InputError
from ownlog.frontend.forms.language.memrefs import Buffer, encoding, join, of_tensor
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.traits import Traits
from ownlog.frontend.text.builtintypes import problem
from ownlog.frontend.text.types import Type

ResultType = Callable[["Types", Op], Buffer | None]
"""The buffer type of an op's tensor result, None as long as it is not known."""

Flow = Callable[["Types", Op], Iterable[tuple[Value, Value]]]
"""Pairs of a tensor and another one that may be the same buffer."""


class Types:
    """In: settings, ops to bufferize, their builders, and the operands that new tensors are replaced by."""

    def __init__(
        self,
        settings: OneShotOptions,
        known: Collection[Op],
        traits: Traits,
        results: Mapping[str, ResultType],
        flows: Mapping[str, Flow],
        like: Mapping[Value, Value],
        clashes: Mapping[str, str],
    ) -> None:
        self.settings, self.known, self.traits, self.like = settings, known, traits, like
        self._results, self._flows, self._clashes = results, flows, clashes
        self._found: dict[Value, Buffer] = {}
        self._users: dict[Value, list[Op]] = {}
        self._queue: deque[Op] = deque()
        self._waiting: set[Op] = set()
        self.callees: dict[Op, Op] = {}
        """The functions that calls call, where both become ops on buffers."""
        self.arguments: dict[Op, list[Buffer | None]] = {}
        self.outputs: dict[Op, list[Buffer | None]] = {}
        """The types of functions' arguments and results; None for what is no tensor."""
        self.returned: dict[Op, list[Buffer | None]] = {}
        """The types of what functions return."""
        self.fixed: set[Op] = set()
        """Functions with results of the option's types: they were called before their results were known."""

        self.done: set[Op] = set()
        """Functions whose types are found."""

    def of(self, value: Value) -> Buffer:
        """The type of the buffer of a tensor; any for unreachable code. InputError if there is none."""
        op = value.owner if isinstance(value.owner, Op) else value.owner.parent_op
        assert op is not None
        check_has_buffer(op, value.type)
        return self._found.get(value) or self.settings.given(value.type, self.settings.unknown_type_conversion)

    def known_of(self, value: Value) -> Buffer | None:
        """The type of the buffer of a tensor, as far as it is known."""
        return self._found.get(value)

    def joined(self, value: Value, buffer: Buffer) -> None:
        """Something of this type goes to `value`."""
        before = self._found.get(value)
        if before is not None and before.space != buffer.space:
            raise self.clash(value)
        self._set(value, buffer if before is None else join(before, buffer))

    def clash(self, value: Value) -> InputError:
        """The error about buffers in different memory spaces that would have to be one."""
        op = value.owner if isinstance(value.owner, Op) else value.owner.parent_op
        assert op is not None
        problem = self._clashes.get(
            op.name, f"'{op.name}' op the buffers that this tensor may be are in different memory spaces"
        )
        advice = "copy one of them into the other's memory space (bufferization.alloc_tensor with `copy`)"
        inner = op.regions[0].blocks[0].terminator if op.regions and len(op.regions[0].blocks) == 1 else None
        return InputError(op.diagnostic(problem, advice), (inner or op).diagnostic("failed to bufferize op"))

    def _set(self, value: Value, buffer: Buffer) -> None:
        if self._found.get(value) != buffer:
            self._found[value] = buffer
            self._look_again(self._users.get(value, ()))

    def _look_again(self, ops: Iterable[Op]) -> None:
        """Puts ops into the queue that are not there."""
        for op in ops:
            if op not in self._waiting:
                self._waiting.add(op)
                self._queue.append(op)

    def run(self, root: Op) -> None:
        """Find the types in an op; those of called functions are known already, or become the option's."""
        ops = list(root.walk())
        self.done.add(root)
        for op in ops:
            for value in op.operands:
                if is_tensor(value):
                    self._users.setdefault(value, []).append(op)
        self._look_again(ops)
        while self._queue:
            op = self._queue.popleft()
            self._waiting.discard(op)
            try:
                self._look(op)
            except NoSpace:
                # An error only where somebody needs the buffer.
                continue

    def _look(self, op: Op) -> None:
        if op not in self.known:
            self._unknown(op)
            return
        flow = self._flows.get(op.name)
        pairs = destinations(op, self.traits, is_tensor) if flow is None else flow(self, op)
        for source, target in pairs:
            if is_tensor(source) and is_tensor(target) and (buffer := self._found.get(source)) is not None:
                self.joined(target, buffer)
        rule = self._results.get(op.name)
        if rule is not None:
            tensors = [value for value in op.results if is_tensor(value)]
            made = rule(self, op) if tensors else None
            if made is not None:
                self._set(tensors[0], made)

    def _unknown(self, op: Op) -> None:
        """Whatever comes from an op of which nothing is known is some buffer."""
        entries = [region.blocks[0] for region in op.regions if region.blocks]
        arguments = [value for block in (*entries, *op.successors) for value in block.arguments]
        for value in filter(is_tensor, (*op.results, *arguments)):
            self._set(value, self.settings.given(value.type, self.settings.unknown_type_conversion))


def check_has_buffer(op: Op, type: Type) -> None:
    """InputError at `op` where no memref can hold what tensors of a type hold; types that are no tensors pass."""
    if (found := _why_no_buffer(type)) is not None:
        raise InputError(op.diagnostic(*found))


@lru_cache(4096)
def _why_no_buffer(type: Type) -> tuple[str, str] | None:
    """The problem, and what to do about it."""
    if not type.canonical.startswith("tensor<"):
        return None
    told, element = encoding(type), of_tensor(type).element
    if told is not None and told.startswith("#sparse_tensor.encoding"):
        return (
            f"a sparse tensor has no single buffer: its encoding is {told}",
            "let mlir-opt's sparsifier lower it first",
        )
    if (found := problem(f"memref<{element}>")) is not None:
        return (
            f"{found}: a tensor of {element} has no buffer",
            "cast it to a tensor of numbers, vectors or memrefs first",
        )
    return None


def destinations(op: Op, traits: Traits, is_tensor: Callable[[Value], bool]) -> list[tuple[Value, Value]]:
    """The operands whose buffers an op writes its results to, each with the result."""
    numbers = traits.destinations(op, is_tensor) if op.results else []
    return [(op.operands[operand], op.results[result]) for operand, result in numbers]
