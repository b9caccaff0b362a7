"""Slices of constants, slices and casts; trivial slices; copies of a part onto itself.

Source: the canonicalization patterns of MLIR's memref, tensor, scf and linalg dialects, and `ComposeSubViewOpPattern`,
as far as that makes no new ops.
"""

from __future__ import annotations

from collections.abc import Sequence

from ownlog.backend.canonicalization.buffer_casts import put_cast, show_as, uncast
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.constants import integer
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.backend.rewriting.slices import PARTS, numbers, written
from ownlog.frontend.forms.language.memrefs import (
    Number,
    castable,
    first_outside,
    kept_dimensions,
    of_memref,
    of_tensor,
    resized,
    subview,
)
from ownlog.frontend.ir.ir import Op, Value

Mixed = Value | int
"""A number, or the value that it is at run time."""

_BOUNDS = ("staticLowerBound", "staticUpperBound", "staticStep")


def visit_slice(op: Op, rewriter: Rewriter) -> bool:
    """Simplify `op` as a slice, or as one that is given numbers as slices are; whether anything changed."""
    match op.name:
        case build.SUBVIEW:
            return (
                _use_constants(op, rewriter)
                or _fold_whole(op, rewriter)
                or _compose(op, rewriter)
                or _slice_uncast(op, rewriter)
            )
        case build.EXTRACT_SLICE:
            return _use_constants(op, rewriter)
        case build.FORALL:
            return _use_constant_bounds(op, rewriter)
        case build.COPY:
            return _drop_self_copy(op, rewriter)
    return rewriter.effects.says("inserts_whole", op.name) and not op.results and _drop_self_copy(op, rewriter)


def static_slice(op: Op) -> list[list[Number]] | None:
    """The offsets, sizes and strides of a slice, None for those that are values."""
    return None if any(op.attribute(name) is None for name in PARTS) else [numbers(op, name) for name in PARTS]


# Numbers that are constants


def _mixed(op: Op, names: Sequence[str], groups: Sequence[Sequence[Value]]) -> list[list[Mixed]]:
    """The numbers that attributes and groups of operands give together."""
    found: list[list[Mixed]] = []
    for name, group in zip(names, groups, strict=True):
        values = iter(group)
        found.append([number if number is not None else next(values) for number in numbers(op, name)])
    return found


def _parts(op: Op) -> list[list[Mixed]]:
    return _mixed(op, PARTS, op.groups()[1:])


def _known(parts: Sequence[Sequence[Mixed]], lowest: Sequence[int]) -> list[list[Mixed]]:
    """The same, with the numbers that values are, from the lowest one on that each part takes; 0 is no stride."""
    found: list[list[Mixed]] = []
    for part, low in zip(parts, lowest, strict=True):
        constants = [integer(number) if isinstance(number, Value) else number for number in part]
        taken = [
            known if known is not None and known >= low else number
            for number, known in zip(part, constants, strict=True)
        ]
        found.append(taken)
    return found


def _told(parts: Sequence[Sequence[Mixed]]) -> list[list[Number]]:
    return [[number if isinstance(number, int) else None for number in part] for part in parts]


def _given(parts: Sequence[Sequence[Mixed]]) -> list[list[Value]]:
    return [[number for number in part if isinstance(number, Value)] for part in parts]


def _use_constants(op: Op, rewriter: Rewriter) -> bool:
    """Let a slice, and its type, say the numbers that are constants."""
    if static_slice(op) is None or len(op.operands) == 1:
        return False
    parts = _parts(op)
    known = _known(parts, (0, 0, 1))
    return known != parts and _slice(op, op.operands[0], known, rewriter)


def _slice(op: Op, source: Value, parts: Sequence[Sequence[Mixed]], rewriter: Rewriter) -> bool:
    """Make `op` the slice of `source` given by `parts`, which has the same elements; whether types and bounds allow
    that.

    Users get a cast if its type is more precise now.
    """
    result, had, told = op.results[0], static_slice(op), _told(parts)
    offsets, sizes, strides = told
    is_buffer = result.type.is_memref
    old = of_memref(result.type) if is_buffer else of_tensor(result.type)
    whole = of_memref(source.type).sizes if is_buffer else of_tensor(source.type).sizes
    if had is None or old.sizes is None or first_outside(whole or (), offsets, sizes, strides) is not None:
        return False
    shape = [sizes[number] for number in kept_dimensions(had[1], old.sizes)]
    type = (
        subview(of_memref(source.type), offsets, sizes, strides, shape).type
        if is_buffer
        else resized(result.type, shape)
    )
    same = of_memref(type) == old if is_buffer else type.canonical == result.type.canonical
    if not same and is_buffer and not castable(type, result.type):
        return False
    op.properties |= {name: written(part) for name, part in zip(PARTS, told, strict=True)}
    rewriter.set_groups(op, [[source], *_given(parts)])
    if not same:
        show_as(result, type, result.type, rewriter)
    return True


def _use_constant_bounds(op: Op, rewriter: Rewriter) -> bool:
    """Let a loop over several counters say the bounds that are constants."""
    *groups, outs = op.groups()
    parts = _mixed(op, _BOUNDS, groups)
    known = _known(parts, (-(2**62), -(2**62), 1))
    if known == parts:
        return False
    op.properties |= {name: written(part) for name, part in zip(_BOUNDS, _told(known), strict=True)}
    rewriter.set_groups(op, [*_given(known), outs])
    return True


# Slices of slices, of casts, and of all


def _fold_whole(op: Op, rewriter: Rewriter) -> bool:
    """A slice that is all of its buffer."""
    source, result, parts = op.operands[0], op.results[0], static_slice(op)
    if parts is None or any(None in part for part in parts):
        return False
    sizes = of_memref(source.type).sizes
    if sizes is None or tuple(parts[1]) != sizes or any(parts[0]) or any(step != 1 for step in parts[2]):
        return False
    same = result.type.canonical == source.type.canonical
    return put_cast(op, source, rewriter) if same or castable(source.type, result.type) else False


def _compose(op: Op, rewriter: Rewriter) -> bool:
    """A slice of a slice that has all its dimensions, where nothing has to be computed when the program runs."""
    inner = op.operands[0].owner
    if not isinstance(inner, Op) or inner.name != op.name or static_slice(inner) is None or static_slice(op) is None:
        return False
    (offsets, _, strides), (more, sizes, steps) = _parts(inner), _parts(op)
    if len(strides) != len(steps):
        return False
    begins = [
        _plus(offset, _times(number, stride)) for offset, number, stride in zip(offsets, more, strides, strict=True)
    ]
    by = [_times(stride, step) for stride, step in zip(strides, steps, strict=True)]
    known, together = [at for at in begins if at is not None], [step for step in by if step is not None]
    if len(known) < len(begins) or len(together) < len(by) or of_memref(inner.operands[0].type).strided is None:
        return False
    return _slice(op, inner.operands[0], [known, sizes, together], rewriter)


def _plus(one: Mixed, other: Mixed | None) -> Mixed | None:
    """The sum, None where it has to be computed."""
    if isinstance(one, int) and isinstance(other, int):
        return one + other
    return one if other == 0 else other if one == 0 else None


def _times(one: Mixed, other: Mixed) -> Mixed | None:
    """The product, None where it has to be computed."""
    if isinstance(one, int) and isinstance(other, int):
        return one * other
    return 0 if 0 in (one, other) else one if other == 1 else other if one == 1 else None


def _slice_uncast(op: Op, rewriter: Rewriter) -> bool:
    """A slice of a cast that tells less: of what was cast."""
    source = uncast(op.operands[0])
    if source is None or static_slice(op) is None:
        return False
    told, shown = of_memref(source.type), of_memref(op.operands[0].type)
    if told.strided is None or shown.strided is None or not _tells_less(shown.sizes, told.sizes):
        return False
    (steps, offset), (shown_steps, shown_offset) = told.strided, shown.strided
    return _tells_less((*shown_steps, shown_offset), (*steps, offset)) and _slice(op, source, _parts(op), rewriter)


def _tells_less(shown: Sequence[Number] | None, told: Sequence[Number] | None) -> bool:
    return shown is not None and told is not None and all(a is None or a == b for a, b in zip(shown, told, strict=True))


# Copies


def _drop_self_copy(op: Op, rewriter: Rewriter) -> bool:
    source, target = op.operands
    if source is not target and not _same_part(source, target):
        return False
    rewriter.erase(op)
    return True


def _same_part(one: Value, other: Value) -> bool:
    """Are two values one part of one buffer?"""
    left, right = one.owner, other.owner
    if (
        not isinstance(left, Op)
        or not isinstance(right, Op)
        or left.name != build.SUBVIEW
        or right.name != build.SUBVIEW
    ):
        return False
    same = all(left.attribute(name) == right.attribute(name) for name in PARTS) and left.segments == right.segments
    return (
        same
        and len(left.operands) == len(right.operands)
        and all(a is b for a, b in zip(left.operands, right.operands, strict=True))
    )
