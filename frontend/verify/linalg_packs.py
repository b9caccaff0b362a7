"""linalg.pack and linalg.unpack: how the shape with tiles follows from the other one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ownlog.frontend.forms.language.attributes import DYNAMIC, array_numbers
from ownlog.frontend.forms.language.typerules import element
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.types import INDEX
from ownlog.frontend.verify.refusal import bare, refuse
from ownlog.frontend.verify.shapes import may_be_equal, shape

_TILES = "each tiled dimension has a tile size, and the packed shape ends in these"


def _check(op: Op, plain: Value, packed: Value, tiles: Sequence[Value], padding: Value | None) -> None:
    given, made = shape(plain.type), shape(packed.type)
    positions, order = array_numbers(op.attribute("inner_dims_pos")), array_numbers(op.attribute("outer_dims_perm"))
    static = [None if number == DYNAMIC else number for number in array_numbers(op.attribute("static_inner_tiles"))]
    if given is None or made is None:
        return
    _check_numbers(op, positions, order, static, len(given))
    wrong = next((value for value in tiles if value.type is not INDEX), None)
    if wrong is not None:
        refuse(
            op,
            f"operand must be variadic of index, but got '{wrong.type.canonical}'",
            "sizes that are values are of type index",
        )
    if len(tiles) < static.count(None):
        refuse(op, "has fewer tile sizes than 'static_inner_tiles' leaves open", f"{DYNAMIC} stands for a value")
    if len(made) != len(given) + len(positions):
        bare(
            op,
            f"packed rank != (unpacked rank + num tiling factors), got {len(made)} != {len(given) + len(positions)}",
            _TILES,
        )
    outer = [*given]
    for position, tile in zip(positions, static, strict=True):
        size = given[position]
        outer[position] = "?" if size == "?" or tile is None else str(-(-int(size) // tile))
    shown = tuple("?" if tile is None else str(tile) for tile in static)
    wanted = (*(outer[number] for number in order or range(len(outer))), *shown)
    if not may_be_equal(wanted[: len(given)], made[: len(given)]):
        bare(op, f"expected '{'x'.join(wanted)}' for the packed domain value, got '{packed.type.canonical}'", _TILES)
    if made[len(given) :] != shown:
        bare(op, "mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type", _TILES)
    if op.name == "linalg.pack" and padding is None:
        _check_full(op, given, made, positions, order, static)


def _check_numbers(op: Op, positions: list[int], order: list[int], tiles: list[int | None], rank: int) -> None:
    if any(tile is not None and tile <= 0 for tile in tiles):
        bare(op, "invalid zero tile factor", "a tile has at least one element")
    if len(set(positions)) < len(positions) or any(not 0 <= position < rank for position in positions):
        bare(op, "invalid inner_dims_pos vector", "it names tiled dimensions, each once")
    if order and sorted(order) != list(range(rank)):
        bare(op, "invalid outer_dims_perm vector", "it names each dimension once")
    if len(tiles) != len(positions):
        bare(op, "tiling factors must equal the number of dimensions to tile", _TILES)


def _check_full(
    op: Op, given: Sequence[str], made: Sequence[str], positions: list[int], order: list[int], tiles: list[int | None]
) -> None:
    """Without a padding value, only full tiles are taken."""
    outer = [made[order.index(number)] if order else made[number] for number in range(len(given))]
    for position, tile in zip(positions, tiles, strict=True):
        size = given[position]
        by = outer[position] if tile is None else str(tile)
        if "?" not in (size, by) and int(by) and int(size) % int(by):
            what = "Only full tiles are supported when padding_value is not set"
            bare(op, f"invalid tile factor or output size provided. {what}", "give a padding_value")


def _check_pack(op: Op) -> None:
    if op.segments is None or len(op.segments) != 4:
        return
    sources, targets, padding, tiles = op.groups()
    if not sources or not targets:
        refuse(op, f"expected 2 or more operands, but found {len(op.operands)}", "a source and a destination")
    if padding and padding[0].type.canonical != element(sources[0].type).canonical:
        bare(
            op, f"expected padding_value has {element(sources[0].type)} but got: {padding[0].type}", "it is an element"
        )
    if element(sources[0].type).canonical != element(targets[0].type).canonical:
        refuse(op, "expected elements of source and destination to be of one type", "they are the same elements")
    _check(op, sources[0], targets[0], tiles, padding[0] if padding else None)
    _check_result(op, targets[0])


def _check_unpack(op: Op) -> None:
    if len(op.operands) < 2:
        refuse(op, f"expected 2 or more operands, but found {len(op.operands)}", "a source and a destination")
    source, target, *tiles = op.operands
    _check(op, target, source, tiles, None)
    _check_result(op, target)


def _check_result(op: Op, target: Value) -> None:
    is_tensor = target.type.is_tensor
    if len(op.results) != is_tensor or (is_tensor and op.results[0].type.canonical != target.type.canonical):
        refuse(
            op,
            "failed to verify that result type matches type of dest",
            "a tensor that is written to has a result of its type",
        )


CHECKS: dict[str, Callable[[Op], None]] = {"linalg.pack": _check_pack, "linalg.unpack": _check_unpack}
