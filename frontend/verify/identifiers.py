"""May the operands of an affine map or set be its dimensions and symbols? (MLIR's isValidDim and isValidSymbol.)

Symbols of a scope, the region of a function or kernel around an op, are what is defined at its top level, what pure ops
make of symbols, sizes of buffers, and, where the scope sees what is around it, what is defined there. Dimensions are
symbols, counters of affine loops, and what affine ops make of dimensions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple

from ownlog.frontend.forms import registry
from ownlog.frontend.forms.dialects.affine import map_parts as named_parts
from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.ir.traits import own_traits
from ownlog.frontend.text.affine_reader import map_parts, set_inputs
from ownlog.frontend.text.affinetext import canonical_maps, map_problem
from ownlog.frontend.text.literals import integer_literal
from ownlog.frontend.text.types import INDEX
from ownlog.frontend.verify.refusal import bare, refuse
from ownlog.frontend.verify.shapes import shape

_SCOPES = frozenset({
    "builtin.module", "func.func", "gpu.func", "gpu.launch", "llvm.func", "llvm.mlir.global", "shape.func",
    "shape.function_library",
})  # fmt: skip
"""Ops with MLIR's trait AffineScope, as the module that is not written."""
_COUNT = frozenset({"affine.for", "affine.parallel"})
_APPLY = frozenset({"affine.apply", "affine.delinearize_index", "affine.linearize_index"})
"""What makes dimensions of dimensions."""
_MEASURE = frozenset({"memref.dim", "tensor.dim"})
_SIZED = {"memref.alloc": 0, "memref.subview": 2, "memref.view": 2}
"""Ops with operands for dynamic sizes, and the group of these; of a view, where they begin."""
_DIVIDE = frozenset({"arith.divsi", "arith.divui", "arith.ceildivsi", "arith.ceildivui"})
"""Ops that MLIR takes for pure only if they divide by what no division traps by."""
_POSITIVE = frozenset({
    "gpu.block_dim", "gpu.grid_dim", "gpu.cluster_dim", "gpu.cluster_dim_blocks", "gpu.subgroup_size",
    "gpu.num_subgroups", "index.sizeof",
})  # fmt: skip
"""Ops whose result MLIR knows to be positive."""
_TRAP = frozenset(f"index.{how}" for how in ("divs", "divu", "ceildivs", "ceildivu", "floordivs", "rems", "remu"))
"""Ops that MLIR never takes for pure."""
_RUN = frozenset({"affine.for", "affine.if", "scf.for", "scf.if"})
"""Ops that are pure if those in their regions are."""
_FIRST = {
    "affine.apply": 0, "affine.for": 0, "affine.if": 0, "affine.parallel": 0, "affine.load": 1, "affine.prefetch": 1,
    "affine.vector_load": 1, "affine.store": 2, "affine.vector_store": 2,
}  # fmt: skip
"""Ops of which operands have to be that, and the first of these."""
_TEXTS = {
    "affine.for": ("lowerBoundMap", "upperBoundMap"), "affine.parallel": ("lowerBoundsMap", "upperBoundsMap"),
    "affine.if": ("condition",),
}  # fmt: skip
_ADVICE = "index with `affine.apply` of loop counters and sizes, or use the op of memref, scf or arith instead"


class _Kind(Enum):
    DIMENSION = "dimension"
    SYMBOL = "symbol"


class _Question(NamedTuple):
    kind: _Kind
    value: Value
    scope: Region | None
    """The region; None for the module that is not written."""


Ways = Sequence[Sequence[_Question]]
"""What answers a question with yes: that all questions of one of these are answered so."""
_YES: Ways = [[]]
_NO: Ways = []


def check_identifiers(op: Op) -> None:
    """InputError for an operand of a map or set of `op` that may not be a dimension, or a symbol, of that."""
    if not op.operands:
        return
    given = _given(op)
    if not given or op.parent is None:
        return
    scope = _scope_around(op.parent)
    known: dict[_Question, bool] = {}
    for value, kind in given:
        dimension, symbol = (_holds(_Question(each, value, scope), known) for each in (_Kind.DIMENSION, _Kind.SYMBOL))
        if op.name == "affine.apply":
            if kind is _Kind.SYMBOL and dimension and not symbol:
                bare(op, "dimensional operand cannot be used as a symbol", _ADVICE)
        elif op.name == "affine.prefetch":
            if not dimension:
                refuse(op, "index must be a valid dimension or symbol identifier", _ADVICE)
        elif kind is _Kind.DIMENSION and not dimension:
            refuse(op, "operand cannot be used as a dimension id", _ADVICE)
        elif kind is _Kind.SYMBOL and not symbol:
            refuse(op, "operand cannot be used as a symbol", _ADVICE)


def may_be_no_symbol(value: Value) -> bool:
    """May the value be a dimension, but no symbol? Is it an affine loop's counter, or made of one by affine ops?"""
    work, seen = [value], {value}
    while work:
        owner = work.pop().owner
        if not isinstance(owner, Op):
            if owner.parent_op is not None and owner.parent_op.name in _COUNT:
                return True
        elif owner.name in _APPLY:
            work += {*owner.operands} - seen
            seen |= {*owner.operands}
    return False


def must_be_symbol(op: Op, value: Value) -> bool:
    """Is the value a symbol of `op`, an affine op, that can be no dimension? It may be one of affine.apply, unless that
    divides by it.
    """
    if not is_identified(op.name) or (value, _Kind.SYMBOL) not in _given(op):
        return False
    return op.name != "affine.apply" or symbols_to_dims(op, lambda given: given is value) is None


def symbols_to_dims(op: Op, chosen: Callable[[Value], bool]) -> tuple[str, list[Value]] | None:
    """The map of an affine.apply, and its operands, with the chosen symbols as the last dimensions; None where that is
    no affine map, or there are none.
    """
    try:
        dims, symbols, result = named_parts(op.attribute("map") or "")
    except ValueError:
        return None
    given = list(zip(symbols, op.operands[len(dims) :], strict=False))
    moved = [(name, value) for name, value in given if chosen(value)]
    kept = [pair for pair in given if pair not in moved]
    names = [[*dims, *(name for name, _ in moved)], [name for name, _ in kept]]
    text = f"affine_map<({', '.join(names[0])})[{', '.join(names[1])}] -> ({result})>"
    if not moved or map_problem(text) is not None:
        return None
    return canonical_maps(text), [*op.operands[: len(dims)], *(value for _, value in (*moved, *kept))]


def is_identified(name: str) -> bool:
    """Has an op of this name operands that have to be dimensions or symbols?"""
    return name in _FIRST


def _given(op: Op) -> list[tuple[Value, _Kind]]:
    """The operands of maps and sets, and what they are there."""
    kinds: list[_Kind] = []
    for attribute in _TEXTS.get(op.name, ("map",)):
        text = op.attribute(attribute) or ""
        inputs = set_inputs(text) if op.name == "affine.if" else next(iter(map_parts(text)), None)
        if inputs is None:
            return []
        kinds += [_Kind.DIMENSION] * len(inputs[0]) + [_Kind.SYMBOL] * len(inputs[1])
    first = _FIRST[op.name]
    return list(zip(op.operands[first : first + len(kinds)], kinds, strict=False))


def _scope_around(block: Block) -> Region | None:
    above = block.parent_op
    while above is not None and above.name not in _SCOPES and above.parent is not None:
        block, above = above.parent, above.parent.parent_op
    return block.parent


def _holds(asked: _Question, known: dict[_Question, bool]) -> bool:
    """The answer; chains of ops may be longer than Python's stack is deep."""
    work, ways = [asked], dict[_Question, Ways]()
    while work:
        question = work[-1]
        if question in known:
            work.pop()
            continue
        if question not in ways:
            ways[question] = _dimension(question) if question.kind is _Kind.DIMENSION else _symbol(question)
            missing = {each for way in ways[question] for each in way if each not in known and each not in ways}
            if missing:
                work += missing
                continue
        work.pop()
        known[question] = any(all(known.get(each, False) for each in way) for way in ways[question])
    return known[asked]


def _dimension(asked: _Question) -> Ways:
    value, op = asked.value, asked.value.owner
    if value.type is not INDEX:
        return _NO
    if not isinstance(op, Op):
        above = op.parent_op
        counts = above is not None and above.name in _COUNT and (value.index == 0 or above.name != "affine.for")
        return _YES if counts else [[asked._replace(kind=_Kind.SYMBOL)]]
    if op.name in _MEASURE and _is_at_top(op.operands[0]):
        return _YES
    if op.name in _APPLY:
        return [[asked._replace(kind=_Kind.SYMBOL)], [asked._replace(value=each) for each in op.operands]]
    return [[asked._replace(kind=_Kind.SYMBOL)]]


def _symbol(asked: _Question) -> Ways:
    value, scope, op = asked.value, asked.scope, asked.value.owner
    if value.type is not INDEX:
        return _NO
    if value.block.parent is scope:
        return _YES
    around = None if scope is None else scope.parent
    is_open = around is not None and around.parent is not None and not registry.is_isolated(around.name)
    outside = [[asked._replace(scope=around.parent.parent)]] if is_open and around and around.parent else _NO
    if not isinstance(op, Op):
        return outside
    pure = [[asked._replace(value=each) for each in op.operands]] if _is_pure(op) else _NO
    if op.name in _MEASURE:
        return [*pure, *_size(asked, op)]
    return [*pure, *outside]


def _size(asked: _Question, op: Op) -> Ways:
    """A size of a buffer: of one that is defined at the top of a scope, or has the size of a symbol."""
    buffer, position = op.operands[0], _constant(op.operands[1])
    if _is_at_top(buffer):
        return _YES
    made = buffer.owner
    while isinstance(made, Op) and made.name == "memref.cast" and position is not None:
        if made.operands[0].type.is_unranked_memref:
            return _NO
        made = made.operands[0].owner
    if not isinstance(made, Op) or made.name not in _SIZED or position is None:
        return _NO
    sizes = shape(made.results[0].type)
    if sizes is None or not 0 <= position < len(sizes):
        return _NO
    if sizes[position] != "?":
        return _YES
    group = _SIZED[made.name]
    dynamic = made.operands[group:] if made.name == "memref.view" else made.groups()[group]
    at = sizes[:position].count("?")
    return [[asked._replace(value=dynamic[at])]] if at < len(dynamic) else _NO


def _is_at_top(value: Value) -> bool:
    """Is the value defined in the region of a scope, not deeper?"""
    above = value.block.parent_op
    return above is None or above.name in _SCOPES


def _constant(value: Value) -> int | None:
    op = value.owner
    rows = own_traits().rows("constant_like", op.name) if isinstance(op, Op) else []
    literal = integer_literal(op.attribute(str(rows[0][0]))) if rows and isinstance(op, Op) else None
    return None if literal is None else literal.value


def _divides(value: Value, *, signed: bool) -> bool:
    """Does MLIR know that a division by the value never traps: is it neither 0 nor, if it has a sign, -1?"""
    op = value.owner
    if isinstance(op, Op) and op.name in _POSITIVE:
        return True
    number = _constant(value)
    if isinstance(op, Op) and op.name in _MEASURE:
        sizes, position = shape(op.operands[0].type), _constant(op.operands[1])
        is_known = sizes is not None and position is not None and 0 <= position < len(sizes) and sizes[position] != "?"
        number = int(sizes[position]) if is_known and sizes is not None and position is not None else None
    return number not in (None, 0) and not (signed and number == -1)


def _is_pure(op: Op) -> bool:
    """Does the op nothing but to compute, and can it run anywhere?"""
    if op.name == "scf.for" and _constant(op.operands[2]) != 1:
        return False
    if op.name in _RUN:
        ends = [region.blocks[-1].ops[-1] for region in op.regions if region.blocks and region.blocks[-1].ops]
        return all(
            _is_pure(each) for region in op.regions for block in region.blocks for each in block.ops if each not in ends
        )
    if op.name in _DIVIDE:
        return _divides(op.operands[1], signed=op.name.endswith("si"))
    traits = own_traits()
    is_known = traits.says("pure", op.name) or traits.says("dialect_pure", op.name.partition(".")[0])
    return is_known and op.name not in _TRAP and op.name not in _MEASURE
