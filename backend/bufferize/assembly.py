"""Pads and concatenations become insertions into an empty tensor, so that their sources can be computed there.

That helps if a source is made in an empty tensor, which `eliminate-empty-tensors` can replace by the part.
`rules/bufferize/assembly.dl` says which ops; dynamic sizes are those of the empty tensors.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from ownlog.backend.context import Context
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.slices import numbers
from ownlog.frontend.facts.extract import extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.facts.tensors import RELATIONS
from ownlog.frontend.forms.language.memrefs import known_empty, of_tensor
from ownlog.frontend.ir.ir import Block, Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.printing.fresh_names import Names
from ownlog.frontend.text.literals import number_in
from ownlog.rules.relations import Assembled, Refilled, SizedAs, Writes
from ownlog.rules.typed_rows import relation_names, typed

EMPTY, FILL, INSERT, JOIN, PAD = "tensor.empty", "linalg.fill", build.INSERT_SLICE, "tensor.concat", "tensor.pad"
OPTIONS = {"bufferize-function-boundaries": "true"}


def assemble_in_place(module: Module, context: Context) -> None:
    """Writes pads and concatenations of `module` as insertions, in place, where a source comes from an empty tensor."""
    if not any(op.name in (INSERT, JOIN, PAD) for op in module.walk()):
        return
    naming = Naming(module, context.effects(module))
    facts = extract_facts(module, naming, OPTIONS, wanted=RELATIONS)
    found = context.derive(facts, relation_names(Assembled, Refilled, SizedAs, Writes))
    assembled = {naming.ops[row.op] for row in typed(found, Assembled)}
    sized = {naming.values[row.value]: naming.values[row.empty] for row in typed(found, SizedAs)}
    names: dict[Op | None, Names] = {}

    def around(op: Op) -> Names:
        function = naming.traits.function_around(op)
        if function not in names:
            names[function] = Names(function or module)
        return names[function]

    for function in module.functions(naming.traits):
        for op in [op for op in function.walk() if op in assembled]:
            assembly = _Assembly(op, sized, around(op))
            _replace(op, assembly.run(), assembly.ops, function)
    writes = {(row.op, row.operand) for row in typed(found, Writes)}
    refilled = [row for row in typed(found, Refilled) if (row.op, row.operand) in writes]
    _separate([(naming.ops[row.op], row.operand, naming.ops[row.fill]) for row in refilled], around)


def _separate(fillings: Collection[tuple[Op, int, Op]], names: Callable[[Op], Names]) -> None:
    """Give each op that writes to a filled tensor its own: else only one could be computed in its place.

    In: the ops with the operand's number, and the fill's value; the names in use around an op.
    """
    uses: defaultdict[Op, list[tuple[Op, int]]] = defaultdict(list)
    for op, operand, fill in fillings:
        uses[fill].append((op, operand))
    for fill, found in sorted(uses.items(), key=lambda pair: pair[0].start):
        empty = fill.operands[-1].owner
        if not isinstance(empty, Op) or empty.name != EMPTY:
            continue
        # Of those that stand in a row the first may have what is there already; of those on several branches each may.
        in_row = [use for use in found if use[0].parent is fill.parent]
        for op, operand in sorted(in_row, key=lambda use: (use[0].start, use[1]))[1:]:
            _fill_again(op, operand, fill, empty, names)


def _fill_again(op: Op, operand: int, fill: Op, empty: Op, names: Callable[[Op], Names]) -> None:
    """Lets an operand be what is filled in front of the op, as by `fill`."""
    block = op.parent
    assert block is not None
    new = Op(EMPTY, [*empty.operands], segments=empty.segments and [*empty.segments])
    target = new.add_result(names(op).fresh_number(), empty.results[0].type)
    again = Op(FILL, [fill.operands[0], target], segments=[1, 1])
    filled = again.add_result(names(op).fresh_number(), target.type)
    new.location = again.location = fill.location
    new.parent = again.parent = block
    op.set_operands([filled if number == operand else value for number, value in enumerate(op.operands)])
    _place(block, op, [new, again, op])


Size: TypeAlias = build.Place


@dataclass
class _Assembly:
    """Rewrites `op`, a pad or concatenation, as `ops`: an empty tensor, and an insertion for each source.

    In: the empty tensors with the sizes of others; free names.
    """

    op: Op
    sized: Mapping[Value, Value]
    names: Names
    ops: list[Op] = field(default_factory=list)

    def run(self) -> Value:
        """Makes the ops, and says which value is the op's result."""
        return self._join() if self.op.name == JOIN else self._pad()

    def _join(self) -> Value:
        dim = number_in(self.op.attribute("dim")) or 0
        parts = [self._sizes(source) for source in self.op.operands]
        places: list[Size] = [0]
        for sizes in parts:
            places.append(self._sum(places[-1], sizes[dim]))
        whole = [places[-1] if k == dim else size for k, size in enumerate(parts[0])]
        target = self._empty(whole)
        for source, sizes, place in zip(self.op.operands, parts, places, strict=False):
            target = self._insert(source, target, [place if k == dim else 0 for k in range(len(sizes))], sizes)
        return target

    def _pad(self) -> Value:
        (block,) = self.op.regions[0].blocks
        source, sizes = self.op.operands[0], self._sizes(self.op.operands[0])
        rest = iter(self.op.operands[1:])
        low, high = (
            [next(rest) if n is None else n for n in numbers(self.op, name)] for name in ("static_low", "static_high")
        )
        shape = of_tensor(self.op.results[0].type).sizes or ()
        around = zip(low, sizes, high, strict=True)
        whole = [
            self._sum(self._sum(*two), end) if size is None else size
            for (*two, end), size in zip(around, shape, strict=True)
        ]
        fill = Op(FILL, [block.ops[-1].operands[0], self._empty(whole)], segments=[1, 1])
        fill.add_result(self.names.fresh_number(), self.op.results[0].type)
        return self._insert(source, self._add(fill), low, sizes)

    def _sizes(self, value: Value) -> list[Size]:
        """The sizes of a tensor: those that show at run time only are those of an empty tensor."""
        sizes = of_tensor(value.type).sizes or ()
        empty = self.sized[value].owner if value in self.sized else None
        given = iter(empty.operands if isinstance(empty, Op) else ())
        return [next(given) if size is None else size for size in sizes]

    def _sum(self, one: Size, other: Size) -> Size:
        if isinstance(one, int) and isinstance(other, int):
            return one + other
        if 0 in (one, other):
            return other if one == 0 else one
        return self._add(build.index_arithmetic("arith.addi", self._value(one), self._value(other), self.names))

    def _empty(self, sizes: Collection[Size]) -> Value:
        fixed = of_tensor(self.op.results[0].type).sizes or ()
        given = [self._value(size) for size, known in zip(sizes, fixed, strict=True) if known is None]
        empty = Op(EMPTY, given)
        empty.add_result(self.names.fresh_number(), self.op.results[0].type)
        return self._add(empty)

    def _value(self, size: Size) -> Value:
        return self._add(build.index(size, self.names)) if isinstance(size, int) else size

    def _insert(self, source: Value, target: Value, offsets: list[Size], sizes: list[Size]) -> Value:
        begins, lengths = (
            [number if isinstance(number, int) else None for number in part] for part in (offsets, sizes)
        )
        if known_empty(of_tensor(target.type).sizes or (), begins, lengths):
            return target
        return self._add(build.insert_slice(source, target, offsets, sizes, self.names))

    def _add(self, op: Op) -> Value:
        self.ops.append(op)
        return op.results[0]


def _replace(op: Op, new: Value, ops: list[Op], function: Op) -> None:
    """Lets `ops` stand for an op, and `new`, which they make, for its result, with its name."""
    block, old = op.parent, op.results[0]
    assert block is not None
    new.name = old.name
    for made in ops:
        made.location, made.parent = op.location, block
    _place(block, op, ops)
    for user in function.walk():
        if old in user.operands:
            user.set_operands([new if value is old else value for value in user.operands])


def _place(block: Block, op: Op, ops: list[Op]) -> None:
    block.set_ops([made for other in block.ops for made in (ops if other is op else [other])])
