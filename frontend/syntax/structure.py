"""The structure that ops have by definition: regions, blocks, successors, and the ops around them."""

from __future__ import annotations

from typing import NamedTuple

MODULE = "builtin.module"
"""The op around everything; where the text has none, it is there all the same."""


class Structure(NamedTuple):
    """The structure of an op; None and () mean no requirement.

    `parents`: it ends a region of one of these. `terminated`: its blocks end in terminators. `single`: its regions have
    one block at most, and the first ones, the named ones, must have it.
    """

    parents: tuple[str, ...] = ()
    regions: int | None = None
    successors: int | None = None
    terminated: bool = False
    single: tuple[str, ...] | None = None


_PARENTS = {
    "func.return": ("func.func",),
    "scf.yield": ("scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"),
    "scf.condition": ("scf.while",),
    "scf.reduce": ("scf.parallel",),
    "scf.reduce.return": ("scf.reduce",),
    "scf.forall.in_parallel": ("scf.forall",),
    "memref.alloca_scope.return": ("memref.alloca_scope",),
    "shape.assuming_yield": ("shape.assuming",),
    "affine.yield": ("affine.for", "affine.if", "affine.parallel"),
}
_REGIONS = {
    "scf.if": 2, "scf.while": 2, "scf.for": 1, "scf.parallel": 1, "scf.forall": 1, "scf.execute_region": 1,
    "func.func": 1, "scf.forall.in_parallel": 1,
}  # fmt: skip
_SUCCESSORS = {"cf.br": 1, "cf.cond_br": 2}
# Most other ops may hold anything, or what they hold is not known here.
_TERMINATED = frozenset(
    "func.func scf.execute_region scf.for scf.forall scf.if scf.index_switch scf.parallel scf.while affine.for"
    " affine.if affine.parallel memref.alloca_scope linalg.generic linalg.map linalg.reduce tensor.generate "
    "tensor.pad".split()
)
_SINGLE: dict[str, tuple[str, ...]] = {
    "affine.for": ("region",),
    "affine.if": ("thenRegion",),
    "affine.parallel": ("region",),
    "builtin.module": (),
    "linalg.generic": (),
    "memref.alloca_scope": ("bodyRegion",),
    "scf.for": ("region",),
    "scf.forall": ("region",),
    "scf.if": ("thenRegion",),
    "scf.index_switch": ("defaultRegion",),
    "scf.parallel": ("region",),
    "scf.while": ("before", "after"),
    "tensor.generate": ("body",),
    "tensor.pad": ("region",),
}

# Ops whose `sym_name` is the name of another op.
NAMES_OTHERS = frozenset({"emitc.declare_func"})
# The attribute with which ops refer to a symbol, what the symbol must be, the message, and the advice, where it is not.
REFERENCES = {
    "func.call": ("callee", "func.func", "'func.call' op '{}' does not reference a valid function"),
    "func.constant": ("value", "func.func", "'func.constant' op reference to undefined function '{}'"),
    "memref.get_global": (
        "name",
        "memref.global",
        "'memref.get_global' op '{}' does not reference a valid global memref",
    ),
}
HOW_TO_DEFINE = {
    "func.func": "define it, or declare it with `func.func private`",
    "memref.global": "define it with `memref.global`",
}

STRUCTURES = {
    name: Structure(
        _PARENTS.get(name, ()), _REGIONS.get(name), _SUCCESSORS.get(name), name in _TERMINATED, _SINGLE.get(name)
    )
    for name in {*_PARENTS, *_REGIONS, *_SUCCESSORS, *_TERMINATED, *_SINGLE}
}
UNKNOWN = Structure()

# Branches whose last operand groups, one for each case, are one in the generic form.
SWITCHES = frozenset({"cf.switch", "llvm.switch"})
# Ops whose operand groups (`Op.segments`) MLIR keeps in no attribute.
NO_SEGMENTS = frozenset({"linalg.broadcast", "linalg.map", "linalg.reduce", "linalg.transpose"})
