"""What a comparison reads of one of the two programs, as `rules/checking` derives it, beside the text of its ops."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ownlog.backend.checking.edges import Way, cases_of, grouped, ways_of
from ownlog.backend.checking.index_maps import index_maps
from ownlog.backend.checking.rows import Rows
from ownlog.backend.rewriting.effects import effects_of
from ownlog.backend.verifying.outcome import Place
from ownlog.frontend.facts.extract import extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Block
from ownlog.frontend.text.literals import in_type, signed_number
from ownlog.rules import relations as rel

if TYPE_CHECKING:
    from ownlog.frontend.ir.ir import Op, Value
    from ownlog.frontend.ir.module import Module
    from ownlog.rules.engine.program.engine import Engine

DERIVED = (
    rel.ControlEnters, rel.ControlExits, rel.Assigns, rel.WayWhen, rel.WayCases, rel.Returns, rel.LeadsTo,
    rel.Selects, rel.Buffer,
    rel.TruthOf, rel.ConstantInteger, rel.ComputesInteger, rel.ComparesIntegers, rel.SetsFlag, rel.ReadsFlag,
    rel.Spoiled, rel.KnownCallee, rel.Callee, rel.InternalFunction, rel.FunctionEntry, rel.Computes, rel.LooksUp,
    rel.Provides, rel.Duplicates, rel.Omitted, rel.RunsAgain, rel.ClosedEnd, rel.PlainRegions, rel.Joint, rel.Gathered,
    rel.Weighs, rel.MayChange, rel.MayChangeAll, rel.GivesAway, rel.Retypes, rel.Modelled, rel.Ends, rel.FreesWhere,
    rel.NestedAt, rel.ValueHome, rel.WantedAbroad, rel.WantedLast, rel.WantedOutside, rel.WritesTo, rel.MayTrap,
    rel.NeverNegative, rel.IndexMap,
)  # fmt: skip
"""The derived relations that a comparison reads; a test says that none depends on one that plans releases."""

_FLOAT = re.compile(r'(?<![\w.])-?[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?(?![\w.])|"(?:[^"\\]|\\.)*"')
_SIZES = ("operandSegmentSizes", "resultSegmentSizes", "operand_segment_sizes", "function_type")
"""The attributes that only say how many operands and results of which kind there are."""

Attributes = tuple[tuple[str, str], ...]


class Program:
    """One module. Names are those of rows."""

    def __init__(self, module: Module, models: Sequence[Path], engine: Engine | None) -> None:
        self.module = module
        self.traits = effects_of(module, models, engine)
        self.naming = Naming(module, self.traits)
        rows = Rows(extract_facts(module, self.naming), models, engine, DERIVED)
        self._ops(rows)
        self._ways(rows)
        self._values(rows)
        self._effects(rows)
        self._memory(rows)
        self._attributes: dict[str, Attributes] = {}
        self._apart: dict[str, str] = {}
        self._met_inside: dict[str, list[tuple[str, list[str]]]] = {}

    def _ops(self, rows: Rows) -> None:
        self.place = {r.op: (r.block, r.position) for r in rows(rel.Op)}
        self.order = {op: number for number, op in enumerate(self.naming.ops)}
        """How early in the text each op stands."""
        self.at: dict[str, list[str]] = defaultdict(list)
        for op, (block, _) in sorted(self.place.items(), key=lambda item: item[1][1]):
            self.at[block].append(op)
        self.operands = _in_order((r.op, r.position, r.value) for r in rows(rel.Operand))
        self.results = _in_order((r.op, r.position, r.value) for r in rows(rel.Result))
        self.arguments = _in_order((r.block, r.position, r.value) for r in rows(rel.BlockArgument))
        self.entry = {r.function: r.block for r in rows(rel.FunctionEntry)}
        followed = {r.op for r in rows(rel.KnownCallee)}
        self.callee = {r.op: r.function for r in rows(rel.Callee)}
        self.external_calls = self.callee.keys() - followed
        self.internal = {r.function for r in rows(rel.InternalFunction)}
        self.type = {r.value: r.type for r in rows(rel.ValueType)}

    def _ways(self, rows: Rows) -> None:
        self.joint = {r.op for r in rows(rel.Joint)}
        self.gathered = {r.op for r in rows(rel.Gathered)}
        self.plain = {r.op for r in rows(rel.PlainRegions)}
        self.ways = ways_of(rows, self.gathered)
        for a in rows(rel.RunsAgain):
            self.ways[a.op].append(Way(a.region, a.block, None, []))
        for e in rows(rel.ClosedEnd):
            self.ways[e.op].append(Way(-1, None, e.parent, []))
        self.cases = cases_of(rows, self.ways)
        self.returns = {r.op for r in rows(rel.Returns)}

    def _values(self, rows: Rows) -> None:
        self.views = {r.target: r.source for r in rows(rel.LeadsTo)}
        self.retyped = {r.target: r.source for r in rows(rel.Retypes)}
        self.picks = {r.value: (r.condition, r.on_true, r.on_false) for r in rows(rel.Selects)}
        self.buffers = {r.value for r in rows(rel.Buffer)}
        self.constant = {
            r.value: in_type(signed_number(r.digits), self.type[r.value]) for r in rows(rel.ConstantInteger)
        }
        """The values that are constants, of an i1 0 or 1."""
        self.arithmetic = {r.name: r.how for r in rows(rel.ComputesInteger)}
        """How ops compute integers, by their names, in the words of `integers.computed`."""
        self.mapped = index_maps(rows)
        self.bitwise = {r.value: (r.how, r.first, r.second) for r in rows(rel.TruthOf)}
        self.compared = {r.value: (r.how, r.first, r.second) for r in rows(rel.ComparesIntegers)}

    def _effects(self, rows: Rows) -> None:
        self.ended = grouped([
            *((r.op, (r.value, "")) for r in rows(rel.Ends)), *((r.op, (r.value,
            r.condition)) for r in rows(rel.FreesWhere))
        ])  # fmt: skip
        """The buffers that an op frees, or may free where an i1 is true."""
        self.modelled = {r.name for r in rows(rel.Modelled)}
        self.computes = {r.op for r in rows(rel.Computes)}
        self.traps = {r.op for r in rows(rel.MayTrap)}
        self.looks_up = {r.op for r in rows(rel.LooksUp)}
        self.written = grouped((r.op, r.target) for r in rows(rel.WritesTo))
        self.provides = {r.op for r in rows(rel.Provides)}
        self.never_negative = {r.value for r in rows(rel.NeverNegative)}
        self.duplicates = {r.op: r.source for r in rows(rel.Duplicates)}
        self.omitted = {r.op for r in rows(rel.Omitted)}
        self.accesses = {op for op in self.omitted if op in self.written or self._is_access(op)}
        """Those that read or write memory: what does so in bounds in one program need not in another one."""
        spoiled = {r.cell for r in rows(rel.Spoiled)}
        self.sets = {r.op: (r.cell, r.value) for r in rows(rel.SetsFlag) if r.cell not in spoiled}
        self.reads = {r.op: r.cell for r in rows(rel.ReadsFlag) if r.cell not in spoiled}
        self.weighs = grouped((r.op, r.position) for r in rows(rel.Weighs))
        self.changes = grouped((r.op, r.value) for r in rows(rel.MayChange))
        self.changes_all = {r.op for r in rows(rel.MayChangeAll)}
        self.gives_away = grouped((r.op, r.value) for r in rows(rel.GivesAway))

    def _memory(self, rows: Rows) -> None:
        """When values are forgotten: behind an op, in its regions, or on leaving their block or region."""
        abroad = {r.value for r in rows(rel.WantedAbroad)}
        self.nested = {r.block: (r.region, r.parent, r.position) for r in rows(rel.NestedAt)}
        homes = {r.value: (r.block, r.region) for r in rows(rel.ValueHome)}
        last = list(rows(rel.WantedLast))
        self.unwanted = homes.keys() - abroad - {r.value for r in last}
        """The values that nobody asks for."""
        self.gone_behind = grouped(((homes[r.value][0], r.position), r.value) for r in last)
        self.gone_into = grouped(((r.block, r.position), r.value) for r in rows(rel.WantedOutside))
        self.gone_with = grouped((homes[value][value in abroad], value) for value in homes)

    def _is_access(self, name: str) -> bool:
        return any(self.traits.says(relation, self.op(name).name) for relation in ("stores_element", "loads_element"))

    def in_bounds(self, name: str) -> bool:
        """Is an access in bounds whatever the values are: to a whole buffer, or at constant indices?"""
        op = self.op(name)
        wholes = {value: self._whole(value) for value in self.operands.get(name, ()) if value in self.buffers}
        if op.attribute("alignment") is not None or None in wholes.values():
            return False
        if self.traits.says("fills_buffer", op.name):
            return True
        types = {value: whole.type for value, whole in wholes.items() if whole is not None}
        if any(type.is_unranked_memref or "?" in type.memref_parts[0] for type in types.values()):
            return False
        for relation, column in (("stores_element", 1), ("loads_element", 0)):
            for row in self.traits.rows(relation, op.name):
                memory = int(row[column])
                indices = [self.constant.get(value) for value in self.operands[name][memory + 1 :]]
                sizes = [int(size) for size in types[self.operands[name][memory]].memref_parts[0]]
                return len(indices) == len(sizes) and all(
                    index is not None and 0 <= index < size for index, size in zip(indices, sizes, strict=True)
                )
        return bool(self.traits.says("copies_elements", op.name))

    def _whole(self, name: str) -> Value | None:
        """The allocation, or the parameter, that a buffer is all of; None where nothing tells that it is."""
        while name in self.retyped:
            name = self.retyped[name]
        found = self.naming.values[name]
        if isinstance(found.owner, Block):
            return found if self.naming.block(found.owner) in self.entry.values() else None
        made = self.naming.op(found.owner)
        return found if made in self.provides or made in self.duplicates else None

    def inside(self, name: str) -> list[tuple[str, list[str]]]:
        """The ops in the regions of an op, in text order, each with its operands."""
        names = (self.naming.op(inner) for inner in self.op(name).walk())
        return [(inner, self.operands.get(inner, [])) for inner in names if inner != name]

    def met_inside(self, name: str) -> list[tuple[str, list[str]]]:
        """Those of these ops that another program has to come to as well, by what they are called in the text."""
        found = self._met_inside.get(name)
        if found is None:
            done_alone = (
                self.omitted,
                self.provides,
                self.computes,
                self.looks_up,
                self.duplicates,
                self.sets,
                self.reads,
            )
            met = ((op, values) for op, values in self.inside(name) if not any(op in ops for ops in done_alone))
            found = self._met_inside[name] = [(self.op(op).name, values) for op, values in met]
        return found

    def leads_out(self, op: str, way: Way) -> bool:
        """Does an edge lead out of the region that `op` ends?"""
        return way.after != op if way.block is None else self.op_around(way.block) != op

    def all_inside(self, name: str) -> list[tuple[str, list[str]]]:
        """An op compared as a whole, and its inner ops unless control is followed into them, with operands."""
        found = [(name, self.compared_operands(name))]
        return found if name in self.joint and name not in self.gathered else found + self.inside(name)

    def callers(self, functions: Iterable[str]) -> set[str]:
        """The functions that call one of `functions`, or one that does."""
        calls = defaultdict(set)
        for op, callee in self.callee.items():
            around = self.traits.function_around(self.op(op))
            if around is not None:
                calls[callee].add(self.naming.op(around))
        found = set[str]()
        work = list(functions)
        while work:
            new = calls[work.pop()] - found
            found |= new
            work += new
        return found

    def op_around(self, block: str) -> str | None:
        if block not in self.nested:
            return None
        _, parent, position = self.nested[block]
        return self.at[parent][position] if position < len(self.at[parent]) else None

    def apart(self, block: str) -> str:
        """The innermost op around a block whose regions may run several at a time; "" where there is none."""
        found = self._apart.get(block)
        if found is None:
            around = self.op_around(block)
            if around is None:
                found = ""
            elif any(end in self.gathered for end in self.at[block][-1:]):
                found = around
            else:
                found = self.apart(self.place[around][0])
            self._apart[block] = found
        return found

    def asked_parent(self, name: str) -> str:
        """The op around an op that has a part in what this computes; "" where there is none."""
        parent = self.traits.asked_parent(self.op(name))
        return "" if parent is None else self.naming.op(parent)

    def left(self, block: str, target: str) -> Iterator[str]:
        """The values no longer needed when control leaves `block` for `target`."""
        region, parent, position = self.nested.get(target, ("", "", 0))
        if parent == block:
            yield from self.gone_into.get((block, position), ())
            return
        yield from self.gone_with.get(block, ())
        own = self.nested.get(block, ("", "", 0))[0]
        if own != region:
            yield from self.gone_with.get(own, ())

    def op(self, name: str) -> Op:
        return self.naming.ops[name]

    def where(self, name: str) -> Place:
        """Where an op stands in the text; for one without text, the next op around it that has some."""
        op: Op | None = self.op(name)
        while op is not None and op.position is None:
            op = op.parent_op
        at = op.position if op is not None else None
        return Place(name) if at is None else Place(name, at.file, at.line, at.column)

    def attributes(self, name: str) -> Attributes:
        """The attributes of an op, in an order and a spelling that do not depend on who printed it."""
        found = self._attributes.get(name)
        if found is None:
            op = self.op(name)
            given = [*op.attrs.items(), *op.properties.items()]
            kept = ((key, _spelled("unit" if text is None else text)) for key, text in given if key not in _SIZES)
            found = self._attributes[name] = tuple(sorted(kept))
        return found

    def compared_operands(self, name: str) -> list[str]:
        """The operands of an op that both programs come to that have a part in what it does."""
        operands = self.operands.get(name, [])
        if name in self.joint or name in self.gathered:
            return [operands[position] for position in sorted(self.weighs.get(name, ()))]
        return operands


def _in_order(rows: Iterable[tuple[str, int, str]]) -> dict[str, list[str]]:
    found = grouped((name, (position, value)) for name, position, value in rows)
    return {name: [value for _, value in sorted(pairs)] for name, pairs in found.items()}


def _spelled(text: str) -> str:
    """An attribute with its numbers in one spelling, and no white space that means nothing."""
    return " ".join(_FLOAT.sub(lambda found: found[0] if found[0][0] == '"' else repr(float(found[0])), text).split())
