"""Where ops stand, what they have, define and use, and what they lead to: the rows that each op and each block has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from typing import TypeAlias

from ownlog.frontend.ir.ir import Block, Op, Value

Rows: TypeAlias = "list[tuple[str | int, ...]]"
Standing: TypeAlias = "tuple[list[tuple[str, Op]], list[Value], dict[str, Rows]]"
"""The ops with their names, the values that blocks and ops define, in the order of the ops, and rows by relation."""

_LINE_BREAK = re.compile(r"[ \t]*\r?\n[ \t]*")


def rows_of(
    blocks: list[tuple[str, Block]],
    of_op: dict[Op, str],
    of_block: dict[Block, str],
    of_value: dict[Value, str],
    wanted: Set[str],
) -> Standing:
    """Rows about the contents of blocks, in this file's relations that are `wanted`.

    A block in no region has no terminator. Raises KeyError for a node without a name.
    """
    # For all ops at a time: relation by relation, that takes half as long as op by op.
    ops = [(of_op[op], op) for _, block in blocks for op in block.ops]
    defined: list[Value] = []
    for _, block in blocks:
        defined += block.arguments
        defined += [value for op in block.ops for value in op.results]
    attributes = [(name, texts) for name, op in ops for texts in (op.attrs, op.properties) if texts]
    rows: dict[str, Rows] = {
        "op": [(of_op[op], op.name, name, position) for name, block in blocks for position, op in enumerate(block.ops)],
        "block_argument": [
            (name, index, of_value[value]) for name, block in blocks for index, value in enumerate(block.arguments)
        ],
        "terminator": [
            (name, of_op[block.ops[-1]]) for name, block in blocks if block.ops and block.parent is not None
        ],
        "result": [(name, i, of_value[value]) for name, op in ops if op.results for i, value in enumerate(op.results)],
        "operand": [
            (name, i, of_value[value]) for name, op in ops if op.operands for i, value in enumerate(op.operands)
        ],
        "operand_count": [(name, len(op.operands)) for name, op in ops],
        "operand_group": [
            *[(name, 0, 0, len(op.operands)) for name, op in ops if op.segments is None],
            *[(name, *group) for name, op in ops if op.segments is not None for group in _groups(op.segments)],
        ],
        "successor": [
            (name, i, of_block[block]) for name, op in ops if op.successors for i, block in enumerate(op.successors)
        ],
        "attribute": [
            (name, key, "unit" if text is None else _one_line(str(text)))
            for name, texts in attributes
            for key, text in texts.items()
        ],
    }
    return ops, defined, {name: rows[name] for name in rows if name in wanted}


def _one_line(text: str) -> str:
    """The text of an attribute with its lines joined: no string in MLIR holds a line break."""
    return _LINE_BREAK.sub(" ", text) if "\n" in text else text


def _groups(segments: list[int]) -> Iterator[tuple[int, int, int]]:
    """The number, the first operand and the size of each group of operands."""
    first = 0
    for group, size in enumerate(segments):
        yield group, first, size
        first += size
