"""What the checker reads of a module: ways of control and effects of ops, by op and by block, as `rules/checking` derives them."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass, field

from ownlog.backend.checking.rows import Rows
from ownlog.backend.checking.ways import Way, cases_of, grouped, ways_of
from ownlog.frontend.text.literals import integer_literal
from ownlog.rules import relations as rel

DERIVED = (
    rel.UnknownWays, rel.WayIn, rel.WayOut, rel.Assigns, rel.WayWhen, rel.WayCases, rel.Returns, rel.ReturnedOperand, rel.Makes, rel.Ends,
    rel.MadeFor, rel.EndsAs,
    rel.Touches, rel.LosesSight, rel.LeadsTo, rel.Picks, rel.Handle, rel.Buffer, rel.ComesFrom, rel.TruthConstant, rel.TruthOf,
    rel.TruthSelect, rel.ComparesIntegers, rel.NumberConstant, rel.HangsOn, rel.Restates, rel.FreesWhere, rel.Retains,
    rel.SaysOwned, rel.LibraryEntry, rel.JoinsConditions, rel.AsksLibrary, rel.FromOutside, rel.SetsFlag, rel.ReadsFlag,
    rel.AssumedUse, rel.Steering, rel.WatchedHome, rel.Needed, rel.NeededOut, rel.Followed, rel.Callee, rel.InternalFunction,
    rel.FunctionEntry, rel.Counts, rel.SumOf, rel.SameNumber, rel.NeverSame, rel.PlainAnswer, rel.UnseenFlag,
    rel.AsksFor, rel.Repeats, rel.OriginHangsOn, rel.BeginsElsewhere,
)  # fmt: skip
"""The derived relations that the checker reads. None of them is, or depends on, one that plans releases: a test says so."""

FACTS = (
    "op", "op_dialect", "op_region", "region_block", "terminator", "operand", "operand_group", "operand_count", "result", "block_argument",
    "use_count", "successor", "value_type", "memref_type", "dominance", "attribute", "symbol_use", "symbol_part", "symbol_definition",
)  # fmt: skip
"""The facts that these are derived from."""

EQUALITY = ("eq", "ne")
"""What tells something where two addresses are compared."""


@dataclass(slots=True)
class Guarded:
    """A deallocation that asks at run time what to free: handles with the conditions under which they are freed, and what is retained."""

    entries: list[tuple[int, str, str]] = field(default_factory=list)
    """Numbers, handles and conditions."""
    retained: list[tuple[int, str]] = field(default_factory=list)
    owned: list[tuple[int, str]] = field(default_factory=list)
    """Which i1 says afterwards, for the number of a retained handle, whether it was to be freed."""
    answers: dict[int, str] = field(default_factory=dict)
    """Of a library call: which i1 says afterwards, for the number of an entry, whether it is to be freed. The call itself frees nothing."""
    library: bool = False
    joins: bool = False
    """Whether the conditions of an allocation that is listed several times are added up in its first entry."""


@dataclass(slots=True)
class Effects:
    """What one op does to handles."""

    touches: list[str] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)
    lost: list[tuple[str, str]] = field(default_factory=list)
    leads: list[tuple[str, str]] = field(default_factory=list)
    picks: list[tuple[str, str, str, str]] = field(default_factory=list)
    compares: list[tuple[str, str, str, str]] = field(default_factory=list)
    guarded: Guarded | None = None
    sets: list[tuple[str, str]] = field(default_factory=list)
    reads: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class Place:
    """Where an op stands."""

    block: str
    position: int


class Graph:
    """A module as the checker sees it. Names are those of rows."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self._ops()
        self._ways()
        self._effects()
        self._truth()
        self._needs()

    def _ops(self) -> None:
        rows = self.rows
        self.place = {r.op: Place(r.block, r.position) for r in rows(rel.Op)}
        self.name = {r.op: r.name for r in rows(rel.Op)}
        self.at: dict[str, list[str]] = defaultdict(list)
        for op, place in sorted(self.place.items(), key=lambda item: item[1].position):
            self.at[place.block].append(op)
        self.terminator = {r.block: r.op for r in rows(rel.Terminator)}
        self.region_of = {r.block: r.region for r in rows(rel.RegionBlock)}
        op_of_region = {r.region: r.op for r in rows(rel.OpRegion)}
        self.parent = {block: op_of_region[region] for block, region in self.region_of.items()}
        self.operands = grouped((r.op, (r.position, r.value)) for r in rows(rel.Operand))
        self.results = grouped((r.op, (r.position, r.value)) for r in rows(rel.Result))
        self.arguments = grouped((r.block, (r.position, r.value)) for r in rows(rel.BlockArgument))
        self.entry = {r.function: r.block for r in rows(rel.FunctionEntry)}
        followed = {r.op for r in rows(rel.Followed)}
        self.callee = {r.op: r.function for r in rows(rel.Callee) if r.op in followed}
        self.calls = grouped((function, op) for op, function in sorted(self.callee.items()))
        self.internal = {r.function for r in rows(rel.InternalFunction)}

    def _ways(self) -> None:
        rows = self.rows
        unknown = {r.op for r in rows(rel.UnknownWays)}
        self.unknown_ways = unknown | {t for block, t in self.terminator.items() if self.parent.get(block) in unknown}
        """The ops with regions that no model says how control takes, and the ends of those regions."""
        repeats = {r.op for r in rows(rel.Repeats)}
        self.repeats = repeats | {t for block, t in self.terminator.items() if self.parent.get(block) in repeats}
        """Of these, the ops whose regions run as often as their operands say, and the ends of those regions."""
        self.ways = ways_of(rows)
        self.cases = cases_of(rows, self.ways)
        self.counts: dict[str, tuple[str, int, int, int]] = {}
        """Of an op that counts its rounds, and of the ends of its region: the number, where it begins, its step and its bound."""
        for r in rows(rel.Counts):
            self.counts[r.op] = (r.value, r.first, r.step, r.bound)
        ends = [(op, way.after) for op, ways in self.ways.items() for way in ways if way.after in self.counts]
        self.counts |= {end: self.counts[op] for end, op in ends}
        self.returns = {r.op: r.function for r in rows(rel.Returns)}
        self.returned = grouped((r.op, (r.position, r.value)) for r in rows(rel.ReturnedOperand))
        self.into: dict[str, list[tuple[str, Way]]] = defaultdict(list)
        for op, ways in self.ways.items():
            for way in ways:
                if way.block is not None:
                    self.into[way.block].append((op, way))

    def _effects(self) -> None:
        rows = self.rows
        self.effects: dict[str, Effects] = defaultdict(Effects)
        for t in rows(rel.Touches):
            self.effects[t.op].touches.append(t.value)
        for e in rows(rel.Ends):
            self.effects[e.op].ends.append(e.value)
        for s in rows(rel.LosesSight):
            self.effects[s.op].lost.append((s.value, s.how))
        for d in rows(rel.LeadsTo):
            self.effects[d.op].leads.append((d.target, d.source))
        for p in rows(rel.Picks):
            self.effects[p.op].picks.append((p.target, p.condition, p.on_true, p.on_false))
        self.asks_for = {r.value: r.how for r in rows(rel.AsksFor)}
        for c in rows(rel.ComparesIntegers):
            how = self.asks_for.get(c.value, "")
            self.effects[c.op].compares.append((c.value, how if how in EQUALITY else "", c.first, c.second))
        for w in rows(rel.SetsFlag):
            self.effects[w.op].sets.append((w.cell, w.value))
        for f in rows(rel.ReadsFlag):
            self.effects[f.op].reads.append((f.cell, f.value))
        self._guarded_frees()
        self.cells = {cell for effects in self.effects.values() for cell, _ in effects.sets}
        self.elsewhere = {r.value for r in rows(rel.BeginsElsewhere)}
        """The handles whose address may not be that of their allocation."""
        self.outside = {r.value for r in rows(rel.FromOutside)}
        self.assumed = grouped((r.op, r.value) for r in rows(rel.AssumedUse))
        self.makes = list(rows(rel.Makes))
        self.made_for = {r.value: r.free for r in rows(rel.MadeFor)}
        self.ends_as = {r.op: r.free for r in rows(rel.EndsAs)}
        self.several_kinds = len({*self.made_for.values(), *self.ends_as.values()}) > 1
        """Whether the module has memory that one op frees and another one must not."""
        self.comes_from = list(rows(rel.ComesFrom))
        self.handles = {r.value for r in rows(rel.Handle)}
        self.buffers = {r.value for r in rows(rel.Buffer)}

    def _guarded_frees(self) -> None:
        rows = self.rows
        joining = {r.function for r in rows(rel.JoinsConditions)}
        guarded: dict[str, Guarded] = defaultdict(Guarded)
        for f in rows(rel.FreesWhere):
            guarded[f.op].entries.append((f.position, f.value, f.condition))
        for e in rows(rel.LibraryEntry):
            guarded[e.op].entries.append((e.position, e.value, e.condition))
            guarded[e.op].answers[e.position] = e.answer
        for k in rows(rel.Retains):
            guarded[k.op].retained.append((k.position, k.value))
        for s in rows(rel.SaysOwned):
            guarded[s.op].owned.append((s.position, s.value))
        for a in rows(rel.AsksLibrary):
            guarded[a.op].library = True
            guarded[a.op].joins = a.function in joining
        for op, found in guarded.items():
            found.entries.sort()
            self.effects[op].guarded = found

    def _truth(self) -> None:
        rows = self.rows
        self.constant = {r.value: bool(found.value) for r in rows(rel.TruthConstant) if (found := integer_literal(r.truth)) is not None}
        self.bitwise = {r.value: (r.how, r.first, r.second) for r in rows(rel.TruthOf)}
        self.selected = {r.value: (r.condition, r.on_true, r.on_false) for r in rows(rel.TruthSelect)}
        self.compared = {r.value: (self.asks_for.get(r.value, ""), r.first, r.second) for r in rows(rel.ComparesIntegers)}
        self.sums = {r.value: (r.first, r.second) for r in rows(rel.SumOf)}
        self.same_number = {r.value: r.source for r in rows(rel.SameNumber)}
        numbers = set(self.same_number.values())
        self.bits = {r.value for r in rows(rel.ValueType) if r.type == "i1" and r.value in numbers}
        """The i1 values that are made numbers."""
        self.unseen_flags = {r.value: r.memory for r in rows(rel.UnseenFlag)}
        """Of an i1: the memory that it is loaded from, of which the checker does not know what is in it."""
        self.never_same = {(r.first, r.second) for r in rows(rel.NeverSame)}
        self.plain_answers = {r.answer: (r.op, r.condition) for r in rows(rel.PlainAnswer)}
        self.asks_plainly = {r.op for r in rows(rel.PlainAnswer)}
        self.restates = {r.value: (r.leader, r.how == "same") for r in rows(rel.Restates)}
        self.number = {r.value: found.value for r in rows(rel.NumberConstant) if (found := integer_literal(r.text)) is not None}
        self.compared_with: dict[str, list[tuple[str, bool, int]]] = defaultdict(list)
        """Of an integer: what compares it with a constant, whether that asks for equality, and the constant."""
        for value, (how, first, second) in self.compared.items():
            for one, other in ((first, second), (second, first)):
                if how in EQUALITY and other in self.number:
                    self.compared_with[one].append((value, how == "eq", self.number[other]))
        origins = [(r.value, r.source) for r in rows(rel.OriginHangsOn)]
        self.hangs_on = grouped([*((r.value, r.source) for r in rows(rel.HangsOn)), *origins])
        led = grouped(pair for effects in self.effects.values() for pair in effects.leads)
        self.led_by = {target: sources[0] for target, sources in led.items() if len(sources) == 1}
        """The handle that a view or an address leads to the same as."""
        self.picked = {target: sides for effects in self.effects.values() for target, *sides in effects.picks}
        """The condition of what is picked, and the handles on both sides."""
        self.unowned = {r.value for r in self.comes_from}
        self.steering = {r.value for r in rows(rel.Steering)}

    def _needs(self) -> None:
        rows = self.rows
        self.home = {r.value: (r.block, r.region) for r in rows(rel.WatchedHome)}
        definer = {value: op for op, found in self.results.items() for _, value in found}
        self.definer = definer
        self.defined_at = {v: self.place[definer[v]].position if v in definer else -1 for v in self.home}
        for e in rows(rel.LibraryEntry):
            # The call gives the answer; what loads it stands behind.
            self.defined_at[e.answer] = self.place[e.op].position
        for s in rows(rel.SaysOwned):
            self.defined_at[s.value] = self.place[s.op].position
        needed: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        for n in rows(rel.Needed):
            needed[n.value][n.block].append(n.position)
        for blocks in needed.values():
            for positions in blocks.values():
                positions.sort()
        self.needed = needed
        self.needed_out = {(r.value, r.block) for r in rows(rel.NeededOut)}

    def next_need(self, value: str, block: str, position: int) -> int | None:
        """The position of the next op of `block`, at `position` or behind it, that needs `value`, or has one in it that does."""
        positions = self.needed[value].get(block)
        if positions is None:
            return None
        at = bisect_left(positions, position)
        return positions[at] if at < len(positions) else None

    def alive(self, value: str, block: str, position: int) -> bool:
        """Whether `value` is needed when control is in `block` in front of its op number `position`.

        Position -1 is the start of the block, where its arguments are made anew."""
        home, region = self.home[value]
        while self.region_of.get(block) != region:
            parent = self.parent.get(block)
            if parent is None:
                return False
            place = self.place[parent]
            block, position = place.block, place.position
        if block == home and position <= self.defined_at[value]:
            return False
        return self.next_need(value, block, position) is not None or (value, block) in self.needed_out
