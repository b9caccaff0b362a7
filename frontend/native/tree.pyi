"""The tree of the IR: ops that are as one above, but for names, are read, walks are done, and facts told. Written in
C, in `source/`.
"""

from collections.abc import Callable
from typing import Any

from ownlog.base.source import Source
from ownlog.frontend.facts.standing import Standing
from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.reading.parser import Parser
from ownlog.frontend.text.types import Type

FORMAT: int
"""Which plans this extension takes."""

def know(classes: tuple[type, ...], /) -> None:
    """Take these as the classes of ops, values, regions and blocks."""

def ops_in(op: Op, closed: Callable[[str], bool] | None, /) -> list[Op]:
    """As `ops_in` of walking.py."""

def graph_of(blocks: list[Block], /) -> tuple[tuple[int, ...], ...]:
    """As `graph_of` of graphs.py, for the blocks of a region."""

def users(ops: list[Op], /) -> dict[Value, dict[Op, None]]:
    """As `users` of walking.py."""

def holding(ops: list[Op], /) -> list[Op]:
    """As `holding` of standing.py."""

def name_all(
    ops: list[Op],
    prefix: str,
    functions: frozenset[str],
    of_op: dict[Op, str],
    named_ops: dict[str, Op],
    of_block: dict[Block, str],
    named_blocks: dict[str, Block],
    of_value: dict[Value, str],
    named_values: dict[str, Value],
    seen: dict[str, int],
    unique: Callable[[str], str],
    of_function: Callable[[Op], str],
    /,
) -> None:
    """Name these ops and all that is in them, with this prefix as long as they are in no function.

    Ops whose names are among `functions` are named by `of_function`. `unique` makes another name of one that
    is `seen`. Nobody may change the tree meanwhile.
    """

def rows_of(
    blocks: list[tuple[str, Block]],
    of_op: dict[Op, str],
    of_block: dict[Block, str],
    of_value: dict[Value, str],
    wanted: frozenset[str],
    /,
) -> Standing:
    """As `rows_of` of standing.py."""

def intervals(
    top: Block,
    closed: set[Op],
    types: frozenset[Type] | None,
    order: Callable[[Region], tuple[tuple[int, tuple[int, ...]], ...]],
    of_value: dict[Value, str],
    /,
) -> list[tuple[str, int, int]]:
    """The rows of dominance_intervals.py. Nobody may change the tree meanwhile.

    `order` gives that of regions of several blocks, `types` are those of the values asked for.
    """

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
