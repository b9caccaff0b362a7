"""The plan of moves and releases: the derived relations of `rules/analysis/plan`, as IR objects in a fixed order.

Nothing is decided here: the rules say what is released where and which indicators travel; this module turns names back into IR objects.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from ownlog.backend.block_ends.plan import Clearing, clearings
from ownlog.backend.rewriting.rows import LEAVES, Relations
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Block, Op, Value

TRANSFER = (
    "carried_argument", "carried_result", "carries", "owning_select", "transfer_condition", "transfer_if_unowned", "transfer_if_same",
    "drop_cleared", "dropped",
    "growing_group", "in_function", "noted_in", "inferred_abi", "owns", "parameter_cleared", "release_after", "release_at_end",
    "release_on_edge", "release_unless", "return_clone", "successor_group", "consumes", "tells_unfreed", "told_by", "told_unfreed",
    "undecided",
)  # fmt: skip
"""The derived relations that a transfer plan is made of."""


@dataclass(frozen=True)
class DynamicTransfer:
    """A terminator takes the ownership of `owner` along with its operand number `position`, `value`, where both hold the same.

    If anything but their addresses says when that is, `guard` is a condition and whether it has to be true, or `mover` is the owner that
    goes along, which then does not own what it holds.
    """

    edge: int
    position: int
    value: Value
    owner: Value
    guard: tuple[Value, bool] | None
    mover: Value | None


@dataclass
class TransferPlan:
    """Where owners are released and which indicators travel, by IR object; each list is in text order.

    `after` maps an op to what is released behind it, `before` a block to what is released at its start; `unless` has, for a
    select and the op after which it happens, the values that are not chosen, by the condition ("true", "false") under which each lives on.
    """

    after: dict[Op, list[Value]] = field(default_factory=lambda: defaultdict(list))
    before: dict[Block, list[Value]] = field(default_factory=lambda: defaultdict(list))
    at_end: dict[Block, list[Value]] = field(default_factory=lambda: defaultdict(list))
    on_edge: dict[tuple[Block, int], list[Value]] = field(default_factory=lambda: defaultdict(list))
    unless: dict[tuple[Op, Op], dict[str, Value]] = field(default_factory=lambda: defaultdict(dict))
    clones: dict[Op, list[tuple[int, Value, Value | None]]] = field(default_factory=lambda: defaultdict(list))
    arguments: list[tuple[Block, Value]] = field(default_factory=list)
    results: list[tuple[Op, Value]] = field(default_factory=list)
    carries: dict[Op, dict[int, list[tuple[int, Value | None]]]] = field(default_factory=dict)
    dynamic_transfers: dict[Op, list[DynamicTransfer]] = field(default_factory=lambda: defaultdict(list))
    owns: dict[Value, str] = field(default_factory=dict)
    owning_selects: dict[Value, tuple[Op, dict[str, Value]]] = field(default_factory=dict)
    groups: dict[tuple[Op, int], int] = field(default_factory=dict)
    functions: dict[Block, Op] = field(default_factory=dict)
    told_by: dict[Value, Value] = field(default_factory=dict)
    dropped: list[Value] = field(default_factory=list)
    cleared: list[Clearing] = field(default_factory=list)
    told_unfreed: list[tuple[Op, int]] = field(default_factory=list)
    tells_unfreed: dict[Op, list[Value]] = field(default_factory=lambda: defaultdict(list))
    noted_in: dict[Block, Block] = field(default_factory=dict)

    def addressed(self, value: Value) -> Value:
        """The buffer whose address tells what allocation `value` has: what it is a view of, where the view may have another one."""
        return self.told_by.get(value, value)


class _Reader:
    def __init__(self, relations: Relations, naming: Naming, left_out: set[str]) -> None:
        self.relations = relations
        self.naming = naming
        self.left_out = tuple(f"{function}/" for function in left_out)
        self.order = {str(name): number for names in (naming.values, naming.ops, naming.blocks) for number, name in enumerate(names)}
        self.plan = TransferPlan()

    def rows(self, name: str, key: int) -> list[tuple[str | int, ...]]:
        """The rows of the functions that are planned, in text order; `key` is a column that names something of the function."""
        rows: Iterable[tuple[str | int, ...]] = self.relations[name]
        return sorted((row for row in rows if not str(row[key]).startswith(self.left_out)), key=lambda row: [*map(self._place, row)])

    def _place(self, cell: str | int) -> int:
        return cell if isinstance(cell, int) else self.order.get(cell, -1)

    def in_order(self, name: str, key: int) -> list[tuple[str | int, ...]]:
        """The rows in the text order of the values in column `key`."""
        return sorted(self.rows(name, key), key=lambda row: self.order[str(row[key])])

    def read(self) -> TransferPlan:
        value, block, op, plan = self.naming.values, self.naming.blocks, self.naming.ops, self.plan
        for b, p, v in self.in_order("release_after", 2):
            home = block[str(b)]
            (plan.after[home.ops[int(p)]] if int(p) >= 0 else plan.before[home]).append(value[str(v)])
        for b, v in self.in_order("release_at_end", 1):
            plan.at_end[block[str(b)]].append(value[str(v)])
        for b, i, v in self.in_order("release_on_edge", 2):
            plan.on_edge[block[str(b)], int(i)].append(value[str(v)])
        for o, when, v, b, p in self.in_order("release_unless", 2):
            plan.unless[op[str(o)], block[str(b)].ops[int(p)]][str(when)] = value[str(v)]
        for o, k, v, owner in sorted(self.rows("return_clone", 2), key=lambda row: row[1]):
            plan.clones[op[str(o)]].append((int(k), value[str(v)], value[str(owner)] if owner else None))
        plan.owns = {value[str(v)]: str(when) for v, when in self.rows("owns", 0)}
        plan.functions = {block[str(b)]: op[str(f)] for b, f in self.relations["in_function"]}
        self._read_carried()
        self._read_dropped()
        return plan

    def _read_dropped(self) -> None:
        """Drop flags, and what functions tell their callers."""
        value, block, op, plan = self.naming.values, self.naming.blocks, self.naming.ops, self.plan
        plan.dropped = [value[str(h)] for (h,) in self.in_order("dropped", 0)]
        kinds = {"flag": "drop_cleared", "unfreed": "parameter_cleared"}
        plan.cleared = clearings({kind: [(name, row) for row in self.rows(name, 0)] for kind, name in kinds.items()}, self.naming)
        plan.told_unfreed = [(op[str(o)], int(j)) for o, j in self.rows("told_unfreed", 0)]
        for o, _, v in self.rows("tells_unfreed", 0):
            plan.tells_unfreed[op[str(o)]].append(value[str(v)])
        plan.noted_in = {block[str(b)]: block[str(entry)] for b, entry in self.relations["noted_in"]}

    def _read_carried(self) -> None:
        value, block, op, plan = self.naming.values, self.naming.blocks, self.naming.ops, self.plan
        plan.arguments = [(block[str(b)], value[str(v)]) for b, v in self.in_order("carried_argument", 1)]
        plan.results = [(op[str(o)], value[str(v)]) for o, v in self.in_order("carried_result", 1)]
        for o, e, k, owner in sorted(self.rows("carries", 0), key=lambda row: (row[1], row[2])):
            plan.carries.setdefault(op[str(o)], {}).setdefault(int(e), []).append((int(k), value[str(owner)] if owner else None))
        guards = {row[:5]: (value[str(row[5])], row[6] == "true") for row in self.rows("transfer_condition", 0)}
        movers = {(o, e, k, owner): value[str(y)] for o, e, k, y, owner in self.rows("transfer_if_unowned", 0)}
        for row in self.in_order("transfer_if_same", 4):
            o, e, k, v, owner = row
            mover = movers.get((o, e, k, owner))
            transfer = DynamicTransfer(int(e), int(k), value[str(v)], value[str(owner)], guards.get(row), mover)
            plan.dynamic_transfers[op[str(o)]].append(transfer)
        plan.told_by = {value[str(v)]: value[str(source)] for v, source in self.rows("told_by", 0)}
        taken: dict[str, dict[str, Value]] = {}
        for o, owner, when in self.rows("consumes", 0):
            taken.setdefault(str(o), {})[str(when)] = value[str(owner)]
        plan.owning_selects = {value[str(v)]: (op[str(o)], taken.get(str(o), {})) for o, v in self.in_order("owning_select", 1)}
        plan.groups = {(op[str(o)], LEAVES): int(g) for o, g in self.relations["growing_group"]}
        plan.groups |= {(op[str(o)], int(i)): int(g) for o, i, g in self.relations["successor_group"]}


def make_transfer_plan(relations: Relations, naming: Naming, left_out: set[str]) -> TransferPlan:
    """The plan that `relations` (those of `TRANSFER`) describe, but for the functions called `left_out` (as `naming` names them)."""
    return _Reader(relations, naming, left_out).read()
