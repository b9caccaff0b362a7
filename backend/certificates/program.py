"""Edges and effects of ops, read from rows, with an index of the ops about a value.

Not shared with the search, so that its mistakes in reading rows are none here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, Protocol, TypeVar

from ownlog.backend.certificates import arithmetic
from ownlog.backend.rewriting import integers
from ownlog.frontend.text.literals import digits_of, in_type, integer_elements, signed_number
from ownlog.rules import relations as rel
from ownlog.rules.typed_rows import Relation

R = TypeVar("R", bound=Relation)


class Rows(Protocol):
    """Facts and derived rows of a module, by relation."""

    def __call__(self, relation: type[R], /) -> Iterable[R]: ...


class Way(NamedTuple):
    """Edge number `number` of `op`: to the start of `block`, or behind `after`.

    `when` is an i1 and the truth that it must have.
    """

    op: str
    number: int
    block: str | None
    after: str | None
    assigned: dict[str, str]
    when: tuple[str, bool] | None


class Program:
    """A module. Names are those of rows; all members are by op, block or value, as their names say."""

    def __init__(self, rows: Rows, dangling: Collection[tuple[str, str]] = ()) -> None:
        """`dangling` are comparisons and library calls, with addresses there that may be of freed allocations."""
        self.rows = rows
        self.dangling = frozenset(dangling)
        self.place = {r.op: (r.block, r.position) for r in rows(rel.Op)}
        self.types = {r.value: r.type for r in rows(rel.ValueType)}
        self.last = {r.block: r.op for r in rows(rel.Terminator)}
        owner = {r.region: r.op for r in rows(rel.OpRegion)}
        self.parent = {r.block: owner[r.region] for r in rows(rel.RegionBlock)}
        self.operands = _by(rows(rel.Operand), lambda r: r.op)
        self.results = _by(rows(rel.Result), lambda r: r.op)
        self.arguments = _by(rows(rel.BlockArgument), lambda r: r.block)
        self.entry = {r.function: r.block for r in rows(rel.FunctionEntry)}
        self.internal = {r.function for r in rows(rel.InternalFunction)}
        followed = {r.op for r in rows(rel.KnownCallee)}
        self.callee = {r.op: r.function for r in rows(rel.Callee) if r.op in followed}
        self.calls: dict[str, list[str]] = defaultdict(list)
        for op, function in sorted(self.callee.items()):
            self.calls[function].append(op)
        self.returns = {r.op: r.function for r in rows(rel.Returns)}
        self.returned = _by(rows(rel.ReturnedOperand), lambda r: r.op)
        self.definer = {r.value: op for op, found in self.results.items() for r in found}
        self.home = {r.value: block for block, found in self.arguments.items() for r in found}
        """The blocks of which values are arguments."""
        self._read_effects(rows)
        self._read_ways(rows)

    def _read_effects(self, rows: Rows) -> None:
        self.handles = {r.value for r in rows(rel.Handle)}
        self.elsewhere = {r.value for r in rows(rel.BeginsElsewhere)}
        self.outside = {r.value for r in rows(rel.FromOutside)}
        self.makes = _by(rows(rel.Makes), lambda r: r.op)
        self.comes_from = {r.value: r.kind for r in rows(rel.ComesFrom)}
        self.touches = _by(rows(rel.Touches), lambda r: r.op)
        self.ends = _by(rows(rel.Ends), lambda r: r.op)
        self.made_for = {r.value: r.free for r in rows(rel.MadeFor)}
        self.ends_as = {r.op: r.free for r in rows(rel.EndsAs)}
        self.loses = _by(rows(rel.LosesSight), lambda r: r.op)
        self.leads = _by(rows(rel.LeadsTo), lambda r: r.op)
        self.picks = _by(rows(rel.Picks), lambda r: r.op)
        self.compares = _by(rows(rel.ComparesIntegers), lambda r: r.op)
        self.asks = {r.value: r.how for r in rows(rel.AsksFor)}
        self.never_same = {(r.first, r.second) for r in rows(rel.NeverSame)}
        self.plain_answers = {r.answer: r.op for r in rows(rel.PlainAnswer)}
        self.sets = _by(rows(rel.SetsFlag), lambda r: r.op)
        self.reads = _by(rows(rel.ReadsFlag), lambda r: r.op)
        self.spoils = _by(rows(rel.SpoilsFlag), lambda r: r.op)
        self.cells = {r.cell for table in (self.sets, self.reads) for found in table.values() for r in found}
        self.frees_where = _by(rows(rel.FreesWhere), lambda r: r.op)
        self.retains = _by(rows(rel.Retains), lambda r: r.op)
        self.says_owned = _by(rows(rel.SaysOwned), lambda r: r.op)
        self.entries = _by(rows(rel.LibraryEntry), lambda r: r.op)
        self.library = {r.op: r.function for r in rows(rel.AsksLibrary)}
        self.joining = {r.function for r in rows(rel.JoinsConditions)}
        self.answers = {r.answer: r.op for op in self.entries for r in self.entries[op]}
        self.answers |= {r.value: op for op in self.library for r in self.says_owned.get(op, ())}
        """The calls of the library function that give answers; what loads an answer stands behind."""

    def _read_ways(self, rows: Rows) -> None:
        assigned: dict[tuple[str, int], dict[str, str]] = defaultdict(dict)
        for a in rows(rel.Assigns):
            assigned[a.op, a.way][a.target] = a.source
        when = {(r.op, r.way): (r.value, r.truth == "true") for r in rows(rel.WayWhen)}
        self.ways: dict[str, list[Way]] = defaultdict(list)
        self.into: dict[str, list[Way]] = defaultdict(list)
        self.behind: dict[str, list[Way]] = defaultdict(list)
        for i in rows(rel.ControlEnters):
            way = Way(i.op, i.way, i.block, None, assigned[i.op, i.way], when.get((i.op, i.way)))
            self.ways[i.op].append(way)
            self.into[i.block].append(way)
        for o in rows(rel.ControlExits):
            way = Way(o.op, o.way, None, o.after, assigned[o.op, o.way], when.get((o.op, o.way)))
            self.ways[o.op].append(way)
            self.behind[o.after].append(way)
        self.counts = {r.op: r for r in rows(rel.Counts)}
        """The ops that count the rounds of their region."""
        self.never_passed = {r.op for r in rows(rel.NeverPassed)}
        self.asserted = {r.op: r.value for r in rows(rel.Asserted)}
        self.dead_ends = {r.block for r in rows(rel.DeadEnd)}
        self.cases = {
            r.op: (r.flag, found.all()) for r in rows(rel.WayCases) if (found := integer_elements(r.cases)) is not None
        }

    @cached_property
    def made_of(self) -> dict[str, tuple[str, ...]]:
        """The operation and operands that i1 values and integers are computed from; of a constant, its number.

        A handle counts as an integer: 0 if it holds something new, another number if not.
        """
        found: dict[str, tuple[str, ...]] = self._origins()
        for t in self.rows(rel.TruthOf):
            found[t.value] = (t.how, t.first, t.second)
        for s in self.rows(rel.TruthSelect):
            found[s.value] = ("ite", s.condition, s.on_true, s.on_false)
        for c in self.rows(rel.ComparesIntegers):
            if c.first not in self.handles and c.second not in self.handles:
                how = self.asks.get(c.value, "")
                if how in arithmetic.COMPARES and arithmetic.is_integer(self.types[c.first]):
                    found[c.value] = (f"compare {how}", c.first, c.second)
            elif self.always_apart(c.value, c.first, c.second):
                found[c.value] = ("constant", str(int(self.asks[c.value] == "ne")))
        for again in self.rows(rel.Restates):
            found.setdefault(again.value, (again.how, again.leader))
        for p in self.rows(rel.PlainAnswer):
            if self.plain(p.answer):
                found[p.answer] = ("same", p.condition)
        computed: dict[str, tuple[str, ...]] = {a.value: (a.how, a.first, a.second) for a in self.rows(rel.Calculated)}
        computed |= {r.value: (r.how, r.source) for r in self.rows(rel.Recast)}
        constant = {
            n.value: in_type(signed_number(n.digits), self.types[n.value]) for n in self.rows(rel.ConstantInteger)
        }
        for value, (how, *parts) in computed.items():
            if how in arithmetic.COMPUTES:
                found[value] = (f"compute {how}", *parts)
        constant |= self._folded(computed, constant)
        for flag, cases in self.cases.values():
            for case in cases:
                # What the search calls whether the number that chooses a way is that of a case.
                found[f"{flag} == {case}"] = ("compare eq", flag, f"== {case}")
                found[f"== {case}"] = ("constant", digits_of(case))
        return found | {value: ("constant", digits_of(number)) for value, number in constant.items()}

    def _folded(self, computed: Mapping[str, Sequence[str]], constant: Mapping[str, int]) -> dict[str, int]:
        """The integers that are computed from constants alone."""
        found: dict[str, int] = {}
        users = _by_value((value, part) for value, (_, *parts) in computed.items() for part in parts)
        work = [value for part in constant for value in users.get(part, ())]
        while work:
            value = work.pop()
            how, *parts = computed[value]
            numbers = [number for part in parts if (number := constant.get(part, found.get(part))) is not None]
            if value not in found and len(numbers) == len(parts):
                number = integers.computed(how, numbers, self.types[parts[0]], self.types[value])
                if number is not None:
                    found[value] = number
                    work += users.get(value, ())
        return found

    def _origins(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for target, led in _by((row for rows in self.leads.values() for row in rows), lambda row: row.target).items():
            if len(led) == 1:
                found[target] = ("same", led[0].source)
        for picked in (row for rows in self.picks.values() for row in rows):
            found[picked.target] = ("ite", picked.condition, picked.on_true, picked.on_false)
        found |= dict.fromkeys(self.handles - self.outside - self.cells, ("constant", "0"))
        return found | dict.fromkeys(self.comes_from, ("constant", "1"))

    def always_apart(self, comparison: str, first: str, second: str) -> bool:
        """Whether a comparison of addresses is one of two that are never the same, and never dangle."""
        names = {(comparison, first), (comparison, second)}
        return (
            (first, second) in self.never_same
            and self.asks.get(comparison) in ("eq", "ne")
            and not names & self.dangling
        )

    def plain(self, answer: str) -> bool:
        """Is a library call's answer a condition that it was given? No other entry can have the same address then."""
        return answer in self.plain_answers and not any(
            asked == self.plain_answers[answer] for asked, _ in self.dangling
        )

    @cached_property
    def truths(self) -> set[str]:
        """The i1 values, and the cells that hold one."""
        found = {
            value
            for value, type in self.types.items()
            if type == "i1" or (value in self.cells and type == "memref<i1>")
        }
        return found | {f"{flag} == {case}" for flag, cases in self.cases.values() for case in cases}

    @cached_property
    def about(self) -> dict[str, set[str]]:
        """The ops that do something with a handle or a flag cell, or take it along on a way, or define it."""
        return _by_value(self._mentions())

    def _mentions(self) -> Iterator[tuple[str, str]]:
        yield from ((op, value) for value, op in self.definer.items())
        yield from ((op, value) for value, op in self.answers.items())
        for op, value in self.uses():
            yield op, value
        for op, ways in self.ways.items():
            yield from ((op, target) for way in ways for target in way.assigned)
        yield from (
            (way.op, count.value) for op, count in self.counts.items() for way in (*self.ways[op], *self.behind[op])
        )
        for table in (self.sets, self.reads, self.spoils):
            yield from ((op, r.cell) for op, found in table.items() for r in found)

    def uses(self) -> Iterator[tuple[str, str]]:
        """Ops, and the handles that it matters for them to hold the allocation."""
        for table in (self.touches, self.ends, self.loses, self.frees_where, self.retains, self.entries):
            yield from ((op, r.value) for op, found in table.items() for r in found)
        yield from ((op, r.source) for op, led in self.leads.items() for r in led)
        yield from ((op, side) for op, picked in self.picks.items() for r in picked for side in (r.on_true, r.on_false))
        yield from (
            (op, side) for op, compared in self.compares.items() for r in compared for side in (r.first, r.second)
        )
        yield from ((op, r.value) for op, returned in self.returned.items() for r in returned)
        yield from ((op, r.value) for op in self.callee for r in self.operands.get(op, ()))
        yield from ((op, source) for op, ways in self.ways.items() for way in ways for source in way.assigned.values())

    @cached_property
    def used_by(self) -> dict[str, set[str]]:
        """The ops that use a handle."""
        return _by_value(self.uses())

    def block_of(self, value: str) -> str:
        return self.home[value] if value in self.home else self.place[self.definer[value]][0]

    def start_of(self, value: str) -> str:
        """The op that defines a value, or the op in a region of which it is an argument."""
        return self.definer[value] if value in self.definer else self.parent[self.home[value]]

    def around(self, block: str) -> Iterator[str]:
        """The ops around a block, from inside; the last one is the function."""
        while (parent := self.parent.get(block)) is not None:
            yield parent
            if parent in self.entry or parent not in self.place:
                return
            block = self.place[parent][0]

    def function_of(self, block: str) -> str | None:
        found = None
        for found in self.around(block):
            if found in self.entry:
                return found
        return None

    def origins(self) -> set[str]:
        """The values at which allocations begin that have to be followed."""
        found = {r.value for made in self.makes.values() for r in made}
        for value, kind in self.comes_from.items():
            function = self.function_of(self.block_of(value))
            if kind != "parameter" or function not in self.internal:
                found.add(value)
        return {value for value in found if self.function_of(self.block_of(value)) is not None}

    def kind(self, origin: str) -> str:
        """The status of the allocation at an origin: "live" on the heap, "stack", or its source."""
        for made in self.makes.get(self.definer.get(origin, ""), ()):
            if made.value == origin:
                return "live" if made.kind == "heap" else "stack"
        return self.comes_from[origin]


def _by_value(pairs: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    """The ops of pairs of op and value, by value."""
    found: dict[str, set[str]] = defaultdict(set)
    for op, value in pairs:
        found[value].add(op)
    return found


def _by(rows: Iterable[R], key: Callable[[R], str]) -> dict[str, list[R]]:
    found: dict[str, list[R]] = defaultdict(list)
    for row in rows:
        found[key(row)].append(row)
    return dict(found)
