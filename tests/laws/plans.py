"""The pipeline's plan for a module, as the rules derive it: by IR object, and by nothing that the backend reads it
with.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Set
from dataclasses import dataclass, field

from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Block, Op, Value

Row = tuple[str | int, ...]
Rows = Mapping[str, Set[Row]]
Derive = Callable[[Mapping[str, Collection[Row]], Collection[str]], Rows]
"""What the rules derive from facts: the rows of some relations."""

RELATIONS = (
    "successor_input", "carries", "owning_select", "transfer_condition", "transfer_if_unowned", "transfer_if_same",
    "fixes_abi", "pinned", "drop_cleared", "freed_by_hand", "frees_argument", "owner", "in_function", "move",
    "inferred_abi", "inferred_parameter", "owns", "parameter_cleared", "release_after", "release_at_end",
    "release_on_edge", "release_unless", "return_clone", "select_side", "side", "consumes", "undecided",
)  # fmt: skip
_ATTEMPTS = 3

Edge = tuple[Op, int]
"""An op and the number of its successor; -1 for into, out of or between regions, to a function and back."""


@dataclass(frozen=True)
class DynamicTransfer:
    """At a terminator the ownership of `owner` goes along with `value`, operand number `position`, if both hold the
    same.
    """

    position: int
    value: Value
    owner: Value
    guard: tuple[Value, bool] | None
    mover: Value | None


@dataclass(frozen=True)
class Clearing:
    """An op frees `freed`, and so clears the drop flag of `owner`, or what its function says of the parameter `owner`.

    Only where the two are the same, unless `certain`; `argument` is the one that the call must not say it has left
    unfreed, or -1.
    """

    owner: Value
    freed: Value
    certain: bool
    argument: int


@dataclass
class Plan:
    """What is to be done, where."""

    owners: set[Value] = field(default_factory=set)
    owns: dict[Value, str] = field(default_factory=dict)
    inputs: dict[Edge, dict[Value, int]] = field(default_factory=lambda: defaultdict(dict))
    moves: dict[tuple[Op, int, int], Value] = field(default_factory=dict)
    carries: dict[tuple[Op, int, int], Value | None] = field(default_factory=dict)
    transfers: dict[Edge, list[DynamicTransfer]] = field(default_factory=lambda: defaultdict(list))
    after: dict[Op, list[Value]] = field(default_factory=lambda: defaultdict(list))
    before: dict[Block, list[Value]] = field(default_factory=lambda: defaultdict(list))
    at_end: dict[Op, list[Value]] = field(default_factory=lambda: defaultdict(list))
    on_edge: dict[Edge, list[Value]] = field(default_factory=lambda: defaultdict(list))
    unless: dict[Op, list[tuple[Value, bool, Value]]] = field(default_factory=lambda: defaultdict(list))
    copies: dict[Op, dict[int, Value | None]] = field(default_factory=lambda: defaultdict(dict))
    owning_selects: dict[Op, Value] = field(default_factory=dict)
    consumes: dict[Op, dict[bool, Value]] = field(default_factory=lambda: defaultdict(dict))
    by_hand: dict[Op, Value] = field(default_factory=dict)
    cleared: dict[Op, list[Clearing]] = field(default_factory=lambda: defaultdict(list))
    parameters_cleared: dict[Op, list[Clearing]] = field(default_factory=lambda: defaultdict(list))
    frees: set[Op] = field(default_factory=set)
    open: set[Op] = field(default_factory=set)
    taken_parameters: set[Value] = field(default_factory=set)
    undecided: set[Op] = field(default_factory=set)


def plan_rows(facts: Mapping[str, Collection[Row]], derive: Derive) -> Rows:
    """The plan's rows, with as many functions keeping to the ABI as the rules ask for."""
    told = {name: list(rows) for name, rows in facts.items()}
    for attempt in range(1, 4 * _ATTEMPTS):
        rows = derive(told, RELATIONS)
        fixed = sorted(
            str(function) for function, when in rows["fixes_abi"] if when == ("next" if attempt < _ATTEMPTS else "last")
        )
        stay = {row[:3] for row in rows["pinned"]} - {*told.get("assume_pinned", ())}
        if not fixed and not stay:
            return rows
        told["assume_fixed_abi"] = [*told.get("assume_fixed_abi", ()), *((function,) for function in fixed)]
        if not fixed:
            told["assume_pinned"] = [*told.get("assume_pinned", ()), *sorted(stay)]
    raise AssertionError("functions are asked to keep to the ABI, or owners to stay, again and again")


def read_plan(rows: Rows, naming: Naming) -> Plan:
    """The plan that the rows describe."""
    value, op, block, plan = naming.values, naming.ops, naming.blocks, Plan()
    plan.owners = {value[str(v)] for (v,) in rows["owner"]}
    plan.owns = {value[str(v)]: str(when) for v, when in rows["owns"]}
    plan.open = {op[str(f)] for (f,) in rows["inferred_abi"]}
    plan.undecided = {op[str(f)] for f, _, _ in rows["undecided"]}
    plan.taken_parameters = {value[str(v)] for _, _, v in rows["inferred_parameter"]}
    for o, e, k, _, w in rows["successor_input"]:
        plan.inputs[op[str(o)], int(e)][value[str(w)]] = int(k)
    plan.moves = {(op[str(o)], int(e), int(k)): value[str(h)] for o, e, k, h in rows["move"]}
    plan.carries = {(op[str(o)], int(e), int(k)): value[str(h)] if h else None for o, e, k, h in rows["carries"]}
    plan.by_hand = {op[str(o)]: value[str(h)] for o, h in rows["freed_by_hand"]}
    plan.frees = {op[str(f)] for f, _ in rows["frees_argument"]}
    for name, found in (("drop_cleared", plan.cleared), ("parameter_cleared", plan.parameters_cleared)):
        for o, h, v, how, i in sorted(rows[name]):
            found[op[str(o)]].append(Clearing(value[str(h)], value[str(v)], how == "always", int(i)))
    _read_transfers(rows, naming, plan)
    _read_choices(rows, naming, plan)
    for b, p, v in sorted(rows["release_after"]):
        home = block[str(b)]
        (plan.after[home.ops[int(p)]] if int(p) >= 0 else plan.before[home]).append(value[str(v)])
    for b, v in sorted(rows["release_at_end"]):
        plan.at_end[block[str(b)].ops[-1]].append(value[str(v)])
    for b, i, v in sorted(rows["release_on_edge"]):
        plan.on_edge[block[str(b)].ops[-1], int(i)].append(value[str(v)])
    for o, k, _, h in rows["return_clone"]:
        plan.copies[op[str(o)]][int(k)] = value[str(h)] if h else None
    return plan


def _read_transfers(rows: Rows, naming: Naming, plan: Plan) -> None:
    value, op = naming.values, naming.ops
    guards = {row[:5]: (value[str(row[5])], row[6] == "true") for row in rows["transfer_condition"]}
    movers = {(o, e, k, h): value[str(y)] for o, e, k, y, h in rows["transfer_if_unowned"]}
    for row in sorted(rows["transfer_if_same"]):
        o, e, k, v, h = row
        transfer = DynamicTransfer(int(k), value[str(v)], value[str(h)], guards.get(row), movers.get((o, e, k, h)))
        plan.transfers[op[str(o)], int(e)].append(transfer)


def _read_choices(rows: Rows, naming: Naming, plan: Plan) -> None:
    value, op = naming.values, naming.ops
    plan.owning_selects = {op[str(o)]: value[str(v)] for o, v in rows["owning_select"]}
    for o, h, when in rows["consumes"]:
        plan.consumes[op[str(o)]][when == "true"] = value[str(h)]
    for o, when, h, b, p in sorted(rows["release_unless"]):
        anchor = naming.blocks[str(b)].ops[int(p)]
        plan.unless[anchor].append((op[str(o)].operands[0], when == "true", value[str(h)]))
