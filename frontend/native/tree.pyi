"""The tree of the IR: ops that are as one above, but for names, are read. Written in C, in `source/`."""

from typing import Any

from ownlog.base.source import Source
from ownlog.frontend.ir.ir import Block, Op
from ownlog.frontend.reading.parser import Parser

FORMAT: int
"""Which plans this extension takes."""

def know(classes: tuple[type, ...], /) -> None:
    """Take these as the classes of ops, values, regions and blocks."""

class Reader:
    """What reads ops of one text that are as one above, but for names. The tables are the parser's, which both
    change.
    """

    def __new__(
        cls,
        source: Source,
        text: str,
        values: dict[str, Any],
        defined: list[str],
        distant: set[str],
        lines: dict[str, tuple[Any, ...]],
        templates: dict[str, list[tuple[Any, ...]]],
        patience: dict[str, int],
        alike: set[Op],
        /,
    ) -> Reader: ...
    def read(self, at: int, block: Block, parser: Parser, /) -> int:
        """Read ops from the offset `at` on, into a block; the offset where it is not plain how to go on.

        The parser is asked for plans that are not in the tables yet.
        """
