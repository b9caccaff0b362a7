"""The plan of a deallocation: the derived relations, indexed by the ops and blocks of the IR that is to be rewritten.

Nothing is decided here. The rules say what is freed, retained, copied and passed on; this module only turns names back into IR objects
and puts operands into a fixed order: block arguments before results, arguments by their number, results in text order (as MLIR's own pass
lists them).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ownlog.backend.rewriting.rows import LEAVES, Relations
from ownlog.base.errors import Diagnostic
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.forms.suggestions import did_you_mean
from ownlog.frontend.ir.ir import Block, Op, Value

NEEDED = (
    "branch_cases", "branch_condition", "candidate", "condition", "deallocates", "entry_indicator", "drop_flag_cleared", "drop_flag_start",
    "drop_flag", "forwarded_operand", "function_indicator", "growing_group", "hidden", "in_function", "indicator", "indicator_argument",
    "indicator_result", "manual_free", "noted_in", "pass_refusal", "passes_indicator", "refusal", "retained_on_edge", "retained_on_exit",
    "return_compare", "return_copy", "selected", "unfreed_cleared", "splits_edges", "successor_group", "successor_operand", "tells_unfreed",
    "told_by", "told_unfreed",
)  # fmt: skip
"""The derived relations that a plan is made of."""


@dataclass
class BlockPlan:
    """What happens at the end of one block. States are ownership states as `rules/analysis/program/acquisition.dl` writes them."""

    candidates: list[tuple[Value, str]] = field(default_factory=list)
    retained: dict[int, list[Value]] = field(default_factory=dict)
    copies: dict[int, tuple[Value, str]] = field(default_factory=dict)
    compares: dict[int, list[int]] = field(default_factory=dict)
    hidden: set[Value] = field(default_factory=set)
    passes: dict[int, list[Value]] = field(default_factory=dict)
    condition: Value | None = None
    cases: tuple[Value, str] | None = None
    splits: bool = False
    deallocates: bool = False


@dataclass(frozen=True)
class Clearing:
    """`op` frees `freed`, and so clears the flag of `owner` of the given kind ("flag", "unfreed").

    `how` and `argument` are those of `relation`, which says so.
    """

    op: Op
    kind: str
    owner: Value
    freed: Value
    how: str
    argument: int
    relation: str


def clearings(rows: Mapping[str, Iterable[tuple[str, tuple[str | int, ...]]]], naming: Naming) -> list[Clearing]:
    """The rows of relations with the columns of `drop_flag_cleared`, by kind of flag and with the relation's name, in text order."""
    value, op = naming.values, naming.ops
    order = {thing: number for things in (op.values(), value.values()) for number, thing in enumerate(things)}
    made = [
        Clearing(op[str(o)], kind, value[str(h)], value[str(v)], str(how), int(i), relation)
        for kind, found in rows.items()
        for relation, (o, h, v, how, i) in found
    ]

    def key(row: Clearing) -> tuple[int, str, tuple[bool, int, int], tuple[bool, int, int], int]:
        return (order[row.op], row.kind, _argument_first(row.owner, order), _argument_first(row.freed, order), row.argument)

    return sorted(made, key=key)


def _argument_first(value: Value, order: Mapping[object, int]) -> tuple[bool, int, int]:
    """Block arguments come before results, by their number; results in text order."""
    return (not value.is_block_argument, value.is_block_argument * value.index, order[value])


@dataclass
class Plan:
    """All that a rewrite needs to know, by IR object."""

    blocks: dict[Block, BlockPlan] = field(default_factory=lambda: defaultdict(BlockPlan))
    arguments: list[tuple[Block, Value]] = field(default_factory=list)
    results: list[tuple[Op, Value]] = field(default_factory=list)
    entries: dict[Op, int] = field(default_factory=dict)
    functions: dict[Op, list[int]] = field(default_factory=dict)
    frees: list[tuple[Op, str]] = field(default_factory=list)
    flags: list[Value] = field(default_factory=list)
    flag_starts: list[tuple[Value, str]] = field(default_factory=list)
    cleared: list[Clearing] = field(default_factory=list)
    told_unfreed: list[tuple[Op, int]] = field(default_factory=list)
    tells_unfreed: dict[Op, list[Value]] = field(default_factory=dict)
    indicators: dict[str, tuple[str, Value]] = field(default_factory=dict)
    selects: dict[Value, tuple[Op, Value, str, str]] = field(default_factory=dict)
    groups: dict[tuple[Op, int], int] = field(default_factory=dict)
    told_by: dict[Value, Value] = field(default_factory=dict)
    noted_in: dict[Block, Block] = field(default_factory=dict)

    def addressed(self, value: Value) -> Value:
        """The buffer whose address tells what allocation `value` has: what it is a view of, where the view may have another one."""
        return self.told_by.get(value, value)

    def grow(self, op: Op, additions: Mapping[int, Sequence[Value]]) -> None:
        """Append operands to `op`: by successor number, or under `LEAVES` what it forwards into or out of regions."""
        groups = op.groups()
        for successor, values in additions.items():
            group = self.groups[op, successor]
            groups[group] = [*groups[group], *values]
        op.set_operands([value for group in groups for value in group], op.segments and [len(group) for group in groups])


def refusals(relations: Relations, naming: Naming) -> list[Diagnostic]:
    """One diagnostic for each op that the rules refuse, in text order."""
    found = relations["refusal"] | relations["pass_refusal"]
    rows = sorted(((naming.ops[str(o)], str(m), str(a)) for o, m, a in found), key=lambda row: (row[0].start, row[1:]))
    # Ops that an earlier pass made have no place of their own, and would all say the same.
    return list(dict.fromkeys(op.diagnostic(message, did_you_mean(op.name) + advice) for op, message, advice in rows))


def make_plan(relations: Relations, naming: Naming) -> Plan:
    """The plan that `relations` (those of `NEEDED`, for the module that `naming` names) describe."""
    plan = Plan()
    order: dict[object, int] = {value: number for number, value in enumerate(naming.values.values())}
    reader = _Reader(relations, naming, plan, lambda v: _argument_first(v, order))
    reader.read_blocks()
    reader.read_indicators()
    # Where control goes is derived for all blocks; those of other ops than functions keep what they have.
    inside = {naming.blocks[str(block)] for block, _ in relations["in_function"]}
    plan.blocks = dict(sorted(((block, todo) for block, todo in plan.blocks.items() if block in inside), key=lambda row: _end(row[0])))
    return plan


def _end(block: Block) -> int:
    """Where a block ends in the text, so that what is made at the ends of blocks is named in text order."""
    assert block.terminator is not None
    assert block.parent is not None
    return block.terminator.start if block.terminator.start >= 0 else block.parent.end


class _Reader:
    def __init__(self, relations: Relations, naming: Naming, plan: Plan, key: Callable[[Value], tuple[bool, int, int]]) -> None:
        self.relations = relations
        self.naming = naming
        self.plan = plan
        self.key = key

    def read_blocks(self) -> None:
        value, block, op = self.naming.values, self.naming.blocks, self.naming.ops
        plans = self.plan.blocks
        for (b,) in self.relations["deallocates"]:
            plans[block[str(b)]].deallocates = True
        for b, v in self.relations["branch_condition"]:
            plans[block[str(b)]].condition = value[str(v)]
        for b, v, cases in self.relations["branch_cases"]:
            plans[block[str(b)]].cases = (value[str(v)], str(cases))
        for b, v in self.relations["hidden"]:
            plans[block[str(b)]].hidden.add(value[str(v)])
        for (b,) in self.relations["splits_edges"]:
            plans[block[str(b)]].splits = True
        # A block's own candidates come after those that are live into it.
        own = {(b, v): reason != "live-in" for b, v, reason in self.relations["candidate"]}
        for b, v, state in sorted(self.relations["condition"], key=lambda row: (own[row[0], row[1]], self.key(value[str(row[1])]))):
            plans[block[str(b)]].candidates.append((value[str(v)], str(state)))
        for o, k, v, unless in sorted(self.relations["return_copy"], key=lambda row: row[1]):
            plans[_home(op[str(o)])].copies[int(k)] = (value[str(v)], str(unless))
        for o, k, j in sorted(self.relations["return_compare"], key=lambda row: row[2]):
            plans[_home(op[str(o)])].compares.setdefault(int(k), []).append(int(j))
        for o, i, _, v in sorted(self.relations["passes_indicator"], key=lambda row: (row[1], row[2])):
            plans[_home(op[str(o)])].passes.setdefault(int(i), []).append(value[str(v)])
        self._read_retained()

    def _read_retained(self) -> None:
        """What the terminator passes on comes first, in the order of its operands; then what is live."""
        value, block, op = self.naming.values, self.naming.blocks, self.naming.ops
        passed = {(_home(op[str(o)]), int(i), value[str(v)]): int(k) for o, i, k, v in self.relations["successor_operand"]}
        passed |= {(_home(op[str(o)]), LEAVES, value[str(v)]): int(k) for o, k, v in self.relations["forwarded_operand"]}
        rows = [(block[str(b)], int(i), value[str(v)]) for b, i, v in self.relations["retained_on_edge"]]
        rows += [(block[str(b)], LEAVES, value[str(v)]) for b, v in self.relations["retained_on_exit"]]
        for row in sorted(rows, key=lambda row: (row not in passed, passed.get(row, 0), self.key(row[2]))):
            self.plan.blocks[row[0]].retained.setdefault(row[1], []).append(row[2])

    def read_indicators(self) -> None:
        value, block, op = self.naming.values, self.naming.blocks, self.naming.ops
        plan = self.plan
        plan.indicators = {str(name): (str(kind), value[str(v)]) for name, kind, v in self.relations["indicator"]}
        arguments = [(block[str(b)], value[str(v)]) for b, v in self.relations["indicator_argument"]]
        plan.arguments = sorted(arguments, key=lambda row: self.key(row[1]))
        results = [(op[str(o)], value[str(v)]) for o, v in self.relations["indicator_result"]]
        plan.results = sorted(results, key=lambda row: self.key(row[1]))
        order = {name: number for number, name in enumerate(self.naming.ops)}
        for o, _, _ in sorted(self.relations["entry_indicator"], key=lambda row: order[str(row[0])]):
            plan.entries[op[str(o)]] = plan.entries.get(op[str(o)], 0) + 1
        for f, k in sorted(self.relations["function_indicator"], key=lambda row: row[1]):
            plan.functions.setdefault(op[str(f)], []).append(int(k))
        plan.groups = {(op[str(o)], LEAVES): int(g) for o, g in self.relations["growing_group"]}
        plan.groups |= {(op[str(o)], int(i)): int(g) for o, i, g in self.relations["successor_group"]}
        frees = sorted(self.relations["manual_free"], key=lambda row: (order[str(row[0])], row[1]))
        plan.frees = [(op[str(o)], str(state)) for o, _, _, state in frees]
        self._read_flags()
        plan.noted_in = {self.naming.blocks[str(b)]: self.naming.blocks[str(entry)] for b, entry in self.relations["noted_in"]}
        plan.told_by = {value[str(v)]: value[str(source)] for v, source in self.relations["told_by"]}
        plan.selects = {value[str(v)]: (op[str(o)], value[str(c)], str(s), str(t)) for v, o, c, s, t in self.relations["selected"]}

    def _read_flags(self) -> None:
        """Flags and what is done with them, in text order."""
        value, op, plan = self.naming.values, self.naming.ops, self.plan
        order = {o: number for number, o in enumerate(op.values())}
        plan.flags = sorted((value[str(v)] for (v,) in self.relations["drop_flag"]), key=self.key)
        plan.flag_starts = sorted(((value[str(v)], str(s)) for v, s in self.relations["drop_flag_start"]), key=lambda row: self.key(row[0]))
        kinds = {"flag": "drop_flag_cleared", "unfreed": "unfreed_cleared"}
        plan.cleared = clearings({kind: [(name, row) for row in self.relations[name]] for kind, name in kinds.items()}, self.naming)
        plan.told_unfreed = sorted(
            ((op[str(o)], int(j)) for o, j in self.relations["told_unfreed"]), key=lambda row: (order[row[0]], row[1])
        )
        for o, _, v in sorted(self.relations["tells_unfreed"], key=lambda row: (order[op[str(row[0])]], row[1])):
            plan.tells_unfreed.setdefault(op[str(o)], []).append(value[str(v)])


def _home(op: Op) -> Block:
    assert op.parent is not None
    return op.parent
