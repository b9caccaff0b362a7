"""Writes what pads or joins tensors as insertions into an empty tensor, so that what is padded or joined may be computed where it goes.

That helps where a source is made in an empty tensor of its own, which `eliminate-empty-tensors` then lets be the part of the whole. Ops
whose sizes show at run time only stay as they are, and pads whose elements are not all the same.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection

from ownlog.backend.context import Context
from ownlog.backend.rewriting.memrefs.buffers import of_tensor
from ownlog.backend.rewriting.memrefs.slices import PARTS, numbers, written
from ownlog.frontend.facts.extract import extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.facts.tensors import RELATIONS
from ownlog.frontend.ir.ir import Block, Module, Op, Value
from ownlog.frontend.printing.fresh_names import Names
from ownlog.rules.relations import BroughtIn, Refilled, Writes
from ownlog.rules.typed_rows import relation_names, typed

EMPTY, FILL, INSERT, JOIN, PAD = "tensor.empty", "linalg.fill", "tensor.insert_slice", "tensor.concat", "tensor.pad"
OPTIONS = {"bufferize-function-boundaries": "true"}


def assemble_in_place(module: Module, context: Context) -> None:
    """Writes pads and concatenations of `module` as insertions, in place, where a source comes from an empty tensor."""
    if not any(op.name in (INSERT, JOIN, PAD) for op in module.walk()):
        return
    naming = Naming(module, context.effects(module))
    facts = extract_facts(module, naming, OPTIONS, wanted=RELATIONS)
    found = context.derive(facts, relation_names(BroughtIn, Refilled, Writes))
    made = {naming.values[row.value] for row in typed(found, BroughtIn)}
    names: dict[Op | None, Names] = {}

    def around(op: Op) -> Names:
        function = naming.traits.function_around(op)
        if function not in names:
            names[function] = Names(function or module)
        return names[function]

    for function in module.functions(naming.traits):
        for op in [op for op in function.walk() if op.name in (JOIN, PAD) and _static(op)]:
            ops = [] if made.isdisjoint(_sources(op)) else _joined(op, around(op)) if op.name == JOIN else _padded(op, around(op))
            if ops:
                _replace(op, ops, function)
                made.add(ops[-1].results[0])
    writes = {(row.op, row.operand) for row in typed(found, Writes)}
    refilled = [row for row in typed(found, Refilled) if (row.op, row.operand) in writes]
    _separate([(naming.ops[row.op], row.operand, naming.ops[row.fill]) for row in refilled], around)


def _separate(fillings: Collection[tuple[Op, int, Op]], names: Callable[[Op], Names]) -> None:
    """Gives each op that writes to what is filled a tensor of its own: else just one of them could be computed where it goes.

    In: the ops with the number of the operand, and what fills that; the names in use around an op.
    """
    uses: defaultdict[Op, list[tuple[Op, int]]] = defaultdict(list)
    for op, operand, fill in fillings:
        uses[fill].append((op, operand))
    for fill, found in uses.items():
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


def _sources(op: Op) -> Collection[Value]:
    return op.operands if op.name == JOIN else op.operands[:1]


def _static(op: Op) -> bool:
    return all(size is not None for value in (*_sources(op), op.results[0]) for size in of_tensor(value.type).sizes or (None,))


def _joined(op: Op, names: Names) -> list[Op]:
    """An empty tensor, and an insertion for each part."""
    result = op.results[0]
    dim = int(re.findall(r"\d+", op.attribute("dim") or "0")[0])
    ops, offset = [_empty(op, names)], 0
    for source in op.operands:
        sizes = [size or 0 for size in of_tensor(source.type).sizes or ()]
        offsets = [offset if number == dim else 0 for number in range(len(sizes))]
        ops.append(_insert(source, ops[-1].results[0], offsets, result, names))
        offset += sizes[dim]
    return ops


def _padded(op: Op, names: Names) -> list[Op]:
    """An empty tensor, filled with the padding, and an insertion. Nothing where the padding is not the same everywhere."""
    (block,) = op.regions[0].blocks
    (end,) = block.ops if len(block.ops) == 1 else (None,)
    low = numbers(op, "static_low")
    if end is None or end.operands[0] in block.arguments or None in low or len(op.operands) != 1:
        return []
    empty = _empty(op, names)
    fill = Op(FILL, [end.operands[0], empty.results[0]], segments=[1, 1])
    fill.add_result(names.fresh_number(), op.results[0].type)
    return [empty, fill, _insert(op.operands[0], fill.results[0], [number or 0 for number in low], op.results[0], names)]


def _empty(op: Op, names: Names) -> Op:
    empty = Op(EMPTY)
    empty.add_result(names.fresh_number(), op.results[0].type)
    return empty


def _insert(source: Value, target: Value, offsets: list[int], result: Value, names: Names) -> Op:
    sizes = [size or 0 for size in of_tensor(source.type).sizes or ()]
    parts = (offsets, sizes, [1] * len(sizes))
    properties: dict[str, str | None] = {name: written(part) for name, part in zip(PARTS, parts, strict=True)}
    made = Op(INSERT, [source, target], properties=properties, segments=[1, 1, 0, 0, 0])
    made.add_result(names.fresh("inserted_slice"), result.type)
    return made


def _replace(op: Op, ops: list[Op], function: Op) -> None:
    """Lets `ops` stand for an op, the last of them with its name."""
    block, old = op.parent, op.results[0]
    assert block is not None
    new = ops[-1].results[0]
    new.name = old.name
    for made in ops:
        made.location, made.parent = op.location, block
    _place(block, op, ops)
    for user in function.walk():
        if old in user.operands:
            user.set_operands([new if value is old else value for value in user.operands])


def _place(block: Block, op: Op, ops: list[Op]) -> None:
    block.set_ops([made for other in block.ops for made in (ops if other is op else [other])])
