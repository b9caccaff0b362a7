"""A module for the checker: edges and effects of ops, by op and by block, from `rules/checking`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from operator import attrgetter

from ownlog.backend.checking.edges import Way, cases_of, grouped, ways_of
from ownlog.backend.checking.effects import Effects, Guarded
from ownlog.backend.checking.index_maps import index_maps
from ownlog.backend.checking.needs import Needs
from ownlog.backend.checking.positions import NONE, Numbered, Stops, numbered, positions_of
from ownlog.backend.checking.rows import Rows
from ownlog.backend.checking.shortcuts import Marks, Shortcuts
from ownlog.frontend.ir.loops import on_cycles
from ownlog.frontend.text.literals import in_type, signed_number
from ownlog.rules import relations as rel

DERIVED = (
    rel.UnknownWays, rel.ControlEnters, rel.ControlExits, rel.Assigns, rel.WayWhen, rel.WayCases, rel.Returns,
    rel.ReturnedOperand, rel.Makes, rel.Ends, rel.MadeFor, rel.EndsAs, rel.Touches, rel.LosesSight,
    rel.LeadsTo, rel.Picks, rel.Handle,
    rel.Buffer, rel.ComesFrom, rel.ConstantInteger, rel.TruthOf, rel.TruthSelect, rel.ComparesIntegers, rel.HangsOn,
    rel.Restates, rel.FreesWhere, rel.Retains, rel.SaysOwned, rel.LibraryEntry, rel.JoinsConditions, rel.AsksLibrary,
    rel.FromOutside, rel.SetsFlag, rel.ReadsFlag, rel.SpoilsFlag, rel.AssumedUse, rel.Steering, rel.WatchedHome,
    rel.Needed, rel.NeededInside, rel.NeededFor, rel.KnownCallee, rel.Callee, rel.InternalFunction, rel.FunctionEntry,
    rel.Counts, rel.Rounds, rel.Calculated, rel.Recast, rel.NeverSame, rel.PlainAnswer, rel.UnseenFlag, rel.AsksFor,
    rel.Repeats, rel.OriginHangsOn, rel.BeginsElsewhere, rel.StopsAt, rel.PickMatters, rel.LetGo, rel.Lasting,
    rel.HingesOn, rel.Rounds, rel.NotFollowedFrom, rel.NeverPassed, rel.Asserted, rel.BarredAt, rel.DeadEnd,
    rel.FixedValue, rel.DrawsFrom, rel.ChosenBy, rel.BoundedBy, rel.UnseenBound,
    rel.LimitedBound, rel.Mapped, rel.IndexMap, rel.JustComputes, rel.ComputesInteger,
)  # fmt: skip
"""The derived relations that the checker reads; a test says that none depends on one that plans releases."""

FACTS = (
    "op", "op_dialect", "op_region", "region_block", "terminator", "operand", "operand_group", "operand_count",
    "result", "block_argument", "use_count", "successor", "value_type", "memref_type", "dominance", "postdominance",
    "immediate_postdominator", "attribute", "integer_attribute", "integer_type", "symbol_use", "symbol_part",
    "symbol_definition", "cyclic", "loop_dimensions", "loop_bound", "loop_bound_value",
    "map_part", "map_result",
)  # fmt: skip
"""The facts that these are derived from."""

EQUALITY = ("eq", "ne")
"""What tells something where two addresses are compared."""


_position = attrgetter("position")


class Graph:
    """A module as the checker sees it. Names are those of rows."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self._ops()
        self._ways()
        self._effects()
        self._truth()
        self._needs()
        self._switches()

    def _ops(self) -> None:
        rows, plain = self.rows, self.rows.plain
        ops = rows(rel.Op)
        self.place: dict[str, rel.Op] = {op.op: op for op in ops}
        """Where each op stands."""
        self.at: dict[str, list[str]] = {}
        """The ops of each block, in their order."""
        for block, inside in grouped((op.block, op) for op in ops).items():
            inside.sort(key=_position)
            self.at[block] = [op.op for op in inside]
        self.terminator = dict(plain(rel.Terminator))
        self.following = grouped((self.place[op].block, block) for op, _, block in plain(rel.Successor))
        """The blocks that follow on each block in its region."""
        self.region_of = {block: region for region, _, block in plain(rel.RegionBlock)}
        self.blocks_of = grouped((region, block) for block, region in self.region_of.items())
        op_of_region = {region: op for op, _, region in plain(rel.OpRegion)}
        self.parent: dict[str, str] = {block: op_of_region[region] for block, region in self.region_of.items()}
        self.entry = {r.function: r.block for r in rows(rel.FunctionEntry)}
        followed = {r.op for r in rows(rel.KnownCallee)}
        self.callee = {r.op: r.function for r in rows(rel.Callee) if r.op in followed}
        self.calls = grouped((function, op) for op, function in sorted(self.callee.items()))
        self._functions: dict[str, str] = {}
        """What `function_around` has found already."""
        self.internal = {r.function for r in rows(rel.InternalFunction)}

    @cached_property
    def stores(self) -> dict[str, list[tuple[str, str]]]:
        """The ops that store in each flag cell, and the values that they store; "" where nothing tells what it is."""
        stored = [(cell, (op, value)) for op, effects in self.effects.items() for cell, value in effects.sets]
        return grouped(
            [*stored, *((cell, (op, "")) for op, effects in self.effects.items() for cell in effects.spoils)]
        )

    @cached_property
    def loaded(self) -> dict[str, tuple[str, str]]:
        """The op that loads a value from a flag cell, and the cell."""
        return {value: (op, cell) for op, effects in self.effects.items() for cell, value in effects.reads}

    @cached_property
    def truths(self) -> set[str]:
        """The i1 values."""
        return {value for value, type in self.type.items() if type == "i1"}

    @cached_property
    def cyclic(self) -> set[str]:
        """The integers that are calculated from themselves, round by round: they may be very many numbers."""
        found = _hanging_on_themselves(self.hangs_on) if self.calculated else set()
        return found & self.calculated.keys()

    @cached_property
    def fixed(self) -> set[str]:
        """The values that constants alone decide."""
        return {value for (value,) in self.rows.plain(rel.FixedValue)}

    @cached_property
    def draws_from(self) -> dict[str, list[str]]:
        """What each value is computed from, or takes the value of on some way."""
        return grouped(self.rows.plain(rel.DrawsFrom))

    @cached_property
    def chosen_by(self) -> dict[str, list[str]]:
        """What has a part in which of several values each value takes."""
        return grouped(self.rows.plain(rel.ChosenBy))

    @cached_property
    def bounds(self) -> dict[str, list[str]]:
        """The operands that each op with regions takes its ways by, other than conditions and numbers of cases."""
        return grouped((op, value) for op, _, value in sorted(self.rows.plain(rel.BoundedBy)))

    @cached_property
    def limited(self) -> set[str]:
        """The ops with regions that may not run them any number of times, as a constant limits a bound."""
        return {op for (op,) in self.rows.plain(rel.LimitedBound)}

    @cached_property
    def attributes(self) -> dict[str, list[tuple[str, str]]]:
        """The names and texts of the attributes of each op."""
        return grouped((op, (name, text)) for op, name, text in sorted(self.rows.plain(rel.Attribute)))

    @cached_property
    def unseen_bounds(self) -> dict[str, str]:
        """Of what a bound is computed from and that is loaded from a flag cell: the cell, if the program itself decides
        what is in there.
        """
        return dict(sorted(self.rows.plain(rel.UnseenBound)))

    @cached_property
    def carried(self) -> set[str]:
        """The values that are computed from themselves, round by round."""
        return _hanging_on_themselves(self.draws_from)

    @cached_property
    def operands(self) -> dict[str, Numbered]:
        return numbered(self.rows.plain(rel.Operand))

    @cached_property
    def results(self) -> dict[str, Numbered]:
        return numbered(self.rows.plain(rel.Result))

    @cached_property
    def arguments(self) -> dict[str, Numbered]:
        return numbered(self.rows.plain(rel.BlockArgument))

    @cached_property
    def home_of(self) -> dict[str, str]:
        """The block of each block argument."""
        return {value: block for block, _, value in self.rows.plain(rel.BlockArgument)}

    @cached_property
    def iterations(self) -> set[str]:
        """The arguments of regions that take no value on any way, such as the number of an iteration."""
        taken = {target for ways in self.ways.values() for way in ways for target, _ in way.assigned}
        return {value for value, block in self.home_of.items() if self.parent[block] not in self.entry} - taken

    @cached_property
    def plain_returned(self) -> dict[str, list[tuple[int, str]]]:
        """What each op returns that leads to no allocation."""
        return {op: [pair for pair in pairs if pair[1] not in self.handles] for op, pairs in self.returned.items()}

    @cached_property
    def plain_parameters(self) -> dict[str, list[tuple[int, str]]]:
        """The parameters of each function that lead to no allocation."""
        arguments = ((function, self.arguments.get(entry, NONE)) for function, entry in self.entry.items())
        return {function: [pair for pair in pairs if pair[1] not in self.handles] for function, pairs in arguments}

    def function_around(self, block: str) -> str:
        """The function that `block` stands in; "" where there is none."""
        passed: list[str] = []
        while block not in self._functions:
            passed.append(block)
            parent = self.parent.get(block)
            if parent is None or parent in self.entry:
                self._functions[block] = parent or ""
            else:
                block = self.place[parent].block
        function = self._functions[block]
        self._functions.update(dict.fromkeys(passed, function))
        return function

    def _ways(self) -> None:
        rows = self.rows
        unknown = {r.op for r in rows(rel.UnknownWays)}
        self.unknown_ways = unknown | {t for block, t in self.terminator.items() if self.parent.get(block) in unknown}
        """The ops with regions that no model says how control takes, and the ends of those regions."""
        repeats = {r.op for r in rows(rel.Repeats)}
        self.repeats = repeats | {t for block, t in self.terminator.items() if self.parent.get(block) in repeats}
        """Of these, the ops whose regions run as often as their operands say, and the ends of those regions."""
        self.ways = ways_of(rows)
        self.decides = {op: way.when[0] for op, ways in self.ways.items() for way in ways if way.when is not None}
        """The i1 that decides which way an op takes."""
        self.cases = cases_of(rows, self.ways)
        back = {block for block, end in self.terminator.items() for way in self.ways.get(end, ()) if way.block}
        self.loops = (repeats | {self.parent[block] for block in back & self.parent.keys()}) - (unknown - repeats)
        """The ops whose regions control may enter again from their ends."""
        self.rounds = {r.op: r.times for r in rows(rel.Rounds)}
        """How often loops with constant bounds run."""
        self.counts: dict[str, tuple[str, int, int, int]] = {}
        """Of an op that counts its iterations, and of the ends of its region: the number, start, step and bound."""
        for r in rows(rel.Counts):
            self.counts[r.op] = (r.value, r.first, r.step, r.bound)
        ends = [(op, way.after) for op, ways in self.ways.items() for way in ways if way.after in self.counts]
        self.counts |= {end: self.counts[op] for end, op in ends}
        self._barriers()
        self.returns = {r.op: r.function for r in rows(rel.Returns)}
        self.returned = numbered((r.op, r.position, r.value) for r in rows(rel.ReturnedOperand))
        self.into: dict[str, list[tuple[str, Way]]] = defaultdict(list)
        for op, ways in self.ways.items():
            for way in ways:
                if way.block is not None:
                    self.into[way.block].append((op, way))

    def _barriers(self) -> None:
        rows = self.rows
        self.never_passed = {r.op for r in rows(rel.NeverPassed)}
        self.asserted = {r.op: r.value for r in rows(rel.Asserted)}
        """The i1 that is true behind an op."""
        self.barred = {
            block: sorted(set(found))
            for block, found in grouped((r.block, r.position) for r in rows(rel.BarredAt)).items()
        }
        """Where in each block control passes only under a condition, or not at all, perhaps in regions there."""
        self.barred_functions = {self.function_around(block) for block in self.barred}
        self.dead_ends = {r.block for r in rows(rel.DeadEnd)}
        """The blocks from which control never comes out of the function."""

    def _effects(self) -> None:
        rows = self.rows
        self.asks_for = {r.value: r.how for r in rows(rel.AsksFor)}
        self.effects: dict[str, Effects] = defaultdict(Effects)
        self.touches: dict[str, list[str]] = grouped(rows.plain(rel.Touches))
        """The handles that each op uses what they lead to, or frees."""
        for op, ended in grouped((op, value) for op, _, value in rows.plain(rel.Ends)).items():
            self.effects[op].ends = ended
        for op, lost in grouped((s.op, (s.value, s.how)) for s in rows(rel.LosesSight)).items():
            self.effects[op].lost = lost
        for op, leads in grouped(
            (op, (target, source)) for op, target, source in sorted(rows.plain(rel.LeadsTo))
        ).items():
            self.effects[op].leads = leads
        for op, picks in grouped(
            (p.op, (p.target, p.condition, p.on_true, p.on_false)) for p in rows(rel.Picks)
        ).items():
            self.effects[op].picks = picks
        for op, compares in grouped(
            (c.op, (c.value, self._how(c.value), c.first, c.second)) for c in rows(rel.ComparesIntegers)
        ).items():
            self.effects[op].compares = compares
        for op, stored in grouped((w.op, (w.cell, w.value)) for w in rows(rel.SetsFlag)).items():
            self.effects[op].sets = stored
        for op, loaded in grouped((f.op, (f.cell, f.value)) for f in rows(rel.ReadsFlag)).items():
            self.effects[op].reads = loaded
        for op, spoiled in grouped((u.op, u.cell) for u in rows(rel.SpoilsFlag)).items():
            self.effects[op].spoils = spoiled
        self._guarded_frees()
        self.cells = {cell for effects in self.effects.values() for cell, _ in (*effects.sets, *effects.reads)}
        self.elsewhere = {r.value for r in rows(rel.BeginsElsewhere)}
        """The handles whose address may not be that of their allocation."""
        self.outside = {value for (value,) in rows.plain(rel.FromOutside)}
        self.assumed = grouped((r.op, r.value) for r in rows(rel.AssumedUse))
        self.makes = list(rows(rel.Makes))
        self.made_for: dict[str, str] = dict(sorted(rows.plain(rel.MadeFor)))
        self.ends_as: dict[str, str] = dict(sorted(rows.plain(rel.EndsAs)))
        self.several_kinds = len({*self.made_for.values(), *self.ends_as.values()}) > 1
        """Whether the module has memory that one op frees and another one must not."""
        self.not_followed_from = list(rows(rel.NotFollowedFrom))
        self.comes_from = list(rows(rel.ComesFrom))
        self.handles = {value for (value,) in rows.plain(rel.Handle)}
        self.buffers = {value for (value,) in rows.plain(rel.Buffer)}

    def _how(self, comparison: str) -> str:
        """What a comparison of two addresses would tell: "eq", "ne", or nothing."""
        how = self.asks_for.get(comparison, "")
        return how if how in EQUALITY else ""

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
        self.bitwise = {r.value: (r.how, r.first, r.second) for r in rows(rel.TruthOf)}
        self.selected = {r.value: (r.condition, r.on_true, r.on_false) for r in rows(rel.TruthSelect)}
        self.compared = {
            r.value: (self.asks_for.get(r.value, ""), r.first, r.second) for r in rows(rel.ComparesIntegers)
        }
        self.type = dict(rows.plain(rel.ValueType))
        self.calculated: dict[str, tuple[str, tuple[str, ...]]] = {
            r.value: (r.how, (r.first, r.second)) for r in rows(rel.Calculated)
        }
        self.calculated |= {r.value: (r.how, (r.source,)) for r in rows(rel.Recast)}
        """How integers are made of others, in the words of `integers.computed`."""
        self.computes = {r.name: r.how for r in rows(rel.ComputesInteger)}
        """How ops compute integers, by their names."""
        self.just_computes = {r.name for r in rows(rel.JustComputes)}
        """The names of ops that do nothing but compute."""
        maps = index_maps(rows)
        self.mapped = {r.value: maps[r.op] for r in rows(rel.Mapped)}
        """The affine maps that make integers of others."""
        for r in rows(rel.Mapped):
            self.calculated[r.value] = ("map", tuple(value for _, value in sorted(self.operands[r.op])))
        self.unseen_flags = {r.value: r.memory for r in rows(rel.UnseenFlag)}
        """Of an i1: the memory that it is loaded from, of which the checker does not know what is in it."""
        self.never_same = {(r.first, r.second) for r in rows(rel.NeverSame)}
        self.plain_answers = {r.answer: (r.op, r.condition) for r in rows(rel.PlainAnswer)}
        self.asks_plainly = {r.op for r in rows(rel.PlainAnswer)}
        self.restates = {r.value: (r.leader, r.how == "same") for r in rows(rel.Restates)}
        self.number = {r.value: in_type(signed_number(r.digits), self.type[r.value]) for r in rows(rel.ConstantInteger)}
        """The values that are constants, of an i1 0 or 1."""
        self.compared_with: dict[str, list[tuple[str, bool, int]]] = defaultdict(list)
        """Of an integer: what compares it with a constant, whether that asks for equality, and the constant."""
        for value, (how, first, second) in self.compared.items():
            for one, other in ((first, second), (second, first)):
                if how in EQUALITY and other in self.number:
                    self.compared_with[one].append((value, how == "eq", self.number[other]))
        origins = [(r.value, r.source) for r in rows(rel.OriginHangsOn)]
        self.hangs_on: dict[str, list[str]] = grouped([*rows.plain(rel.HangsOn), *origins])
        led = grouped(pair for effects in self.effects.values() for pair in effects.leads)
        self.led_by = {target: sources[0] for target, sources in led.items() if len(sources) == 1}
        """The handle that a view or an address leads to the same as."""
        self.picked = {target: sides for effects in self.effects.values() for target, *sides in effects.picks}
        """The condition of what is picked, and the handles on both sides."""
        self.unowned = {r.value for r in self.comes_from}
        self.steering = {value for (value,) in rows.plain(rel.Steering)}

    def _needs(self) -> None:
        rows = self.rows
        self.definer = {value: op for op, _, value in rows.plain(rel.Result)}
        self.stops = positions_of(rows.plain(rel.StopsAt))
        """The positions of a block's ops that do more with a handle than use its memory, by value and block."""
        self.matters = {value for (value,) in rows.plain(rel.PickMatters)}
        """What selects pick, where it has to be known what that leads to."""
        self.let_go = {value for (value,) in rows.plain(rel.LetGo)}
        """What may be freed, or handed to callers, by way of it."""
        self._shortcuts = Shortcuts(rows)
        self.equality: dict[str, tuple[str, int]] = {}
        """Names for whether a value that chooses among cases is the number of one."""
        needs = Needs(self, self._shortcuts.first)
        self.needs_at, self.stops_at = Stops(needs.needed), Stops(self.stops)
        self.home, self.needed, self.alive, self.lasting = needs.home, needs.needed, needs.alive, needs.lasting
        self._lasts_like = needs.let_last

    def _switches(self) -> None:
        """Names for whether a chosen number is that of a case: no value of the program says that it is of none."""
        for flag, cases in self.cases.values():
            known = {number for _, equal, number in self.compared_with[flag] if equal}
            for number in sorted({*cases} - known) if flag in self.home else ():
                name = f"{flag} == {number}"
                self.equality[name] = flag, number
                self.compared_with[flag].append((name, True, number))
                self.hangs_on[flag].append(name)
                self._lasts_like(name, flag)

    def shortcuts(self, block: str) -> Shortcuts | None:
        """The shortcuts from `block`; None where it is alone in its region."""
        return self._shortcuts if block in self._shortcuts.first else None

    def stopping_blocks(self, handle: str) -> Marks:
        """The blocks in which something unfreed may change for `handle`, or in which it is defined again."""
        return self._marks("stops", handle, self.stops)

    def needing_blocks(self, handle: str) -> Marks:
        """The blocks that need `handle`, or in which it is defined anew."""
        return self._marks("needs", handle, self.needed)

    def _marks(self, what: str, value: str, places: Mapping[str, Mapping[str, object]]) -> Marks:
        shortcuts = self._shortcuts
        found = shortcuts.marks.get((what, value))
        if found is None:
            found = shortcuts.marks[what, value] = Marks(shortcuts, {*places.get(value, ()), self.home[value][0]})
        return found

    def changing_blocks(self, value: str) -> Iterator[str]:
        """The blocks in which what is known of `value` may change, other than by deciding on it."""
        home = self.home[value][0]
        yield home
        if value not in self.definer:
            yield from (self.place[op].block for op, _ in self.into.get(home, ()))
        if value in self.cells:
            yield from self.needed.get(value, ())


def _hanging_on_themselves(sources: Mapping[str, list[str]]) -> set[str]:
    """The values that hang on themselves, by what each hangs on."""
    nodes = {value: number for number, value in enumerate(sources)}
    found = set(on_cycles(tuple(tuple(nodes[each] for each in of if each in nodes) for of in sources.values())))
    return {value for value, number in nodes.items() if number in found}
