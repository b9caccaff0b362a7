"""Reading ops that are as one above, but for names. Written in C, in `source/`."""

from typing import Any

from ownlog.base.source import Source
from ownlog.frontend.ir.ir import Block, Op

FORMAT: int
"""Which plans this extension takes."""

class Reader:
    """What reads ops of one text that are as one above, but for names. The tables are the parser's, which both change."""

    def __new__(
        cls,
        classes: tuple[type, ...],
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
    def read(self, at: int, block: Block, /) -> int:
        """Read ops from the offset `at` on, into a block; the offset where it is not plain how to go on."""
