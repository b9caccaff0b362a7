"""Facts for the analysis of tensors: ops in order, loops of blocks, the parts of slices and shapes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from ownlog.frontend.facts.names import TOP_BLOCK, Naming
from ownlog.frontend.forms.language.attributes import DYNAMIC
from ownlog.frontend.generic.linalgmaps import reduced_maps
from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.ir.ways import Ranges, Shape, exits, ranges_of, shape, staying, ways
from ownlog.frontend.text.affine_reader import map_parts, read_expression
from ownlog.frontend.text.literals import integer_elements
from ownlog.frontend.text.tokens import split_top_level
from ownlog.frontend.text.types import Type

Row = tuple[str | int, ...]

RELATIONS = (
    "tensor_type", "tensor_dimension", "vector_dimension", "op_order", "block_order", "loop_block", "loop_span",
    "stays_round", "leaves_late", "way_to", "element_used", "slice_constant",
    "slice_value", "bound_constant", "bound_value", "affine_step",
    "indexing_map", "indexed_by", "idle_iterator", "iterator_type", "argument_attribute",
)  # fmt: skip

ORDER = ("op_order", "block_order", "loop_block")
"""Those that say nothing of tensors: others may ask for them, too."""
_SHAPE = re.compile(r"tensor<((?:(?:\d+|\?)x)*)")
_VECTOR = r"vector<((?:\[?\d+\]?x)*)"
_ITERATOR = r"#linalg\.iterator_type<(\w+)>|\"(\w+)\""
_SLICE = (("static_offsets", "offset"), ("static_sizes", "size"), ("static_strides", "stride"))
_BOUNDS = (("staticLowerBound", "lower"), ("staticUpperBound", "upper"), ("staticStep", "step"))


def tensor_facts(module: Module, naming: Naming) -> dict[str, list[Row]]:
    """The rows of all relations of this file."""
    facts: dict[str, list[Row]] = {name: [] for name in RELATIONS}
    _Numbering(naming, facts).number(module.top)
    ops = list(module.walk())
    used = {value for op in ops for value in op.operands}
    defined = [value for op in ops for value in op.results]
    defined += [value for op in ops for region in op.regions for block in region.blocks for value in block.arguments]
    for op in ops:
        _op_facts(op, used, naming, facts)
    for text in dict.fromkeys(value.type.canonical for value in defined):
        _type_facts(text, facts)
    return facts


def _type_facts(text: str, facts: dict[str, list[Row]]) -> None:
    if text.startswith("vector<"):
        shape = re.match(_VECTOR, text)
        sizes = shape[1].replace("[", "").replace("]", "").split("x")[:-1] if shape is not None else []
        facts["vector_dimension"].extend((text, i, int(size)) for i, size in enumerate(sizes))
    if not text.startswith("tensor<"):
        return
    if text.startswith("tensor<*"):
        facts["tensor_type"].append((text, "unranked"))
        return
    facts["tensor_type"].append((text, "ranked"))
    facts["tensor_dimension"].extend((text, i, size) for i, size in enumerate(shape_of(text) or ()))


def shape_of(text: str) -> tuple[int, ...] | None:
    """The sizes of a tensor of known rank, by its type, -1 where they show at run time; None for another type."""
    if not text.startswith("tensor<") or text.startswith("tensor<*"):
        return None
    shape = _SHAPE.match(text)
    return tuple(-1 if size == "?" else int(size) for size in shape[1].split("x")[:-1]) if shape is not None else ()


def _op_facts(op: Op, used: Set[Value], naming: Naming, facts: dict[str, list[Row]]) -> None:
    name = naming.op(op)
    if op.regions and op.regions[0].blocks:
        for number, argument in enumerate(op.regions[0].blocks[0].arguments):
            if argument in used:
                facts["element_used"].append((name, number))
    if not (op.attrs or op.properties):
        return
    segments = op.segments or ()
    if op.attribute("static_offsets") is not None and len(segments) >= 3:
        _mixed_facts(op, _SLICE, len(segments) - 3, ("slice_constant", "slice_value"), naming, facts)
    if op.attribute("staticUpperBound") is not None and len(segments) >= 3:
        _mixed_facts(op, _BOUNDS, 0, ("bound_constant", "bound_value"), naming, facts)
    for number, attributes in enumerate(split_top_level((op.attribute("arg_attrs") or "").strip()[1:-1])):
        for entry in split_top_level(attributes.strip()[1:-1]):
            key, _, text = entry.partition("=")
            facts["argument_attribute"].append((name, number, key.strip(), text.strip() or "unit"))
    _map_facts(op, name, facts)
    applied = op.attribute("map")
    if applied is not None and len(op.operands) == len(op.results) == 1 and (step := _step(applied)) is not None:
        facts["affine_step"].append((name, *step))
    iterators = op.attribute("iterator_types")
    if iterators is not None:
        for number, found in enumerate(re.finditer(_ITERATOR, iterators)):
            facts["iterator_type"].append((name, number, found[1] or found[2]))


def _map_facts(op: Op, name: str, facts: dict[str, list[Row]]) -> None:
    said = op.attribute("indexing_maps") or reduced_maps(op) or op.attribute("permutation_map")
    if said is None:
        return
    maps = map_parts(said)
    if all(parts.dimensions == parts.results for parts in maps):
        facts["indexing_map"].extend((name, number, "identity") for number in range(len(maps)))
        return
    shapes: list[tuple[int, ...]] = [
        shape_of(value.type.canonical) or memref_shape(value.type) or () for value in op.operands
    ]
    runs, permutes = set[int](), False
    for number, parts in enumerate(maps):
        sizes = shapes[number] if number < len(shapes) else ()
        dims = {dim: at for at, dim in enumerate(parts.dimensions)}
        whole = len(sizes) == len(parts.results)
        runs.update(
            dims[result]
            for result, size in zip(parts.results, sizes, strict=False)
            if whole and size > 0 and result in dims
        )
        # A dimension of size 1 has the element 0 only.
        steps = [result for at, result in enumerate(parts.results) if not (whole and result == "0" and sizes[at] == 1)]
        kind = "identity" if parts.dimensions == parts.results else "other"
        if kind == "other" and len({*steps} & {*dims}) == len(steps):
            kind, permutes = "permutation", True
            facts["indexed_by"].extend((name, number, dims[step]) for step in steps)
        facts["indexing_map"].append((name, number, kind))
    if permutes:
        facts["idle_iterator"].extend((name, at) for at in range(len(maps[0].dimensions)) if at not in runs)


def memref_shape(type: Type) -> tuple[int, ...] | None:
    """The sizes of a memref of known rank, -1 where they show at run time; None for another type."""
    if not type.is_memref or type.is_unranked_memref:
        return None
    return tuple(-1 if size == "?" else int(size) for size in type.memref_parts[0])


def _step(text: str) -> tuple[int, int] | None:
    """The factor and the offset of an affine map of one dimension or symbol to one result; None for any other."""
    maps = map_parts(text)
    if len(maps) != 1 or len(maps[0].dimensions) + len(maps[0].symbols) != 1 or len(maps[0].results) != 1:
        return None
    [result] = maps[0].results
    try:
        step, end = read_expression(result, 0, _Steps())
    except ValueError:
        return None
    return None if result[end:].strip() else step


class _Steps:
    """Affine expressions of one name as factor and offset. Raises ValueError for those that are none."""

    def number(self, number: int) -> tuple[int, int]:
        return 0, number

    def name(self, name: str) -> tuple[int, int]:
        return 1, 0

    def negative(self, value: tuple[int, int]) -> tuple[int, int]:
        return -value[0], -value[1]

    def combined(self, operator: str, left: tuple[int, int], right: tuple[int, int]) -> tuple[int, int]:
        if operator in ("+", "-"):
            sign = 1 if operator == "+" else -1
            return left[0] + sign * right[0], left[1] + sign * right[1]
        if operator != "*" or (left[0] and right[0]):
            raise ValueError(f"no factor and offset tell what {operator} makes")
        return left[0] * right[1] + left[1] * right[0], left[1] * right[1]


def _mixed_facts(
    op: Op,
    parts: Sequence[tuple[str, str]],
    first: int,
    told: tuple[str, str],
    naming: Naming,
    facts: dict[str, list[Row]],
) -> None:
    """Lists of constants, in an attribute, and values: an operand group for each list, from `first` on."""
    name, segments = naming.op(op), op.segments or ()
    start = sum(segments[:first])
    for (attribute, part), size in zip(parts, segments[first:], strict=False):
        values = iter(op.operands[start : start + size])
        start += size
        listed = integer_elements(op.attribute(attribute))
        for number, found in enumerate(listed.all() if listed is not None else ()):
            if found != DYNAMIC:
                facts[told[0]].append((name, part, number, found))
                continue
            value = next(values, None)
            if value is not None:
                facts[told[1]].append((name, part, number, naming.value(value)))


_Walk = Iterator["_Walk"]
"""A part of a walk: it yields the parts that have to be walked next."""


class _Numbering:
    """Numbers ops in preorder of the tree of ops, regions, and dominating blocks."""

    def __init__(self, naming: Naming, facts: dict[str, list[Row]]) -> None:
        self.naming = naming
        self.facts = facts
        self.count = 0
        self.own: dict[Block, tuple[int, int]] = {}
        """The numbers of the ops of a block, and of what lies in their regions."""

    def number(self, top: Block) -> None:
        # A stack of generators instead of recursion: programs nest as deep as the parser lets them.
        stack = [self._blocks([top], {}, TOP_BLOCK)]
        while stack:
            nested = next(stack[-1], None)
            if nested is None:
                stack.pop()
            else:
                stack.append(nested)

    def _blocks(self, roots: list[Block], below: dict[Block, list[Block]], named: str | None = None) -> _Walk:
        for block in roots:
            yield self._block(block, below, named)

    def _block(self, block: Block, below: dict[Block, list[Block]], named: str | None) -> _Walk:
        first = self.count
        spans: list[tuple[Op, int, int]] = []
        for op in block.ops:
            enter = self.count
            self.count += 1
            for region in op.regions:
                if region.blocks:
                    yield self._blocks(region.blocks, {}) if len(region.blocks) == 1 else self._region(region)
            spans.append((op, enter, self.count - 1))
        self.own[block] = (first, self.count - 1)
        yield self._blocks(below.get(block, []), below)
        name = named or self.naming.block(block)
        self.facts["block_order"].append((name, first, self.count - 1))
        self.facts["op_order"].extend((self.naming.op(op), enter, last, self.count - 1) for op, enter, last in spans)

    def _region(self, region: Region) -> _Walk:
        found = shape(region)
        yield self._blocks([region.blocks[0]], found.below)
        yield self._blocks(found.unreached, {})
        unreached = set(found.unreached)
        self._ways(
            sorted((block for block in region.blocks if block not in unreached), key=lambda block: self.own[block][0]),
            found,
        )

    def _ways(self, blocks: list[Block], found: Shape) -> None:
        """The control flow between reachable blocks of a region, numbered in order."""
        number = {block: at for at, block in enumerate(blocks)}

        def rows(block: Block, ranges: Ranges) -> list[Row]:
            return [
                (self.naming.block(block), self.own[blocks[first]][0], self.own[blocks[last]][1])
                for first, last in ranges
            ]

        for block, ranges in ways(blocks, found).items():
            self.facts["way_to"].extend(rows(block, ranges))
        for loop in found.loops:
            self.facts["loop_block"].extend(
                (self.naming.block(loop.header), self.naming.block(block)) for block in loop.blocks
            )
            if loop.header in number:
                self.facts["loop_span"].extend(rows(loop.header, ranges_of(number[block] for block in loop.blocks)))
            if loop.header in number and loop.natural:
                targets = exits(loop)
                self.facts["stays_round"].extend(
                    rows(loop.header, ranges_of(number[block] for block in staying(loop, targets)))
                )
                for target in targets:
                    found_rows = rows(loop.header, ranges_of(number[block] for block in staying(loop, [target])))
                    self.facts["leaves_late"].extend(
                        (header, self.naming.block(target), *numbers) for header, *numbers in found_rows
                    )
