"""What a module says, without its SSA names: one row per op, to be compared with the rows of another text of the same
module.

Attributes are compared as text in which only what carries no meaning is levelled: white space, the order of a
dictionary, and how a float is spelled.
"""

import re
import struct
from collections.abc import Iterator

from ownlog.frontend.ir.ir import Block, Region, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.text.tokens import STRING, split_top_level

Row = tuple[object, ...]

_PIECE = re.compile(rf"({STRING})|(?<![\w.])(-?(?:\d+\.\d*(?:[eE][-+]?\d+)?))(?![\w.])|(0x[0-9A-Fa-f]+)|([ \t\r\n]+)")


def rows(module: Module) -> Iterator[Row]:
    """The ops in text order: name, operands as numbers, attributes, types, shape of the regions, successors as
    numbers.
    """
    numbers: dict[Value, int] = {}
    blocks: dict[Block, int] = {}
    for op in module.walk():
        for block in (block for region in op.regions for block in region.blocks):
            blocks[block] = len(blocks)
            for argument in block.arguments:
                numbers[argument] = len(numbers)
        for result in op.results:
            numbers[result] = len(numbers)
    for op in module.walk():
        yield (
            op.name,
            [numbers[operand] for operand in op.operands],
            _dictionary(op.properties),
            _dictionary(op.attrs),
            [level(value.type.canonical) for value in (*op.operands, *op.results)],
            [_region(region, numbers, blocks) for region in op.regions],
            [blocks[block] for block in op.successors],
        )


def _region(region: Region, numbers: dict[Value, int], blocks: dict[Block, int]) -> Row:
    return tuple(
        (blocks[block], len(block.ops), [(numbers[value], level(value.type.canonical)) for value in block.arguments])
        for block in region.blocks
    )


def _dictionary(entries: dict[str, str | None]) -> dict[str, str]:
    return {key: "unit" if text is None else level(text) for key, text in entries.items()}


def level(text: str) -> str:
    """The text of an attribute or type with nothing left to choice."""
    text = text.strip()
    if text.startswith("{") and text.endswith("}"):
        return "{" + ", ".join(sorted(level(entry) for entry in split_top_level(text[1:-1]))) + "}"
    if text.startswith("[") and text.endswith("]"):
        return "[" + ", ".join(level(entry) for entry in split_top_level(text[1:-1])) + "]"
    return _PIECE.sub(_piece, text)


def _piece(found: re.Match[str]) -> str:
    if found[2]:
        # Single precision is what most programs have, and what mlir-opt rounds the spelling to.
        return (
            struct.unpack("f", struct.pack("f", float(found[2])))[0].hex() if abs(float(found[2])) < 3e38 else found[2]
        )
    return found[0] if found[4] is None else ""


def first_difference(ours: Module, theirs: Module) -> str | None:
    """Where two modules say something else, for a person; None where they say the same."""
    left, right = list(rows(ours)), list(rows(theirs))
    for number, (a, b) in enumerate(zip(left, right, strict=False)):
        if a != b:
            parts = [f"{x}\n  != {y}" for x, y in zip(a, b, strict=True) if x != y]
            return f"op {number} ({a[0]}): " + "; ".join(parts)
    return None if len(left) == len(right) else f"{len(left)} ops, not {len(right)}"
