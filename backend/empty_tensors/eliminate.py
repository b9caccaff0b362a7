"""eliminate-empty-tensors: an empty tensor that is filled and then inserted becomes the part that it is inserted as.

Source: MLIR's `-eliminate-empty-tensors`; `rules/bufferize/empty_tensors.dl`, after bufferization has decided which
uses are in place. Each part is taken in front of the op that uses it; its destination moves there if possible
(`reorder.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ownlog import rules
from ownlog.backend.actions.rows import Rows
from ownlog.backend.bufferize.analysis.result import facts_of
from ownlog.backend.bufferize.one_shot import analysed
from ownlog.backend.bufferize.ops.settings import OneShotOptions
from ownlog.backend.context import Context
from ownlog.backend.empty_tensors.parts import Part, taken
from ownlog.backend.empty_tensors.reorder import Freedom, reordered
from ownlog.backend.pass_definition import Options, Pass
from ownlog.frontend.forms.registry import ops_within
from ownlog.frontend.ir.ir import Block, Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.printing.fresh_names import Names
from ownlog.rules.relations import FreeToMove, Insertion, MayStop, PartInBounds, PartTaken, ReplacesEmpty, RunsEarly
from ownlog.rules.typed_rows import TypedRows, relation_names

OPTIONS = OneShotOptions(bufferize_function_boundaries=True, allow_return_allocs_from_loops=True)
"""How the program is analysed: with all that buffers may do."""


LAST = {"part": "last"}
"""What the rules are told if a tensor that is inserted several times is to be the part that it is inserted as last."""


def eliminate_empty_tensors(module: Module, context: Context, last: bool = False) -> None:
    """Replace empty tensors of `module` by parts of what they are inserted into, in place, if possible.

    With `last`, a tensor inserted several times becomes its last part, if all of that is made of parts; else the first,
    as in MLIR. Raises InputError for a program that cannot be analysed.
    """
    naming, analysis = analysed(module, OPTIONS, context)
    # Of all: calls in regions without tensors matter, too.
    facts = facts_of(naming, analysis, LAST if last else {})
    if context.decided is not None:
        context.decided(facts, naming)
    derived = relation_names(FreeToMove, Insertion, MayStop, PartInBounds, PartTaken, ReplacesEmpty, RunsEarly)
    found = rules.derive(facts, context.models, context.engine, derived)
    rows, ops = TypedRows(found), naming.ops
    kinds = {ops[row.op]: row.kind for row in rows(Insertion)}
    freedom = Freedom(
        free={ops[row.op] for row in rows(FreeToMove)},
        stopping={ops[row.op] for row in rows(MayStop) if row.op in ops},
        early={ops[row.op] for row in rows(RunsEarly)},
        there={ops[row.insertion] for row in rows(PartInBounds)},
    )
    there = {(ops[row.op], row.operand): ops[row.extraction].results[0] for row in rows(PartTaken)}
    wanted: dict[Op, list[Part]] = {}
    for row in Rows(found, naming).of(ReplacesEmpty):
        op, insertion = ops[row.op], ops[row.insertion]
        function = naming.traits.function_around(op)
        if function is not None:
            part = Part(
                op, row.operand, insertion, kinds[insertion], op.operands[row.operand], there.get((op, row.operand))
            )
            wanted.setdefault(function, []).append(part)
    for function, parts in wanted.items():
        _eliminate(function, parts, freedom)


def _eliminate(function: Op, parts: Collection[Part], freedom: Freedom) -> None:
    """Let `parts` stand for empty tensors of `function`, and drop those that nobody uses then."""
    names, uses = Names(function), {(part.op, part.operand): part for part in parts}
    given = {part: part.insertion.operands[1] for part in parts}
    blocks: dict[Block, None] = {}
    for part in parts:
        assert part.op.parent is not None
        blocks[part.op.parent] = None
    for block in blocks:
        _carry_out(block, reordered(block, uses, freedom), given, names)
    _drop_unused(function, {part.empty for part in parts})


def _carry_out(block: Block, order: Sequence[Op | Part], given: dict[Part, Value], names: Names) -> None:
    """Let `block` hold its ops in this order, with those that take the parts."""
    ops: list[Op] = []
    found: dict[tuple[Op, int], Value] = {}
    for node in order:
        if isinstance(node, Op):
            ops.append(node)
            continue
        destination = found.get((node.insertion, 1), given[node])
        found[node.op, node.operand], made = taken(node, destination, names)
        for op in made:
            op.parent = block
        ops += made
        node.op.because += (node.reason,)
        if node.kind == "buffer":
            # Now another tensor has the buffer.
            node.insertion.properties.pop("restrict", None)
            node.insertion.attrs.pop("restrict", None)
            node.insertion.mark_changed()
    for (op, operand), value in found.items():
        op.set_operands([value if k == operand else other for k, other in enumerate(op.operands)])
    block.set_ops(ops)


def _drop_unused(function: Op, empties: Collection[Value]) -> None:
    used = {value for op in ops_within(function) for value in op.operands}
    unused = {value.owner for value in empties if value not in used}
    for block in dict.fromkeys(op.parent for op in unused if isinstance(op, Op)):
        if block is not None:
            block.set_ops([op for op in block.ops if op not in unused])


def _run(module: Module, _: Options, context: Context) -> None:
    eliminate_empty_tensors(module, context)


PASSES = (Pass("eliminate-empty-tensors", "let empty tensors be parts of what they are inserted into", _run),)
