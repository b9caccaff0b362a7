"""What is to be done to a module so that each buffer is freed once: typed actions, by IR object.

Two ways to decide fill this schema, and each has an emitter that reads it: the pipeline's plan (`backend/planned/`) and
mlir-opt's pass (`backend/block_ends/`). An action says where something happens (after an op, at the start or the end of
a block, on an edge, or along with an operand), what happens there, and under which condition, which is an `Ownership`
nearly everywhere. What an action means does not depend on who asks for it.

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
    """Whether `value` is owned is told where the program runs, by an i1 of the kind `by`.

    "argument" and "result": the i1 that is carried with it. "selected": the choice between the i1s of a select's two
    sides. "flag": what its drop flag says at that point. "retained": what the deallocation at the end of its own block
    says of it, or, in a `Forward`, the one on that way.
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
    """`value`, an argument of the block or a result of the op `home`, is followed by an i1 that tells whether it is
    owned.
    """

    home: Block | Op
    value: Value
    because: Reason


class Forward(NamedTuple):
    """`op` forwards along `edge`, with what is its operand number `position`, an i1 that is `owned`, for what is
    carried there.

    `edge` is the number of a successor, or `LEAVES` for the way into or out of regions.
    """

    op: Op
    edge: int
    position: int
    owned: Ownership
    because: Reason | None = None


class Release(NamedTuple):
    """At `place` the allocation that `value` holds is freed if it is `owned`.

    With `hidden`, a deallocation must not see the address of `value` where it is not owned: it may have been freed
    before.
    """

    place: Place
    value: Value
    owned: Ownership
    because: tuple[Reason, ...]
    hidden: bool = False


class ReleaseUnchosen(NamedTuple):
    """Behind `anchor`, of the sides of a select that it takes ownership from, what it does not choose is freed.

    A side is chosen, and lives on, where `condition` is the truth value that it stands for in `sides`; elsewhere it is
    freed if it is owned.
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
    """The return `op` hands out a copy of its operand number `position`, the buffer `value`.

    It does not where `unless` holds (None: nothing can tell, there is a copy in any case) and `value` is not the same
    as one of the operands number `distinct_from`, which are handed out before it.
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
    """The terminator `op` takes the ownership of `owner`, which ends there, along `edge` with its operand number
    `position`, the buffer `value`, where both are the same. Elsewhere `owner` is released as if nothing was forwarded.

    `owned` is the ownership of `owner` there. `same` tells whether they are the same; None leaves it to their
    addresses.
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
    """The end of `block` has a `bufferization.dealloc` towards each successor, or one where there is none, of all that
    is released there.

    `condition` is the i1 that is true where control goes to successor 0, `cases` the flag and the text of the numbers
    that choose another one; neither means that nothing tells before the terminator. With `splits` the deallocations
    then stand on the edges.
    """

    block: Block
    condition: Value | None
    cases: tuple[Value, str] | None
    splits: bool


class Retain(NamedTuple):
    """What `value` holds goes on from `block` along `edge`: the deallocation on that way frees nothing that is the
    same.
    """

    block: Block
    edge: int
    value: Value


class CheckUnowned(NamedTuple):
    """`op` frees by hand a buffer that must not be `owned`: the program stops there if it is."""

    op: Op
    owned: Ownership
    because: Reason


class DropFlag(NamedTuple):
    """An i1 in memory says whether `value` is still owned, as frees may have taken it.

    It is set to `starts` where `value` is defined, unless that is None: then a deallocation sets it.
    """

    value: Value
    starts: Ownership | None
    because: Reason
    start_because: Reason


FlagKind: TypeAlias = 'Literal["flag", "unfreed"]'
"""What an i1 in memory tells:

"flag", that a buffer is owned (`DropFlag`); "unfreed", that a parameter is not yet freed (`TellUnfreed`).
"""


class Clear(NamedTuple):
    """`op` frees `freed`, and so clears the flag of `owner` of the given kind.

    `how` is "always", or "if same" where only their addresses tell whether `freed` is what `owner` holds. `argument` is
    -1, or the number of the argument of a call that tells whether it has left it unfreed.
    """

    op: Op
    kind: FlagKind
    owner: Value
    freed: Value
    how: str
    argument: int
    because: Reason


class TellUnfreed(NamedTuple):
    """The return `op` hands out, behind all else, an i1 that tells whether its function has left `parameter`
    unfreed.
    """

    op: Op
    parameter: Value


class HearUnfreed(NamedTuple):
    """The call `op` gets an i1 result that tells whether the callee has left the call's argument number `argument`
    unfreed.
    """

    op: Op
    argument: int


class Widen(NamedTuple):
    """`function` takes or returns i1s that it did not, so that it has another type; None where the i1s say why
    themselves.
    """

    function: Op
    because: Reason | None = None


class Actions:
    """All that is to be done to a module; each list is in the order in which its ops are made and named.

    `functions` has the function around each block in which something is done, `groups` the number of the operand group
    that grows where an op forwards more along an edge, `noted_in`, for a block where control may be several times at
    once, the block at whose top it keeps flags of its own. `addresses` says whose address tells what allocation a
    buffer has. `freed_by` has the op that frees what a buffer owns, where it is not the ordinary one.
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
