"""What is to be done to a module so that each buffer is freed once: typed actions, by IR object.

Two ways to decide fill this schema, and each has an emitter that reads it: the pipeline's plan (`backend/ownership/`)
and mlir-opt's pass (`backend/block_ends/`). An action says where something happens (after an op, at the start or the
end of a block, on an edge, or along with an operand), what happens there, and under which condition, which is an
`Ownership` nearly everywhere. What an action means does not depend on who asks for it.

Both use `Carry`, `Forward`, `Copy`, `Choice`, `Release`, `DropFlag`, `Clear`, `TellUnfreed`, `HearUnfreed` and `Widen`.
They part where a block ends. The plan knows of each owner whether it goes on, and has a `DynamicTransfer` for what it
cannot know; a release then asks nothing more. mlir-opt's pass leaves that to one op: a `Deallocation` gets all that is
released at the end of a block, with all that is retained along an edge (`Retain`), and compares their addresses where
the program runs. What a `DynamicTransfer` says of one pair, a `Retain` says of all that is released: one made into the
other would add the comparisons that the plan is there to avoid, or take from mlir-opt's pass the op that its output is
to have. So `DynamicTransfer` and `ReleaseUnchosen` belong to the plan alone, `Deallocation`, `Retain` and
`CheckUnowned` to mlir-opt's pass.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from ownlog.backend.actions.addresses import Addresses
from ownlog.frontend.ir.ir import Block, Op, Reason, Value

LEAVES = -1
"""Stands for the successor number of an edge into or out of regions."""

Teller: TypeAlias = 'Literal["argument", "result", "selected", "retained", "flag"]'


class Told(NamedTuple):
    """Whether `value` is owned is given at run time by an i1 of the kind `by`.

    "argument" and "result": carried with it. "selected": chosen like the select's value. "flag": its drop flag at that
    point. "retained": a result of the deallocation in its own block, or, in a `Forward`, on that edge.
    """

    by: Teller
    value: Value


Ownership: TypeAlias = bool | Told
"""Whether somebody owns the allocation that a buffer holds: always, never, or as it is told where the program runs."""


@dataclass(frozen=True)
class After:
    """The place right behind `op`."""

    op: Op


@dataclass(frozen=True)
class StartOf:
    """The place before the first op of `block`."""

    block: Block


@dataclass(frozen=True)
class EndOf:
    """The place before the terminator of `block`."""

    block: Block


@dataclass(frozen=True)
class OnEdge:
    """The place between `block` and its successor number `successor`, where control comes by on no other way."""

    block: Block
    successor: int


Place: TypeAlias = After | StartOf | EndOf | OnEdge


class Carry(NamedTuple):
    """`value`, an argument of the block or a result of the op `home`, gets an ownership i1."""

    home: Block | Op
    value: Value
    because: Reason


class Forward(NamedTuple):
    """`op` forwards the i1 `owned` along `edge` with its operand number `position`.

    `edge` is the number of a successor, or `LEAVES` for the way into or out of regions.
    """

    op: Op
    edge: int
    position: int
    owned: Ownership
    because: Reason | None = None


class Release(NamedTuple):
    """At `place` the allocation that `value` holds is freed if it is `owned`.

    With `hidden`, a deallocation must not see the address of `value` if it is not owned: it may be freed already.
    """

    place: Place
    value: Value
    owned: Ownership
    because: tuple[Reason, ...]
    hidden: bool = False


class ReleaseUnchosen(NamedTuple):
    """Behind `anchor`, the sides of a select that it owns and does not choose are freed.

    A side is chosen, and lives on, if `condition` has its truth value in `sides`; else it is freed if owned.
    """

    anchor: Op
    condition: Value
    sides: dict[bool, tuple[Value, Ownership]]
    because: Reason


class Choice(NamedTuple):
    """What the select that gives `value` hands on is owned as the side is that `condition` chooses."""

    value: Value
    condition: Value
    on_true: Ownership
    on_false: Ownership
    because: Reason


class Copy(NamedTuple):
    """The return `op` returns a copy of its operand number `position`, the buffer `value`.

    Not if `unless` holds (None: copy always) and `value` differs from the operands `distinct_from`, returned before it.
    """

    op: Op
    position: int
    value: Value
    unless: Ownership | None
    because: Reason
    distinct_from: tuple[int, ...] = ()


class Guard(NamedTuple):
    """Two buffers are the same just where the i1 `condition` is `positive`."""

    condition: Value
    positive: bool


class Unless(NamedTuple):
    """Two buffers are the same just where what goes along is not `owned`: then it holds nothing else."""

    owned: Ownership


class DynamicTransfer(NamedTuple):
    """The terminator `op` transfers the ownership of `owner` along `edge` if `value`, operand `position`, is the same.

    Else `owner` is released. `owned` is its ownership there; `same` is the i1 for the comparison (None: by address).
    """

    op: Op
    edge: int
    position: int
    value: Value
    owner: Value
    owned: Ownership
    same: Guard | Unless | None
    because: Reason


class Deallocation(NamedTuple):
    """The end of `block` has a `bufferization.dealloc` for each successor, or one, of all that is released there.

    `condition` is the i1 for successor 0, `cases` the flag and the numbers that choose others; with neither, the
    terminator itself decides. With `splits` the deallocations are on the edges.
    """

    block: Block
    condition: Value | None
    cases: tuple[Value, str] | None
    splits: bool


class Retain(NamedTuple):
    """`value` lives on from `block` along `edge`: the deallocation on that edge frees nothing that is the same."""

    block: Block
    edge: int
    value: Value


class CheckUnowned(NamedTuple):
    """`op` frees by hand a buffer that must not be `owned`: the program stops there if it is."""

    op: Op
    owned: Ownership
    because: Reason


class DropFlag(NamedTuple):
    """An i1 in memory for whether `value` is still owned after frees.

    It is set to `starts` where `value` is defined, or by a deallocation (None).
    """

    value: Value
    starts: Ownership | None
    because: Reason
    start_because: Reason


FlagKind: TypeAlias = 'Literal["flag", "unfreed"]'
"""An i1 in memory: "flag" for an owned buffer (`DropFlag`), "unfreed" for a parameter not yet freed (`TellUnfreed`)."""


class Clear(NamedTuple):
    """`op` frees `freed`, and so clears the flag of `owner` of the given kind.

    `how` is "always", or "if same" if only addresses tell whether `owner` holds `freed`. `argument` is -1, or the call
    argument whose result says that it is unfreed.
    """

    op: Op
    kind: FlagKind
    owner: Value
    freed: Value
    how: str
    argument: int
    because: Reason


class TellUnfreed(NamedTuple):
    """The return `op` returns, as its last operand, an i1 for whether the function left `parameter` unfreed."""

    op: Op
    parameter: Value


class HearUnfreed(NamedTuple):
    """The call `op` gets an i1 result for whether the callee left argument number `argument` unfreed."""

    op: Op
    argument: int


class Widen(NamedTuple):
    """The type of `function` changes because of new i1s; `because` is None if these have reasons themselves."""

    function: Op
    because: Reason | None = None


class Actions:
    """All actions on a module; each list is in the order in which ops are made and named.

    `functions` has the function of each block involved, `groups` the operand group that grows for forwards along an
    edge, `noted_in` the block for flags of parallel iterations, `addresses` the values for comparing allocations, and
    `freed_by` other ops than the ordinary free.
    """

    def __init__(
        self,
        functions: dict[Block, Op],
        groups: dict[tuple[Op, int], int],
        noted_in: dict[Block, Block],
        addresses: Addresses,
    ) -> None:
        self.functions = functions
        self.groups = groups
        self.noted_in = noted_in
        self.addresses = addresses
        self.freed_by: dict[Value, str] = {}
        self.carries: list[Carry] = []
        self.forwards: list[Forward] = []
        self.releases: list[Release] = []
        self.releases_unchosen: list[ReleaseUnchosen] = []
        self.choices: list[Choice] = []
        self.copies: list[Copy] = []
        self.transfers: list[DynamicTransfer] = []
        self.deallocations: list[Deallocation] = []
        self.retains: list[Retain] = []
        self.checks: list[CheckUnowned] = []
        self.drop_flags: list[DropFlag] = []
        self.clears: list[Clear] = []
        self.tells_unfreed: list[TellUnfreed] = []
        self.hears_unfreed: list[HearUnfreed] = []
        self.widens: list[Widen] = []
