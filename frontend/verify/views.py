"""Slices and reshapes: bounds of slices, as far as static; reassociations; and types.

Source: MLIR's `isRankReducedType`, `computeMemRefRankReductionMask` and the verifiers that call them.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable
from functools import partial

from ownlog.frontend.forms.language.attributes import DYNAMIC, array_numbers
from ownlog.frontend.forms.language.memrefs import (
    Buffer,
    Number,
    collapsed,
    expanded,
    first_outside,
    of_memref,
    of_tensor,
    subview,
)
from ownlog.frontend.forms.language.typerules import element
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.types import Type
from ownlog.frontend.verify.refusal import bare, refuse
from ownlog.frontend.verify.shapes import shape

_NUMBER = r"-?[0-9]+"
_GROUP = r"\[([^\[\]]*)\]"
_ADVICE = (
    "list the dimensions of the longer shape from 0 on, in groups, one for each dimension of the shorter one: `[[0, 1],"
    " [2]]`"
)
_NOT_STRIDED = "only what is a sum of indices, each times a stride, has parts and other shapes: copy the buffer first"
_PARTS = ("offsets", "sizes", "strides")


def _check_operands(op: Op) -> None:
    """Check that there is a value for each number that is left to one: they are the op's last groups of operands."""
    if op.segments is None or len(op.segments) < len(_PARTS):
        return
    for part, given in zip(_PARTS, op.segments[-len(_PARTS) :], strict=True):
        left = array_numbers(op.attribute(f"static_{part}")).count(DYNAMIC)
        if given != left:
            message = (
                f"expected the number of '{part}' to match the number of dynamic entries in 'static_{part}' ({given} vs"
                f" {left})"
            )
            bare(op, message, f"{part} that are values stand in 'static_{part}' as {DYNAMIC}")


def _check_slice(op: Op, of: int) -> None:
    """Check a slice of (or into) operand number `of`; the other one, or else the result, is the slice."""
    _check_operands(op)
    if op.results and of and op.results[0].type.canonical != op.operands[of].type.canonical:
        refuse(
            op,
            "failed to verify that expected result type to match dest type",
            "the result is the tensor with another part",
        )
    numbers: list[list[int]] = []
    for part in _PARTS:
        text = op.attribute(f"static_{part}")
        if text is None:
            return
        numbers.append(array_numbers(text))
        if (
            part != "strides"
            and (negative := next((n for n in numbers[-1] if n < 0 and n != DYNAMIC), None)) is not None
        ):
            bare(op, f"expected {part} to be non-negative, but got {negative}", f"a slice has no negative {part}")
    whole, given = op.operands[of], op.operands[0] if of else op.results[0]
    dims = shape(whole.type)
    _check_ranks(op, [len(found) for found in numbers], len(dims) if dims is not None else None)
    _check_type(op, whole.type, given.type, numbers)
    known = [None if dim == "?" else int(dim) for dim in dims or ()]
    if (
        outside := first_outside(known, *([None if n == DYNAMIC else n for n in part] for part in numbers))
    ) is not None:
        number, words, index = outside
        last = known[number]
        bare(op, f"{words}: {index} >= {last}", f"indices of {whole.ref} there go up to {(last or 0) - 1}")


def _check_ranks(op: Op, counts: list[int], rank: int | None) -> None:
    for one, other in ((0, 1), (1, 2)):
        if counts[one] != counts[other]:
            words = (
                f"expected mixed {_PARTS[one]} rank to match mixed {_PARTS[other]} rank ({counts[one]} vs"
                f" {counts[other]})"
            )
            bare(
                op,
                f"{words} so the rank of the result type is well-formed.",
                "an offset, a size and a stride belong to each dimension",
            )
    if rank is not None and counts[0] != rank:
        bare(
            op,
            f"expected {rank} offset values, got {counts[0]}",
            "an offset, a size and a stride belong to each dimension",
        )


def _check_type(op: Op, whole: Type, part: Type, numbers: list[list[int]]) -> None:
    """Check that `part` is the type of a slice, or one that leaves out dimensions of size 1."""
    buffers = part.is_memref
    if shape(whole) is None or shape(part) is None or whole.is_memref is not buffers:
        return
    source, given = (of_memref(whole), of_memref(part)) if buffers else (of_tensor(whole), of_tensor(part))
    offsets, sizes, strides = ([None if number == DYNAMIC else number for number in found] for found in numbers)
    if buffers and source.strided is None:
        bare(op, f"base type '{whole.canonical}' is not strided", _NOT_STRIDED)
    wanted = subview(source, offsets, sizes, strides, sizes)
    if given == wanted:
        return
    if given.element != source.element:
        _mismatch(op, wanted, part, "element type mismatch" if not buffers else "mismatch of result element type")
    if not _is_reduced(sizes, list(given.sizes or ())):
        _mismatch(op, wanted, part, "mismatch of result sizes" if buffers else "size mismatch")
    if buffers and given.space != source.space:
        _mismatch(op, wanted, part, "mismatch of result memory space")
    if buffers and not _is_laid_out(wanted, given, sizes):
        _mismatch(op, wanted, part, "mismatch of result layout")


def _mismatch(op: Op, wanted: Buffer, part: Type, what: str) -> None:
    type = wanted.type.canonical if part.is_memref else "tensor" + wanted.plain().type.canonical.removeprefix("memref")
    word = "expected result type" if part.is_memref else "expected type"
    got = f", but got '{part.canonical}'" if part.is_memref else ""
    bare(
        op,
        f"{word} to be '{type}' or a rank-reduced version. ({what}){got}",
        "sizes, strides and offset of the slice say its type",
    )


def _is_reduced(sizes: list[Number], given: list[Number]) -> bool:
    """Are these the sizes of a slice, but for some that are 1?"""
    found = 0
    for size in sizes:
        if found < len(given) and size == given[found]:
            found += 1
        elif size != 1:
            return False
    return found == len(given)


def _is_laid_out(wanted: Buffer, given: Buffer, sizes: list[Number]) -> bool:
    """Has a memref the offset of a slice, and its strides, but for those of dimensions that it leaves out?"""
    have, want = given.strided, wanted.strided
    if have is None or want is None:
        return False
    dropped = _dropped(want[0], have[0], sizes)
    if dropped is None or have[1] != want[1]:
        return False
    return have[0] == [stride for number, stride in enumerate(want[0]) if number not in dropped]


def _dropped(strides: list[Number], kept: list[Number], sizes: list[Number]) -> set[int] | None:
    """The dimensions that a slice with the strides `kept` leaves out; None where there are none such."""
    if len(strides) == len(kept):
        return set()
    ones = {number for number, size in enumerate(sizes) if size == 1}
    if len(ones) + len(kept) == len(strides):
        return ones
    dropped, left = set(ones), Counter(strides)
    there = Counter(kept)
    for number in sorted(ones):
        stride = strides[number]
        if left[stride] > there[stride]:
            left[stride] -= 1
        elif left[stride] == there[stride]:
            dropped.discard(number)
        else:
            return None
    return dropped if len(dropped) + len(kept) == len(strides) else None


def _groups(op: Op) -> list[list[int]] | None:
    text = op.attribute("reassociation")
    if text is None:
        return None
    return [
        [int(number) for number in re.findall(_NUMBER, group.replace(": i64", ""))]
        for group in re.findall(_GROUP, text[1:-1])
    ]


def _check_reshape(op: Op, expands: bool) -> None:
    short, long = (op.operands[0].type, op.results[0].type)[:: 1 if expands else -1]
    few, many, groups = shape(short), shape(long), _groups(op)
    if few is None or many is None or groups is None:
        return
    shown = op.attribute("static_output_shape")
    if shown is not None and array_numbers(shown).count(DYNAMIC) != len(op.operands) - 1:
        refuse(
            op, "expected a value for each size of the output shape that is no number", "write `output_shape [%n, 4]`"
        )
    if element(short).canonical != element(long).canonical:
        refuse(
            op,
            f"expected both types to hold {element(op.operands[0].type)}",
            f"{short} and {long} hold different things",
        )
    if len(few) > len(many):
        refuse(op, "has source rank and result rank that do not fit", _ADVICE)
    if len(groups) != len(few):
        refuse(
            op,
            f"expected rank of the collapsed type ({len(few)}) to be the number of reassociation maps ({len(groups)})",
            _ADVICE,
        )
    if not few and short.is_memref and any(size != "1" for size in many):
        refuse(
            op, "rank 0 memrefs can only be extended/collapsed with/from ones", "what has no dimensions has one element"
        )
    listed = [number for group in groups for number in group]
    if few and listed != list(range(len(many))):
        what = (
            "reassociation indices must be contiguous"
            if listed != sorted(listed) or len(set(listed)) < len(listed)
            else ""
        )
        refuse(op, what or f"expected reassociation to name the {len(many)} dimensions of {long}, each once", _ADVICE)
    for number, (group, size) in enumerate(zip(groups, few, strict=True)):
        sizes = [many[dimension] for dimension in group]
        wanted = "?" if "?" in sizes else str(math.prod(map(int, sizes)))
        if size != wanted:
            told = "dynamic since one or more of the corresponding dimensions in the expanded type is dynamic"
            what = told if wanted == "?" else f"static value of {wanted}"
            refuse(op, f"expected dimension {number} of collapsed type to be {what}", _ADVICE)
    if expands and shown is not None:
        _check_output_shape(op, array_numbers(shown), many)
    if short.is_memref:
        _check_reshaped(op, groups, expands)


def _check_output_shape(op: Op, shown: list[int], wanted: tuple[str, ...]) -> None:
    """What an op says of its output's sizes is what the type says."""
    if len(shown) != len(wanted):
        counts = f"({len(wanted)}) but found {len(shown)} inputs instead"
        refuse(op, f"expected number of static shape bounds to be equal to the output rank {counts}", _ADVICE)
    for number, (given, size) in enumerate(zip(shown, wanted, strict=True) if op.results[0].type.is_memref else ()):
        if size != "?" and given != int(size):
            refuse(op, f"invalid output shape provided at pos {number}", f"the type has {size} there")


def _check_reshaped(op: Op, groups: list[list[int]], expands: bool) -> None:
    """Check that layout and memory space of a buffer are what the reshape makes of those of the other one."""
    old, new = of_memref(op.operands[0].type), of_memref(op.results[0].type)
    sizes = new.sizes or ()
    made = expanded(old, groups, sizes) if expands else collapsed(old, groups, sizes, certain=False)
    word = "expanded" if expands else "collapsed"
    if made is None:
        refuse(
            op,
            "invalid source layout map or collapsing non-contiguous dims",
            "copy the buffer first, into one that has no gaps",
        )
    if made != new:
        types = f"'{made.type.canonical}' but found '{new.type.canonical}'"
        refuse(op, f"expected {word} type to be {types}", "the layout follows from that of the operand")


CHECKS: dict[str, Callable[[Op], None]] = {
    "memref.collapse_shape": partial(_check_reshape, expands=False),
    "memref.expand_shape": partial(_check_reshape, expands=True),
    "memref.reinterpret_cast": _check_operands,
    "memref.subview": partial(_check_slice, of=0),
    "tensor.collapse_shape": partial(_check_reshape, expands=False),
    "tensor.expand_shape": partial(_check_reshape, expands=True),
    "tensor.extract_slice": partial(_check_slice, of=0),
    "tensor.insert_slice": partial(_check_slice, of=1),
    "tensor.parallel_insert_slice": partial(_check_slice, of=1),
}
