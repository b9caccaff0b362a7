"""The attributes that ops cannot do without, and what they have to be, as a table.

`kind: op op | name name` says that these ops need attributes of these names: `numbers` (an array of i64), `number` (an
i64), `map` (one affine map), `groups` (a list of lists), `symbol`, `unit`, `any`, `cases N` (an i64 below N), and more
(`_KINDS`). With a `?` they may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.affine_reader import map_parts
from ownlog.frontend.text.literals import integer_elements, integer_literal
from ownlog.frontend.verify.refusal import bare, refuse

_TABLE = """
    numbers: memref.subview memref.reinterpret_cast tensor.extract_slice tensor.insert_slice
        tensor.parallel_insert_slice
        | static_offsets static_sizes static_strides
    numbers: tensor.pad | static_low static_high
    numbers: memref.expand_shape tensor.expand_shape | static_output_shape
    numbers: linalg.transpose | permutation
    numbers: linalg.broadcast linalg.reduce | dimensions
    numbers: linalg.pack linalg.unpack | inner_dims_pos static_inner_tiles
    numbers: scf.forall | staticLowerBound staticUpperBound staticStep
    numbers: scf.index_switch | cases
    groups: memref.expand_shape memref.collapse_shape tensor.expand_shape tensor.collapse_shape | reassociation
    map: affine.apply affine.min affine.max affine.load affine.store | map
    map: memref.transpose | permutation
    number: linalg.softmax | dimension
    number: tensor.concat | dim
    numbers: tensor.gather | gather_dims
    numbers: tensor.scatter | scatter_dims
    symbol: func.call | callee
    symbol: func.constant | value
    set: affine.if | condition
    place: affine.for | step
    map: affine.for | lowerBoundMap upperBoundMap
    map: affine.parallel | lowerBoundsMap upperBoundsMap
    dense: affine.parallel | lowerBoundsGroups upperBoundsGroups
    list: affine.parallel | steps reductions
    predicate: index.cmp | pred
    boolean: index.bool.constant | value
    string: cf.assert | msg
    power: memref.assume_alignment | alignment
    boolean: memref.prefetch | isWrite isDataCache
    local: memref.prefetch | localityHint
    symbol: memref.get_global | name
    any: arith.constant | value
    numbers?: linalg.pack linalg.unpack | outer_dims_perm
    unit?: bufferization.to_tensor bufferization.materialize_in_destination | restrict writable
    unit?: bufferization.to_buffer | read_only
    unit?: tensor.scatter | unique
    cases 10: arith.cmpi | predicate
    cases 16: arith.cmpf | predicate
    cases 16: memref.atomic_rmw | kind
"""
_ENTRY = r"([a-z]+)(\?)?(?: (\d+))?: ([\w. \n]+?)\s*\| ([\w ]+)"
_GROUPS = r"\[\s*(?:\[[^\[\]]*\]\s*(?:,\s*(?!\]))?)*\]"


def _is_number(text: str, below: int | None = None) -> bool:
    number = integer_literal(text)
    return number is not None and number.type == "i64" and (below is None or 0 <= number.value < below)


def _is_power(text: str) -> bool:
    number = integer_literal(text)
    return number is not None and number.type == "i32" and number.value > 0 and number.value & (number.value - 1) == 0


def _is_local(text: str) -> bool:
    number = integer_literal(text)
    return number is not None and number.type == "i32" and 0 <= number.value <= 3


def _are_numbers(text: str) -> bool:
    elements = integer_elements(text)
    return elements is not None and elements.type == "i64" and text.startswith("array")


_KINDS: dict[str, tuple[Callable[[str], bool], str]] = {
    "numbers": (_are_numbers, "`array<i64: 1, 2>`"),
    "number": (_is_number, "`1 : i64`"),
    "groups": (lambda text: re.fullmatch(_GROUPS, text) is not None, "`[[0, 1], [2]]`"),
    "map": (lambda text: text.startswith("affine_map") and len(map_parts(text)) == 1, "`affine_map<(d0) -> (d0)>`"),
    "set": (lambda text: text.startswith("affine_set"), "`affine_set<(d0) : (d0 >= 0)>`"),
    "boolean": (lambda text: text in ("true", "false"), "true or false"),
    "string": (lambda text: text.startswith('"'), "a string"),
    "power": (_is_power, "a power of two, as i32"),
    "place": (lambda text: (number := integer_literal(text)) is not None and number.type == "index", "`1 : index`"),
    "local": (_is_local, "a number from 0 to 3, as i32"),
    "dense": (lambda text: text.startswith("dense"), "`dense<1> : tensor<1xi32>`"),
    "list": (lambda text: text.startswith("["), "a list"),
    "predicate": (lambda text: text.startswith("#index"), "`#index<cmp_predicate slt>`"),
    "any": (lambda text: True, "`1 : i32`"),
    "unit": (lambda text: text == "unit", "its name alone"),
    "symbol": (lambda text: text.startswith("@"), "`@name`"),
}


class _Property(NamedTuple):
    kind: str
    below: int | None
    needed: bool


def _compiled() -> dict[str, dict[str, _Property]]:
    found: dict[str, dict[str, _Property]] = {}
    for kind, left_out, below, ops, names in re.findall(_ENTRY, _TABLE):
        for op in ops.split():
            one = _Property(kind, int(below) if below else None, not left_out)
            found.setdefault(op, {}).update(dict.fromkeys(names.split(), one))
    return found


PROPERTIES = _compiled()
"""The attributes that ops have by definition, by the ops' names and their own."""


def check_properties(op: Op) -> None:
    """InputError for an op of the table that lacks an attribute, or has one that is of another kind."""
    for name, wanted in PROPERTIES[op.name].items():
        text = op.attribute(name)
        shown = f"a number below {wanted.below}, as i64" if wanted.kind == "cases" else _KINDS[wanted.kind][1]
        if text is None and wanted.needed:
            refuse(op, f"requires attribute '{name}'", f"it is {shown} in the op's generic form")
        # What an alias stands for is not looked at.
        if text is None or text.startswith("#"):
            continue
        if not (_is_number(text, wanted.below) if wanted.kind == "cases" else _KINDS[wanted.kind][0](text)):
            bare(op, f"Invalid attribute `{name}` in property conversion: {text}", f"write {shown}")
