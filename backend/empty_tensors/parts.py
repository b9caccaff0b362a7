"""The parts that are to stand for empty tensors, and the ops that take them."""

from __future__ import annotations

from dataclasses import dataclass

from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.slices import PARTS
from ownlog.frontend.ir.ir import Op, Reason, Value
from ownlog.frontend.printing.fresh_names import Names
from ownlog.frontend.text.types import Type


@dataclass(frozen=True)
class Part:
    """The part that `insertion` overwrites replaces `empty`, operand number `operand` of `op`.

    `there` is the part, if the program has it already.
    """

    op: Op
    operand: int
    insertion: Op
    kind: str
    empty: Value
    there: Value | None = None

    @property
    def reason(self) -> Reason:
        """The row that says so."""
        return "replaces_empty", (self.op, self.operand, self.insertion)


def taken(part: Part, destination: Value, names: Names) -> tuple[Value, list[Op]]:
    """`part` of `destination` in the type of the empty tensor, and the ops that take it, if any are needed."""
    made: list[Op] = []
    if part.there is not None:
        destination = part.there
    elif part.kind == "slice":
        made.append(_slice(part.insertion, destination, names))
    elif part.kind == "buffer":
        made.append(_tensor(destination, names))
    found = made[-1].results[0] if made else destination
    if found.type.canonical != part.empty.type.canonical:
        made.append(build.cast_tensor(found, part.empty.type, names))
        found = made[-1].results[0]
    for op in made:
        op.because = (part.reason,)
    return found, made


def _slice(insertion: Op, destination: Value, names: Names) -> Op:
    """`tensor.extract_slice`, with the offsets, sizes and strides of the insertion."""
    assert insertion.segments is not None
    properties = {name: insertion.attribute(name) for name in PARTS}
    given = [destination, *insertion.operands[2:]]
    op = Op(build.EXTRACT_SLICE, given, properties=properties, segments=list(insertion.segments[1:]))
    op.add_result(names.fresh("extracted_slice"), insertion.operands[0].type)
    return op


def _tensor(buffer: Value, names: Names) -> Op:
    """`bufferization.to_tensor` of a buffer that no other tensor has, to be written to."""
    dims, element, _ = buffer.type.memref_parts
    op = Op(build.TO_TENSOR, [buffer], properties={"restrict": None, "writable": None})
    op.add_result(names.fresh_number(), Type.get(f"tensor<{'x'.join([*dims, element])}>"))
    return op
