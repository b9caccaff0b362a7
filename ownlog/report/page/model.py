"""The types of the data in the page. Things have their numbers in the lists of `Model`; lines count from 1."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias, TypedDict

Span: TypeAlias = list[int]
"""A piece of a line: [column from 0, length, kind] and, for kinds USE and DEFINITION, the buffer's number."""

USE, DEFINITION, COMMENT, LABEL, OP_NAME = range(5)

OWNED, NOT_OWNED, BY_FLAG, UNKNOWN = range(4)
"""What an ownership state comes down to."""

Outcome: TypeAlias = Literal["freed", "maybe", "partly", "kept", "left"]
"""Freed, freed if owned at run time, freed on some ways out, kept for somebody else, left because it is not owned."""

Reason: TypeAlias = tuple[str, int | None]
"""A sentence, and the number of the part of `Reasons` that proves it; None where the page does not have it."""


class State(NamedTuple):
    """The ownership of a buffer as the ops of a block see it; `text` is a number in `Model.texts`."""

    block: int
    sign: int
    text: int
    live_in: bool
    live_out: bool
    why: int | None


class Range(NamedTuple):
    """The lines where a buffer is live in one block, `first` to `last`; the block decides about it until `held`."""

    first: int
    last: int
    held: int
    sign: int


class Edit(NamedTuple):
    """`+`: a new op before the line, `~`: a changed op on it, `-`: a removed one; `whys` are the reasons."""

    line: int
    sign: str
    text: str
    whys: list[Reason]


OutputRow: TypeAlias = int | tuple[str, int, str, list[Span]]
"""A row of the output: the row of the source that it copies; or sign (`+` new, `~` changed), origin, text, pieces.
"""


class Ending(TypedDict):
    """What is decided about a buffer at `line` of `block`: `place` is "end of" or "in"."""

    block: int
    place: str
    line: int
    outcome: Outcome
    text: str
    details: list[str]
    whys: list[Reason]


class Buffer(TypedDict):
    """A buffer: `name` as in the source, `full` as in rows; `aliases` has M, m, n or ? for each of the function."""

    name: str
    full: str
    type: str
    line: int
    origin: str
    function: int
    block: int
    group: int
    state: int
    sign: int
    states: list[State]
    ranges: list[Range]
    uses: list[int]
    endings: list[Ending]
    cut: int
    notes: list[Reason]
    aliases: str
    why: int | None
    pairs: dict[int, int]


class Group(TypedDict):
    """Buffers that always have the same allocation; `sites` are the buffers that it may be the allocation of."""

    letter: str
    colour: int
    what: str
    members: list[int]
    sites: list[int]


class Block(TypedDict):
    """A block: `last` is the line of its terminator, `depth` the nesting of its region.

    `holds`: buffers are defined, live or freed in it; `freed` are the buffers that its end frees, and how.
    """

    name: str
    full: str
    function: int
    line: int
    end: int
    last: int
    ops: int
    depth: int
    holds: bool
    successors: list[tuple[int, str]]
    freed: list[tuple[int, Outcome]]


class Graph(TypedDict):
    """The drawn blocks of a region: `boxes` (block, x, y), `edges` (source, target, backward, label, [x, y, ...])."""

    title: str
    width: int
    height: int
    boxes: list[tuple[int, int, int]]
    edges: list[tuple[int, int, bool, str, list[int]]]


class Function(TypedDict):
    """A function: `asked` is the number of its buffers that aliasing was asked for."""

    name: str
    line: int
    end: int
    buffers: list[int]
    blocks: list[int]
    groups: list[int]
    graphs: list[Graph]
    asked: int


class Reasons(TypedDict):
    """Derivations, each part once: (kind, relation, reason, cells, premises, line).

    `kind` is 0 for facts, 1 for derived rows, 2 for absent rows, 3 for aggregates; `relation`, `reason` and `cells` are
    numbers of `strings` (-1: anything), `line` 0 means none.
    """

    strings: list[str | int]
    parts: list[tuple[int, int, int, list[int], list[int], int]]


class Tensor(TypedDict):
    """A tensor; `group` is a number in `Tensors.classes`."""

    name: str
    type: str
    line: int
    group: int


class TensorClass(TypedDict):
    """Tensors that may share a buffer; nothing may be written to it if it is `read_only`."""

    function: int
    letter: str
    colour: int
    members: list[int]
    read_only: bool


class CopyReason(TypedDict):
    """Why a use of a tensor must not be in place; `places` are roles (write, read, ...) with lines."""

    text: str
    places: list[tuple[str, int]]
    why: int | None


class Copied(TypedDict):
    """A use of a tensor by the op on `line` that is not to be in place."""

    function: int
    line: int
    op: str
    value: str
    verdict: str
    reasons: list[CopyReason]


class Tensors(TypedDict):
    """The decisions of `passes` about tensors; `left_out` counts uses that the page omits."""

    passes: str
    tensors: list[Tensor]
    classes: list[TensorClass]
    copied: list[Copied]
    left_out: int


class Memory(TypedDict):
    """A drawing of the memory of `function` after `passes`; a shape is (tag, attributes, text, title)."""

    function: int
    passes: str
    width: int
    height: int
    shapes: list[tuple[str, dict[str, str], str, str]]


class Model(TypedDict):
    """All that the page shows; `at_block_ends` says that the passes decide at the ends of blocks what is freed."""

    file: str
    version: str
    pipeline: str
    at_block_ends: bool
    notes: list[str]
    refusals: list[tuple[int, str]]
    lines: list[str]
    spans: list[list[Span]]
    edits: list[Edit]
    output: list[OutputRow]
    functions: list[Function]
    buffers: list[Buffer]
    groups: list[Group]
    blocks: list[Block]
    texts: list[str]
    tensors: Tensors
    memory: list[Memory]
    reasons: Reasons
