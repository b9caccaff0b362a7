"""MLIR text to IR and back. Knows syntax and SSA, nothing about ownership."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ownlog.frontend.ir.module import Module


def parse(
    text: str, name: str = "<string>", first_line: int = 1, allow_unregistered: bool = True, partial: bool = False
) -> Module:
    """The IR of one file or chunk. Raises InputError for text that is not MLIR or breaks SSA.

    `partial`: what the text calls may be elsewhere.
    """
    from ownlog.frontend.reading.parser import parse as parse_text

    return parse_text(text, name, first_line, allow_unregistered, partial)


def copy_of(module: Module) -> Module:
    """A copy of the program for passes to change; with source positions, if the module is unchanged."""
    source, text = module.source, str(module)
    return parse(source.text if text == source.text else text, source.name, source.first_line)


def split_input(text: str, marker: str = "// -----") -> list[tuple[str, int]]:
    """The chunks between markers (cut as in mlir-opt), each with the number of its first line."""
    chunks, line = [], 1
    for chunk in text.split(marker) if marker else [text]:
        chunks.append((chunk, line))
        line += chunk.count("\n")
    return chunks
