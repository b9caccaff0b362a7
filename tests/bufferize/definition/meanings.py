"""What the ops of the random programs do with tensors, as LLVM's documentation says it.

Nothing here reads the rules or the models.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from ownlog.frontend.ir.ir import Block, Op, Value

Use: TypeAlias = "tuple[Op, int]"
"""An op and the number of an operand."""

_DYNAMIC = -(2**63)
_MAP = re.compile(r"\(([^)]*)\)\s*->\s*\(([^)]*)\)")
_ELEMENTWISE = ("linalg.add", "linalg.copy", "linalg.map")
_LOOPS = {"scf.for": 3, "scf.while": 0}
_READ = {
    "tensor.insert": (1,), "tensor.extract": (0,), "tensor.collapse_shape": (0,), "tensor.parallel_insert_slice": (0,
    1),
    "linalg.copy": (0,), "linalg.add": (0, 1), "linalg.matmul": (0, 1, 2), "linalg.dot": (0, 1, 2),
    "linalg.vecmat": (0, 1, 2), "linalg.matvec": (0, 1, 2), "vector.transfer_read": (0,), "bufferization.to_buffer": (0,
    ),
    "bufferization.materialize_in_destination": (0,),
}  # fmt: skip
_WRITTEN = {"tensor.insert": 1, "tensor.insert_slice": 1, "vector.transfer_write": 1}
_YIELDED = ("scf.if", "scf.index_switch", "scf.execute_region")
_WHOLE = ("tensor.cast", "tensor.expand_shape", "tensor.collapse_shape")


class Passed(NamedTuple):
    """A use whose buffer, in place, is that of `value`, or has that in it, if it is not the `whole`."""

    value: Value
    whole: bool


@dataclass
class Summary:
    """What a function does with its arguments, by number: which it reads and writes, which result is which argument or
    may share its memory, which results may share memory with each other, and to which nothing may be written.
    """

    reads: set[int] = field(default_factory=set)
    writes: set[int] = field(default_factory=set)
    whole: dict[int, int] = field(default_factory=dict)
    parts: set[tuple[int, int]] = field(default_factory=set)
    together: set[tuple[int, int]] = field(default_factory=set)
    fixed: set[int] = field(default_factory=set)


def is_tensor(value: Value) -> bool:
    """Is it a tensor?"""
    return str(value.type).startswith("tensor<")


def uses(op: Op) -> list[Use]:
    """The uses of tensors by an op."""
    return [(op, k) for k, value in enumerate(op.operands) if is_tensor(value)]


def value_of(use: Use) -> Value:
    """The tensor that is used."""
    return use[0].operands[use[1]]


def destinations(op: Op) -> tuple[int, ...]:
    """The operands that an op writes its results to, one for each."""
    if op.name in _WRITTEN:
        return (_WRITTEN[op.name],)
    if op.name.startswith("linalg.") and op.results:
        return tuple(range(len(op.operands) - len(op.results), len(op.operands)))
    return ()


def carried(op: Op) -> dict[int, int]:
    """Which operands of a loop go round, and under which number."""
    if op.name == "scf.forall":
        first = len(op.operands) - len(op.results)
    elif op.name in _LOOPS:
        first = _LOOPS[op.name]
    else:
        return {}
    return {k: k - first for _, k in uses(op) if k >= first}


def rounds(op: Op, number: int) -> Iterator[tuple[Value, Value]]:
    """What goes round under a number in each region of a loop that hands something over, and what is handed over for
    it.
    """
    for region in op.regions:
        block = region.blocks[0]
        end, first = block.ops[-1], len(block.arguments) - len(op.results) if op.name != "scf.while" else 0
        handed = end.operands[1:] if end.name == "scf.condition" else end.operands
        if end.name in ("scf.yield", "scf.condition") and number < min(len(handed), len(block.arguments) - first):
            yield block.arguments[first + number], handed[number]


class Meanings:
    """In: the callees of calls by the name of their symbol, as far as they were looked at."""

    def __init__(self, known: dict[str, Summary]) -> None:
        self.known = known

    def callee(self, op: Op) -> Summary | None:
        """What is known of the callee of a call."""
        return self.known.get((op.attribute("callee") or "").strip('@"'))

    def reads(self, use: Use, is_read: bool) -> bool:
        """Does the op read the buffer? `is_read` says whether what goes round for it in a loop is read."""
        op, k = use
        if op.name in ("scf.yield", "scf.condition", "func.return"):
            return True
        if op.name == "func.call":
            callee = self.callee(op)
            return callee is None or k in callee.reads
        if k in carried(op):
            return is_read or not _runs(op)
        if op.name in ("linalg.generic", "linalg.map"):
            used = any(op.regions[0].blocks[0].arguments[k] in inner.operands for inner in op.regions[0].blocks[0].ops)
            return used or (k in destinations(op) and _leaves(op, k))
        if op.name == "bufferization.alloc_tensor":
            return True
        if op.name == "tensor.insert_slice":
            return k == 0 or not _covers(op)
        if op.name == "vector.transfer_write":
            return k == 1 and not _fills(op)
        return k in _READ.get(op.name, ())

    def writes(self, use: Use) -> bool:
        """Does the op write to the buffer?"""
        op, k = use
        if op.name == "func.call":
            callee = self.callee(op)
            return callee is None or k in callee.writes
        if op.name == "bufferization.to_buffer":
            return op.attribute("read_only") is None
        return k in destinations(op) or k in carried(op) or (op.name == "tensor.parallel_insert_slice" and k == 1)

    def passed(self, use: Use) -> list[Passed]:
        """What has the buffer of a use that is in place, or a part of it."""
        op, k = use
        if op.name in _WHOLE or op.name == "arith.select":
            return [Passed(op.results[0], True)]
        if op.name == "tensor.extract_slice":
            return [Passed(op.results[0], False)]
        if k in destinations(op):
            return [Passed(op.results[destinations(op).index(k)], True)]
        if k in carried(op):
            number = carried(op)[k]
            if number >= len(op.results) or op.results[number].type != op.operands[k].type:
                return []
            return [Passed(op.results[number], all(here is there for here, there in rounds(op, number)))]
        around = op.parent_op
        if op.name == "scf.yield" and around is not None and around.name in _YIELDED:
            return [Passed(around.results[k], True)]
        if op.name == "func.call":
            return self._returned(op, k)
        return [Passed(argument, True) for argument in _to_blocks(op, k)]

    def _returned(self, op: Op, k: int) -> list[Passed]:
        callee = self.callee(op)
        if callee is None:
            return [Passed(result, False) for result in op.results if is_tensor(result)]
        return [
            Passed(result, callee.whole.get(i) == k)
            for i, result in enumerate(op.results)
            if callee.whole.get(i) == k or (i, k) in callee.parts
        ]

    def fixed(self, value: Value) -> bool:
        """May nothing be written to the buffer of a tensor?"""
        owner = value.owner
        if isinstance(owner, Block):
            return "bufferization.writable = false" in (value.attrs or "")
        if owner.name == "bufferization.to_tensor":
            return owner.attribute("writable") is None
        if owner.name == "func.call":
            callee = self.callee(owner)
            return callee is not None and value.index in callee.fixed
        return owner.name == "arith.constant"


def must_be_in_place(use: Use) -> bool:
    """Is there no choice?"""
    op, k = use
    return op.name in ("scf.yield", "scf.condition") or (op.name == "tensor.parallel_insert_slice" and k == 1)


def undefined(op: Op) -> bool:
    """Does an op make a tensor without contents?"""
    return op.name == "tensor.empty" or (op.name == "bufferization.alloc_tensor" and not op.operands)


def element_by_element(op: Op, one: int, other: int) -> bool:
    """Does an op take what it needs at a position from operand `one` before it writes there to operand `other`, and
    from nowhere else?
    """
    if op.name == "linalg.generic":
        maps = _MAP.findall(op.attribute("indexing_maps") or "")
        kinds = set(re.findall(r'"(\w+)"', op.attribute("iterator_types") or ""))
        return kinds <= {"parallel"} and all(maps[k][0] == maps[k][1] for k in (one, other))
    return op.name in _ELEMENTWISE


def slice_of(op: Op) -> tuple[tuple[int | Value, ...], ...]:
    """Offsets, sizes and strides of a slice, which are numbers as far as they are constants."""
    rest = iter(op.operands[2:] if "insert_slice" in op.name else op.operands[1:])
    return tuple(
        tuple(
            _number(next(rest)) if number == _DYNAMIC else number
            for number in _integers(op.attribute(f"static_{part}") or "")
        )
        for part in ("offsets", "sizes", "strides")
    )


def shape(value: Value) -> list[int]:
    """The sizes of a tensor or a vector; -1 is one that is not known."""
    return [-1 if size == "?" else int(size) for size in re.findall(r"(\?|\d+)x", str(value.type))]


def _number(value: Value) -> int | Value:
    owner = value.owner
    if isinstance(owner, Op) and owner.name == "arith.constant":
        return int((owner.attribute("value") or "").split()[0])
    return value


def _integers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"-?\d+", text.partition(":")[2])]


def _runs(op: Op) -> bool:
    """Does a loop surely run?"""
    if op.name != "scf.for":
        return False
    lower, upper = _number(op.operands[0]), _number(op.operands[1])
    return isinstance(lower, int) and isinstance(upper, int) and lower < upper


def _covers(op: Op) -> bool:
    offsets, sizes, strides = slice_of(op)
    return list(sizes) == shape(op.operands[1]) and set(offsets) <= {0} and set(strides) <= {1}


def _leaves(op: Op, k: int) -> bool:
    """May an op whose maps say where it writes leave elements of an output as they are?"""
    maps = [
        [part.split(", ") if part else [] for part in found]
        for found in _MAP.findall(op.attribute("indexing_maps") or "")
    ]
    if not maps:
        return False
    dims, results = maps[k]
    sized = [
        pair
        for (_, map_), value in zip(maps, op.operands, strict=True)
        for pair in zip(map_, shape(value), strict=True)
    ]
    there = {result for result, size in sized if size > 0}
    return len({*results} & {*dims}) < len(results) or not {*dims} <= {*results} | there


def _fills(op: Op) -> bool:
    starts = [_number(value) for value in op.operands[2:]]
    there, here = shape(op.operands[1]), shape(op.operands[0])
    return (
        set(starts) == {0}
        and len(there) == len(here)
        and all(0 <= size <= written for size, written in zip(there, here, strict=True))
    )


def _to_blocks(op: Op, k: int) -> list[Value]:
    """The arguments of blocks that a branch passes an operand to."""
    groups = op.groups()
    starts = [sum(map(len, groups[:i])) for i in range(len(groups))]
    skipped = len(groups) - len(op.successors)
    places = zip(op.successors, starts[skipped:], groups[skipped:], strict=True) if op.successors else ()
    return [block.arguments[k - start] for block, start, group in places if start <= k < start + len(group)]
