"""The alignment that the memory of an allocation needs, wherever it is placed."""

from __future__ import annotations

from collections.abc import Callable

from ownlog.frontend.facts.names import Naming
from ownlog.frontend.facts.sizes import alignment_of, index_bits
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.types import Type
from ownlog.rules.relations import SeenAs
from ownlog.rules.typed_rows import TypedRows


def asked_alignment(op: Op) -> int:
    """The alignment that an allocation asks for; 1 where it asks for none."""
    return int((op.attribute("alignment") or "1").partition(":")[0])


def natural_alignment(op: Op) -> int:
    """The alignment that the elements of the buffer that `op` allocates need."""
    return alignment_of(op.results[0].type, index_bits(op))


def alignments(rows: TypedRows, naming: Naming) -> Callable[[Op], int]:
    """The alignment of an allocation: the largest that it, its elements, or elements of views of its bytes need."""
    seen: dict[str, list[Type]] = {}
    for row in rows(SeenAs):
        seen.setdefault(row.value, []).append(Type.get(row.type))

    def alignment(op: Op) -> int:
        index = index_bits(op)
        views = [alignment_of(type, index) for type in seen.get(naming.of_value[op.results[0]], ())]
        return max(asked_alignment(op), natural_alignment(op), *views)

    return alignment
